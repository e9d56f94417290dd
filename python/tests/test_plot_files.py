"""Drawings of files, and strokes in files, beside the command csr plot, byte for byte."""
import os
import pathlib
import pickle
import shutil
import subprocess
import sys

import konig
import numpy as np
import pytest

SQUARES = '''<svg xmlns="http://www.w3.org/2000/svg" width="100mm" height="80mm" viewBox="0 0 100 80">
<style>.a { stroke: #e30613 } .b { stroke: #009fe3; transform: translate(12.5px, 3px) }</style>
<g id="in &lt;k&gt; &#8364;"><rect class="a" x="10" y="10" width="30" height="30"/>
<rect class="a" x="15" y="15" width="5" height="5"/><path d="M40 10h20v20"/></g>
<g class="b"><circle cx="30" cy="40" r="9.75"/>
<path d="M10 40h60M10 40h60M30 40h9l0 .001"/></g></svg>
'''
TABLE = '''x1,y1,x2,y2,pen
0,0,9,0,"re""d"
9,0,9,9.125,blue
9,9.125,-0.1,0,"re""d"
-5,7,0.3333333333,2,blue
'''
NAMES = 'a b fixed\nc b fixed\nc d\nd a\nb e\n'


def program():
    """csr: of the wheel's environment, or of the build that $KONIG_TOOLS names."""
    return (shutil.which('csr', path=os.environ.get('KONIG_TOOLS'))
            or shutil.which('csr', path=os.path.dirname(sys.executable)))


csr = pytest.mark.skipif(program() is None, reason='csr is neither installed nor in $KONIG_TOOLS')


@pytest.fixture
def files(tmp_path):
    (tmp_path / 'd.svg').write_text(SQUARES)
    (tmp_path / 'd.csv').write_text(TABLE)
    (tmp_path / 'names.txt').write_text(NAMES)
    (tmp_path / 'places.csv').write_text('a,0,0\nb,3,4\nc,3,9\nd,-1e3,0.1\ne,7,7\n')
    (tmp_path / 'empty.svg').write_text('<svg xmlns="http://www.w3.org/2000/svg"/>')
    (tmp_path / 'far.csv').write_text('x1,y1,x2,y2\n1e7,0,0,1e-7\n0,1e-7,5,5e6\n')
    (tmp_path / 'small.csv').write_text('x1,y1,x2,y2\n0.001,0,0,0.0002\n0.001,0,0,0\n')
    lines = np.random.default_rng(3).random((60, 4)).round(2)
    np.savetxt(tmp_path / 'many.txt', lines, '%.2f')
    return tmp_path


OPTIONS = [
    ('d.svg', [], {}), ('d.svg', ['--layers', 'colours'], {'layers': 'colours'}),
    ('d.svg', ['--layers', 'groups', '--inner-first'], {'layers': 'groups', 'inner_first': True}),
    ('d.svg', ['--distinct', '--split', '--tolerance', '0.01', '--flatness', '0.5'],
     {'distinct': True, 'split': True, 'tolerance': 0.01, 'flatness': 0.5}),
    ('d.svg', ['--seam', 'random', '--seed', '7'], {'seam': 'random', 'seed': 7}),
    ('d.svg', ['--seam', 'fixed', '--straighten', '2'], {'seam': 'fixed', 'straighten': 2}),
    ('d.csv', ['--start', '5,-3'], {'start': (5, -3)}),
    ('d.csv', ['--layers', 'none', '--keep-order'], {'layers': 'none', 'keep_order': True}),
    ('many.txt', ['--split', '--retrace', '0.2', '--straight'],
     {'split': True, 'retrace': 0.2, 'straight': True}),
    ('many.txt', ['--skip-lines', '9'], {'skip_lines': 9}),
    ('names.txt', ['--places', 'places.csv'], {'places': 'places.csv'}),
    ('empty.svg', ['--straight'], {'straight': True}), ('far.csv', [], {}), ('small.csv', [], {}),
]


@csr
@pytest.mark.parametrize('name, arguments, options', OPTIONS)
def test_as_the_command(files, monkeypatch, name, arguments, options):
    monkeypatch.chdir(files)
    for extension, format, more, how in (
            ('svg', 'svg', ['--travel'], {'travel': True}), ('svg', 'svg', [], {}),
            ('csv', 'csv', [], {}), ('txt', 'lines', [], {}), ('plt', 'hpgl', [], {}),
            ('nc', 'gcode', [], {}),
            ('gcode', 'gcode', ['--feed', '0.5', '--rapid', '1e4', '--pen-down', 'M3 S90',
                                '--pen-up', 'M5'],
             {'feed': 0.5, 'rapid': 1e4, 'pen_down': 'M3 S90', 'pen_up': 'M5'})):
        theirs, ours = f'theirs.{extension}', f'ours.{extension}'
        subprocess.run([program(), 'plot', '-q', *arguments, *more, name, '-o', theirs], check=True)
        plot = konig.plot(name, **options)
        plot.write(ours, **how)
        assert pathlib.Path(ours).read_bytes() == pathlib.Path(theirs).read_bytes()
        plot.write('named', format=format, **how)
        assert pathlib.Path('named').read_bytes() == pathlib.Path(theirs).read_bytes()


def test_what_a_drawing_has(files):
    plot = konig.plot(files / 'd.svg', layers='groups')
    assert plot.page == pytest.approx((100, 80)) and plot.names is None
    assert plot.layers == [('in <k> €', '#e30613'), ('', '#009fe3')]
    assert plot.layer.tolist() == sorted(plot.layer) and len(plot.layer) == len(plot.ends)
    assert plot.pen_up <= plot.pen_up_found
    named = konig.plot(files / 'names.txt', columns=None)
    assert named.names == ['a', 'b', 'c', 'd', 'e'] and named.places is None
    strokes = [''.join(named.names[v] for v in named.vertices(i)) for i in range(named.count)]
    assert named.count == 2 and 'ab' in ' '.join(strokes) and 'cb' in ' '.join(strokes)
    with pytest.warns(UserWarning, match='selectors of CSS left out: 1'):
        (files / 'w.svg').write_text('<svg xmlns="http://www.w3.org/2000/svg"><style>g path '
                                     '{ display: none }</style><path d="M0 0h9"/></svg>')
        konig.plot(files / 'w.svg')


@pytest.mark.parametrize('name', ['d.svg', 'names.txt', 'many.txt'])
def test_pickle(files, name):
    plot = konig.plot(files / name, start=(1, 2))
    plot.write(files / 'one', format='lines')
    twin = pickle.loads(pickle.dumps(plot))
    twin.write(files / 'other', format='lines')
    assert (files / 'one').read_bytes() == (files / 'other').read_bytes()
    assert (twin.page, twin.layers, twin.names, twin.start) == (
        plot.page, plot.layers, plot.names, (1, 2))
    assert twin.pen_up_found == plot.pen_up_found


def test_layers_of_arrays(tmp_path):
    """Each layer from the start on, the least number first; segments of two are no stroke."""
    ends, places = [[0, 1], [1, 2], [2, 3]], [[0, 0], [4, 0], [4, 4], [0, 4]]
    plot = konig.plot(ends, places, layer=[1, 0, 1])
    assert plot.count == 3 and plot.layer.tolist() == [1, 0, 1]
    assert plot.layer[plot.steps // 2].tolist() == [0, 1, 1]
    assert [layer.name for layer in plot.layers] == ['0', '1']
    twice = konig.plot([[0, 1]] * 3, [[0, 0], [1, 0]], layer=[0, 1, 0], distinct=True)
    assert sorted(twice.layer) == [0, 1]
    plot.write(tmp_path / 'a.plt')
    assert (tmp_path / 'a.plt').read_text().count('SP') == 3
    plot.write(tmp_path / 'a.svg.gz')
    assert (tmp_path / 'a.svg.gz').read_bytes()[:2] == b'\x1f\x8b'
    # a corner whose third line is short is drawn again, but not with a lift that costs less
    corner = [[0, 1], [0, 2], [0, 3]], [[0, 0], [30, 0], [0, 30], [-2, 0]]
    assert konig.plot(*corner, retrace=5).count == 1 and konig.plot(*corner, retrace=1).count == 2
    bent = konig.plot([[0, 1], [1, 2]], [[0, 0], [1, 0.01], [2, 0]], straighten=0.1)
    assert bent.ends.tolist() == [[0, 1]] and bent.drawn == 2
    rings = [[0, 1], [1, 2], [2, 0], [3, 4], [4, 5], [5, 3]]
    at = [[0, 0], [9, 0], [0, 9], [2, 2], [3, 2], [2, 3]]
    assert konig.plot(rings, at, inner_first=True).steps[0] // 2 > 2
    assert konig.plot(rings, at).steps[0] // 2 < 3


def test_refused(files):
    path = files / 'd.svg'
    with pytest.raises(ValueError, match='fixed is given'):
        konig.plot(path, fixed=[True])
    with pytest.raises(ValueError, match='expected its path as ends'):
        konig.plot([[0, 1]], layers='none')
    with pytest.raises(ValueError, match="seam is 'far'"):
        konig.plot(path, seam='far')
    with pytest.raises(ValueError, match='places is None'):
        konig.plot([[0, 1]], retrace=1)
    with pytest.raises(konig.FileError):
        konig.plot(files / 'nowhere.svg')
    plot = konig.plot(path)
    with pytest.raises(ValueError, match='expected a file that ends in'):
        plot.write(files / 'a.pdf')
    with pytest.raises(ValueError, match='expected a file that ends in .*, or a format'):
        plot.write(files / 'a')
    with pytest.raises(ValueError, match='expected speeds above 0'):
        plot.write(files / 'a.nc', feed=0)
    with pytest.raises(ValueError, match='have no places'):
        konig.plot([[0, 1]]).write(files / 'a.svg')
    with pytest.raises(ValueError, match='for HPGL'):
        konig.plot([[0, 1]], [[0, 0], [1e9, 0]]).write(files / 'a.plt')
    with pytest.raises(konig.FileError):
        plot.write(files / 'no' / 'a.svg')
