#!/usr/bin/env python3
"""Draws a row of the table of Euler circuits as bars: chart.py TABLE.md ROW >chart.svg.

TABLE: a page with the Markdown table of times, docs/benchmarks.md. A bar is as long as its time;
peers that were not run have none.
"""
import sys
from xml.sax.saxutils import escape

WIDTH, LEFT, RIGHT, TOP, BAR, GAP = 520, 152, 108, 58, 24, 10
OURS, THEIRS = '#009e73', '#9aa5b1'  # Okabe and Ito's bluish green; grey


def read_row(path, name):
    with open(path, encoding='utf-8') as file:
        rows = [[cell.strip() for cell in line.strip().strip('|').split('|')]
                for line in file if line.startswith('|')]
    head = next((row for row in rows if row[:2] == ['graph', 'edges']), None)
    row = next((row for row in rows if row[0] == name), None)
    if not head or not row:
        sys.exit(f'chart.py: {path} has no row "{name}"')
    times = []
    for what, cell in zip(head[2:], row[2:]):
        if cell.endswith(' ms'):
            times.append((what, float(cell[:-len(' ms')])))
    return int(row[1]), times


def say_time(ms):
    return f'{ms / 1000:.2f} s' if ms >= 1000 else f'{ms:.0f} ms'


def draw(edges, times):
    best = min(ms for _, ms in times)
    scale = (WIDTH - LEFT - RIGHT) / max(ms for _, ms in times)
    height = TOP + len(times) * (BAR + GAP)
    title = f'An Euler circuit of a random graph of {edges / 1e6:.1f} million edges'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" '
        f'viewBox="0 0 {WIDTH} {height}" font-family="Helvetica, Arial, sans-serif" '
        'font-size="15">',
        f'<title>{escape(title)}</title>',
        f'<rect width="{WIDTH}" height="{height}" fill="white"/>',
        f'<text x="8" y="20" font-size="16" font-weight="bold">{escape(title)}</text>',
        '<text x="8" y="42">Time, and how many times as long as konig; less is better</text>']
    for i, (what, ms) in enumerate(times):
        y = TOP + i * (BAR + GAP)
        ours = what.startswith('konig')
        length = max(ms * scale, 1.5)
        times_as_long = '' if ours else f', {ms / best:.0f} \u00d7'
        lines += [
            f'<text x="{LEFT - 8}" y="{y + 17}" text-anchor="end"'
            f'{" font-weight=" + chr(34) + "bold" + chr(34) if ours else ""}>{escape(what)}</text>',
            f'<rect x="{LEFT}" y="{y}" width="{length:.1f}" height="{BAR}" '
            f'fill="{OURS if ours else THEIRS}"/>',
            f'<text x="{LEFT + length + 6:.1f}" y="{y + 17}">{say_time(ms)}{times_as_long}</text>']
    lines.append('</svg>')
    return '\n'.join(lines)


if len(sys.argv) != 3:
    sys.exit(__doc__)
print(draw(*read_row(*sys.argv[1:])))
