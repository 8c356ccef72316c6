# The only door: make setup demo check test bench fuzz docs accept
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
# What is tested: all, unless some are named.
TESTS ?=
unexport PYTHONDONTWRITEBYTECODE

.PHONY: setup demo check test bench fuzz docs accept clean

setup: $(VENV)/ready

# A virtual environment with the tools and the built wheel, never the source tree:
# what is tried and tested is what would be installed.
$(VENV)/ready: pyproject.toml
	@echo "making $(VENV) and installing what is needed: a minute or two"
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade 'pip>=25.1'
	$(BIN)/python -m pip install --quiet --group dev
	@touch $@

$(VENV)/wheel: $(VENV)/ready $(shell find kimi_read -type f ! -name '*.pyc')
	rm -rf dist
	$(BIN)/python -m build --quiet --wheel --outdir dist
	$(BIN)/python -m pip install --quiet dist/*.whl
	$(BIN)/python -m pip install --quiet --no-deps --force-reinstall dist/*.whl
	@touch $@

demo: $(VENV)/wheel
	@$(BIN)/python tests/demo.py $(BIN)/kread

check: $(VENV)/wheel
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python tests/floors.py
	$(BIN)/python tests/manual.py

test: $(VENV)/wheel
	$(BIN)/pytest -q -n auto --dist loadgroup $(TESTS)

bench: $(VENV)/wheel
	$(BIN)/python -m bench

fuzz: $(VENV)/wheel
	$(BIN)/python tests/fuzz.py

docs: $(VENV)/wheel
	$(BIN)/python tests/readme.py --write
	$(BIN)/python tests/manual.py --write

accept: $(VENV)/wheel
	$(BIN)/python tests/golden.py --accept

clean:
	rm -rf .venv .venv-newest dist bench/data
