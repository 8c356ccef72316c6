"""Number formats show what Excel shows."""

# ruff: noqa: E501, RUF001 - tables of cases, letters of many languages

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
    ("0", 1e20, "100000000000000000000"),
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
    ("[$-41F]mmm", 46096, "Mar"), ("[$-81A]mmmm", 46096, "mart"), ("[$-F800]dddd, mmmm dd, yyyy", 46096, "Sunday, March 15, 2026"),
    ('[$-411]ggge"年"m"月"', 46096, "令和8年3月"), ("yyyy\\-mm\\-dd;@", 46096, "2026-03-15"),
    ("bbbb", 46096, "2569"), ("yyyy-mm-dd", -1, "########"), ("yyyy-mm-dd", 2958466, "########"),
    ("yyyy-mm-dd", 2958465, "9999-12-31"),
]  # fmt: skip


@pytest.mark.parametrize(("number", "text"), GENERAL)
def test_general_shows_eleven_characters_and_no_more(number, text):
    """Whole numbers in full, others rounded, long ones in scientific notation."""
    assert compiled("General").number(number) == text


#: Signs: Excel leaves out the minus that it would add itself if only zeros are shown.
SIGNS = [
    ("0.00", -0.001, "0.00"), ("#,##0", -0.4, "0"), ("0%", -0.001, "0%"), ("$0.00", -0.001, "$0.00"),
    ("0", -0.5, "-1"), ("0.0", -0.0, "0.0"), ("0.00;@", -0.001, "-0.00"), ("0.0;-0.0", -0.01, "-0.0"),
    ("-0.0", -0.01, "-0.0"), ("0 ??/??", -0.01, "-0"), ('"x"', -1, "-x"), ("#.#", -0.01, "."),
    ("0.00E+00", -0.0, "0.00E+00"), ("#,##0.00_);(#,##0.00)", -0.001, "(0.00)"),
]  # fmt: skip
CONDITIONS = [
    ('[<=-100]"B"0;"C"0', -6.3, "C6"), ('[>=100]"B"0;"C"0', -6.3, "-C6"), ('[=50]0;"C"0', -1, "-C1"),
    ('[>-6]"A"0;"B"0', -7, "B7"), ('[<>-5]"A"0;"B"0', -5, "B5"), ('[<=0]"B"0', 6.3, "6.3"),
    ('[=6.3]"B"0', -6.3, "-6.3"), ('[<-6]"B"0', -5, "5"), ('[>6]"A"0;[<-6]"B"0', -6.3, "B6"),
    ('"A-"0;[<-5]"B-"0;"C-"0', 0, "C-0"), ('"A-"0;[<10]"B-"0;"C-"0', 0, "B-0"),
    ('"A-"0;[<10]"B-"0;"C-"0', -10, "-B-10"), ('"A-"0;[=-10]"B-"0;"C-"0', -10, "B-10"),
    ('[>=100]"A"0;[<=0]"B"0;"C"0', -0.001, "B0"), ('[>=100]"A"0;[<=-100]"B"0', 6.3, "########"),
    ('[>999999]#,,"M";[>999]#,"K";#', 1234567, "1M"), ("[Red]", 5, "5"), ("0;[Red]", -5, "5"),
]  # fmt: skip
COMMAS = [
    ("?,???????", -1234567, "- 1,234,567"), ("?0.0", -1, "- 1.0"), ("?0.0", 1, "1.0"),
    ("0,", 1234567.89, "1235"), ("0,,x", 1234567.89, "1x"), ("0x,", 1234567.89, "1234568x,"),
    ("0,x,", 1234567.89, "1235x,"), ("0,,0", 1234567.89, "1,234,568"), ("0 , 0", 1234567.89, "123456 , 8"),
    ("0,x0", 1234567.89, "123456x8"), ("x,0", 1234567.89, "x,1234568"), ("0.,", 1234567.89, "1235."),
    ("0.0,0", 1234567.89, "1234567.89"), ("#,##0.0,", 12345678, "12,345.7"), ("#'#,###.0", 1234567, "1,23'4,567.0"),
]  # fmt: skip
PLACES = [
    ("###\\###\\##0.00", 1.01, "##1.01"), ("000E+00", 12345.67, "012E+03"), ("0.E+00", 1, "1.E+00"),
    ("##0.0E+0", 0, "000.0E+0"), ("0.0x0E+0", 123456789, "1.2x3E+8"), ("0.0\\0E+00", 1, "1.00E+00"),
    ("0 0/0", 1, "1 0/1"), ("00/00", 1.5, "03/02"), ("# ?? / ??", 0.5, "1 / 2"), ("0,0 0/0", 1234567.89, "1,234,567 8/9"),
    ("# ?/?", 0.3, "2/7"), ("# ?/?", 1.3, "1 1/3"), ("# ???/???", 0.001, "0"), ("# ??/??", 1.2345678901234568e17, "123456789012346000"),
    ('|#":"#=/=#|', 23.75, "|23:3=/=4|"), ('|#":"#/#|', 0.75, "|3/4|"), ('|0":"#/#|', 0.75, "|0:3/4|"),
    ('|#":"#/#|', 1, "|1|"), ('|?":"0/0|', 0, "|0:0/1|"), ('|#":"0/0|', 0, "|0/1|"), ('#-#":"#/#', 0.75, "-3/4"),
    ("# ??/100", -1.2, "-1 20/100"), ('"x" @ "y"', 5, "5"), ("@@", -1, "-1"),
]  # fmt: skip
LOCALES = [
    ("mmmmmm", 46096, "March"), ("h:mm am/pm", 0.75, "6:00 PM"), ("h:mm a/p", 0.75, "6:00 p"),
    ("[$-411]AM/PM h", 0.75, "午後 6"), ("[$-412]AM/PM h", 0.25, "오전 6"), ("[$-405]h AM/PM", 0.25, "6 dop."),
    ("[$-80A]h AM/PM", 0.25, "6 a. m."), ("[$-C0A]h AM/PM", 0.25, "6 AM"), ("[$-F400]h:mm", 0.25, "6:00:00 AM"),
    ("[$-x-systime]hh", 0.25, "6:00:00 AM"), ("hh.000", 0.70707, "16.848"), ("hh .00 .000", 0.70707, "16 .84 .848"),
    ("[$-41E]d mmm bbbb", 46096, "15 มี.ค. 2569"), ("[$-107041E]d mmmm yyyy", 46096, "15 มีนาคม 2569"),
    ("[$-D07041E]d/m/yy", 46096, "๑๕/๓/๖๙"), ("[$-2000000]h:mm", 0.75, "١٨:٠٠"), ("[$-4000439]0.0", 12.5, "१२.५"),
    ("B1d/m/yyyy", 46096, "15/3/2026"), ("B2d/m/yyyy", 46096, "27/9/1447"), ("[$-2060401]d mmmm", 46096, "٢٧ رمضان"),
    ("[$-411]e.m.d", 46096, "8.3.15"), ("[$-404]e/m/d", 46096, "115/3/15"), ("[$-804]e/m/d", 46096, "2026/3/15"),
    ('[$-ja-JP-x-gannen]ggge"年"', 43600, "令和元年"), ('[$-411]ggge"年"', 43600, "令和1年"), ("[$-404]aaa", 46096, "日"),
    ("[$-404]ddd", 46096, "週日"), ("[$-404]mmm", 46096, "三月"), ("[$-101042A]d mmmm", 46096, "15 Tháng 3"),
    ("[$-42B]dddd d mmmm", 45296, "ուրբաթ 5 հունվար"), ("[$-424]dddd, d. mmmm", 46096, "nedelja, 15. marec"),
    ("[$-40D]dddd", 46096, "יום ראשון"), ("[$-zh-TW]ddd", 46096, "週日"),
]  # fmt: skip
NUMERALS = [
    ("[DBNum1][$-804]General", 12305, "一万二千三百〇五"), ("[DBNum2][$-804]General", 1010, "壹仟零壹拾"),
    ("[DBNum1][$-804]General", -12.5, "-一十二.五"), ("[DBNum2][$-804]0", 1234, "壹贰叁肆"), ("[DBNum1][$-411]General", 1110, "千百十"),
    ("[DBNum3][$-411]0", 12, "１２"), ("[DBNum4][$-412]General", 1010, "일천일십"), ("[DBNum1][$-409]General", 0, "〇"),
    ('[DBNum1][$-804]yyyy"年"m"月"d"日";@', 46096, "二〇二六年三月十五日"), ("[DBNum2][$-404]General", 200000000, "貳億"),
    ('[DBNum1][$-411]ggge"年"', 46096, "令和八年"), ('[DBNum1][$-804]h"时"mm"分"', 0.52, "十二时二十八分"),
]  # fmt: skip
MORE = [*SIGNS, *CONDITIONS, *COMMAS, *PLACES, *LOCALES, *NUMERALS]


@pytest.mark.parametrize(("code", "number", "text"), MORE)
def test_a_rare_format_is_shown_as_excel_shows_it(code, number, text):
    """Measured in Excel, or as it documents them: signs, commas, places, languages."""
    assert compiled(code).number(number) == text


@pytest.mark.parametrize(("code", "number", "text"), SHOWN)
def test_a_number_is_shown_as_excel_shows_it(code, number, text):
    """Signs, sections, conditions, places, scales, fractions."""
    assert compiled(code).number(number) == text


@pytest.mark.parametrize(("code", "number", "text"), DATES)
def test_a_date_is_shown_as_excel_shows_it(code, number, text):
    """Dates, times, durations, languages; no date is a row of hashes."""
    assert compiled(code).number(number) == text


@pytest.mark.parametrize(("code", "number", "_text"), [*SHOWN, *DATES, *MORE])
def test_a_number_from_text_is_shown_the_same(code, number, _text):
    """The quick way for numbers as files write them gives no other answer."""
    form = compiled(code)
    assert Shown(form).call(repr(float(number))) == Shown(form).by_value(float(number))


def test_1900_has_the_29th_of_february_that_lotus_gave_it():
    """Serial 60 is that day, and days before it are counted from 1 January."""
    form = compiled("yyyy-mm-dd")
    got = [form.number(day) for day in (0, 1, 59, 60, 61)]
    assert got == ["1900-01-00", "1900-01-01", "1900-02-28", "1900-02-29", "1900-03-01"]
    assert [iso_serial(day) for day in got[1:]] == [1, 59, 60, 61]


def test_a_day_ends_at_midnight_where_no_time_is_shown():
    """Half a second before is the day still, unless it comes of the binary form."""
    form = compiled("yyyy-mm-dd")
    assert form.number(46096.999999) == "2026-03-15"
    assert form.number(46096.9999999999) == "2026-03-16"
    assert compiled("yyyy-mm-dd hh:mm").number(46096.999999) == "2026-03-16 00:00"
    assert compiled("B2yyyy-mm-dd").number(46096.999999) == "1447-09-27"


@pytest.mark.parametrize(("code", "serial", "stored"), [
    ("h:mm", -0.25, "1903-12-31T18:00:00"), ("d/m/yyyy h:mm", -1.5, "1903-12-30T12:00:00"),
])  # fmt: skip
def test_stored_dates_before_1904_are_exact(code, serial, stored):
    assert compiled(code, date1904=True).raw(serial) == stored


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
    assert compiled("@@").text("x") == "xx"
    assert compiled('"a" @ "b" @').text("x") == "a x b x"
    assert Shown(compiled('@-@"*"')).text("**x**") == "**x**-**x**\\*"


def test_stored_values_are_given_in_full():
    """--values raw: ISO dates, all digits, no format."""
    assert compiled("m/d/yy").raw(46096) == "2026-03-15"
    assert compiled("m/d/yy h:mm").raw(46096.5) == "2026-03-15T12:00:00"
    assert compiled("h:mm").raw(0.5) == "12:00:00"
    assert compiled('[=0]"none";m/d/yy').raw(46096) == "2026-03-15"
    assert compiled("[$-F400]h:mm").raw(0.5) == "12:00:00"
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
