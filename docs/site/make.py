#!/usr/bin/env python3
"""Makes a site of static pages: cmark-gfm turns the pages of Markdown, mandoc the man pages, and
pygmentize the headers and examples into HTML; here they get a frame, and links that lead to each
other. A link that leads nowhere is an error.

usage: make.py ROOT SITE
"""
import html
import os
import posixpath
import re
import shutil
import subprocess
import sys
import urllib.parse

# What the frame of every page lists: a title, and what is in it.
PAGES = [
    ("konig", ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"]),
    ("By example", ["docs/pictures.md", "docs/roads.md", "docs/plotters.md", "docs/kmers.md",
                    "docs/shuffles.md", "docs/searches.md", "docs/arrays.md", "docs/python.md"]),
    ("Reference", ["docs/formats.md", "docs/gpu.md", "docs/benchmarks.md",
                   "docs/benchmarks-gpu.md", "docs/packaging.md"]),
    ("Man pages", ["tools/*.scd"]),
    ("From C", ["include/konig/*.h", "examples/*.c"]),
]
FOLDERS = {"examples": "examples/*.c", "include/konig": "include/konig/*.h"}

FRAME = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<link rel="stylesheet" href="{up}style.css">
</head>
<body>
<nav>
{navigation}
</nav>
<main class="{kind}">
{body}
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


def place(path):
    """Where in the site a file's page lies."""
    if path == "README.md":
        return "index.html"
    if path.endswith(".scd"):
        return "man/" + posixpath.basename(path)[:-4] + ".html"
    return re.sub(r"\.md$", "", path) + ".html"


def name(path):
    """What the navigation calls it."""
    if path == "README.md":
        return "What it is"
    base = posixpath.basename(path)
    if path.endswith(".scd"):
        page, section = base[:-4].rsplit(".", 1)
        return f"{page}({section})"
    return base.replace(".md", "").lower() if path.endswith(".md") else base


def slug(text):
    """The anchor that GitHub gives a heading."""
    words = re.sub(r"[^\w\- ]", "", re.sub(r"<[^>]*>", "", html.unescape(text)).strip().lower())
    return words.replace(" ", "-")


def markdown(text):
    body = run(["cmark-gfm", "--unsafe", "-e", "table", "-e", "autolink"], text)
    return re.sub(r"<h([1-6])>(.*?)</h\1>",
                  lambda m: f'<h{m[1]} id="{slug(m[2])}">{m[2]}</h{m[1]}>', body)


def man(text):
    return run(["mandoc", "-T", "html", "-O", "fragment"], run(["scdoc"], text))


def code(text):
    return run(["pygmentize", "-l", "c", "-f", "html", "-O", "linenos=inline,lineanchors=line"],
               text)


class Site:
    def __init__(self, root, site):
        self.root, self.site = root, site
        self.groups = [(title, [path for pattern in patterns for path in expand(root, pattern)])
                       for title, patterns in PAGES]
        self.paths = {path for _, paths in self.groups for path in paths}
        self.bad = []

    def read(self, path):
        with open(os.path.join(self.root, path), encoding="utf-8") as file:
            return file.read()

    def write(self, where, text):
        target = os.path.join(self.site, where)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        with open(target, "w", encoding="utf-8") as file:
            file.write(text)

    def lead(self, path, link):
        """A link in the page of a file, as it must be in the site. Files that have no page are
        copied."""
        target, hash_, anchor = link.partition("#")
        if re.match(r"[a-z]+:", link) or not target:
            return link
        to = posixpath.normpath(posixpath.join(posixpath.dirname(path),
                                               urllib.parse.unquote(target)))
        if to in FOLDERS:
            to = place(expand(self.root, FOLDERS[to])[0])
        elif to in self.paths:
            to = place(to)
        elif os.path.isdir(os.path.join(self.root, to)):
            to = self.folder(to)
        elif os.path.isfile(os.path.join(self.root, to)):
            os.makedirs(os.path.join(self.site, posixpath.dirname(to)), exist_ok=True)
            shutil.copy(os.path.join(self.root, to), os.path.join(self.site, to))
        else:
            self.bad.append(f"{path}: {link} leads nowhere")
        here = posixpath.dirname(place(path)) or "."
        return posixpath.relpath(to, here) + hash_ + anchor

    def folder(self, path):
        """A page that lists a folder's files, which are copied."""
        names = sorted(n for n in os.listdir(os.path.join(self.root, path))
                       if os.path.isfile(os.path.join(self.root, path, n)))
        lines = [f'<li><a href="{n}">{html.escape(n)}</a></li>' for n in names]
        where = path + "/index.html"
        self.write(where, self.frame(where, path, "folder",
                                     f"<h1>{path}</h1><ul>{''.join(lines)}</ul>"))
        for n in names:
            shutil.copy(os.path.join(self.root, path, n), os.path.join(self.site, path, n))
        return where

    def frame(self, where, title, kind, body):
        here = posixpath.dirname(where) or "."
        lists = []
        for group, paths in self.groups:
            items = []
            for path in paths:
                to = posixpath.relpath(place(path), here)
                mark = ' class="here"' if place(path) == where else ""
                items.append(f'<li><a href="{to}"{mark}>{html.escape(name(path))}</a></li>')
            folded = "" if group in ("From C",) and where not in map(place, paths) else " open"
            lists.append(f"<details{folded}><summary>{group}</summary><ul>\n"
                         + "\n".join(items) + "\n</ul></details>")
        up = posixpath.relpath("style.css", here)[:-len("style.css")]
        return FRAME.format(title=html.escape(title), up=up, navigation="\n".join(lists),
                            kind=kind, body=body)

    def make(self):
        for path in sorted(self.paths):
            text = self.read(path)
            kind = {".md": "text", ".scd": "man"}.get(posixpath.splitext(path)[1], "code")
            body = {"text": markdown, "man": man, "code": code}[kind](text)
            if kind == "code":
                body = f"<h1>{path}</h1>" + body
            else:
                body = re.sub(r'\b(href|src)="([^"]*)"',
                              lambda m: f'{m[1]}="{self.lead(path, m[2])}"', body)
            title = "konig" if path == "README.md" else f"{name(path)} - konig"
            self.write(place(path), self.frame(place(path), title, kind, body))
        shutil.copy(os.path.join(os.path.dirname(os.path.abspath(__file__)), "style.css"),
                    os.path.join(self.site, "style.css"))

    def check(self):
        """Every link within the site leads to a file that is there, and to an anchor of it."""
        links = 0
        for folder, _, files in os.walk(self.site):
            for file in (f for f in files if f.endswith(".html")):
                path = os.path.join(folder, file)
                for link in re.findall(r'\b(?:href|src)="([^"]*)"', self.read_page(path)):
                    if re.match(r"[a-z]+:", link):
                        continue
                    links += 1
                    target, _, anchor = html.unescape(link).partition("#")
                    to = os.path.join(folder, target) if target else path
                    if not os.path.isfile(to):
                        self.bad.append(f"{path}: {link} leads nowhere")
                    elif anchor and f'id="{anchor}"' not in self.read_page(to):
                        self.bad.append(f"{path}: {link}: no such place")
        return links

    def read_page(self, path):
        with open(path, encoding="utf-8") as file:
            return file.read()


def main():
    site = Site(*sys.argv[1:])
    site.make()
    links = site.check()
    print("\n".join(site.bad) or f"{site.site}/index.html: {len(site.paths)} pages, {links} links")
    return bool(site.bad) or links < 100


if __name__ == "__main__":
    sys.exit(main())
