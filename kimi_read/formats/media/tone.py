"""Pictures in PQ or HLG on a screen of today: FFmpeg filters that map their tones.

Each channel goes from its code to light, through the knee of BT.2390 to a screen
whose white is 203 cd/m2, through the matrix from BT.2020 to BT.709, and into sRGB.
The curves are tables that FFmpeg computes once, of 14 bits: a tenth of a second.
(The scale filter maps tones too: ``intent=perceptual`` searches the gamut for five
seconds, ``intent=saturation`` leaves all but highlights in the dark.)

Sources: ITU-R BT.2100-2 (PQ, HLG), BT.2390-11 5.4.1 (EETF), BT.2408-7 2.1 (203 cd/m2
is white), BT.2087-0 (BT.2020 to BT.709), IEC 61966-2-1 (sRGB).
"""

from __future__ import annotations

PQ, HLG = 16, 18
#: Light of the brightest picture, of a screen's white, and of PQ's code 1, in cd/m2.
PEAK, WHITE, FULL = 1000.0, 203.0, 10_000.0
_M1, _M2 = 0.1593017578125, 78.84375
_C1, _C2, _C3 = 0.8359375, 18.8515625, 18.6875
_MATRIX = (
    "rr=1.6605:rg=-0.5876:rb=-0.0728:gr=-0.1246:gg=1.1329:gb=-0.0083:"
    "br=-0.0182:bg=-0.1006:bb=1.1187"
)
_SRGB = (
    "maxval*if(lte(val/maxval,0.0031308),12.92*val/maxval,"
    "1.055*pow(val/maxval,1/2.4)-0.055)"
)


def filters(transfer: int) -> list[str]:
    """Return the filters that follow scaling; none for a picture of common tones."""
    if transfer not in (PQ, HLG):
        return []
    return [
        "format=gbrp14le",
        f"lutrgb={_each(_to_light(transfer))}",
        f"colorchannelmixer={_MATRIX}",
        f"lutrgb={_each(_SRGB)}",
    ]


def code_of(light: float) -> float:
    """Return PQ's code, 0 to 1, of a light in cd/m2."""
    part = (light / FULL) ** _M1
    return float(((_C1 + _C2 * part) / (1 + _C3 * part)) ** _M2)


def _each(expression: str) -> str:
    return f"r='{expression}':g='{expression}':b='{expression}'"


def _to_light(transfer: int) -> str:
    """Return the expression from a code to light, both of 0 to ``maxval``.

    The registers 0 to 3 hold the code over the peak's, the place above the knee,
    the code after the knee, and its root; 7 to 9 serve HLG.
    """
    peak = code_of(PEAK)
    white = code_of(WHITE) / peak
    knee = 1.5 * white - 0.5
    code = "val/maxval" if transfer == PQ else _from_hlg()
    spline = (
        f"(2*pow(ld(1),3)-3*pow(ld(1),2)+1)*{knee}"
        f"+(pow(ld(1),3)-2*pow(ld(1),2)+ld(1))*{1 - knee}"
        f"+(3*pow(ld(1),2)-2*pow(ld(1),3))*{white}"
    )
    return (
        f"st(0,min(1,({code})/{peak}))*0"
        f"+st(1,(ld(0)-{knee})/{1 - knee})*0"
        f"+st(2,if(lt(ld(0),{knee}),ld(0),{spline}))*0"
        f"+st(3,pow(ld(2)*{peak},{1 / _M2}))*0"
        f"+maxval*min(1,pow(max(ld(3)-{_C1},0)/({_C2}-{_C3}*ld(3)),{1 / _M1})"
        f"*{FULL / WHITE})"
    )


def _from_hlg() -> str:
    """Return the expression from HLG's code to PQ's, for a screen of ``PEAK``."""
    scene = (
        "if(lte(ld(9),0.5),ld(9)*ld(9)/3,"
        "(exp((ld(9)-0.55991073)/0.17883277)+0.28466892)/12)"
    )
    return (
        f"st(9,val/maxval)*0+st(8,pow({scene},1.2)*{PEAK / FULL})*0"
        f"+st(7,pow(ld(8),{_M1}))*0"
        f"+pow(({_C1}+{_C2}*ld(7))/(1+{_C3}*ld(7)),{_M2})"
    )
