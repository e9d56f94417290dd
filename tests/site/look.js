// Evaluated in a page: what is wrong with how it looks, as a list of texts.
(() => {
    const WIDE = 1280; // where every table has room
    const wrong = [];
    const root = document.documentElement;

    const name = (element) => {
        const text = element.textContent.trim().replace(/\s+/g, " ").slice(0, 40);
        return `<${element.localName} class="${element.className}"> ${text}`;
    };

    // Nothing is wider than the window, unless it lies in something that scrolls by itself.
    const findWide = () => {
        if (root.scrollWidth > innerWidth)
            wrong.push(`scrolls sideways: ${root.scrollWidth} px in ${innerWidth}`);
        for (const element of document.querySelectorAll("table, pre, img, svg, li, p, h1, h2")) {
            const box = element.getBoundingClientRect();
            let scroller = element;
            if (!box.width || box.right <= innerWidth + 1)
                continue;
            while (scroller && !/auto|scroll/.test(getComputedStyle(scroller).overflowX))
                scroller = scroller.parentElement;
            if (!scroller || scroller.getBoundingClientRect().right > innerWidth + 1)
                wrong.push(`cut off: ${name(element)}`);
        }
        for (const table of document.querySelectorAll("main table")) {
            let scroller = table;
            while (scroller && scroller.scrollWidth <= scroller.clientWidth)
                scroller = scroller.parentElement;
            if (!scroller || scroller === root || scroller === document.body)
                continue;
            if (!/auto|scroll/.test(getComputedStyle(scroller).overflowX))
                wrong.push(`columns hidden: ${name(table)}`);
            else if (innerWidth >= WIDE)
                wrong.push(`not all columns at once: ${name(table)}`);
        }
    };

    const parse = (colour) => {
        const [r, g, b, a = 1] = colour.match(/[\d.]+/g).map(Number);
        return [r, g, b, a];
    };

    const over = ([r, g, b, a], below) =>
        [r, g, b].map((part, i) => part * a + below[i] * (1 - a));

    const luminance = (colour) => {
        const [r, g, b] = colour.map((part) => {
            const x = part / 255;
            return x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };

    const behind = (element) => {
        if (!element)
            return matchMedia("(prefers-color-scheme: dark)").matches ? [18, 18, 18]
                                                                      : [255, 255, 255];
        const colour = parse(getComputedStyle(element).backgroundColor);
        return colour[3] === 1 ? colour.slice(0, 3) : over(colour, behind(element.parentElement));
    };

    // WCAG 2.1, 1.4.3, level AA: 4.5 to 1, and 3 to 1 for large text.
    const findPale = () => {
        const seen = new Set();
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
            const element = node.parentElement;
            if (seen.has(element) || !node.data.trim() || !element.checkVisibility() ||
                /^(script|style|noscript|option)$/.test(element.localName))
                continue;
            seen.add(element);
            const style = getComputedStyle(element);
            const paper = behind(element);
            const light = [luminance(over(parse(style.color), paper)), luminance(paper)];
            const ratio = (Math.max(...light) + 0.05) / (Math.min(...light) + 0.05);
            const size = parseFloat(style.fontSize);
            const large = size >= 24 || (size >= 18.66 && style.fontWeight >= 700);
            if (ratio < (large ? 3 : 4.5))
                wrong.push(`contrast ${ratio.toFixed(2)}: ${name(element)}`);
        }
        if (!seen.size)
            wrong.push("no text");
    };

    findWide();
    findPale();
    return wrong;
})()
