"""Number formats show what Excel shows."""

# ruff: noqa: E501 - tables of cases

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kimi_read.formats.xlsx.cells import Shown, iso_serial
from kimi_read.formats.xlsx.numfmt import builtin, compiled
from kimi_read.formats.xlsx.numfmt_date import civil
from kimi_read.formats.xlsx.numfmt_fraction import nearest

ACCOUNTING = '_($* #,##0.00_);_($* (#,##0.00);_($* "-"??_);_(@_)'
GENERAL = [
    (0, "0"), (12, "12"), (-3.5, "-3.5"), (0.1 + 0.2, "0.3"), (1 / 3, "0.333333333"),
    (12345678901, "12345678901"), (123456789012, "1.23457E+11"), (1e20, "1E+20"),
    (1234.56789012, "1234.56789"), (0.000123456789, "0.000123457"), (1e-5, "0.00001"),
    (1.2345678e-5, "1.23457E-05"), (1.5e-300, "1.5E-300"), (99999999999.5, "1E+11"),
    (9999999999.7, "10000000000"), (0.99999999999, "1"), (123456789.123, "123456789.1"),
    (-1e-10, "-1E-10"),
]  # fmt: skip
SHOWN = [
    ("0.0%", 0.075, "7.5%"), ("0%", 0.125, "13%"), ("0.00%", -0.5, "-50.00%"),
    ("#,##0", 1234567, "1,234,567"), ("#,##0.00", -1234.5, "-1,234.50"),
    ("$#,##0.00", 1234.5, "$1,234.50"), ("$#,##0.00", -1234.5, "-$1,234.50"),
    ("#,##0.00 [$€-407]", -1234.5, "-1,234.50 €"), ("[$¥-411]#,##0", 5, "¥5"),
    (ACCOUNTING, 50.5, "$50.50"), (ACCOUNTING, -50.5, "$(50.50)"), (ACCOUNTING, 0, "$-"),
    ("#,##0.00_);(#,##0.00)", -5, "(5.00)"), ("#,##0.00;[Red]-#,##0.00", -5, "-5.00"),
    ("0.00", 1.005, "1.01"), ("0.00", 0.125, "0.13"), ("0.0", 0.25, "0.3"), ("0", 2.5, "3"),
    ("0.00", -0.001, "-0.00"), ("0", 1e20, "100000000000000000000"),
    ("00000", 123, "00123"), ("000-00-0000", 123456789, "123-45-6789"),
    ("(000) 000-0000", 5551234567, "(555) 123-4567"),
    ("[<=9999999]###-####;(###) ###-####", 5551234, "555-1234"),
    ("[<=9999999]###-####;(###) ###-####", 8005551234, "(800) 555-1234"),
    (".00", 1, "1.00"), (".00", 0.5, ".50"), (".0", -1234.56, "-1234.6"), ("0 0/0", 0.5, "0 1/2"),
    ('0.0"x"', 3.5, "3.5x"), ("#.##", 0, "."), ("#", 0, ""), ("0.###", 1.5, "1.5"),
    ("#,##0,", 12345678, "12,346"), ('0.0,,"M"', 12345678, "12.3M"), ("0,000", 5, "0,005"),
    ("0.00E+00", 1.23e-7, "1.23E-07"), ("##0.0E+0", 12345, "12.3E+3"), ("0E-0", 1500, "2E3"),
    ("# ?/?", 0.25, "1/4"), ("# ?/?", 5.5, "5 1/2"), ("# ??/??", 3.14159265, "3 1/7"),
    ("# ?/8", 0.5, "4/8"), ("0/0", 1.5, "3/2"), ("# ?/?", 2, "2"), ("# ?/?", -1.25, "-1 1/4"),
    (";;;", 5, ""), ('0;-0;"zero"', 0, "zero"), ('"Q"0', 3, "Q3"), ("General;-General", -3.5, "-3.5"),
    ('General" units"', 12.5, "12.5 units"), ("@", 12.5, "12.5"),
    ("[<100]0.0;[>=100]0", 50, "50.0"), ("[<100]0.0;[>=100]0", 150, "150"),
    ("[Red][<-25]General;[Blue][>25]General;[Green]General", -26, "26"),
    ("[=50]General;000", 51, "051"), ("[Color 12]0", 7, "7"), ("\\#0", 7, "#7"),
]  # fmt: skip
DATES = [
    ("yyyy-mm-dd", 46096, "2026-03-15"), ("mm/dd/yyyy", 46096, "03/15/2026"),
    ("m/d/yy h:mm", 46096.604167, "3/15/26 14:30"), ("hh:mm", 0.586805556, "14:05"),
    ("h:mm AM/PM", 0.75, "6:00 PM"), ("h:mm AM/PM", 0, "12:00 AM"), ("h AM/PM", 0.5, "12 PM"),
    ("[h]:mm", 1.128472, "27:05"), ("[h]:mm:ss", 0, "0:00:00"), ("[mm]:ss", 0.5, "720:00"),
    ("[h]", -1.2, "-28"), ("[h]:mm", -1.2, "########"), ("HH[M]", 12.3, "12.3"), ("mm:ss.0", 0.00123, "01:46.3"),
    ("h:mm:ss", 0.999999, "0:00:00"), ("d-mmm-yy", 46096, "15-Mar-26"),
    ("dddd, mmmm d", 46096, "Sunday, March 15"), ("mmmmm", 46096, "M"), ("mmm", 46096, "Mar"),
    ("[$-409]mmm d, yyyy", 46096, "Mar 15, 2026"), ("[$-407]d. mmmm yyyy", 46096, "15. März 2026"),
    ("[$-40C]dddd", 46096, "dimanche"), ("[$-40C]mmm", 46096, "mars"),
    ("[$-40C]mmm", 46000, "déc."), ("[$-407]ddd", 46096, "So"), ("[$-413]mmm", 46096, "mrt"),
    ("[$-FC19]d mmmm yyyy", 46096, "15 марта 2026"), ("[$-419]mmmm", 46096, "Март"),
    ("[$-415]mmmm", 46096, "marzec"), ("[$-FC15]d mmmm", 46096, "15 marca"),
    ("[$-804]aaaa", 46096, "星期日"), ("[$-804]aaa", 46096, "日"), ("[$-411]aaa", 46096, "日"),
    ("[$-804]mmmm", 46096, "三月"), ("[$-804]mmm", 46096, "3月"), ("aaaa", 46096, "Sunday"),
    ("[$-41F]mmm", 46096, "Mar"), ("[$-81A]mmmm", 46096, "March"), ("[$-F800]dddd, mmmm dd, yyyy", 46096, "Sunday, March 15, 2026"),
    ('[$-411]ggge"年"m"月"', 46096, "令和8年3月"), ("yyyy\\-mm\\-dd;@", 46096, "2026-03-15"),
    ("bbbb", 46096, "2569"), ("yyyy-mm-dd", -1, "########"), ("yyyy-mm-dd", 2958466, "########"),
    ("yyyy-mm-dd", 2958465, "9999-12-31"),
]  # fmt: skip


@pytest.mark.parametrize(("number", "text"), GENERAL)
def test_general_shows_eleven_characters_and_no_more(number, text):
    """Whole numbers in full, others rounded, long ones in scientific notation."""
    assert compiled("General").number(number) == text


@pytest.mark.parametrize(("code", "number", "text"), SHOWN)
def test_a_number_is_shown_as_excel_shows_it(code, number, text):
    """Signs, sections, conditions, places, scales, fractions."""
    assert compiled(code).number(number) == text


@pytest.mark.parametrize(("code", "number", "text"), DATES)
def test_a_date_is_shown_as_excel_shows_it(code, number, text):
    """Dates, times, durations, languages; no date is a row of hashes."""
    assert compiled(code).number(number) == text


@pytest.mark.parametrize(("code", "number", "_text"), [*SHOWN, *DATES])
def test_a_number_from_text_is_shown_the_same(code, number, _text):
    """The quick way for numbers as files write them gives no other answer."""
    form = compiled(code)
    assert Shown(form).call(repr(float(number))) == Shown(form).by_value(float(number))


def test_1900_has_the_29th_of_february_that_lotus_gave_it():
    """Serial 60 is that day, and days before it are counted from 1 January."""
    form = compiled("yyyy-mm-dd")
    got = [form.number(day) for day in (0, 1, 59, 60, 61)]
    assert got == ["1900-01-00", "1900-01-01", "1900-02-28", "1900-02-29", "1900-03-01"]


def test_the_1904_system_starts_four_years_later():
    """The same serial number, 1462 days on."""
    assert compiled("yyyy-mm-dd", date1904=True).number(44634) == "2026-03-15"
    assert compiled("yyyy-mm-dd", date1904=True).number(0) == "1904-01-01"


@pytest.mark.parametrize(("code", "serial", "shown"), [
    ("d/m/yyyy", -5, "-6/1/1904"), ("h:mm", -0.25, "-6:00"), ("mm:ss.0", -0.001, "-01:26.4"),
])  # fmt: skip
def test_negative_dates_of_the_1904_system_have_a_sign(code, serial, shown):
    """In the 1900 system there are none."""
    assert compiled(code, date1904=True).number(serial) == shown
    assert compiled(code).number(serial) == "########"


@given(st.integers(61, 2_958_465))
def test_days_are_those_of_the_calendar(serial):
    """Every serial number gives the day that the standard library gives."""
    import datetime as dt

    day = dt.date(1899, 12, 30) + dt.timedelta(days=serial)
    assert civil(serial) == (day.year, day.month, day.day)
    assert iso_serial(day.isoformat()) == serial


@given(st.floats(allow_nan=False, allow_infinity=False), st.integers(0, 6))
def test_rounding_is_that_of_decimal_digits(number, places):
    """Fifteen digits are kept, and halves go away from zero."""
    from decimal import ROUND_HALF_UP, Decimal, localcontext

    with localcontext() as context:
        context.prec = 400
        kept = Decimal(f"{abs(number):.14e}")
        want = format(kept.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP), "f")
    got = compiled("0" + ("." + "0" * places if places else "")).number(abs(number))
    near = abs(Decimal(got) - Decimal(want)) <= Decimal(f"{abs(number):.14e}").scaleb(
        -14
    )
    assert got == want or near


def test_texts_go_by_the_text_section():
    """The fourth section, the last with an at sign, or the text as it is."""
    assert compiled('0;-0;0;"text: "@').text("x") == "text: x"
    assert compiled("@").text("x") == "x"
    assert compiled(";;;").text("x") == ""
    assert compiled('General;General;General;General" !"').text("x") == "x !"
    assert compiled("0.00").text("x") == "x"


def test_stored_values_are_given_in_full():
    """--values raw: ISO dates, all digits, no format."""
    assert compiled("m/d/yy").raw(46096) == "2026-03-15"
    assert compiled("m/d/yy h:mm").raw(46096.5) == "2026-03-15T12:00:00"
    assert compiled("h:mm").raw(0.5) == "12:00:00"
    assert compiled("0%").raw(0.075) == "0.075"
    assert compiled("0").raw(1234567.891) == "1234567.891"


def test_built_in_formats_are_known_by_number():
    """Files name them by number alone."""
    assert compiled(builtin(10)).number(0.075) == "7.50%"
    assert compiled(builtin(14)).number(46096) == "3/15/26"
    assert compiled(builtin(44)).number(-2) == "$(2.00)"
    assert builtin(9999) == "General"


def test_fractions_are_convergents():
    """As Excel has it: pi with two digits is 22/7."""
    assert nearest(3.14159265, 99) == (22, 7)
    assert nearest(0.5, 9) == (1, 2)


@pytest.mark.parametrize(
    "code", ['"' * 120_000, "[" * 1000, "0" * 2000, "#,##0." * 300]
)
def test_a_monstrous_code_costs_nothing(code):
    """The scan is linear, and a code beyond all bounds is General."""
    start = time.process_time()
    compiled(code).number(1234.5)
    assert time.process_time() - start < 0.5


@given(st.text(max_size=30), st.floats(allow_nan=False, allow_infinity=False))
def test_no_code_breaks_the_renderer(code, number):
    """Whatever stands in a file, a text comes out."""
    form = compiled(code)
    assert isinstance(form.number(number), str)
    assert isinstance(form.text("x"), str)
