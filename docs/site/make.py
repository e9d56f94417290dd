#!/usr/bin/env python3
"""Makes a site of static pages: cmark-gfm turns the pages of Markdown, mandoc the man pages, and
Pygments the code into HTML. Here they get a frame, contents, an index for the search, and links
that lead to each other. A link that leads nowhere is an error.

usage: make.py ROOT SITE
"""
import concurrent.futures
import html
import json
import os
import posixpath
import re
import shutil
import subprocess
import sys
import urllib.parse

import pygments
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name

# The menu: its groups, and in them the pages with their names. A pattern stands for all files that
# match. Every other page of Markdown in the tree goes to the last group, under its own title.
GROUPS = {
    "konig": {"README.md": "What it is", "CHANGELOG.md": "Changes",
              "CONTRIBUTING.md": "Contributing", "SECURITY.md": "Security"},
    "By example": {"docs/pictures.md": "Pictures", "docs/roads.md": "Routes",
                   "docs/plotters.md": "Plotters", "docs/kmers.md": "Genomes",
                   "docs/shuffles.md": "Shuffles", "docs/searches.md": "Searches",
                   "docs/arrays.md": "Arrays", "docs/python.md": "Python",
                   "docs/kernels.md": "Kernels"},
    "Reference": {"docs/install.md": "Installing", "docs/architecture.md": "Architecture",
                  "docs/words.md": "Words",
                  "docs/formats.md": "Graph files", "docs/gpu.md": "GPU", "docs/ranks.md": "Ranks",
                  "docs/packaging.md": "Packaging"},
    "Benchmarks": {"docs/benchmarks.md": "CPU", "docs/benchmarks-gpu.md": "GPU",
                   "docs/benchmarks-ranks.md": "Ranks",
                   "docs/benchmarks-kernels.md": "Kernels"},
    "Man pages": {"tools/*.scd": None},
    "From C": {"include/konig/*.h": None, "examples/*.c": None},
    "More": {},
}
FOLDED = {"From C"}  # unless the page is one of the group
MANY_COLUMNS, LONG_TEXT = 8, 40
HERE = os.path.dirname(os.path.abspath(__file__))
COPIED = ("style.css", "site.js", "icon.svg")

FRAME = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<link rel="icon" href="{up}icon.svg">
<link rel="stylesheet" href="{up}style.css">
<script src="{up}site.js" data-up="{up}"></script>
</head>
<body>
<input type="checkbox" id="menu-switch" aria-label="Menu" autocomplete="off">
<header>
<label for="menu-switch">Menu</label>
<a class="home" href="{up}index.html">konig</a>
</header>
<nav aria-label="Pages">
{menu}
</nav>
<main class="{kind}">
{body}
<footer>konig {version} · <a href="{up}LICENSE">MIT licence</a></footer>
</main>
</body>
</html>
"""


def run(command, text):
    return subprocess.run(command, input=text, text=True, check=True,
                          stdout=subprocess.PIPE).stdout


def expand(root, pattern):
    """The files of a pattern that ends in *.x, sorted; or the one file."""
    folder, name = posixpath.split(pattern)
    if not name.startswith("*"):
        return [pattern]
    return sorted(posixpath.join(folder, f) for f in os.listdir(os.path.join(root, folder))
                  if f.endswith(name[1:]))


def find_markdown(root):
    """All pages of Markdown in the tree, except in hidden folders and in those of builds."""
    found = []
    for folder, folders, files in os.walk(root):
        folders[:] = [f for f in folders if not f.startswith((".", "build"))]
        found += [os.path.relpath(os.path.join(folder, f), root) for f in files
                  if f.endswith(".md")]
    return sorted(found)


def place(path):
    """Where in the site a file's page lies."""
    if path == "README.md":
        return "index.html"
    if path.endswith(".scd"):
        return "man/" + posixpath.basename(path)[:-4] + ".html"
    return re.sub(r"\.md$", "", path) + ".html"


def strip(text):
    """HTML without its tags, as text."""
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]*>", "", text))).strip()


def slug(text):
    """The anchor that GitHub gives a heading."""
    return re.sub(r"[^\w\- ]", "", strip(text).lower()).replace(" ", "-")


def highlight(language, text, **options):
    return pygments.highlight(text, get_lexer_by_name(language), HtmlFormatter(**options))


def markdown(text):
    body = run(["cmark-gfm", "--unsafe", "--github-pre-lang", "-e", "table", "-e", "autolink"],
               text)
    used = {}

    def anchor(heading):
        name = slug(heading[2])
        used[name] = used.get(name, -1) + 1
        name += f"-{used[name]}" if used[name] else ""
        return f'<h{heading[1]} id="{name}">{heading[2]}</h{heading[1]}>'

    body = re.sub(r"<h([1-6])>(.*?)</h\1>", anchor, body)
    body = re.sub(r'<p>(<img src="([^"]*)"[^>]*>)</p>', r'<p><a href="\2">\1</a></p>', body)
    return re.sub(r'<pre lang="(\w+)"><code>(.*?)</code></pre>',
                  lambda block: highlight(block[1], html.unescape(block[2])), body, flags=re.S)


def man(text):
    """The name and section of the page are its title, so its headings are one level down."""
    title = text.split("\n", 1)[0]
    body = run(["mandoc", "-T", "html", "-O", "fragment"], run(["scdoc"], text))
    body = re.sub(r'<table class="(head|foot)">.*?</table>', "", body, flags=re.S)
    body = re.sub(r'<h([12]) class="\w+" id="([^"]*)"><a[^>]*>(.*?)</a></h\1>',
                  lambda m: f'<h{int(m[1]) + 1} id="{m[2]}">{m[3]}</h{int(m[1]) + 1}>', body,
                  flags=re.S)
    return f'<h1 id="{slug(title)}">{title}</h1>{body}'


def code(path, text):
    body = highlight("c", text, linenos="inline", linespans="line")
    return f'<h1 id="top">{path}</h1>{body}'


def sections(body):
    """(anchor, heading, text) of each heading of a page with the text below it."""
    parts = re.split(r'<h[1-6] id="([^"]*)">(.*?)</h[1-6]>', body, flags=re.S)
    return [(anchor, strip(heading), strip(text))
            for anchor, heading, text in zip(parts[1::3], parts[2::3], parts[3::3])]


def paragraphs(text):
    """The same for code: what blank lines separate, by its first line."""
    found, line = [], 1
    for piece in re.split(r"(\n{2,})", text):
        if piece.strip():
            found.append((f"line-{line}", f"line {line}", re.sub(r"\s+", " ", piece).strip()))
        line += piece.count("\n")
    return found


def frame_tables(body):
    """A table scrolls in a box of its own; one of many columns has smaller letters. Cells with
    much text do not become narrow."""
    def mark(cell):
        return f'<td class="long">{cell[1]}</td>' if len(strip(cell[1])) > LONG_TEXT else cell[0]

    def frame(table):
        kind = "table wide" if table[0].partition("</tr>")[0].count("<th") >= MANY_COLUMNS \
            else "table"
        cells = re.sub(r"<td>(.*?)</td>", mark, table[0], flags=re.S)
        return f'<div class="{kind}">{cells}</div>'
    return re.sub(r"<table\b.*?</table>", frame, body, flags=re.S)


def keep_options(body):
    """Lines do not break behind the hyphens of an option."""
    def keep(words):
        return words[1] + re.sub(r"(?<![^\s,=(|])--?\w[\w-]*", r'<span class="option">\g<0></span>',
                                 words[2]) + words[3]
    return re.sub(r"(<b>|(?<!<pre>)<code>)([^<]*)(</)", keep, body)


def list_contents(body):
    """The contents of a page, from its headings; nothing if these are few."""
    headings = re.findall(r'<h([23]) id="([^"]*)">(.*?)</h\1>', body, flags=re.S)
    if len(headings) < 3:
        return ""
    items = (f'<li class="level{level}"><a href="#{anchor}">{re.sub(r"</?a[^>]*>", "", text)}</a>'
             for level, anchor, text in headings)
    return "<ul>\n" + "\n".join(items) + "\n</ul>"


class Site:
    def __init__(self, root, site):
        self.root, self.site = root, site
        self.bad, self.bodies, self.index, self.listed = [], {}, [], set()
        self.groups = {group: {path: label for pattern, label in pages.items()
                               for path in expand(root, pattern)}
                       for group, pages in GROUPS.items()}
        known = {path for pages in self.groups.values() for path in pages}
        self.groups["More"].update(
            {path: None for path in find_markdown(root) if path not in known})
        self.paths = [path for pages in self.groups.values() for path in pages]
        self.man = {posixpath.basename(path)[:-4]: path for path in self.paths
                    if path.endswith(".scd")}
        self.version = re.search(r"version: '(.*?)'", self.read("meson.build"))[1]

    def read(self, path):
        with open(os.path.join(self.root, path), encoding="utf-8") as file:
            return file.read()

    def write(self, where, text):
        target = os.path.join(self.site, where)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        with open(target, "w", encoding="utf-8") as file:
            file.write(text)

    def copy(self, path):
        os.makedirs(os.path.join(self.site, posixpath.dirname(path)), exist_ok=True)
        shutil.copy(os.path.join(self.root, path), os.path.join(self.site, path))

    def title(self, path):
        """A page's own title."""
        if path.endswith(".md"):
            return strip(re.search(r"<h1[^>]*>(.*?)</h1>", self.bodies[path], re.S)[1])
        if path.endswith(".scd"):
            return "{}({})".format(*posixpath.basename(path)[:-4].rsplit(".", 1))
        return path if path.startswith("examples/") else path.removeprefix("include/")

    def lead(self, path, link):
        """A link in the page of a file, as it must be in the site. Files that have no page are
        copied."""
        target, hash_, anchor = html.unescape(link).partition("#")
        if re.match(r"[a-z]+:", link) or not target:
            return link
        to = posixpath.normpath(posixpath.join(posixpath.dirname(path),
                                               urllib.parse.unquote(target)))
        if to in self.bodies:
            to = place(to)
        elif os.path.isdir(os.path.join(self.root, to)):
            to = self.list_folder(to)
        elif os.path.isfile(os.path.join(self.root, to)):
            self.copy(to)
        else:
            self.bad.append(f"{path}: {link} leads nowhere")
        here = posixpath.dirname(place(path)) or "."
        return posixpath.relpath(to, here) + hash_ + anchor

    def list_folder(self, folder):
        """A page that lists a folder's files, with the first sentence of each, or its line."""
        where = folder + "/index.html"
        if where in self.listed:
            return where
        self.listed.add(where)
        rows = []
        for name in sorted(os.listdir(os.path.join(self.root, folder))):
            path = folder + "/" + name
            if not os.path.isfile(os.path.join(self.root, path)) or name == "meson.build":
                continue
            if path not in self.bodies:
                self.copy(path)
            to = place(path) if path in self.bodies else path
            said = re.match(r"(?:/\*|#|%)\s+(.*?)(?:\*/|$)", self.read(path), re.M)
            first = said[1].strip().split(". ")[0].rstrip(".") if said else ""
            rows.append(f'<tr><td><a href="{posixpath.basename(to)}">{html.escape(name)}</a></td>'
                        f"<td>{html.escape(first)}</td></tr>")
        body = f'<h1 id="top">{folder}</h1><table>{"".join(rows)}</table>'
        self.write(where, self.frame(where, folder, "text", body))
        return where

    def link_man_pages(self, path, body):
        """What is set in bold before a section's number is a man page."""
        def link(match):
            page = f"{match[1]}.{match[2]}"
            if page not in self.man or self.man[page] == path:
                return match[0]
            return f'<a href="{page}.html">{match[0]}</a>'
        return re.sub(r"<b>([\w-]+)</b>\((\d)\)", link, body)

    def menu(self, where, contents):
        here = posixpath.dirname(where) or "."
        lists = []
        for group, pages in self.groups.items():
            items = []
            for path, label in pages.items():
                to = posixpath.relpath(place(path), here)
                mark = ' aria-current="page"' if place(path) == where else ""
                items.append(f'<li><a href="{to}"{mark}>{html.escape(label or self.title(path))}'
                             f"</a>{contents if mark else ''}</li>")
            folded = group in FOLDED and where not in map(place, pages)
            lists.append(f"<details{'' if folded else ' open'}><summary>{group}</summary><ul>\n"
                         + "\n".join(items) + "\n</ul></details>")
        return "\n".join(lists)

    def frame(self, where, title, kind, body):
        up = posixpath.relpath(".", posixpath.dirname(where) or ".") + "/"
        contents = list_contents(body)
        if contents:
            body = body.replace("</h1>", "</h1>\n<details class=\"contents\">"
                                f"<summary>Contents</summary>{contents}</details>", 1)
        return FRAME.format(title=html.escape(title), up=up, kind=kind,
                            body=keep_options(frame_tables(body)),
                            menu=self.menu(where, contents), version=self.version)

    def body(self, path):
        text = self.read(path)
        if path.endswith(".md"):
            return markdown(text)
        return man(text) if path.endswith(".scd") else code(path, text)

    def make(self):
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            self.bodies = dict(zip(self.paths, pool.map(self.body, self.paths)))
        for path, body in self.bodies.items():
            kind = {".md": "text", ".scd": "man"}.get(posixpath.splitext(path)[1], "code")
            if kind == "man":
                body = self.link_man_pages(path, body)
            if kind == "text":
                body = re.sub(r'\b(href|src)="([^"]*)"',
                              lambda m: f'{m[1]}="{html.escape(self.lead(path, m[2]))}"', body)
            title = self.title(path)
            self.index.append([place(path), title, paragraphs(self.read(path)) if kind == "code"
                               else sections(body)])
            first = path == "README.md"
            self.write(place(path), self.frame(
                place(path), "konig" if first else f"{title} - konig",
                "text front" if first else kind, body))
        self.write("search-index.js", "konigSearch(" + json.dumps(self.index, ensure_ascii=False)
                   + ");\n")
        self.copy("LICENSE")
        for name in COPIED:
            shutil.copy(os.path.join(HERE, name), os.path.join(self.site, name))

    def check(self):
        """Every link within the site leads to a file that is there, and to an anchor of it. What a
        page shows or runs is part of the site."""
        links, anchors = 0, {}

        def anchors_of(path):
            if path not in anchors:
                with open(path, encoding="utf-8") as file:
                    anchors[path] = set(re.findall(r'\bid="([^"]*)"', file.read()))
            return anchors[path]

        pages = [os.path.join(folder, file) for folder, _, files in os.walk(self.site)
                 for file in files if file.endswith(".html")]
        wanted = [(os.path.join(self.site, page), f"{os.path.basename(page)}#{anchor}")
                  for page, _, parts in self.index for anchor, _, _ in parts]
        for path in pages:
            with open(path, encoding="utf-8") as file:
                text = file.read()
            wanted += [(path, html.unescape(link))
                       for link in re.findall(r'\b(?:href|src)="([^"]*)"', text)]
            self.bad += [f"{path}: {tag} comes from elsewhere" for tag in re.findall(
                r'<(?:script|img|link|iframe)\b[^>]*(?:src|href)="(?:[a-z]+:|//)[^>]*>', text)]
            if len(re.findall(r'\bid="', text)) != len(anchors_of(path)):
                self.bad.append(f"{path}: an id is used twice")
        for path in self.man.values():
            text = self.read(path)
            if re.search(r"^\t", text.partition("\n# EXAMPLES\n")[2], re.M):
                self.bad.append(f"{path}: an example that is no literal block gets hyphens")
            listed = set(re.findall(r"\*([\w-]+)\*\((\d)\)", text.partition("\n# SEE ALSO\n")[2]))
            for other in set(self.man) - {f"{name}.{part}" for name, part in listed}:
                if self.man[other] != path:
                    self.bad.append(f"{path}: SEE ALSO lacks {other}")
        for path, link in wanted:
            target, _, anchor = link.partition("#")
            if re.match(r"[a-z]+:", link):
                continue
            links += 1
            to = os.path.normpath(os.path.join(os.path.dirname(path), urllib.parse.unquote(target))
                                  if target else path)
            if not os.path.isfile(to):
                self.bad.append(f"{path}: {link} leads nowhere")
            elif to.endswith(".md"):
                self.bad.append(f"{path}: {link} is raw Markdown")
            elif anchor and anchor not in anchors_of(to):
                self.bad.append(f"{path}: {link}: no such place")
        return len(pages), links


def main():
    site = Site(*sys.argv[1:])
    site.make()
    pages, links = site.check()
    print("\n".join(site.bad) or f"{site.site}/index.html: {pages} pages, {links} links")
    return bool(site.bad) or links < 100


if __name__ == "__main__":
    sys.exit(main())
