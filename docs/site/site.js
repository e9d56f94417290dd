// The switch between light and dark, and the search. Everything else works without JavaScript.
"use strict";

const up = document.currentScript.dataset.up;
const dark = matchMedia("(prefers-color-scheme: dark)");
const root = document.documentElement;

// Storage may be forbidden: then a choice lasts as long as the page.
const remember = (theme) => {
    try {
        localStorage.setItem("theme", theme);
    } catch { /* nothing to do */ }
};

const remembered = () => {
    try {
        return localStorage.getItem("theme");
    } catch {
        return null;
    }
};

const show = (theme) => {
    if (theme)
        root.dataset.theme = theme;
};
show(remembered());

const element = (tag, properties, ...children) => {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...children);
    return made;
};

// ---- light and dark ---------------------------------------------------------------------------

const makeSwitch = () => {
    const button = element("button", {type: "button", className: "theme"});
    const isDark = () => (root.dataset.theme ?? (dark.matches ? "dark" : "light")) === "dark";
    const name = () => {
        button.textContent = isDark() ? "Light" : "Dark";
    };
    button.addEventListener("click", () => {
        const theme = isDark() ? "light" : "dark";
        show(theme);
        remember(theme);
        name();
    });
    dark.addEventListener("change", name);
    name();
    return button;
};

// ---- search -----------------------------------------------------------------------------------

const MOST_RESULTS = 30, EXCERPT = 160;
let parts = null; // of all pages: {url, title, heading, text, folded, foldedHeading}

// Small letters without accents, as many as before.
const fold = (text) =>
    text.replace(/[^\0-\x7f]/g, (letter) => letter.normalize("NFD")[0]).toLowerCase();

// search-index.js calls this: a script can be loaded from a file:// page, other data cannot.
function konigSearch(index) {
    parts = index.flatMap(([page, title, sections]) => sections.map(([anchor, heading, text]) => ({
        url: `${up}${page}#${anchor}`, title, heading, text,
        folded: fold(`${title} ${heading} ${text}`),
        foldedHeading: fold(`${title} ${heading}`),
        isCode: /\.[ch]$/.test(title)})));
    document.dispatchEvent(new Event("konig-search"));
}

// Parts that have all words: those with words in their headings first, code last.
const find = (words) => {
    const score = (part) => {
        let sum = part.isCode ? -3 : 0;
        for (const word of words) {
            const times = part.folded.split(word).length - 1;
            if (!times)
                return -Infinity;
            sum += Math.min(times, 5) + (part.foldedHeading.includes(word) ? 10 : 0);
        }
        return sum;
    };
    return parts.map((part) => ({part, rank: score(part)}))
        .filter(({rank}) => rank > -Infinity)
        .sort((a, b) => b.rank - a.rank).map(({part}) => part);
};

// The text around the first word that is found, with all words marked.
const excerpt = ({text}, words) => {
    const folded = fold(text);
    const found = Math.max(0, Math.min(...words.map((word) => folded.indexOf(word))
        .filter((at) => at >= 0), Infinity));
    const begin = found === Infinity || found < EXCERPT / 2 ? 0
        : folded.lastIndexOf(" ", found - EXCERPT / 4) + 1;
    const blank = text.indexOf(" ", begin + EXCERPT);
    const end = blank < 0 ? text.length : blank;
    const line = element("p", {}, begin ? "… " : "");
    for (let at = begin; at < end;) {
        const next = words.map((word) => ({word, at: folded.indexOf(word, at)}))
            .filter((hit) => hit.at >= 0 && hit.at < end)
            .sort((a, b) => a.at - b.at || b.word.length - a.word.length)[0];
        const stop = next ? next.at : end;
        line.append(text.slice(at, stop));
        if (!next)
            break;
        at = stop + next.word.length;
        line.append(element("mark", {}, text.slice(stop, at)));
    }
    if (end < text.length)
        line.append(" …");
    return line;
};

const makeSearch = () => {
    const input = element("input", {type: "search", placeholder: "Search", autocomplete: "off"});
    const results = element("div", {className: "results", hidden: true});
    const form = element("form", {className: "search"}, input, results);
    input.setAttribute("aria-label", "Search all pages");
    results.setAttribute("aria-live", "polite");

    const load = () => {
        if (!document.getElementById("search-index"))
            document.head.append(element("script",
                {id: "search-index", src: up + "search-index.js"}));
    };
    const answer = () => {
        const words = fold(input.value).split(/\s+/).filter(Boolean);
        load();
        results.hidden = !words.length || !parts;
        if (results.hidden)
            return;
        const found = find(words);
        results.replaceChildren(
            element("p", {className: "count"}, !found.length ? "No part of a page has these words."
                : found.length > MOST_RESULTS ? `The first ${MOST_RESULTS} of ${found.length}`
                : `${found.length} found`),
            ...found.slice(0, MOST_RESULTS).map((part) => element("a", {href: part.url},
                element("strong", {}, part.title),
                part.heading === part.title ? "" : ` › ${part.heading}`, excerpt(part, words))));
    };

    input.addEventListener("focus", load);
    input.addEventListener("input", answer);
    document.addEventListener("konig-search", answer);
    form.addEventListener("submit", (event) => {
        event.preventDefault();
        results.querySelector("a")?.click();
    });
    results.addEventListener("click", () => {
        results.hidden = true;
    });
    document.addEventListener("click", (event) => {
        if (!form.contains(event.target))
            results.hidden = true;
    });
    document.addEventListener("keydown", (event) => {
        if (event.key === "Escape") {
            results.hidden = true;
        } else if (event.key === "/" && !/INPUT|TEXTAREA/.test(document.activeElement.tagName)) {
            event.preventDefault();
            input.focus();
        }
    });
    return form;
};

document.addEventListener("DOMContentLoaded", () => {
    document.querySelector("header").append(makeSearch(), makeSwitch());
    // The menu is long: show where the page is in it.
    const here = document.querySelector("nav [aria-current]");
    const menu = document.querySelector("nav");
    if (here && here.offsetTop > menu.clientHeight / 2)
        menu.scrollTop = here.offsetTop - menu.clientHeight / 3;
});
