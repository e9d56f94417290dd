// A marker moves along the walk. Without JavaScript the map and the list of turns are there.
"use strict";
(() => {
const find = (id) => document.getElementById(id);
const map = find("map"), slider = find("slider"), play = find("play"), list = find("turns");
const data = JSON.parse(find("data").textContent);
const turns = [...list.children], starts = turns.map((turn) => turn.firstChild.value * 1);
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

// ---- the view ---------------------------------------------------------------------------------

const whole = map.getAttribute("viewBox").split(" ").map(Number);
let view = [...whole];
const perPixel = (box = map.getBoundingClientRect()) =>
    Math.max(view[2] / box.width, view[3] / box.height) || 1;
const showView = (box = map.getBoundingClientRect()) => {
    const scale = perPixel(box);
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

// What is done is drawn in pieces, because the map is drawn anew with each change. The piece at hand
// lies over the map, with the marker, so that the map stands still meanwhile.
const PIECE = Math.ceil(Math.sqrt(count)) || 1;
const pathOfSteps = (from, to) => {
    let path = "";
    for (let i = from; i < to; i++)
        path += pathOf(pointsOf(i));
    return path;
};
const pieces = Array.from({length: Math.ceil(count / PIECE)}, () => {
    const path = document.createElementNS(map.namespaceURI, "path");
    find("done").append(path);
    return {path, drawn: false};
});
const drawPieces = (step, part) => {
    const now = Math.floor(step / PIECE);
    pieces.forEach((piece, k) => {
        if (piece.drawn === k < now)
            return;
        piece.drawn = k < now;
        piece.path.setAttribute("d",
            piece.drawn ? pathOfSteps(k * PIECE, (k + 1) * PIECE) : "");
    });
    find("now").setAttribute("d", pathOfSteps(now * PIECE, step) + pathOf(part));
};

let at = 0, current = null; // in steps; the turn at hand
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
    drawPieces(step, points);
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

for (const turn of turns)
    turn.firstChild.tabIndex = -1;
slider.max = count;
slider.value = 0;
document.body.classList.add("scripted");
showView();
if (count)
    show(0);
})();
