/*
 * The picture of a walk.
 *
 * In:  a walk. Out: calls of a canvas.
 * Method: the picture has streets with borders, and shades streets that are walked again. Steps
 *     lie on the right of their streets, farther to the right each time that a street is walked
 *     in that direction. They go from blue to red, or have the colour of their vehicle, each with
 *     an arrow and its number. The picture also has names, the start, the end of an open walk, a
 *     scale, and the makers of the map. A step or a name has no text if the street is too short for
 *     it, and a step has none if its number would lie on another one.
 * Work: O(points), and a sort of the names. Memory: some 40 bytes a street.
 */
#include "picture.h"
#include "polyline.h"
#include "taken.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MARGIN = 40, STREET = 8, BORDER = 3, UNUSED = 2, TRIM = 5, SHORT = 16 }; /* pixels */

enum { INK = 0x222222, SOFT = 0x6b675e, EDGE = 0xc9c4b8, ONCE = 0xffffff, AGAIN = 0xffd9a0 };

typedef struct picture {
    kg__canvas *canvas;
    const kg__sheet *sheet;
    const kg_streets_walk *walk;
    uint32_t *times[2]; /* [streets] how often each was walked so far, from its first end, back */
    kg__polyline line, step;
    kg__taken taken; /* by numbers */
} picture;

/* ---- the sheet ------------------------------------------------------------------------------- */

static int compare_lengths(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

kg_status kg__picture_sheet(kg__sheet *sheet, const kg_streets_walk *walk, double most)
{
    enum { USUAL = 120, LEAST = 600 }; /* pixels: the median street, the whole picture */
    const kg_streets *s = walk->streets;
    const uint64_t streets = s->map.streets;
    double *length = NULL, longer, unit;
    kg_status status;

    KG_TRY(kg__host_allocate(s->ctx, &length, streets, sizeof *length, "lengths of streets"));
    kg__sheet_find(sheet, s, 0, 0);
    longer = sheet->unit * (double)(sheet->width > sheet->height ? sheet->width : sheet->height);
    for (uint64_t e = 0; e < streets; e++)
        length[e] = s->length[e];
    qsort(length, streets, sizeof *length, compare_lengths);
    unit = length[streets / 2] / (USUAL * KG__PIXEL);
    unit = fmin(unit, longer / (LEAST * KG__PIXEL));
    unit = fmax(unit, longer / ((most - 2 * MARGIN) * KG__PIXEL));
    kg__sheet_find(sheet, s, fmax(unit, 1e-6), MARGIN * KG__PIXEL);
out:
    kg__free(s->ctx, length);
    return status;
}

/* ---- streets --------------------------------------------------------------------------------- */

static kg_status take_street(picture *p, uint64_t street, bool backwards)
{
    return kg__polyline_take(&p->line, p->sheet, street, backwards);
}

/* Draws all streets that are walked at least and at most so often. */
static kg_status draw_streets(picture *p, uint32_t least, uint32_t most, double width, uint32_t ink)
{
    kg_status status = KG_OK;

    for (uint64_t e = 0; e < p->sheet->streets->map.streets; e++) {
        const uint32_t times = p->times[0][e] + p->times[1][e];

        if (times < least || times > most)
            continue;
        KG_TRY(take_street(p, e, false));
        p->canvas->line(p->canvas, p->line.at, p->line.points, width * KG__PIXEL, ink);
    }
out:
    return status;
}

static kg_status draw_map(picture *p)
{
    kg_status status;

    for (uint64_t i = 0; i < p->walk->count; i++)
        p->times[p->walk->step[i].backwards][p->walk->step[i].street]++;
    KG_TRY(draw_streets(p, 0, 0, UNUSED, EDGE));
    KG_TRY(draw_streets(p, 1, UINT32_MAX, STREET + BORDER, EDGE));
    KG_TRY(draw_streets(p, 1, 1, STREET, ONCE));
    KG_TRY(draw_streets(p, 2, UINT32_MAX, STREET, AGAIN));
out:
    return status;
}

/* ---- names ----------------------------------------------------------------------------------- */

typedef struct named {
    const char *name;
    double length;
    uint64_t street;
} named;

/* By name, the longest first. */
static int compare_names(const void *a, const void *b)
{
    const named *x = a, *y = b;
    const int order = strcmp(x->name, y->name);

    if (order)
        return order;
    return x->length != y->length ? (x->length < y->length) - (x->length > y->length)
                                  : (x->street > y->street) - (x->street < y->street);
}

/* On the left of walkers, because numbers are on the right. */
static kg_status draw_name(picture *p, const named *n)
{
    enum { SIZE = 10, LETTER = 6 }; /* pixels */
    double width = 0, from[2], to[2], middle, length;
    kg__caption caption = {.size = SIZE * KG__PIXEL,
        .anchor = KG__ANCHOR_MIDDLE,
        .colour = SOFT,
        .beside = -SIZE * KG__PIXEL,
        .text = n->name};
    kg_status status;

    for (const char *c = n->name; *c; c++)
        width += (*c & 0xc0) != 0x80 ? LETTER * KG__PIXEL : 0;
    KG_TRY(take_street(p, n->street, p->times[0][n->street] == 0));
    length = kg__polyline_length(&p->line);
    if (width == 0 || width > length)
        goto out;
    middle = length / 2;
    kg__polyline_at(&p->line, middle - width / 2, from);
    kg__polyline_at(&p->line, middle + width / 2, to);
    if (hypot(to[0] - from[0], to[1] - from[1]) < 0.7 * width) /* round a corner */
        goto out;
    caption.degrees = atan2(to[1] - from[1], to[0] - from[0]) * 180 / acos(-1.0);
    if (fabs(caption.degrees) > 90) {
        caption.degrees += caption.degrees > 0 ? -180 : 180;
        caption.beside = (7 + SIZE) * KG__PIXEL;
    }
    kg__polyline_at(&p->line, middle, caption.at);
    p->canvas->text(p->canvas, &caption);
out:
    return status;
}

/* Draws each name once, along the longest of its streets. */
static kg_status draw_names(picture *p)
{
    const kg_streets *s = p->sheet->streets;
    named *list = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(s->ctx, &list, s->map.streets, sizeof *list, "names of streets"));
    for (uint64_t e = 0; e < s->map.streets; e++)
        list[e] = (named){s->text + s->street_name[e], s->length[e], e};
    qsort(list, s->map.streets, sizeof *list, compare_names);
    for (uint64_t e = 0; e < s->map.streets; e++)
        if (e == 0 || strcmp(list[e - 1].name, list[e].name) != 0)
            KG_TRY(draw_name(p, &list[e]));
out:
    kg__free(s->ctx, list);
    return status;
}

/* ---- steps ----------------------------------------------------------------------------------- */

static uint32_t find_vehicle_colour(uint64_t round)
{
    /* After M. Okabe, K. Ito, Color Universal Design, 2002; the light ones are darker here. */
    static const uint32_t colours[] = {0x0072b2, 0xd55e00, 0x009e73, 0xb0508a, 0x8a6500, 0x333333};

    return colours[round % (sizeof colours / sizeof *colours)];
}

static uint32_t find_colour(const kg_streets_walk *walk, uint64_t round, uint64_t i)
{
    static const int first[] = {0, 114, 178}, last[] = {213, 94, 0};
    const uint64_t count = walk->count;
    uint32_t colour = 0;

    if (walk->rounds > 1)
        return find_vehicle_colour(round);
    for (int k = 0; k < 3; k++)
        colour = colour << 8 |
                 (uint32_t)lrint(first[k] + (double)i / (double)count * (last[k] - first[k]));
    return colour;
}

/* Draws a step's arrow: its tip, and the direction there. */
static void draw_arrow(picture *p, const double tip[2], const double to[2], uint32_t colour)
{
    static const int corner[3][2] = {{5, 0}, {-4, 4}, {-4, -4}}; /* pixels */
    double at[6];

    for (int i = 0; i < 3; i++) {
        at[2 * i] = tip[0] + KG__PIXEL * (corner[i][0] * to[0] - corner[i][1] * to[1]);
        at[2 * i + 1] = tip[1] + KG__PIXEL * (corner[i][0] * to[1] + corner[i][1] * to[0]);
    }
    p->canvas->shape(p->canvas, at, 3, colour);
}

static void draw_number(picture *p, const double at[2], uint64_t number, uint32_t colour)
{
    enum { SIZE = 9, DIGIT = 6 }; /* pixels */
    char text[24];
    const int digits = snprintf(text, sizeof text, "%llu", (unsigned long long)number);

    if (kg__take(&p->taken, at, digits * DIGIT * KG__PIXEL, SIZE * KG__PIXEL))
        p->canvas->text(p->canvas, &(kg__caption){.at = {at[0], at[1]},
                                       .beside = 3 * KG__PIXEL,
                                       .size = SIZE * KG__PIXEL,
                                       .anchor = KG__ANCHOR_MIDDLE,
                                       .colour = colour,
                                       .halo = true,
                                       .text = text});
}

static kg_status draw_step(picture *p, uint64_t round, uint64_t i, bool number)
{
    const kg_streets_step *step = &p->walk->step[i];
    const uint32_t before = p->times[step->backwards][step->street]++;
    const uint32_t rank = before < 3 ? before : 3;
    const uint32_t colour = find_colour(p->walk, round, i);
    double length, tip[2], ahead[2], to[2];
    kg_status status;

    KG_TRY(take_street(p, step->street, step->backwards));
    length = kg__polyline_length(&p->line);
    if (length > 4 * TRIM * KG__PIXEL)
        KG_TRY(kg__polyline_trim(&p->line, TRIM * KG__PIXEL));
    KG_TRY(kg__polyline_shift(&p->step, &p->line, (3 + 5 * rank) * KG__PIXEL));
    if (!number)
        p->canvas->line(p->canvas, p->step.at, p->step.points, 2 * KG__PIXEL, colour);
    if (length < SHORT * KG__PIXEL)
        goto out;
    length = kg__polyline_length(&p->step) * (0.62 - 0.12 * rank);
    kg__polyline_at(&p->step, length, tip);
    kg__polyline_at(&p->step, length + KG__PIXEL, ahead);
    length = hypot(ahead[0] - tip[0], ahead[1] - tip[1]);
    to[0] = length > 0 ? (ahead[0] - tip[0]) / length : 1;
    to[1] = length > 0 ? (ahead[1] - tip[1]) / length : 0;
    if (!number) {
        draw_arrow(p, tip, to, colour);
        goto out;
    }
    draw_number(p,
        (double[2]){
            tip[0] - (11 + rank) * KG__PIXEL * to[1], tip[1] + (11 + rank) * KG__PIXEL * to[0]},
        i - p->walk->begin[round] + 1, colour);
out:
    return status;
}

static void forget_times(picture *p)
{
    for (int k = 0; k < 2; k++)
        memset(p->times[k], 0, p->sheet->streets->map.streets * sizeof *p->times[k]);
}

static kg_status draw_steps(picture *p)
{
    kg_status status = KG_OK;

    for (int number = 0; number < 2; number++) {
        forget_times(p);
        for (uint64_t k = 0; k < p->walk->rounds; k++)
            for (uint64_t i = p->walk->begin[k]; i < p->walk->begin[k + 1]; i++)
                KG_TRY(draw_step(p, k, i, number));
    }
out:
    return status;
}

static void find_end(const picture *p, uint64_t step, bool last, double at[2])
{
    int64_t place[2];

    kg__sheet_at(p->sheet,
        kg__step_point(p->walk, step, last ? kg__step_points(p->walk, step) - 1 : 0), place);
    at[0] = (double)place[0];
    at[1] = (double)place[1];
}

/* Draws a ring at the start, and a disc at the end of an open walk. */
static void draw_ends(const picture *p)
{
    double at[2];

    if (!p->walk->count)
        return;
    if (!p->walk->figures.closed) {
        find_end(p, p->walk->count - 1, true, at);
        p->canvas->line(p->canvas, at, 1, 16 * KG__PIXEL, INK);
    }
    find_end(p, 0, false, at);
    p->canvas->line(p->canvas, at, 1, 16 * KG__PIXEL, INK);
    p->canvas->line(p->canvas, at, 1, 11 * KG__PIXEL, ONCE);
}

/* ---- the margin ------------------------------------------------------------------------------ */

/* Which colour each vehicle has, at the top, as many as there is room for. */
static void draw_vehicles(const picture *p)
{
    enum { WIDTH = 70 * KG__PIXEL };
    const double left = MARGIN * KG__PIXEL, right = (double)p->sheet->width - left;

    for (uint64_t k = 0; k < p->walk->rounds && p->walk->rounds > 1; k++) {
        const double x = left + (double)k * WIDTH;
        char text[40];

        if (x + WIDTH > right)
            return;
        snprintf(text, sizeof text, "Vehicle %llu", (unsigned long long)k + 1);
        p->canvas->text(p->canvas, &(kg__caption){.at = {x, 15 * KG__PIXEL},
                                       .size = 10 * KG__PIXEL,
                                       .colour = find_vehicle_colour(k),
                                       .text = text});
    }
}

static void draw_margin(const picture *p)
{
    const kg__sheet *sheet = p->sheet;
    const double left = MARGIN * KG__PIXEL, right = (double)sheet->width - left;
    const double y = (double)sheet->height - 9 * KG__PIXEL;
    const double metres = kg__sheet_scale(fmin(right - left, 160 * KG__PIXEL) * sheet->unit);
    const double bar[] = {left, y, left + metres / sheet->unit, y};
    char text[32];
    kg__caption caption = {.at = {left, y},
        .beside = -4 * KG__PIXEL,
        .size = 10 * KG__PIXEL,
        .colour = INK,
        .text = text};

    snprintf(text, sizeof text, metres < 1000 ? "%g m" : "%g km",
        metres < 1000 ? metres : metres / 1000);
    p->canvas->line(p->canvas, bar, 2, 2 * KG__PIXEL, INK);
    p->canvas->text(p->canvas, &caption);
    if (!sheet->streets->from_osm)
        return;
    caption.at[0] = right;
    caption.anchor = KG__ANCHOR_END;
    caption.colour = SOFT;
    caption.beside = 0;
    caption.text = "\xc2\xa9 " KG__ATTRIBUTION;
    p->canvas->text(p->canvas, &caption);
}

kg_status kg__picture_draw(kg__canvas *canvas, const kg__sheet *sheet, const kg_streets_walk *walk)
{
    const kg_streets *s = sheet->streets;
    picture p = {.canvas = canvas,
        .sheet = sheet,
        .walk = walk,
        .line.ctx = s->ctx,
        .step.ctx = s->ctx,
        .taken.ctx = s->ctx};
    kg_status status;

    for (int k = 0; k < 2; k++)
        KG_TRY(kg__host_allocate(
            s->ctx, &p.times[k], s->map.streets, sizeof *p.times[k], "streets walked"));
    KG_TRY(kg__taken_create(&p.taken, sheet));
    forget_times(&p);
    KG_TRY(draw_map(&p));
    KG_TRY(draw_names(&p));
    KG_TRY(draw_steps(&p));
    draw_ends(&p);
    draw_margin(&p);
    draw_vehicles(&p);
out:
    kg__taken_destroy(&p.taken);
    kg__free_all(s->ctx, p.times[0], p.times[1], p.line.at, p.step.at);
    return status;
}
