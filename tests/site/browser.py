#!/usr/bin/env python3
"""Looks at every page of the site in Chromium, from its files, on a phone and on a wide screen,
light and dark: nothing scrolls sideways except tables and code, on the wide screen all columns of a
table are there at once, the contrast of all text is enough (look.js), nothing is loaded from
elsewhere, and no script fails. Then tries the search, the switch between light and dark, and the
menu without JavaScript.

usage: browser.py SITE
"""
import os
import re
import sys
import tempfile
import time

from chromium import Chromium

WIDTHS, THEMES = (390, 1280), ("light", "dark")
HERE = os.path.dirname(os.path.abspath(__file__))
# How bright the paper is, from 0 to 255.
PAPER = r"Math.max(...getComputedStyle(document.body).backgroundColor.match(/\d+/g).slice(0, 3))"
# Types into the search and waits until there is an answer; gives the pages that it names.
SEARCH = """(async (words) => {
    const input = document.querySelector("header input"), results = input.nextElementSibling;
    results.replaceChildren();
    input.focus();
    input.value = words;
    input.dispatchEvent(new Event("input"));
    for (let i = 0; i < 100 && !results.children.length; i++)
        await new Promise((go) => setTimeout(go, 50));
    return [!results.hidden && results.firstChild?.textContent,
        ...[...results.querySelectorAll("a")].map((a) => a.href.split("#")[0])];
})"""


def url(path):
    return "file://" + path


def find_pages(site):
    return sorted(os.path.join(folder, file) for folder, _, files in os.walk(site)
                  for file in files if file.endswith(".html"))


def judge(events):
    """What went wrong while a page was loaded."""
    for event in events:
        parameters = event.get("params", {})
        if event.get("method") == "Runtime.exceptionThrown":
            yield "a script fails: " + parameters["exceptionDetails"]["exception"]["description"]
        if event.get("method") == "Network.requestWillBeSent":
            if not re.match("(file|data):", parameters["request"]["url"]):
                yield "asks for " + parameters["request"]["url"]
        if event.get("method") == "Network.loadingFailed":
            yield "cannot load a file: " + parameters["errorText"]


def look_at(chromium, pages):
    """Prints what is wrong, and a table. Returns how much that is, and the text of each page."""
    wrong, texts = 0, {}
    counts = {(width, theme): 0 for width in WIDTHS for theme in THEMES}
    with open(os.path.join(HERE, "look.js"), encoding="utf-8") as file:
        look = file.read()
    for page in pages:
        found = list(judge(chromium.open(url(page))))
        for width, theme in counts:
            chromium.look(width, theme)
            here = chromium.evaluate(look)
            if (chromium.evaluate(PAPER) > 128) != (theme == "light"):
                here.append(f"not {theme}")
            counts[width, theme] += bool(here)
            found += [f"{width} px, {theme}: {what}" for what in here]
        for what in found:
            print(f"{page}: {what}")
        wrong += len(found)
        texts[page] = chromium.evaluate('document.querySelector("main").innerText')
    for (width, theme), count in counts.items():
        print(f"{width:5} px, {theme:5}: {len(pages)} pages, {count} with something wrong")
    return wrong, texts


def try_search(chromium, start, texts):
    """A word that only one page has is found there."""
    words = {page: set(re.findall(r"[a-z_]{5,}", text.lower())) for page, text in texts.items()}
    wrong = tried = 0
    chromium.open(url(start))
    for page, own in sorted(words.items()):
        others = set().union(*(more for other, more in words.items() if other != page))
        word = max(own - others, key=lambda word: (len(word), word), default=None)
        if not word or not os.path.exists(page) or page.endswith("/index.html") and page != start:
            continue
        tried += 1
        said, *found = chromium.evaluate(f"{SEARCH}('{word}')")
        if url(page) not in found:
            print(f"{page}: the search for '{word}' says {said} and names {found}")
            wrong += 1
    for words, expected in (("eulr zyzzyva", []), ("KONIGSBERG bridges", None)):
        said, *found = chromium.evaluate(f"{SEARCH}('{words}')")
        if not said or (bool(found) if expected == [] else not found):
            print(f"the search for '{words}' says {said} and names {found}")
            wrong += 1
    chromium.evaluate('document.querySelector("header form").requestSubmit()')
    for _ in range(100):
        if chromium.evaluate("location.pathname") != start:
            break
        time.sleep(0.1)
    else:
        print("the search does not go to what it found first")
        wrong += 1
    print(f"search: {tried} words, each of one page")
    return wrong + (tried < len(texts) / 2)


def try_switch(chromium, first, second):
    """The choice of a theme overrides the system's, and is kept for the next page."""
    wrong = 0
    chromium.look(WIDTHS[-1], "light")
    chromium.open(url(first))
    for theme, expected in (("dark", False), ("light", True)):
        chromium.evaluate('document.querySelector("header .theme").click()')
        for page in (first, second):
            chromium.open(url(page))
            if (chromium.evaluate(PAPER) > 128) != expected:
                print(f"{page}: not {theme}, which was chosen")
                wrong += 1
    return wrong


def try_menu(chromium, page):
    """Without JavaScript, a phone shows the menu when it is asked for, a wide screen always."""
    wrong = 0
    chromium.call("Emulation.setScriptExecutionDisabled", value=True)
    for width in WIDTHS:
        chromium.look(width, "light")
        chromium.open(url(page))
        for asked in range(2):
            shown = chromium.evaluate(
                '[...document.querySelectorAll("nav a")].filter((a) => a.checkVisibility()).length')
            if (shown > 10) != (width > 600 or asked == 1):
                print(f"{page}: {width} px: the menu shows {shown} links, asked for: {asked}")
                wrong += 1
            x, y = chromium.evaluate("""(() => {
                const box = document.querySelector("header label").getBoundingClientRect();
                return [box.x + 5, box.y + 5];
            })()""")
            for what in "mousePressed", "mouseReleased":
                chromium.call("Input.dispatchMouseEvent", type=what, button="left", clickCount=1,
                              x=x, y=y)
    chromium.call("Emulation.setScriptExecutionDisabled", value=False)
    return wrong


def main():
    site = os.path.abspath(sys.argv[1])
    pages, start = find_pages(site), os.path.join(site, "index.html")
    with tempfile.TemporaryDirectory() as folder:
        chromium = Chromium(folder)
        wrong, texts = look_at(chromium, pages)
        wrong += try_search(chromium, start, texts)
        wrong += try_switch(chromium, start, pages[0])
        wrong += try_menu(chromium, start)
        chromium.close()
    return wrong > 0 or len(pages) < 50


if __name__ == "__main__":
    sys.exit(main())
