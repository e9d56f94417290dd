/*
 * Maps as SVG pictures, with a legend below.
 *
 * A unit is a cell, or several cells if the map is larger than MOST_PLACES. The ground is drawn row
 * by row: for each colour a line through the cells that have it. Paths are thin lines from turn to
 * turn, so that the ground under them is visible; a start and a goal are discs. Memory is a row of
 * cells, the legend, some text and the paths' bits.
 */
#include "../../io/number.h"
#include "../../io/output.h"
#include "draw.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* LETTER, LINE: the width of a letter and the distance of two lines, in 1/100 of the size of the
 * letters. */
enum { MOST_PLACES = 1024, BUFFER = 1 << 14, LETTER = 61, LINE = 150, LETTERS_SCALE = 480 };

typedef struct drawing {
    kg__picture picture;
    kg__legend legend;
    kg_output *output;
    double unit; /* units of a pixel */
    uint8_t palette[KG__PALETTE][3];
    uint8_t *paint; /* [columns] of a row */
    kg_status status;
    size_t used;
    char text[BUFFER];
} drawing;

static void flush(drawing *d)
{
    if (d->status == KG_OK)
        d->status = kg__output_write(d->output, d->text, d->used);
    d->used = 0;
}

__attribute__((format(printf, 2, 3))) static void put(drawing *d, const char *format, ...)
{
    va_list list;

    if (d->used > BUFFER - 256)
        flush(d);
    va_start(list, format);
    d->used += (size_t)vsnprintf(d->text + d->used, BUFFER - d->used, format, list);
    va_end(list);
}

/* A number of three decimals, in every locale with a point. */
typedef struct real {
    char text[KG__NUMBER_BYTES + 1];
} real;

static real real_of(double value)
{
    real r;

    *kg__print_double(r.text, round(1000 * value) / 1000) = '\0';
    return r;
}

static unsigned long colour_of(const drawing *d, int paint)
{
    const uint8_t *c = d->palette[paint];

    return (unsigned long)c[0] << 16 | (unsigned long)c[1] << 8 | c[2];
}

/* The cells of a row that have a colour, as one line. */
static void put_runs(drawing *d, uint32_t row, int paint)
{
    const uint32_t columns = d->picture.columns;

    put(d, "<path stroke=\"#%06lx\" d=\"", colour_of(d, paint));
    for (uint32_t x = 0, end; x < columns; x = end) {
        for (end = x + 1; end < columns && d->paint[end] == d->paint[x];)
            end++;
        if (d->paint[x] == paint)
            put(d, "M%u %u.5h%u", x, row, end - x);
    }
    put(d, "\"/>\n");
}

static void put_ground(drawing *d)
{
    put(d, "<g stroke-width=\"1\" shape-rendering=\"crispEdges\">\n");
    for (uint32_t row = 0; row < d->picture.rows; row++) {
        bool has[KG__PALETTE] = {false};

        for (uint32_t x = 0; x < d->picture.columns; x++) {
            kg__place place = kg__picture_at(&d->picture, x, row);

            d->paint[x] = (uint8_t)kg__picture_ground(&d->picture, &place);
            has[d->paint[x]] = true;
        }
        for (int paint = 0; paint < KG__PALETTE; paint++)
            if (has[paint] && paint != KG__PAINT_GROUND) /* the ground is the paper */
                put_runs(d, row, paint);
    }
    put(d, "</g>\n");
}

/* The middle of a cell. */
static void place_of(const drawing *d, kg_grid_cell c, double *x, double *y)
{
    const kg_grid *g = d->picture.grid;
    const uint32_t row = g->format == KG_GRID_COURSE ? g->height - 1 - c.y : c.y;

    *x = (c.x + 0.5) / d->picture.across;
    *y = (row + 0.5) / d->picture.down;
}

static void put_disc(drawing *d, kg_grid_cell c, int paint)
{
    double x, y, r = 4 * d->unit > 0.4 ? 4 * d->unit : 0.4;

    place_of(d, c, &x, &y);
    put(d, "<circle cx=\"%s\" cy=\"%s\" r=\"%s\" fill=\"#%06lx\"/>\n", real_of(x).text,
        real_of(y).text, real_of(r).text, colour_of(d, paint));
}

static void put_path(drawing *d, const kg_grid_cell *path, uint64_t count)
{
    const double width = 2 * d->unit > 0.3 ? 2 * d->unit : 0.3;

    put(d,
        "<polyline fill=\"none\" stroke=\"#%06lx\" stroke-width=\"%s\" stroke-linejoin=\"round\" "
        "points=\"",
        colour_of(d, KG__PAINT_PATH), real_of(width).text);
    for (uint64_t k = 0; k < count; k++) {
        double x, y;

        if (k > 0 && k + 1 < count && path[k + 1].x - path[k].x == path[k].x - path[k - 1].x &&
            path[k + 1].y - path[k].y == path[k].y - path[k - 1].y)
            continue;
        place_of(d, path[k], &x, &y);
        put(d, "%s,%s ", real_of(x).text, real_of(y).text);
    }
    put(d, "\"/>\n");
}

static void put_query(drawing *d, uint64_t i)
{
    uint64_t count;
    const kg_grid_cell *path = kg_grid_search_path(d->picture.search, i, &count);
    kg_grid_cell start, goal;

    kg__grid_asked(d->picture.search, i, &start, &goal);
    if (path)
        put_path(d, path, count);
    put_disc(d, start, KG__PAINT_START);
    put_disc(d, goal, KG__PAINT_GOAL);
}

static void put_marks(drawing *d)
{
    const kg__picture *p = &d->picture;
    kg_grid_cell start, goal;
    const int given = kg_grid_given(p->grid, &start, &goal);

    if (p->search && p->i == KG_GRID_ALL)
        for (uint64_t k = 0; k < kg__grid_count(p->search); k++)
            put_query(d, k);
    else if (p->search)
        put_query(d, p->i);
    if (!p->search && given & KG_GRID_START)
        put_disc(d, start, KG__PAINT_START);
    if (!p->search && given & KG_GRID_GOAL)
        put_disc(d, goal, KG__PAINT_GOAL);
}

/* Places the legend's entries in lines below the map, and returns the number of lines. letters: the
 * size of the letters in units. draws: whether the entries are written. */
static uint32_t put_legend(drawing *d, double letters, bool draws)
{
    const double step = letters * LINE / 100;
    double x = 0;
    uint32_t lines = 1;

    for (uint32_t i = 0; i < d->legend.entries; i++) {
        const struct kg__legend_entry *e = &d->legend.entry[i];
        const double width = letters * (2.5 + LETTER / 100. * (double)strlen(e->name));
        double y;

        if (x > 0 && x + width > d->picture.columns) {
            x = 0;
            lines++;
        }
        y = d->picture.rows + step * lines;
        if (draws) {
            put(d,
                "<rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" fill=\"#%06lx\" "
                "stroke=\"#%06lx\" stroke-width=\"%s\"/>",
                real_of(x + 0.3 * letters).text, real_of(y - 0.8 * letters).text,
                real_of(0.9 * letters).text, real_of(0.9 * letters).text, colour_of(d, e->colour),
                colour_of(d, KG__PAINT_WALL), real_of(0.08 * letters).text);
            put(d, "<text x=\"%s\" y=\"%s\">%s</text>\n", real_of(x + 1.6 * letters).text,
                real_of(y).text, e->name);
        }
        x += width;
    }
    return lines;
}

static void put_picture(drawing *d)
{
    const kg__picture *p = &d->picture;
    const double pixels = p->columns / d->unit;
    const double letters = (12 + 8 * pixels / LETTERS_SCALE) * d->unit;
    double height;

    kg__picture_legend(p, &d->legend);
    height = p->rows + letters * LINE / 100 * (put_legend(d, letters, false) + 0.5);
    put(d,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
        "viewBox=\"0 0 %u %s\">\n",
        pixels, height / d->unit, p->columns, real_of(height).text);
    put(d, "<rect width=\"%u\" height=\"%s\" fill=\"#%06lx\"/>\n", p->columns, real_of(height).text,
        colour_of(d, KG__PAINT_PAPER));
    put_ground(d);
    put_marks(d);
    put(d, "<g font-family=\"monospace\" font-size=\"%s\">\n", real_of(letters).text);
    put_legend(d, letters, true);
    put(d, "</g>\n</svg>\n");
    flush(d);
}

kg_status kg_grid_draw_svg(
    const kg_grid *grid, const kg_grid_search *search, uint64_t i, const char *path)
{
    kg_context *ctx = KG__CONTEXT(grid);
    drawing *d = NULL;
    uint32_t side, block;
    kg_status status;

    KG_NEED(NULL, grid);
    KG_NEED(ctx, path);
    kg__begin(ctx);
    side = grid->width > grid->height ? grid->width : grid->height;
    block = (side + MOST_PLACES - 1) / MOST_PLACES;
    KG_TRY(kg__host_allocate(ctx, &d, 1, sizeof *d, "a picture"));
    memset(d, 0, sizeof *d);
    d->unit = 1.0 / kg__picture_zoom(grid);
    kg__picture_palette(d->palette);
    KG_TRY(kg__picture_create(&d->picture, grid, search, i, block, block));
    KG_TRY(kg__host_allocate(ctx, &d->paint, d->picture.columns, 1, "a row of a picture"));
    KG_TRY(kg__output_open(&d->output, ctx, path));
    put_picture(d);
    KG_TRY(d->status);
    KG_TRY(kg__output_close(d->output));
out:
    if (d) {
        kg__picture_destroy(&d->picture);
        kg__free(ctx, d->paint);
        kg_output_destroy(d->output);
    }
    kg__free(ctx, d);
    return status;
}
