"""Strokes as files, with the bytes that `csr plot` writes."""
from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ._plot import Plot

PEN, PAGE = 0.3, 10000  # millimetres
HPGL_UNITS, HPGL_LARGEST, HPGL_POINTS = 40, (1 << 30) - 1, 32
GCODE_DECIMALS = 3


class Profile(NamedTuple):
    """What files of some formats say besides strokes."""

    travel: bool
    feed: float
    rapid: float | None
    pen_down: str
    pen_up: str


# ---- numbers and texts ---------------------------------------------------------------------------

def rounded(number: float) -> int:
    """The nearest integer; half of one goes away from 0."""
    whole = math.floor(abs(number))
    return int(math.copysign(whole + (abs(number) - whole >= 0.5), number))


def real(number: float) -> str:
    """As few digits as keep the number, but 15 at least where these are not zeros."""
    for digits in range(1 if abs(number) < 2.2250738585072014e-308 else 15, 18):
        shown = f'{number:.{digits}g}'
        if float(shown) == number:
            break
    return shown


def decimals_of(number: float, decimals: int) -> str:
    """So many decimals at most, without zeros at the end."""
    scale = 10.0 ** decimals
    if not abs(number) * scale < 1e15:
        return real(number)
    whole = rounded(abs(number) * scale)
    while decimals and whole % 10 == 0:
        whole //= 10
        decimals -= 1
    digits = f'{whole:0{decimals + 1}d}'
    point = len(digits) - decimals
    return ('-' if number < 0 and whole else '') + digits[:point] + ('.' + digits[point:]
                                                                      if decimals else '')


def xml(text: str) -> str:
    """A text as the value of an attribute of XML, which lacks some characters."""
    return ''.join(f'&#{ord(c)};' if c in '&<>"' else
                   '\ufffd' if c < ' ' or c in '\ufffe\uffff' or '\ud800' <= c < '\ue000' else c
                   for c in text)


# ---- strokes -------------------------------------------------------------------------------------

class Strokes:
    """The points of each stroke, and the frame of all places."""

    def __init__(self, plot: Plot) -> None:
        self.plot = plot
        self.vertices = [plot.vertices(i).tolist() for i in range(plot.count)]
        self.places = None if plot.places is None else plot.places.tolist()
        self.layers = None if plot.layers is None else [
            int(plot.layer[int(plot.steps[int(begin)]) // 2])  # type: ignore[index]
            for begin in plot.begins[:-1]]
        self.low, self.high = [0.0, 0.0], [0.0, 0.0]
        if plot.places is not None and len(plot.places):
            self.low, self.high = plot.places.min(0).tolist(), plot.places.max(0).tolist()

    def points(self, i: int) -> list[list[float]]:
        assert self.places is not None
        return [self.places[v] for v in self.vertices[i]]

    def begins_layer(self, i: int) -> bool:
        """Whether stroke i is the first of its layer."""
        return i == 0 or (self.layers is not None and self.layers[i] != self.layers[i - 1])

    def height(self, place: list[float]) -> float:
        """How high above the lower edge a place is."""
        page = self.plot.page
        return (page[1] if page else max(self.high[1], 0.0)) - place[1]


def lines(s: Strokes, profile: Profile) -> Iterator[str]:
    names = s.plot.names
    for i, vertices in enumerate(s.vertices):
        if names is not None:
            yield ' -> '.join(names[v] for v in vertices) + '\n'
        else:
            yield ' '.join(f'{real(x)},{real(y)}' for x, y in s.points(i)) + '\n'


def csv(s: Strokes, profile: Profile) -> Iterator[str]:
    yield 'stroke,x,y\n' if s.layers is None else 'stroke,x,y,layer\n'
    for i in range(len(s.vertices)):
        layer = ''
        if s.layers is not None and s.plot.layers is not None:
            layer = ',"' + s.plot.layers[s.layers[i]].name.replace('"', '""') + '"'
        for x, y in s.points(i):
            yield f'{i},{real(x)},{real(y)}{layer}\n'


# ---- SVG -----------------------------------------------------------------------------------------

def head(s: Strokes, travel: bool) -> str:
    """The page of the file, else the frame of what is drawn with a margin, from the origin on if
    all fits on a page."""
    low, high, page = list(s.low), list(s.high), s.plot.page
    for axis in (0, 1) if travel else ():
        low[axis] = min(low[axis], s.plot.start[axis])
        high[axis] = max(high[axis], s.plot.start[axis])
    side = max(high[0] - low[0], high[1] - low[1])
    side = side if side > 0 else 1.0
    fits = min(low) >= -PAGE and max(high) <= PAGE
    for axis in (0, 1):
        high[axis] = max(high[axis] + side / 50, 0.0) if fits else high[axis] + side / 50
        low[axis] = 0.0 if fits and low[axis] >= 0 else low[axis] - side / 50
    if page:
        low, high = [0.0, 0.0], list(page)
    size = [high[0] - low[0], high[1] - low[1]]
    return ''.join([
        '<svg xmlns="http://www.w3.org/2000/svg"',
        '' if s.layers is None else ' xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"',
        ' width="%.9gmm" height="%.9gmm"' % (size[0], size[1]) if fits or page else '',
        ' viewBox="%.9g %.9g %.9g %.9g" style="background:white">\n' % (*low, *size),
        '<g fill="none" stroke="black" stroke-width="%.3g" stroke-linecap="round" '
        'stroke-linejoin="round">\n' % (PEN if page else side / 250)])


def svg(s: Strokes, profile: Profile) -> Iterator[str]:
    side = max(s.high[0] - s.low[0], s.high[1] - s.low[1])
    decimals = 6 - math.floor(math.log10(side)) if 0 < side < 1000 else 3
    decimals = min(max(decimals, 3), 15)

    def point(place: list[float] | tuple[float, float]) -> str:
        return f'{decimals_of(place[0], decimals)} {decimals_of(place[1], decimals)}'
    yield head(s, profile.travel)
    for i, vertices in enumerate(s.vertices):
        if s.layers is not None and s.plot.layers is not None and s.begins_layer(i):
            number = s.layers[i]
            name, colour = s.plot.layers[number]
            yield '</g>\n' if i else ''
            yield (f'<g inkscape:groupmode="layer" id="layer{number + 1}" inkscape:label="'
                   + (xml(name) or str(number + 1)) + (f'" stroke="{colour}' if colour else '')
                   + '">\n')
        points = s.points(i)
        closed = vertices[0] == vertices[-1] and len(vertices) > 2
        yield ('<path d="M' + 'L'.join(map(point, points[:-1] if closed else points))
               + ('Z"/>\n' if closed else '"/>\n'))
    yield '</g>\n' if s.layers and s.vertices else ''
    if profile.travel:
        yield '</g>\n<g fill="none" stroke="#d55e00" stroke-width="0.2%">\n'
        for i in range(len(s.vertices)):
            at = s.plot.start if s.begins_layer(i) else s.points(i - 1)[-1]
            yield f'<path d="M{point(at)}L{point(s.points(i)[0])}"/>\n'
    yield '</g>\n</svg>\n'


# ---- machines ------------------------------------------------------------------------------------

def hpgl(s: Strokes, profile: Profile) -> Iterator[str]:
    for corner in ([x, y] for y in (s.low[1], s.high[1]) for x in (s.low[0], s.high[0])):
        if not max(abs(corner[0]), abs(s.height(corner))) <= HPGL_LARGEST // HPGL_UNITS:
            raise ValueError(f'a place is {corner[0]:.9g},{corner[1]:.9g}: expected at most '
                             f'{HPGL_LARGEST // HPGL_UNITS} millimetres for HPGL')

    def units(place: list[float]) -> str:
        return f'{rounded(place[0] * HPGL_UNITS)},{rounded(s.height(place) * HPGL_UNITS)}'
    yield 'IN;\n'
    for i in range(len(s.vertices)):
        if s.begins_layer(i):
            yield f'PU;SP{1 + (s.layers[i] if s.layers else 0)};\n'
        first, *rest = map(units, s.points(i))
        yield f'PU{first}'
        for k in range(0, len(rest), HPGL_POINTS):
            yield ';PD' + ','.join(rest[k:k + HPGL_POINTS])
        yield ';\n'
    yield 'PU;SP0;\n'


def gcode(s: Strokes, profile: Profile) -> Iterator[str]:
    def short(number: float) -> str:
        return decimals_of(number, GCODE_DECIMALS)

    def words(place: list[float]) -> str:
        return f' X{short(place[0])} Y{short(s.height(place))}'

    def lifted(place: list[float]) -> str:
        rapid = '' if profile.rapid is None else f' F{short(profile.rapid)}'
        return f'G0{words(place)}{rapid}\n'
    yield f'G21\nG90\n{profile.pen_up}\n'
    for i in range(len(s.vertices)):
        if i and s.begins_layer(i):
            yield lifted(list(s.plot.start)) + 'M0\n'
        first, *rest = s.points(i)
        yield lifted(first) + profile.pen_down
        for k, place in enumerate(rest):
            yield f'\nG1{words(place)}' + ('' if k else f' F{short(profile.feed)}')
        yield f'\n{profile.pen_up}\n'
    yield lifted(list(s.plot.start)) + 'M2\n'


FORMATS: dict[str, tuple[Callable[[Strokes, Profile], Iterator[str]], tuple[str, ...]]] = {
    'lines': (lines, ('.txt',)), 'csv': (csv, ('.csv',)), 'svg': (svg, ('.svg',)),
    'hpgl': (hpgl, ('.hpgl', '.plt')), 'gcode': (gcode, ('.gcode', '.nc'))}


def format_of(path: str) -> str | None:
    """The format by a file's extension, behind which may be that of its packing; None: it has no
    extension."""
    parts = path.replace('\\', '/').rsplit('/', 1)[-1].split('.')
    if len(parts) > 2 and parts[-1].lower() in ('gz', 'zst', 'bgz'):
        parts.pop()
    if len(parts) < 2 or not parts[-2]:
        return None
    extension = '.' + parts[-1]
    for name, (_, extensions) in FORMATS.items():
        if extension in extensions:
            return name
    raise ValueError(f'path is {path!r}: expected one that ends in '
                     + ', '.join(e for _, names in FORMATS.values() for e in names))


def text_of(plot: Plot, format: str, profile: Profile) -> bytes:
    """The file of a format."""
    return ''.join(FORMATS[format][0](Strokes(plot), profile)).encode('utf-8', 'surrogateescape')
