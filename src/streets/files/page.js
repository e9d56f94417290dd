// A marker moves along the walk. Without JavaScript the map and the list of turns are there.
"use strict";
(() => {
const find = (id) => document.getElementById(id);
const map = find("map"), slider = find("slider"), play = find("play"), list = find("turns");
const data = JSON.parse(find("data").textContent);
const turns = [...list.querySelectorAll("li")];
const starts = turns.map((turn) => turn.firstChild.value * 1);
const count = data.steps.length;

// The points of each street, from the paths of the map: "M1 2l3-4 5 6".
const streets = [...map.querySelectorAll("defs path")].flatMap((path) =>
    path.getAttribute("d").split("M").slice(1).map((line) => {
        const number = line.match(/-?\d+/g).map(Number), points = [];
        for (let i = 0, x = 0, y = 0; i < number.length; i += 2)
            points.push([x += number[i], y += number[i + 1]]);
        return points;
    }));

// A step is 4 times its street, and 2 more if it is walked backwards, and 1 more if it repeats.
const lengthOf = (step) => (step & 2 && data.back || data.lengths)[step >> 2];
const totals = [0];
for (const step of data.steps)
    totals.push(totals.at(-1) + lengthOf(step));

const pointsOf = (i) => {
    const points = streets[data.steps[i] >> 2];
    return data.steps[i] & 2 ? [...points].reverse() : points;
};
const pathOf = (points) => "M" + points.join("L");
let at = 0; // where the walk is, in steps
const distance = (a, b) => Math.hypot(b[0] - a[0], b[1] - a[1]);

// The points of a step up to a part of it, and the direction there in degrees.
const partOf = (i, part) => {
    const points = pointsOf(i), done = [points[0]];
    let left = part * points.reduce((sum, to, k) => sum + (k && distance(points[k - 1], to)), 0);
    let angle = 0;
    for (let k = 1; k < points.length; k++) {
        const [a, b] = [points[k - 1], points[k]], length = distance(a, b);
        const share = length ? Math.min(left / length, 1) : 1;
        if (length)
            angle = Math.atan2(b[1] - a[1], b[0] - a[0]) * 180 / Math.PI;
        done.push([a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])]);
        if (left < length)
            break;
        left -= length;
    }
    return {points: done, angle};
};

// ---- the drawing ------------------------------------------------------------------------------

// On a screen the streets are drawn to two canvases, the map and over it what is walked, because a
// picture of SVG is drawn as a whole with each change, which takes seconds in a large town. Streets
// outside the view are left out; lines are thin where streets are short on the screen.
const canvases = ["paper", "trail"].map(find);
const kinds = [...map.querySelectorAll("defs path")].map((path) =>
    path.getAttribute("d").split("M").length - 1);
const boxes = new Float64Array(4 * streets.length);
streets.forEach((points, k) => {
    let [left, top] = points[0], [right, bottom] = points[0];
    for (const [x, y] of points) {
        left = Math.min(left, x);
        top = Math.min(top, y);
        right = Math.max(right, x);
        bottom = Math.max(bottom, y);
    }
    boxes.set([left, top, right, bottom], 4 * k);
});
const typical = streets.map((points) => distance(points[0], points.at(-1)))
    .sort((a, b) => a - b)[streets.length >> 1] || 1; // of a street's length
const BATCH = 200; // streets a stroke: one of all of them takes long

// Strokes some of the streets, street(i) for i from..to - 1, that lie within the view.
const stroke = (pen, sheet, colour, width, from, to, street) => {
    const {scale, left, top, right, bottom, ratio} = sheet, margin = width * scale;
    pen.setTransform(ratio / scale, 0, 0, ratio / scale, -left * ratio / scale,
        -top * ratio / scale);
    pen.strokeStyle = getComputedStyle(document.documentElement).getPropertyValue(colour);
    pen.lineWidth = width * scale;
    pen.lineCap = pen.lineJoin = width > 2 ? "round" : "bevel";
    let open = 0;
    for (let i = from; i < to; i++) {
        const k = street(i), box = 4 * k;
        if (boxes[box] > right + margin || boxes[box + 1] > bottom + margin ||
            boxes[box + 2] < left - margin || boxes[box + 3] < top - margin)
            continue;
        if (!open++)
            pen.beginPath();
        const points = streets[k], last = points.length - 1;
        let [x, y] = points[0];
        pen.moveTo(x, y);
        for (let n = 1; n <= last; n++) {
            const [u, v] = points[n];
            if (n < last && Math.abs(u - x) + Math.abs(v - y) < scale)
                continue; // less than a pixel
            pen.lineTo(u, v);
            [x, y] = [u, v];
        }
        if (open === BATCH) {
            pen.stroke();
            open = 0;
        }
    }
    if (open)
        pen.stroke();
};

let drawn = null, walked = 0, asked = false; // the sheet that is drawn; the steps on it
const paint = () => {
    asked = false;
    const box = map.getBoundingClientRect(), scale = perPixel(box), ratio = devicePixelRatio;
    const left = view[0] + view[2] / 2 - box.width * scale / 2;
    const top = view[1] + view[3] / 2 - box.height * scale / 2;
    const sheet = {scale, ratio, left, top, right: left + box.width * scale,
        bottom: top + box.height * scale, width: Math.round(box.width * ratio),
        height: Math.round(box.height * ratio)};
    const thin = Math.min(1, Math.max(0.4, typical / scale / 20));
    const [paper, trail] = canvases.map((canvas) => canvas.getContext("2d"));
    const clear = (canvas) => Object.assign(canvas, {width: sheet.width, height: sheet.height});
    const step = Math.min(Math.floor(at), count - 1);
    if (JSON.stringify(sheet) !== drawn) {
        const [once, again] = kinds, twice = once + again, all = streets.length, same = (i) => i;
        drawn = JSON.stringify(sheet);
        canvases.forEach(clear);
        walked = 0;
        stroke(paper, sheet, "--line", 1.5 * thin, twice, all, same);
        if (thin > 0.5)
            stroke(paper, sheet, "--line", 7 * thin, 0, twice, same);
        stroke(paper, sheet, thin > 0.5 ? "--street" : "--faint", 4 * thin, 0, once, same);
        stroke(paper, sheet, thin > 0.5 ? "--again" : "--faint-again", 4 * thin, once, twice,
            same);
    } else if (step < walked) {
        clear(canvases[1]);
        walked = 0;
    }
    stroke(trail, sheet, "--done", 3 * thin, walked, step, (i) => data.steps[i] >> 2);
    walked = Math.max(step, 0);
};
const draw = () => {
    if (!asked)
        requestAnimationFrame(paint);
    asked = true;
};
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    drawn = null;
    draw();
});

// ---- the view ---------------------------------------------------------------------------------

const whole = map.getAttribute("viewBox").split(" ").map(Number);
let view = [...whole];
const perPixel = (box = map.getBoundingClientRect()) =>
    Math.max(view[2] / box.width, view[3] / box.height) || 1;
const showView = (box = map.getBoundingClientRect()) => {
    const scale = perPixel(box);
    draw();
    map.setAttribute("viewBox", view.join(" "));
    find("over").setAttribute("viewBox", view.join(" "));
    find("arrow").setAttribute("transform", `scale(${scale})`);
    const most = 100 * scale * data.unit, power = 10 ** Math.floor(Math.log10(most));
    const metres = [5, 2, 1].find((times) => times * power <= most) * power;
    const left = view[0] + view[2] / 2 - box.width * scale / 2 + 12 * scale;
    const bottom = view[1] + view[3] / 2 + box.height * scale / 2 - 12 * scale;
    const [bar, text] = find("scale").children;
    bar.setAttribute("d", `M${left} ${bottom}h${metres / data.unit}`);
    text.setAttribute("x", left);
    text.setAttribute("y", bottom - 6 * scale);
    text.setAttribute("font-size", 13 * scale);
    text.textContent = metres < 1000 ? `${metres} m` : `${metres / 1000} km`;
};
const move = (x, y) => {
    view[0] += x;
    view[1] += y;
    showView();
};
// Zooms, so that a point of the map stays where it is.
const zoom = (factor, [x, y] = [view[0] + view[2] / 2, view[1] + view[3] / 2]) => {
    const wide = Math.min(Math.max(view[2] * factor, whole[2] / 1000), whole[2] * 2);
    const by = wide / view[2];
    view = [x + (view[0] - x) * by, y + (view[1] - y) * by, wide, view[3] * by];
    showView();
};
const showWhole = () => {
    view = [...whole];
    showView();
};
const placeOf = (event) => {
    const box = map.getBoundingClientRect(), scale = perPixel();
    return [view[0] + view[2] / 2 + (event.clientX - box.x - box.width / 2) * scale,
        view[1] + view[3] / 2 + (event.clientY - box.y - box.height / 2) * scale];
};
// Moves the map if the marker leaves what is seen of it.
const follow = ([x, y]) => {
    const box = map.getBoundingClientRect(), scale = perPixel();
    const [right, down] = [x - view[0] - view[2] / 2, y - view[1] - view[3] / 2];
    if (Math.abs(right) > box.width * scale / 2 || Math.abs(down) > box.height * scale / 2)
        move(right, down);
};

const fingers = new Map();
map.addEventListener("pointerdown", (event) => {
    map.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, event);
});
map.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before)
        return;
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
    const apart = (finger) => Math.hypot(finger.clientX - other.clientX,
        finger.clientY - other.clientY) || 1;
    fingers.set(event.pointerId, event);
    if (other)
        zoom(apart(before) / apart(event), placeOf(other));
    else
        move((before.clientX - event.clientX) * perPixel(),
            (before.clientY - event.clientY) * perPixel());
});
for (const name of ["pointerup", "pointercancel"])
    map.addEventListener(name, (event) => fingers.delete(event.pointerId));
map.addEventListener("wheel", (event) => {
    event.preventDefault();
    zoom(1.002 ** event.deltaY, placeOf(event));
}, {passive: false});
find("in").addEventListener("click", () => zoom(0.5));
find("out").addEventListener("click", () => zoom(2));
find("all").addEventListener("click", showWhole);
new ResizeObserver(() => showView()).observe(map);
addEventListener("beforeprint", () => {
    view = [...whole];
    showView({width: 700, height: 700 * whole[3] / whole[2]}); // some pixels of paper
});
addEventListener("afterprint", () => showView());

// ---- the walk ---------------------------------------------------------------------------------

let current = null; // the turn at hand
const inKilometres = (metres) =>
    metres < 1000 ? `${metres.toFixed(0)} m` : `${(metres / 1000).toFixed(1)} km`;
const showTurn = (step) => {
    let from = 0;
    for (let to = starts.length; to - from > 1;) {
        const middle = (from + to) >> 1;
        [from, to] = starts[middle] <= step ? [middle, to] : [from, middle];
    }
    if (current === turns[from])
        return;
    current?.removeAttribute("aria-current");
    if (current)
        current.firstChild.tabIndex = -1;
    current = turns[from];
    current.setAttribute("aria-current", "step");
    current.firstChild.tabIndex = 0;
    list.scrollTop += current.getBoundingClientRect().top - list.getBoundingClientRect().top -
        list.clientHeight / 3;
};
const show = (to) => {
    at = Math.min(Math.max(to, 0), count);
    const step = Math.min(Math.floor(at), count - 1), {points, angle} = partOf(step, at - step);
    find("now").setAttribute("d", pathOf(points));
    draw();
    find("here").setAttribute("transform", `translate(${points.at(-1)}) rotate(${angle})`);
    showTurn(step);
    slider.value = Math.floor(at);
    const name = current.querySelector("bdi").textContent;
    // The marks keep a name that turns the direction of writing from the words behind it.
    const gone = totals[step] + (at - step) * lengthOf(data.steps[step]);
    const text = `Step ${step + 1} of ${count}: \u2068${name}\u2069` +
        (data.steps[step] & 1 ? ", again" : "") +
        `; ${inKilometres(gone)} of ${inKilometres(totals[count])}`;
    find("where").textContent = text;
    slider.setAttribute("aria-valuetext", text);
    follow(points.at(-1));
};

const still = matchMedia("(prefers-reduced-motion: reduce)");
let before = null; // when the last picture was shown; null: the walk stands
const stop = () => {
    before = null;
    play.textContent = "Play";
};
const run = (now) => {
    if (before === null)
        return;
    const to = at + (now - before) / 1000 * find("speed").value;
    if (!still.matches || Math.floor(to) > Math.floor(at)) {
        before = now;
        show(to);
    }
    if (at < count)
        requestAnimationFrame(run);
    else
        stop();
};
play.addEventListener("click", () => {
    if (before !== null) {
        stop();
        return;
    }
    if (at >= count)
        show(0);
    before = performance.now();
    play.textContent = "Pause";
    requestAnimationFrame(run);
});
slider.addEventListener("input", () => {
    stop();
    show(slider.value * 1);
});
list.addEventListener("click", (event) => {
    const turn = event.target.closest("li");
    if (!turn)
        return;
    stop();
    show(starts[turns.indexOf(turn)]);
});

// ---- keys -------------------------------------------------------------------------------------

map.addEventListener("keydown", (event) => {
    const keys = {
        "+": () => zoom(0.5), "=": () => zoom(0.5), "-": () => zoom(2), "0": showWhole,
        " ": () => play.click(),
        ArrowLeft: () => move(-view[2] / 8, 0), ArrowRight: () => move(view[2] / 8, 0),
        ArrowUp: () => move(0, -view[3] / 8), ArrowDown: () => move(0, view[3] / 8),
    };
    if (!keys[event.key] || event.ctrlKey || event.altKey || event.metaKey)
        return;
    event.preventDefault();
    keys[event.key]();
});
list.addEventListener("keydown", (event) => {
    const to = {ArrowUp: -1, ArrowDown: 1}[event.key];
    const turn = to && turns[turns.indexOf(event.target.closest("li")) + to];
    if (!turn)
        return;
    event.preventDefault();
    turn.firstChild.click();
    turn.firstChild.focus({preventScroll: true});
});

slider.max = count;
slider.value = 0;
document.body.classList.add("scripted");
showView();
if (count)
    show(0);
})();
