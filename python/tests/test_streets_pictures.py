"""The picture that a walk is drawn as, against the walk and the ellipsoid."""
import json
import math
import re
import struct
from xml.etree import ElementTree

import konig
import pytest
from test_streets_pages import NAMES, save_town, shown

plain_maps = pytest.importorskip('plain_maps')
SVG = '{http://www.w3.org/2000/svg}'


class Picture:
    """Texts and shapes of a picture, by their colours. All in units of the picture."""

    def __init__(self, path):
        root = ElementTree.parse(path).getroot()
        self.width, self.height = map(int, root.get('viewBox').split()[2:])
        assert {at.tag for at in root.iter()} == {
            SVG + tag for tag in ('svg', 'g', 'title', 'rect', 'path', 'text')}
        self.lines, self.arrows, self.numbers, self.names, self.margin = [], [], {}, [], []
        for at in root.iter(SVG + 'path'):
            points = self.points(at.get('d'))
            if at.get('fill'):
                self.arrows.append((at.get('fill'), points))
            else:
                self.lines.append((at.get('stroke'), int(at.get('stroke-width')), points))
        for at in root.iter(SVG + 'text'):
            if at.get('paint-order'):
                self.numbers[int(at.text)] = at.get('fill'), (int(at.get('x')), int(at.get('y')))
            elif at.get('text-anchor') == 'middle':
                self.names.append(at.text)
            else:
                self.margin.append(at.text)

    @staticmethod
    def points(path):
        """M, l, and at the end of a dot h0, of a polygon Z."""
        number = [int(n) for n in re.findall(r'-?\d+', path.replace('h0', ''))]
        result, x, y = [], 0, 0
        for right, down in zip(number[::2], number[1::2], strict=True):
            x, y = x + right, y + down
            result.append((x, y))
        return result


def draw(walk, folder):
    walk.save(folder / 'walk.svg')
    return Picture(folder / 'walk.svg')


def find(streets, **options):
    try:
        return streets.route(**options)
    except konig.MissingLibrary:
        pytest.skip('konig was built without LEMON')


def distance(point, a, b):
    """From a point to a segment."""
    square = (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2
    part = ((point[0] - a[0]) * (b[0] - a[0]) + (point[1] - a[1]) * (b[1] - a[1])) / (square or 1)
    part = min(max(part, 0), 1)
    return math.dist(point, (a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])))


@pytest.mark.parametrize('open', [False, True])
def test_picture(tmp_path, open):
    streets = save_town(tmp_path)
    walk = find(streets, open=open)
    picture = draw(walk, tmp_path)
    walked = [int(street) for street in walk.steps['street']]
    # The scale is that of the ellipsoid, both ways.
    bar = next(line for colour, _, line in picture.lines if colour == '#222222' and len(line) == 2)
    metres = float(picture.margin[0].split()[0]) * (1000 if 'km' in picture.margin[0] else 1)
    unit = metres / (bar[1][0] - bar[0][0])
    places = [[(round(x * 1e7), round(y * 1e7)) for x, y in streets.line(e)]
              for e in range(len(streets))]
    xs, ys = zip(*(place for line in places for place in line))
    middle = (min(ys) + max(ys)) // 2
    wide = plain_maps.metres((min(xs), middle), (max(xs), middle))
    high = plain_maps.metres((min(xs), min(ys)), (min(xs), max(ys)))
    assert (picture.width - 800) * unit == pytest.approx(wide, rel=1e-3)
    assert (picture.height - 800) * unit == pytest.approx(high, rel=1e-3)

    def at(place):
        return (400 + (place[0] - min(xs)) / (max(xs) - min(xs)) * (picture.width - 800),
                400 + (max(ys) - place[1]) / (max(ys) - min(ys)) * (picture.height - 800))

    # Shaded: the streets that are walked again.
    again = sum(walked.count(e) > 1 for e in range(len(streets)))
    kinds = [(colour, width) for colour, width, _ in picture.lines]
    assert kinds.count(('#ffd9a0', 80)) == again
    assert kinds.count(('#ffffff', 80)) == len(streets) - again
    assert kinds.count(('#c9c4b8', 110)) == len(streets)
    assert kinds.count(('#222222', 160)) == (2 if open else 1)
    # A line, an arrow and a number for each step; the line is on its right.
    steps = [(colour, line) for colour, width, line in picture.lines
             if width == 20 and colour != '#222222']
    assert len(steps) == len(picture.arrows) == len(walk)
    assert sorted(picture.numbers) == list(range(1, len(walk) + 1))
    assert steps[0][0] == '#0072b2' and steps[-1][0][1:3] > 'a0'
    for i, (colour, line) in enumerate(steps):
        street = [at(place) for place in places[walked[i]]]
        if walk.steps['backwards'][i]:
            street.reverse()
        assert picture.numbers[i + 1][0] == picture.arrows[i][0] == colour
        for point in (*line, picture.numbers[i + 1][1]):
            assert min(distance(point, a, b) for a, b in zip(street, street[1:])) < 400
        tip, *back = picture.arrows[i][1]
        ahead = tip[0] - sum(x for x, _ in back) / 2, tip[1] - sum(y for _, y in back) / 2
        assert any(  # of a segment that is near
            ahead[0] * (b[0] - a[0]) + ahead[1] * (b[1] - a[1]) > 0.8 * math.hypot(*ahead)
            * math.dist(a, b) and (b[0] - a[0]) * (tip[1] - a[1]) > (b[1] - a[1]) * (tip[0] - a[0])
            for a, b in zip(street, street[1:]) if distance(tip, a, b) < 200)
    assert picture.margin[1:] == []


def test_names(tmp_path):
    """Names are texts, each once, if its street is long enough."""
    streets = save_town(tmp_path)
    names = draw(find(streets), tmp_path).names
    own = {shown(streets.name(e)) for e in range(len(streets))}
    assert len(set(names)) == len(names) and set(names) <= own - {'an unnamed street'}
    assert {shown(name) for name in NAMES if 0 < len(name) < 12} <= set(names)


def test_small(tmp_path):
    """A street without a length, a loop, many repeats: a picture all the same."""
    path = tmp_path / 'dot.geojson'
    for lines in ([[[1, 1], [1, 1.0000001]]], [[[1, 1], [2, 2], [2, 1], [1, 1]]],
                  [[[1, 1], [1, 1.0000001], [1.1, 1]], [[1, 1], [1.1, 1.1]]]):
        path.write_text(json.dumps({'type': 'FeatureCollection', 'features': [
            {'type': 'Feature', 'properties': {}, 'geometry': {'type': 'LineString',
             'coordinates': line}} for line in lines]}))
        walk = find(konig.streets.read(path), both_sides=True)
        picture = draw(walk, tmp_path)
        assert 0 < picture.width <= 200_000 and 0 < picture.height <= 200_000
        assert len(picture.numbers) <= len(walk)


def test_png(tmp_path):
    """The same picture by Graphviz, twice as fine; names do not end it early."""
    streets = save_town(tmp_path)
    walk = find(streets)
    try:
        walk.save(tmp_path / 'walk.png')
    except konig.MissingLibrary as error:
        if 'Graphviz' not in str(error):
            raise
        pytest.skip('there is no Graphviz')
    data = (tmp_path / 'walk.png').read_bytes()
    picture = draw(walk, tmp_path)
    assert data[:16] == b'\x89PNG\r\n\x1a\n\0\0\0\rIHDR'
    width, height = struct.unpack('>II', data[16:24])
    assert width == pytest.approx(picture.width / 5, abs=3)
    assert height == pytest.approx(picture.height / 5, abs=3)
    walk.save(tmp_path / 'other', 'png')
    assert (tmp_path / 'other').read_bytes() == data
