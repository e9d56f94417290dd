#!/usr/bin/env python3
"""Measures the course in kernels (docs/kernels.md) on a GPU, and konig and CUB or cuBLAS beside it;
writes a page with the table, and a chart.

usage: course.py [--page FILE] [--chart FILE] [--quick] [FOLDER]

FOLDER is the build folder, build by default; `ninja -C FOLDER course bench/bench_course` makes what
is measured. The page is docs/benchmarks-kernels.md by default, the chart docs/pictures/kernels.svg.
--quick takes small sizes, to try this program. The exit status is 1 where an answer is wrong.
"""
import argparse
import os
import re
import subprocess
import sys
from xml.sax.saxutils import escape

# The size of each exercise, and what the size counts.
EXERCISES = {
    "add": (1 << 28, "floats in each vector"), "minimum": (1 << 28, "32-bit integers"),
    "sum": (1 << 28, "32-bit integers"), "histogram": (1 << 30, "bytes"),
    "scan": (1 << 28, "32-bit integers"), "transpose": (16384, "rows of as many floats"),
    "product": (4096, "rows of as many floats"), "stencil": (16384, "rows of as many floats"),
    "top": (1 << 26, "32-bit integers, of which 32 are wanted"),
    "sparse": (1 << 22, "rows with 16 numbers on average"),
    "streams": (1 << 24, "32-bit integers on the host"),
}
# The exercises that bench_course has, too.
PEERS = set(EXERCISES) - {"add", "stencil", "sparse", "streams"}
ROW = re.compile(r"(\w+) +(\S.*?) +(right|WRONG) +([\d.]+) +([\d.]+)")
WIDTH, LEFT, RIGHT, TOP, BAR, STEP, SPACE = 720, 250, 110, 70, 14, 18, 16
# Okabe and Ito's colours: the course's own ways, konig, the vendor's libraries.
COURSE, OURS, VENDOR = "#56b4e9", "#009e73", "#e69f00"


def measure(command):
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    if done.returncode not in (0, 1) or not done.stdout:
        sys.exit(f"{' '.join(command)}: exit status {done.returncode}")
    unit = done.stdout.split("\n", 1)[0].split()[-1]
    return [(way, answer == "right", float(ms), float(rate), unit)
            for _, way, answer, ms, rate in ROW.findall(done.stdout)]


def table(found):
    lines = ["| exercise | way | ms | rate |", "|---|---|--:|--:|"]
    for exercise, rows in found.items():
        for i, (way, right, ms, rate, unit) in enumerate(rows):
            size, what = EXERCISES[exercise]
            lines.append(f"| {'' if i else f'{exercise}: {size:,} {what}'} | {way} "
                         f"| {ms:.3f} | {f'{rate:,.0f} {unit}' if right else 'WRONG'} |")
    return "\n".join(lines)


def colour(way):
    return OURS if way == "konig" else VENDOR if way.startswith(("CUB", "cuBLAS")) else COURSE


def chart(found, gpu):
    """Bars by exercise: a bar is as long as its rate, the longest of each exercise being full."""
    lines, y = [], TOP
    for exercise, rows in found.items():
        best = max(rate for _, _, _, rate, _ in rows)
        lines.append(f'<text x="8" y="{y + 12}" font-weight="bold">{exercise}</text>')
        for way, _, _, rate, unit in rows:
            length = max(rate / best * (WIDTH - LEFT - RIGHT), 1)
            lines += [
                f'<text x="{LEFT - 8}" y="{y + 12}" text-anchor="end">{escape(way)}</text>',
                f'<rect x="{LEFT}" y="{y}" width="{length:.1f}" height="{BAR}" '
                f'fill="{colour(way)}"/>',
                f'<text x="{LEFT + length + 6:.1f}" y="{y + 12}">{rate:,.0f} {unit}</text>']
            y += STEP
        y += SPACE
    title = f"The course in kernels on one {gpu}"
    legend = "".join(
        f'<rect x="{x}" y="34" width="14" height="14" fill="{fill}"/>'
        f'<text x="{x + 20}" y="46">{text}</text>'
        for x, fill, text in ((8, COURSE, "the course"), (130, OURS, "konig"),
                              (220, VENDOR, "CUB, cuBLAS")))
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{y}" '
        f'viewBox="0 0 {WIDTH} {y}" font-family="Helvetica, Arial, sans-serif" font-size="12">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{WIDTH}" height="{y}" fill="white"/>',
        f'<text x="8" y="20" font-size="16" font-weight="bold">{escape(title)}</text>',
        legend, *lines, "</svg>\n"])


PAGE = """# The course in kernels, measured

Written by `bench/course.py`; not edited by hand. One {gpu}, commit {commit}.

The ways of [the course](kernels.md), and what konig and NVIDIA's libraries take for as many
numbers. Each time is the median of seven runs by the GPU's clock. The rate counts what the exercise
must read and write at least, or its operations, as [kernels.md](kernels.md) says. Calls that bring
a number to the host include that.

{table}

![{title}](pictures/kernels.svg)
"""


def command_output(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.strip()


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1].split("\n")[0])
    parser.add_argument("folder", nargs="?", default="build")
    parser.add_argument("--page", default="docs/benchmarks-kernels.md")
    parser.add_argument("--chart", default="docs/pictures/kernels.svg")
    parser.add_argument("--quick", action="store_true")
    asked = parser.parse_args()
    gpu = command_output("nvidia-smi", "--query-gpu=name", "--format=csv,noheader").split("\n")[0] \
        if not asked.quick else "GPU"
    commit = os.environ.get("KONIG_COMMIT") or \
        command_output("git", "describe", "--always", "--dirty")
    found = {}
    for exercise, (size, _) in EXERCISES.items():
        size = str(min(size, 1000) if asked.quick else size)
        found[exercise] = measure(
            [os.path.join(asked.folder, "examples", "kernels", exercise), size])
        if exercise in PEERS:
            found[exercise] += measure(
                [os.path.join(asked.folder, "bench", "bench_course"), exercise, size])
    text = table(found)
    with open(asked.chart, "w", encoding="utf-8") as file:
        file.write(chart(found, gpu))
    with open(asked.page, "w", encoding="utf-8") as file:
        file.write(PAGE.format(gpu=gpu, commit=commit, table=text,
                               title=f"Bars of the rates above, on one {gpu}"))
    print(text)
    return any(not right for rows in found.values() for _, right, *_ in rows)


if __name__ == "__main__":
    sys.exit(main())
