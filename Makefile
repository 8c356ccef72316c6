# The only door: make setup demo check test bench fuzz docs accept
PYTHON ?= python3
BIN := .venv/bin
unexport PYTHONDONTWRITEBYTECODE

.PHONY: setup demo check test bench fuzz docs accept clean

setup: .venv/ready

# A virtual environment with the tools and the built wheel, never the source tree:
# what is tried and tested is what would be installed.
.venv/ready: pyproject.toml
	@echo "making .venv and installing what is needed: a minute or two"
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --upgrade 'pip>=25.1'
	$(BIN)/python -m pip install --quiet --group dev
	@touch $@

.venv/wheel: .venv/ready $(shell find kimi_read -type f ! -name '*.pyc')
	rm -rf dist
	$(BIN)/python -m build --quiet --wheel --outdir dist
	$(BIN)/python -m pip install --quiet dist/*.whl
	$(BIN)/python -m pip install --quiet --no-deps --force-reinstall dist/*.whl
	@touch $@

demo: .venv/wheel
	@$(BIN)/python tests/demo.py $(BIN)/kread

check: .venv/wheel
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python tests/floors.py
	$(BIN)/python tests/manual.py

test: .venv/wheel
	$(BIN)/pytest -q -n auto --dist loadgroup

bench: .venv/wheel
	$(BIN)/python -m bench

fuzz: .venv/wheel
	$(BIN)/python tests/fuzz.py

docs: .venv/wheel
	$(BIN)/python tests/readme.py --write
	$(BIN)/python tests/manual.py --write

accept: .venv/wheel
	$(BIN)/python tests/golden.py --accept

clean:
	rm -rf .venv dist bench/data
