"""The page that a walk is written as: its numbers against the walk, its names as texts, and, if
there is a Chromium, how it looks and moves there."""
import html.parser
import json
import pathlib
import re
import shutil
import sys

import konig
import pytest

SITE = pathlib.Path('tests/site')
NAMES = ['</script><script>alert(1)</script>', '<img src=x onerror=alert(1)>', "'\" onload='x",
         'A\u2028B\u2029C', ']]>&amp;&lt;', '\u202egnp.exe', '\x01\x7f\ufffe', '<!--', '-->', '',
         'a' * 300, 'Straße']


def save_town(folder):
    """The streets of a grid, which have hostile names."""
    lines = [(name, [[x, y], [x + 1, y + 0.5], [x + 2, y]] if way else [[x, y], [x, y + 1]])
             for i, name in enumerate(NAMES) for way in (0, 1) for x, y in ((i % 4 * 2, i // 4),)]
    path = folder / 'town.geojson'
    path.write_text(json.dumps({'type': 'FeatureCollection', 'features': [
        {'type': 'Feature', 'properties': {'name': name}, 'geometry': {
            'type': 'LineString', 'coordinates': [[x / 1000 + 9, y / 1000 + 50] for x, y in line]}}
        for name, line in lines]}))
    return konig.streets.read(path)


@pytest.fixture(scope='module')
def walk(tmp_path_factory):
    try:
        return save_town(tmp_path_factory.mktemp('pages')).route()
    except konig.MissingLibrary:
        pytest.skip('konig was built without LEMON')


class Page(html.parser.HTMLParser):
    """What a page has, as a browser understands it."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.attributes, self.scripts, self.names, self.inside = [], [], [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        self.attributes += [(tag, name, value) for name, value in attributes]
        if tag not in ('meta', 'link', 'path', 'use', 'input'):
            self.inside.append(tag)
        if tag == 'bdi':
            self.names.append('')

    def handle_endtag(self, tag):
        if tag not in ('path', 'use'):
            assert self.inside.pop() == tag

    def handle_data(self, data):
        if self.inside and self.inside[-1] == 'script':
            self.scripts.append(data)
        if self.inside and self.inside[-1] == 'bdi':
            self.names[-1] += data


def save(walk, folder):
    walk.save(folder / 'walk.html')
    return (folder / 'walk.html').read_text(encoding='utf-8')


def shown(name):
    """A name as it is on a page."""
    return re.sub('[\x00-\x1f\x7f\ufffe]', '\ufffd', name) or 'an unnamed street'


def test_names(walk, tmp_path):
    page = Page(save(walk, tmp_path))
    assert page.inside == [] and page.tags.count('script') == len(page.scripts) == 2
    assert not {'img', 'b', 'iframe', 'object'} & set(page.tags)
    assert not [name for _, name, value in page.attributes if name.startswith('on')
                or name in ('src', 'action') or '//' in str(value) or not str(value).isascii()]
    steps = [shown(walk.streets.name(int(street))) for street in walk.steps['street']]
    assert set(page.names) == set(steps)
    firsts = [int(value) for tag, name, value in page.attributes
              if tag == 'button' and name == 'value']
    assert [steps[i] for i in firsts] == page.names and firsts[0] == 0
    assert {shown(name) for name in NAMES} <= set(page.names)


def test_numbers(walk, tmp_path):
    """The page's geometry, lengths and steps are those of the walk."""
    page = Page(save(walk, tmp_path))
    data = json.loads(page.scripts[0])
    drawn = dict(re.findall(r'<path id="(once|again|unused)" d="([^"]*)"',
                            (tmp_path / 'walk.html').read_text(encoding='utf-8')))
    lines = [[[int(n) for n in re.findall(r'-?\d+', line)] for line in path.split('M')[1:]]
             for path in drawn.values()]
    assert list(drawn) == ['once', 'again', 'unused'] and lines[2] == []
    kinds = [len(path) for path in lines]
    lines = sum(lines, [])
    assert len(lines) == len(data['lengths']) == len(walk.streets)
    number = {}
    for step, own in zip(data['steps'], walk.steps, strict=True):
        assert step & 1 == own['repeat'] and step >> 1 & 1 == own['backwards']
        assert number.setdefault(step >> 2, own['street']) == own['street']
    counts = [(walk.steps['street'] == number[i]).sum() for i in range(len(lines))]
    assert all((count > 1) == (i >= kinds[0]) for i, count in enumerate(counts))
    for i, line in enumerate(lines):
        street = int(number[i])
        assert data['lengths'][i] == pytest.approx(walk.streets.lengths[street], abs=0.051)
        places, x, y = walk.streets.line(street), 0, 0
        metres, before = 0, None
        for right, down in zip(line[::2], line[1::2]):
            x, y = x + right, y + down
            if before:
                metres += ((x - before[0]) ** 2 + (y - before[1]) ** 2) ** 0.5 * data['unit']
            before = x, y
        assert len(line) == 2 * len(places)
        assert metres == pytest.approx(walk.streets.lengths[street], rel=0.002)


def test_antimeridian(tmp_path):
    """A map there is as wide as its streets."""
    path = tmp_path / 'far.csv'
    path.write_text('lon1,lat1,lon2,lat2\n179.999,10,-179.999,10.002\n')
    try:
        page = save(konig.streets.read(path).route(), tmp_path)
    except konig.MissingLibrary:
        pytest.skip('konig was built without LEMON')
    width, height = map(int, re.search(r'viewBox="0 0 (\d+) (\d+)"', page).groups())
    assert 0.9 < width / height < 1.1


def test_attribution(tmp_path):
    """Only maps of OpenStreetMap name it."""
    path = tmp_path / 'town.osm'
    path.write_text('<osm version="0.6"><node id="1" lon="1" lat="1"/><node id="2" lon="1.01" '
                    'lat="1"/><way id="1"><nd ref="1"/><nd ref="2"/><tag k="highway" v="road"/>'
                    '</way></osm>')
    try:
        streets = konig.streets.read(path)
    except konig.MissingLibrary:
        pytest.skip('konig was built without libosmium')
    assert 'OpenStreetMap contributors' in save(streets.route(heuristic=True), tmp_path)


def inked(canvas):
    """A script: how many pixels of a canvas have a colour, once it is drawn."""
    return ('new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(() => {'
            f'const c = document.getElementById("{canvas}");'
            'const copy = new OffscreenCanvas(c.width, c.height)'
            '.getContext("2d", {willReadFrequently: true}); copy.drawImage(c, 0, 0);'
            'go(copy.getImageData(0, 0, c.width, c.height).data'
            '.filter((byte, i) => i % 4 === 3 && byte).length); })))')


@pytest.mark.skipif(not shutil.which('chromium'), reason='there is no Chromium')
def test_browser(walk, tmp_path):
    """On a phone and on a wide screen, light and dark: nothing scrolls sideways, nothing is loaded,
    no script fails; the keyboard moves the walk to its end."""
    sys.path.insert(0, str(SITE))
    try:
        from chromium import Chromium
    finally:
        sys.path.pop(0)
    save(walk, tmp_path)
    url = (tmp_path / 'walk.html').as_uri()
    chromium = Chromium(str(tmp_path))
    events = []

    def press(key, code):
        for kind in 'keyDown', 'keyUp':
            chromium.call('Input.dispatchKeyEvent', type=kind, key=key, code=key,
                          windowsVirtualKeyCode=code)

    def find(script):
        return chromium.evaluate(script)

    try:
        chromium.call('Log.enable')
        for width in 390, 1280:
            for theme in 'light', 'dark':
                chromium.look(width, theme)
                events += chromium.open(url)
                assert find('document.documentElement.scrollWidth') == width
                assert find(  # each part is there, and above the next one or beside it
                    '[...document.querySelectorAll("header,.map,.moves,#turns,footer")]'
                    '.every((part) => part.clientHeight > 15 && part.clientWidth > 300)')
                dark = find('getComputedStyle(document.body).backgroundColor') != 'rgb(255, 255, 255)'
                assert dark == (theme == 'dark')
                find('document.getElementById("slider").focus()')
                seen = set()
                for _ in range(len(walk) + 3):
                    press('ArrowRight', 39)
                    seen.add(find('document.getElementById("here").getAttribute("transform")'))
                assert len(seen) == len(walk)
                end = find('document.getElementById("where").textContent')
                assert f'Step {len(walk)} of {len(walk)}' in end
                press('Home', 36)
                assert find('document.getElementById("where").textContent').startswith('Step 1 of')
                find('document.querySelector("li button").focus()')
                press('ArrowDown', 40)
                assert find('[...document.querySelectorAll("li")].indexOf('
                            'document.querySelector("[aria-current]"))') == 1
                before = find('document.getElementById("map").getAttribute("viewBox")')
                find('document.getElementById("in").click()')
                assert find('document.getElementById("map").getAttribute("viewBox")') != before
                find('document.getElementById("play").click()')
                start = find('document.getElementById("here").getAttribute("transform")')
                find('new Promise((go) => setTimeout(go, 300))')
                assert find('document.getElementById("here").getAttribute("transform")') != start
                find('document.getElementById("all").click()')
                assert find(inked('paper')) > 500 and find(inked('trail')) > 0
                find('document.getElementById("slider").focus()')
                press('Home', 36)
                assert find(inked('trail')) == 0
                press('End', 35)
                assert find(inked('trail')) > 500
                events += chromium.events
        chromium.call('Emulation.setEmulatedMedia', media='print')
        assert find('[...document.querySelectorAll("canvas")].every((c) => !c.clientWidth)')
        assert find('getComputedStyle(document.querySelector("use")).display') != 'none'
    finally:
        chromium.close()
    asked = {event['params']['request']['url'] for event in events
             if event['method'] == 'Network.requestWillBeSent'}
    assert asked <= {url, 'data:,'}
    assert not [event for event in events if event['method'] in (
        'Runtime.exceptionThrown', 'Runtime.consoleAPICalled', 'Log.entryAdded',
        'Network.loadingFailed', 'Page.javascriptDialogOpening')]
