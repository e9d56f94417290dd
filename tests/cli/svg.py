#!/usr/bin/env python3
"""csr plot of SVG beside a reader of SVG of its own, which samples curves: what is drawn is no
farther from the curves than the flatness, the curves are no farther from what is drawn, and the
strokes are the fewest.

usage: svg.py PROGRAMS [FILE...]    PROGRAMS: the folder with the four tools

Without files it makes drawings at random: all commands of paths, all shapes, nested groups, all
transforms, units, view boxes in all positions, uses, symbols, hidden parts, style sheets. Lines of
one stroke colour are a layer, and each layer is compared by itself.
"""
import cmath
import collections
import json
import math
import os
import random
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

DRAWINGS, SAMPLES, FLATNESS = 100, 200, 0.05
NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
HREF = "{http://www.w3.org/1999/xlink}href"
UNITS = {"": 1, "px": 1, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96, "pt": 4 / 3, "pc": 16,
         "Q": 96 / 101.6}


# ---- the other reader ------------------------------------------------------------------------

class Affine:
    """z -> a z + b conj(z) + c over the complex numbers."""

    def __init__(self, a=1, b=0, c=0):
        self.a, self.b, self.c = a, b, c

    def __call__(self, z):
        return self.a * z + self.b * z.conjugate() + self.c

    def after(self, inner):
        """First the inner one."""
        return Affine(self.a * inner.a + self.b * inner.b.conjugate(),
                      self.a * inner.b + self.b * inner.a.conjugate(), self(inner.c))


def from_columns(x, y, c=0j):
    """1 goes to x, i to y, 0 to c."""
    x, y = complex(x), complex(y)
    return Affine((x - 1j * y) / 2, (x + 1j * y) / 2, complex(c))


def read_transform(text):
    made = Affine(1 + 0j, 0j, 0j)
    for name, inside in re.findall(r"(\w+)\s*\(([^)]*)\)", text or ""):
        x = [float(n) for n in NUMBER.findall(inside)]
        if name == "matrix":
            one = from_columns(complex(*x[:2]), complex(*x[2:4]), complex(*x[4:]))
        elif name == "translate":
            one = from_columns(1, 1j, complex(x[0], x[1] if len(x) > 1 else 0))
        elif name == "scale":
            one = from_columns(x[0], 1j * (x[1] if len(x) > 1 else x[0]))
        elif name == "rotate":
            turn = cmath.exp(1j * math.radians(x[0]))
            center = complex(*x[1:]) if len(x) > 1 else 0
            one = from_columns(turn, 1j * turn, center - turn * center)
        elif name == "skewX":
            one = from_columns(1, complex(math.tan(math.radians(x[0])), 1))
        else:
            one = from_columns(complex(1, math.tan(math.radians(x[0]))), 1j)
        made = made.after(one)
    return made


# CSS writes lengths and angles with units, which here are written as SVG's attributes have them.
CSS_UNITS = {**{unit: size for unit, size in UNITS.items() if unit}, "deg": 1, "grad": 0.9,
             "rad": 180 / math.pi, "turn": 360}


def without_units(text):
    text = re.sub(r"([\d.]+)([a-zA-Z]+)", lambda m: repr(float(m[1]) * CSS_UNITS[m[2]]), text)
    text = re.sub(r"(translate|scale)Y\(", r"\1(YY ", text)
    text = text.replace("translate(YY ", "translate(0 ").replace("scale(YY ", "scale(1 ")
    text = re.sub(r"scaleX\(([^)]*)\)", r"scale(\1 1)", text)
    return text.replace("translateX(", "translate(")


COLOURS = {"red": "#ff0000", "blue": "#0000ff", "black": "#000000", "white": "#ffffff",
           "green": "#008000", "grey": "#808080", "gray": "#808080"}


def colour(text):
    """As the name of a layer."""
    text = text.strip().lower()
    if re.fullmatch("#[0-9a-f]{3}", text):
        text = "#" + "".join(2 * digit for digit in text[1:])
    return COLOURS.get(text, text)


NAME = re.compile(r"([#.]?)((?:[\w-]|\\[0-9a-fA-F]{1,6}\s?|\\[^0-9a-fA-F])+)|\*")


class Rules:
    """Of style sheets, read by patterns: no two rules are compared before all are known."""

    def __init__(self, root):
        self.rules = []
        for sheet in root.iter("{http://www.w3.org/2000/svg}style"):
            text = re.sub(r"/\*.*?\*/", " ", "".join(sheet.itertext()), flags=re.S)
            text = re.sub(r'"[^"]*"', "", text)
            text = re.sub(r"@[\w-]+[^{;]*(;|\{(?:[^{}]|\{[^{}]*\})*\})", "", text)
            for selectors, body in re.findall(r"([^{}]+)\{([^{}]*)\}", text):
                for selector in selectors.split(","):
                    self.add(selector.strip(), list(declarations(body)))

    def add(self, selector, body):
        parts = [m for m in NAME.finditer(selector)]
        if "".join(m[0] for m in parts) != selector or not selector:
            return  # a selector that konig does not read either
        parts = [(m[1] or "", decode(m[2] or "*")) for m in parts]
        count = [sum(mark == kind and name != "*" for mark, name in parts)
                 for kind in ("#", ".", "")]
        self.rules.append((parts, tuple(count), len(self.rules), body))

    def of(self, element):
        """The properties of an element."""
        found = []
        for name, value in element.attrib.items():
            found.append(((0, 0, (0, 0, 0), -1), name, value))
        classes = element.get("class", "").split()
        tag = element.tag.split("}")[-1]
        for parts, specificity, order, body in self.rules:
            if all(name in classes if mark == "." else name == element.get("id") if mark == "#"
                   else name in ("*", tag) for mark, name in parts):
                found += [((important, 1, specificity, order), name, value)
                          for name, value, important in body]
        for order, (name, value, important) in enumerate(declarations(element.get("style", ""))):
            found.append(((important, 2, (0, 0, 0), order), name, value))
        return {name: (rank[1], value) for rank, name, value in sorted(found, key=lambda f: f[0])}


def decode(text):
    return re.sub(r"\\([0-9a-fA-F]{1,6})\s?|\\(.)",
                  lambda m: chr(int(m[1], 16)) if m[1] else m[2], text)


def declarations(text):
    """Names, values, and whether they are important."""
    text = re.sub(r"/\*.*?\*/", " ", text, flags=re.S)
    for part in text.split(";"):
        name, colon, value = part.partition(":")
        value, important, _ = re.sub(r"!\s*important\s*$", "!", value, flags=re.I).partition("!")
        if colon and value.strip():
            yield name.strip().lower(), value.strip(), bool(important)


def length(text, whole):
    number = NUMBER.match(text.strip())[0]
    unit = text.strip()[len(number):].strip()
    return float(number) * (whole / 100 if unit == "%" else UNITS[unit])


def fit(box, port, text):
    """The view box goes into the port: x, y, width, height."""
    words = (text or "xMidYMid meet").split()
    scale = [port[2] / box[2], port[3] / box[3]]
    if words[0] != "none":
        scale = [max(scale) if "slice" in words else min(scale)] * 2
    shift = []
    for k, axis in enumerate("xY"):
        rest = port[2 + k] - box[2 + k] * scale[k]
        named = re.search(axis + "(Min|Mid|Max)", words[0])
        part = {"Min": 0, "Mid": 0.5, "Max": 1}[named[1]] if named else 0.5
        shift.append(port[k] + rest * part - box[k] * scale[k])
    return from_columns(scale[0], 1j * scale[1], complex(*shift))


def along(points, t):
    """De Casteljau's point of a curve."""
    while len(points) > 1:
        points = [a + (b - a) * t for a, b in zip(points, points[1:])]
    return points[0]


def arc(start, radii, turn, large, sweep, end):
    """Points of an arc: in the plane where the ellipse is the unit circle, the center lies on the
    line through the middle of both ends, on one side or the other."""
    rx, ry = abs(radii[0]), abs(radii[1])
    if start == end:
        return [start]
    if rx == 0 or ry == 0:
        return [start, end]
    way = cmath.exp(1j * math.radians(turn))
    plane = from_columns(way * rx, way * 1j * ry)

    def back(z):
        z /= way
        return complex(z.real / rx, z.imag / ry)
    a, b = back(start), back(end)
    half = abs(b - a) / 2
    if half > 1:
        a, b, plane = a / half, b / half, from_columns(way * rx * half, way * 1j * ry * half)
        half = 1
    side = 1j * (b - a) / abs(b - a) * math.sqrt(max(0, 1 - half * half))
    for center in ((a + b) / 2 + side, (a + b) / 2 - side):
        angle = cmath.phase((b - center) / (a - center)) % (2 * math.pi)
        angle = angle if sweep else angle - 2 * math.pi
        if (abs(angle) > math.pi) == bool(large) or half == 1:
            break
    count = 4 * SAMPLES
    return [start] + [plane(center + (a - center) * cmath.exp(1j * angle * i / count))
                      for i in range(1, count)] + [end]


def commands(text):
    """Letters with their numbers. The fourth and fifth of an arc are one digit each."""
    letter, x, p = "", [], 0
    while p < len(text):
        if text[p] in "MmLlHhVvCcSsQqTtAaZz":
            if letter:
                yield letter, x
            letter, x = text[p], []
            p += 1
        elif text[p] in " ,\n":
            p += 1
        else:
            word = text[p] if letter in "aA" and len(x) % 7 in (3, 4) else NUMBER.match(text, p)[0]
            x.append(float(word))
            p += len(word)
    if letter:
        yield letter, x


def path_of(text):
    """Subpaths: lists of pieces, each a list of points; a line has two."""
    at = first = control = 0j
    subpaths, before = [[]], ""
    for command, x in commands(text):
        small = command.lower()
        step = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "s": 4, "q": 4, "t": 2, "a": 7, "z": 1}
        for i in range(0, max(1, len(x)), step[small]):
            y, zero = x[i:i + step[small]], at if command == small else 0j
            if small == "m" and i == 0:
                at = first = zero + complex(*y)
                subpaths.append([])
                before = "m"
                continue
            if small == "z":
                end = first
            elif small == "h":
                end = complex(zero.real + y[0], at.imag)
            elif small == "v":
                end = complex(at.real, zero.imag + y[0])
            else:
                end = zero + complex(*y[-2:])
            if small in "csqt":
                kind = "cs" if small in "cs" else "qt"
                inner = [zero + complex(*y[k:k + 2]) for k in range(0, step[small] - 2, 2)]
                if small in "st":
                    inner.insert(0, 2 * at - control if before and before in kind else at)
                control = inner[-1]
                piece = [along([at] + inner + [end], t / SAMPLES) for t in range(SAMPLES)] + [end]
            elif small == "a":
                piece = arc(at, y[:2], y[2], y[3], y[4], end)
            else:
                piece = [at, end]
            subpaths[-1].append(piece)
            at, before = end, small
            if small == "z":
                subpaths.append([])
    return [subpath for subpath in subpaths if subpath]


def ellipse(center, rx, ry):
    turn = [cmath.exp(0.5j * math.pi * i / SAMPLES) for i in range(4 * SAMPLES)]
    points = [center + complex(z.real * rx, z.imag * ry) for z in turn]
    return [[points + [points[0]]]]


def shape_of(element, tag, view):
    across, down, other = view[0], view[1], math.hypot(*view) / math.sqrt(2)

    def get(name, whole, default=0.0):
        return length(element.get(name), whole) if element.get(name) else default
    if tag == "path":
        return path_of(element.get("d", ""))
    if tag == "line":
        return [[[complex(get("x1", across), get("y1", down)),
                  complex(get("x2", across), get("y2", down))]]]
    if tag in ("polyline", "polygon"):
        x = [float(n) for n in NUMBER.findall(element.get("points", ""))]
        points = [complex(*x[i:i + 2]) for i in range(0, len(x), 2)]
        points += points[:1] if tag == "polygon" else []
        return [[[a, b] for a, b in zip(points, points[1:])]]
    if tag == "circle":
        r = get("r", other)
        return ellipse(complex(get("cx", across), get("cy", down)), r, r)
    if tag == "ellipse":
        return ellipse(complex(get("cx", across), get("cy", down)), get("rx", across),
                       get("ry", down))
    x, y, w, h = (get("x", across), get("y", down), get("width", across), get("height", down))
    if w == 0 or h == 0:
        return []
    rx, ry = get("rx", across, None), get("ry", down, None)
    rx, ry = (ry if rx is None else rx) or 0, (rx if ry is None else ry) or 0
    rx, ry = min(rx, w / 2), min(ry, h / 2)
    if rx == 0 or ry == 0:
        corners = [complex(x, y), complex(x + w, y), complex(x + w, y + h), complex(x, y + h)]
        return [[[a, b] for a, b in zip(corners, corners[1:] + corners[:1])]]
    round_arc = f"a{rx!r},{ry!r} 0 0 1"
    return path_of(f"M{x + rx!r},{y!r}h{w - 2 * rx!r}{round_arc} {rx!r},{ry!r}v{h - 2 * ry!r}"
                   f"{round_arc} {-rx!r},{ry!r}h{2 * rx - w!r}{round_arc} {-rx!r},{-ry!r}"
                   f"v{2 * ry - h!r}{round_arc} {rx!r},{-ry!r}z")


class Reader:
    def __init__(self, path):
        self.root = ElementTree.parse(path).getroot()
        self.rules = Rules(self.root)
        self.ids = {}
        for element in self.root.iter():
            self.ids.setdefault(element.get("id"), element)
        self.subpaths = collections.defaultdict(list)
        box = self.box(self.root)
        port = [0, 0] + (box[2:] if box else [300, 150])
        sizes = [self.root.get(name) for name in ("width", "height")]
        sizes = [None if size is None or "%" in size else length(size, 0) for size in sizes]
        for k in (0, 1):
            if sizes[k] is not None:
                port[2 + k] = sizes[k]
            elif box and sizes[1 - k] is not None:
                port[2 + k] = sizes[1 - k] * box[2 + k] / box[3 - k]
        page = from_columns(25.4 / 96, 25.4j / 96)
        inner = Affine(1 + 0j, 0j, 0j)
        if box:
            inner = fit(box, port, self.root.get("preserveAspectRatio"))
        view = box[2:] if box else port[2:]
        style = self.rules.of(self.root)
        if style.get("display", (0, ""))[1] == "none":
            return
        origin, transform = style.get("transform", (0, ""))
        turn = read_transform(without_units(transform) if origin else transform)
        page = page.after(turn).after(inner)
        for child in self.root:
            self.draw(child, page, view, None, self.state(self.root, ("visible", "none")))

    @staticmethod
    def box(element):
        x = NUMBER.findall(element.get("viewBox", ""))
        return [float(n) for n in x] if x else None

    def state(self, element, outer):
        """Visibility and stroke."""
        style = self.rules.of(element)
        return tuple(style.get(name, (0, before))[1] for name, before in
                     zip(("visibility", "stroke"), outer))

    def draw(self, element, matrix, view, use, outer):
        tag = element.tag.split("}")[-1] if isinstance(element.tag, str) else ""
        style = self.rules.of(element)
        if style.get("display", (0, ""))[1].strip() == "none":
            return
        visible = visibility, stroke = self.state(element, outer)
        if tag in ("g", "a", "switch", "use", "svg", "symbol") or tag in SHAPES:
            origin, transform = style.get("transform", (0, ""))
            matrix = matrix.after(read_transform(without_units(transform) if origin else transform))
        if tag in SHAPES:
            for subpath in shape_of(element, tag, view) if visibility == "visible" else []:
                if subpath:
                    self.subpaths[colour(stroke)].append([[matrix(z) for z in piece]
                                                          for piece in subpath])
        elif tag == "use":
            shift = complex(length(element.get("x", "0"), view[0]),
                            length(element.get("y", "0"), view[1]))
            target = self.ids[(element.get("href") or element.get(HREF))[1:]]
            self.draw(target, matrix.after(from_columns(1, 1j, shift)), view, element, visible)
        elif tag in ("g", "a", "switch"):
            for child in element:
                self.draw(child, matrix, view, None, visible)
        elif tag == "svg" or (tag == "symbol" and use is not None):
            port = [length(element.get(name, default), view[k % 2]) for k, (name, default) in
                    enumerate([("x", "0"), ("y", "0"), ("width", "100%"), ("height", "100%")])]
            for k, name in enumerate(("width", "height")):
                if use is not None and use.get(name):
                    port[2 + k] = length(use.get(name), view[k])
            box = self.box(element)
            inner = (fit(box, port, element.get("preserveAspectRatio")) if box
                     else from_columns(1, 1j, complex(*port[:2])))
            for child in element:
                self.draw(child, matrix.after(inner), box[2:] if box else port[2:], None, visible)


SHAPES = {"path", "line", "polyline", "polygon", "circle", "ellipse", "rect"}


# ---- comparing -------------------------------------------------------------------------------

def distance(z, a, b):
    way = b - a
    t = ((z - a) * way.conjugate()).real / abs(way) ** 2 if way else 0
    return abs(z - a - way * min(1, max(0, t)))


class Near:
    """Segments in cells of a grid, for how far points are from the nearest."""

    def __init__(self, segments, reach):
        self.reach, self.cell = reach, collections.defaultdict(list)
        for a, b in segments:
            steps = int(abs(b - a) / reach) + 1
            cells = {self.key(a + (b - a) * i / steps) for i in range(steps + 1)}
            for key in cells:
                self.cell[key].append((a, b))

    def key(self, z):
        return math.floor(z.real / self.reach), math.floor(z.imag / self.reach)

    def is_near(self, z, most):
        x, y = self.key(z)
        return any(distance(z, a, b) <= most for dx in (-1, 0, 1) for dy in (-1, 0, 1)
                   for a, b in self.cell.get((x + dx, y + dy), ()))


def fewest(subpaths):
    """Of strokes: ends of pieces are joints, the insides of curves are not."""
    degree, parent = collections.Counter(), {}

    def find(x):
        while parent.setdefault(x, x) != x:
            x = parent[x]
        return x

    def joint(z):
        return round(z.real, 4), round(z.imag, 4)
    for subpath in subpaths:
        for piece in subpath:
            for a, b in [(piece[0], piece[-1])]:
                degree[joint(a)] += 1
                degree[joint(b)] += 1
                parent[find(joint(a))] = find(joint(b))
    odd = collections.Counter(find(x) for x in degree if degree[x] % 2)
    return sum(max(1, odd[root] // 2) for root in {find(x) for x in degree})


def compare(program, path):
    """What is wrong, or None; how many points were compared."""
    run = subprocess.run([program, "plot", "--json", "-q", "--layers", "colours", "--flatness",
                          str(FLATNESS), path], capture_output=True, text=True, check=False)
    if run.returncode:
        return run.stderr, 0
    answer = json.loads(run.stdout)
    names = [layer["name"] for layer in answer.get("layers", [])]
    drawn = {name: [] for name in names}
    for stroke in answer["stroke_list"]:
        drawn[names[stroke["layer"]]].append([complex(*p) for p in stroke["points"]])
    subpaths = Reader(path).subpaths
    if sorted(drawn) != sorted(subpaths):
        return f"the colours {sorted(drawn)}, expected {sorted(subpaths)}", 0
    total = 0
    for name in names:
        fault, count = compare_layer(drawn[name], subpaths[name])
        if fault:
            return f"{name}: {fault}", 0
        total += count
    return None, total


def compare_layer(drawn, subpaths):
    segments = [pair for line in drawn for pair in zip(line, line[1:])]
    pieces = [piece for subpath in subpaths for piece in subpath]
    sampled = [pair for piece in pieces for pair in zip(piece, piece[1:])]
    slack = 1e-5 + max([sampling_error(piece) for piece in pieces], default=0)
    reach = 2 * (FLATNESS + slack)
    theirs, ours = Near(sampled, reach), Near(segments, reach)
    for a, b in sampled:
        if not ours.is_near(a, FLATNESS + slack):
            return f"{a} of a curve is not drawn", 0
    for a, b in segments:
        for t in (0, 0.25, 0.5, 1):
            most = slack if t in (0, 1) else FLATNESS + slack
            if not theirs.is_near(a + (b - a) * t, most):
                return f"{a + (b - a) * t} is drawn, and lies on no curve", 0
    if len(drawn) != fewest(subpaths):
        return f"{len(drawn)} strokes, expected {fewest(subpaths)}", 0
    return None, len(sampled)


def sampling_error(piece):
    """How far a sampled curve may be from its chords: an eighth of a second difference bounds it
    where the curve is smooth, up to terms of higher order."""
    return max([abs(a - 2 * b + c) / 7 for a, b, c in zip(piece, piece[1:], piece[2:])], default=0)


# ---- drawings at random ----------------------------------------------------------------------

class Maker:
    def __init__(self, seed):
        self.chance = random.Random(seed)
        self.ids = 0

    def number(self, low=-40, high=140):
        x = self.chance.uniform(low, high)
        return self.chance.choice([f"{x:.0f}", f"{x:.3f}", f"{x:.2e}", f"{x:+.1f}"])

    def length(self, low=0, high=60):
        """With any unit, so that it is about as long."""
        unit = self.chance.choice([*UNITS, "", "%"])
        return f"{self.chance.uniform(low, high) / UNITS.get(unit, 1):.4f}{unit}"

    def transform(self):
        n = self.chance.uniform
        return self.chance.choice([
            "", f"translate({n(-9, 9):.3f})", f"translate({n(-9, 9):.3f},{n(-9, 9):.3f})",
            f"scale({n(0.5, 1.5):.3f})", f"scale({n(0.5, 1.5):.3f} {n(-1.5, -0.5):.3f})",
            f"rotate({n(-180, 180):.2f})", f"rotate({n(-180, 180):.2f}, 20 , 30)",
            f"skewX({n(-40, 40):.1f})", f"skewY({n(-40, 40):.1f})",
            f"matrix({n(-1, 1):.3f} 0.2,-.3 {n(0.5, 1):.3f} 5-5)",
            f"translate(3,4) rotate({n(-90, 90):.1f}),scale(.9)"])

    def path(self):
        d = [self.chance.choice("Mm") + self.number() + "," + self.number()]
        for _ in range(self.chance.randint(1, 7)):
            command = self.chance.choice("lLhHvVcCsSqQtTaAmMzZ")
            if command in "zZ" and d[-1] in "zZ":
                continue
            small, count = command.lower(), self.chance.randint(1, 2)
            size = {"l": 2, "h": 1, "v": 1, "c": 6, "s": 4, "q": 4, "t": 2, "m": 2}.get(small, 0)
            if small == "a":
                numbers = [f"{self.chance.uniform(0, 50):.2f} {self.chance.uniform(-20, 50):.2f} "
                           f"{self.chance.uniform(-90, 90):.1f} {self.chance.choice('01')}"
                           f"{self.chance.choice(['', ' ', ','])}{self.chance.choice('01')} "
                           f"{self.number()} {self.number()}" for _ in range(count)]
            else:
                numbers = [self.number() for _ in range(size * count)]
            d.append(command + self.chance.choice([" ", ","]).join(numbers))
        return " ".join(d)

    def shape(self):
        kind = self.chance.choice(sorted(SHAPES) + ["path"] * 4)
        own = {"line": [("x1", -50), ("y1", -50), ("x2", -50), ("y2", -50)],
               "rect": [("x", -50), ("y", -50), ("width", 0), ("height", 0)],
               "circle": [("cx", -50), ("cy", -50), ("r", 0)],
               "ellipse": [("cx", -50), ("cy", -50), ("rx", 1), ("ry", 1)]}.get(kind, [])
        own = [f'{name}="{self.length(low)}"' for name, low in own]
        if kind == "rect":
            own += [f'{name}="{self.length()}"' for name in ("rx", "ry")
                    if self.chance.random() < 0.5]
        elif kind == "path":
            own = [f'd="{self.path()}"']
        elif kind in ("polyline", "polygon"):
            points = [self.number() for _ in range(2 * self.chance.randint(1, 6))]
            own = [f'points="{" ".join(points)}"']
        hidden = self.chance.choice([""] * 8 + ['visibility="visible"', 'style="display:none"',
                                                'style="fill: red;visibility : hidden"'])
        hidden = self.chance.choice(["", 'id="s1"', 'id="s2"']) + " " + (hidden or self.style())
        return f'<{kind} {" ".join(own)} transform="{self.transform()}" {self.classes()} {hidden}/>'

    def classes(self):
        return self.chance.choice(["", "", 'class="a"', 'class=" b\ta"', 'class="c-1 1x d"',
                                   'class="\u00e9"'])

    def paint(self):
        return self.chance.choice(["red", "#F00", "#00f", "blue", "none", "#123456", "BLACK"])

    def style(self):
        return self.chance.choice(
            ["", "", f'stroke="{self.paint()}"', f'style="stroke:{self.paint()};a:url(x;y)"',
             f'style="/* stroke:red */ stroke : {self.paint()} ! important;stroke:red"'])

    def selector(self):
        one = self.chance.choice(["path", "g", "*", ".a", ".b", ".c-1", ".d", "#e2", "#e3", "#s1",
                                  "#s2", "#s1.a", "path#s2",
                                  r".\31 x", r".\e9", ".\u00e9", "rect.a", "path.d.c-1", "use",
                                  "*.b", "g#e1", "circle", r".\61.b", "svg"])
        return one if self.chance.random() < 0.8 else one + " ,\n" + self.selector()

    def declarations(self):
        def one():
            return self.chance.choice(
                [f"stroke:{self.paint()}"] * 20 +
                [f"Stroke : {self.paint()} !important", "fill:none", 'font-family:"a;}b"',
                 "visibility:hidden", "visibility: visible", "display:inline", "display:none",
                 f"transform: rotate({self.chance.uniform(-90, 90):.1f}deg) translate(3px, 1mm)",
                 f"transform:scaleX(1.25) skewX(0.1rad) translateY({self.chance.random():.2f}cm)",
                 "transform:scale(.8) rotate(0.1turn) scaleY(1.1) translateX(-2pt)"])
        return ";".join(one() for _ in range(self.chance.randint(0, 3)))

    def sheet(self):
        rules = [f"{self.selector()} {{ {self.declarations()} }}"
                 for _ in range(self.chance.randint(0, 5))]
        rules.append(self.chance.choice(
            ["", "", "/* .a { display: none } */", "@font-face { font-family: x; src: url(y) }",
             "g > path { stroke: green }", "@media print { path { stroke: green } }",
             "path:hover{stroke:green}", '@import "x.css";']))
        self.chance.shuffle(rules)
        text = "\n".join(rules)
        if self.chance.random() < 0.5:
            return f"<style><![CDATA[{text}]]></style>"
        return f'<style type="text/css">{text.replace(">", "&gt;")}</style>'

    def view(self):
        align = self.chance.choice(["none", *(f"x{a}Y{b}" for a in ("Min", "Mid", "Max")
                                              for b in ("Min", "Mid", "Max"))])
        return (f'viewBox="{self.number(-20, 20)} {self.number(-20, 20)} '
                f'{self.chance.uniform(60, 200):.2f},{self.chance.uniform(60, 200):.2f}" '
                f'preserveAspectRatio="{align} {self.chance.choice(["meet", "slice", ""])}"')

    def group(self, depth):
        children = "".join(self.shape() for _ in range(self.chance.randint(0, 2)))
        kind = self.chance.choice(["g", "g", "a", "svg", "symbol"] if depth else ["g"])
        hidden = self.chance.choice([""] * 6 + ['display="none"', 'visibility="hidden"'])
        for _ in range(self.chance.randint(0, 2) if depth < 3 else 0):
            children += self.group(depth + 1)
        self.ids += 1
        name = f"e{self.ids}"
        size = (f'x="{self.length()}" y="{self.length()}" width="{self.length(20)}" '
                f'height="{self.length(20)}"')
        view = self.view() if self.chance.random() < 0.6 else ""
        if kind == "symbol":
            return (f'<symbol id="{name}" {view}>{children}</symbol><use xlink:href="#{name}" '
                    f'{size} transform="{self.transform()}"/>')
        if kind == "svg":
            return f'<svg {size} {view}>{children}</svg>'
        made = (f'<{kind} id="{name}" transform="{self.transform()}" {self.classes()} '
                f'{hidden or self.style()}>{children}</{kind}>')
        if self.chance.random() < 0.3:
            made = (f'<defs>{made}</defs><use href="#{name}" x="{self.length()}" '
                    f'transform="{self.transform()}"/>')
        return made

    def drawing(self):
        sizes = self.chance.choice(['width="200" height="150"', 'width="90mm" height="4in"',
                                    'width="80mm"', 'height="300pt"', 'width="100%"', ""])
        view = self.view() if self.chance.random() < 0.7 else ""
        return ('<svg xmlns="http://www.w3.org/2000/svg" '
                f'xmlns:xlink="http://www.w3.org/1999/xlink" {sizes} {view}>'
                f'{self.sheet() if self.chance.random() < 0.7 else ""}'
                f'{"".join(self.group(0) for _ in range(3))}'
                f'{self.sheet() if self.chance.random() < 0.3 else ""}</svg>')


def main():
    program = os.path.join(os.path.abspath(sys.argv[1]), "csr")
    wrong = points = drawn = 0
    with tempfile.TemporaryDirectory() as folder:
        paths = sys.argv[2:]
        if not paths:
            for seed in range(DRAWINGS):
                paths.append(os.path.join(folder, f"{seed}.svg"))
                with open(paths[-1], "w", encoding="utf-8") as file:
                    file.write(Maker(seed).drawing())
        for path in paths:
            fault, count = compare(program, path)
            points += count
            drawn += count > 0
            if fault:
                wrong += 1
                with open(path) as file:
                    print(f"{os.path.basename(path)}: {fault}\n{file.read()[:3000]}")
    print(f"{len(paths)} drawings, {drawn} with lines, {points} points, {wrong} wrong answers")
    return 1 if wrong or not points else 0


if __name__ == "__main__":
    sys.exit(main())
