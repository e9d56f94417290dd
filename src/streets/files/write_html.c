/*
 * A walk as a page of HTML: the map, the walk that moves along it, and the turns.
 *
 * The page is one file that loads no other. Its style and its script are page.css and page.js,
 * which the build turns into strings. The page has the geometry of a street once, in the map's
 * paths; the script reads it there, and draws it to canvases on a screen. Streets come in three
 * paths: those that are walked once, those that are walked again, and those that are not walked,
 * each in the order of their numbers. Names appear only as texts of HTML, never in a script or an
 * attribute.
 */
#include "sheet.h"
#include <math.h>
#include <src/streets/files/page.h>
#include <stdio.h>

enum { ONCE, AGAIN, UNUSED, KINDS };

static const char *const kinds[KINDS] = {"once", "again", "unused"};

/* The kind of each street, and its number on the page. */
typedef struct numbers {
    unsigned char *kind; /* [streets] */
    uint64_t *number;    /* [streets] */
} numbers;

static kg_status find_numbers(numbers *n, const kg_streets_walk *walk)
{
    const uint64_t streets = walk->streets->map.streets;
    kg_context *ctx = walk->streets->ctx;
    uint64_t next = 0;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &n->kind, streets, 1, "kinds of streets"));
    KG_TRY(kg__host_allocate(ctx, &n->number, streets, sizeof *n->number, "numbers of streets"));
    for (uint64_t e = 0; e < streets; e++)
        n->kind[e] = UNUSED;
    for (uint64_t i = 0; i < walk->count; i++) {
        unsigned char *kind = &n->kind[walk->step[i].street];

        *kind = *kind == UNUSED ? ONCE : AGAIN;
    }
    for (int kind = 0; kind < KINDS; kind++)
        for (uint64_t e = 0; e < streets; e++)
            if (n->kind[e] == kind)
                n->number[e] = next++;
out:
    return status;
}

static void put_length(kg__writer *w, double metres)
{
    char text[64];

    snprintf(text, sizeof text, metres < 1000 ? "%.0f m" : "%.1f km",
        metres < 1000 ? metres : metres / 1000);
    kg__put(w, text);
}

static void put_head(kg__writer *w, const kg_streets_walk *walk)
{
    const kg_streets_figures *figures = &walk->figures;

    kg__put(w, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
               "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
               "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
               "style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:\">\n"
               "<link rel=\"icon\" href=\"data:,\">\n"
               "<title>A walk along streets</title>\n<style>\n" KG__PAGE_CSS
               "</style>\n</head>\n<body>\n<header>\n<h1>A walk along streets</h1>\n<p>");
    put_length(w, figures->length);
    kg__put(w, " in ");
    kg__put_integer(w, (int64_t)walk->count);
    kg__put(w, " steps; ");
    put_length(w, figures->repeated);
    kg__put(w, " of it repeats streets (shaded), at least ");
    put_length(w, figures->bound);
    kg__put(w, " in every walk</p>\n</header>\n");
}

static void put_paths(kg__writer *w, const kg__sheet *sheet, const numbers *n)
{
    kg__put(w, "<defs>\n");
    for (int kind = 0; kind < KINDS; kind++) {
        kg__put(w, "<path id=\"");
        kg__put(w, kinds[kind]);
        kg__put(w, "\" d=\"");
        for (uint64_t e = 0; e < sheet->streets->map.streets && w->status == KG_OK; e++)
            if (n->kind[e] == kind)
                kg__sheet_put_street(w, sheet, e);
        kg__put(w, "\"/>\n");
    }
    kg__put(w, "</defs>\n");
    for (int kind = UNUSED - 1; kind >= 0; kind--) {
        kg__put(w, "<use href=\"#");
        kg__put(w, kinds[kind]);
        kg__put(w, "\" class=\"edge\"/>\n");
    }
    for (int kind = KINDS - 1; kind >= 0; kind--) {
        kg__put(w, "<use href=\"#");
        kg__put(w, kinds[kind]);
        kg__put(w, "\" class=\"");
        kg__put(w, kinds[kind]);
        kg__put(w, "\"/>\n");
    }
}

/* A scale at the map's lower left. The script updates it when the map is zoomed. */
static void put_scale(kg__writer *w, const kg__sheet *sheet)
{
    const int64_t size = sheet->margin / 2;
    const double metres = kg__sheet_scale((double)sheet->width * sheet->unit / 5);

    kg__put(w, "<g id=\"scale\"><path d=\"M");
    kg__put_integer(w, size);
    kg__put(w, " ");
    kg__put_integer(w, sheet->height - size);
    kg__put(w, "h");
    kg__put_integer(w, llround(metres / sheet->unit));
    kg__put(w, "\"/><text x=\"");
    kg__put_integer(w, size);
    kg__put(w, "\" y=\"");
    kg__put_integer(w, sheet->height - size * 3 / 2);
    kg__put(w, "\" font-size=\"");
    kg__put_integer(w, size);
    kg__put(w, "\">");
    kg__put_double(w, metres < 1000 ? metres : metres / 1000);
    kg__put(w, metres < 1000 ? " m" : " km");
    kg__put(w, "</text></g>\n");
}

static void put_map(
    kg__writer *w, const kg_streets_walk *walk, const kg__sheet *sheet, const numbers *n)
{
    int64_t at[2];

    kg__put(w,
        "<div class=\"map\">\n<canvas id=\"paper\"></canvas><canvas id=\"trail\"></canvas>\n<svg "
        "id=\"map\" tabindex=\"0\" role=\"img\" aria-label=\"Map "
        "of the walk; keys: arrows, plus, minus, 0 for all of it, space to play\" "
        "viewBox=\"0 0 ");
    kg__put_integer(w, sheet->width);
    kg__put(w, " ");
    kg__put_integer(w, sheet->height);
    kg__put(w, "\">\n");
    put_paths(w, sheet, n);
    if (walk->count) {
        kg__sheet_at(sheet, kg__step_point(walk, 0, 0), at);
        kg__put(w, "<path class=\"start\" d=\"M");
        kg__put_integer(w, at[0]);
        kg__put(w, " ");
        kg__put_integer(w, at[1]);
        kg__put(w, "h0\"/>\n");
    }
    put_scale(w, sheet);
    kg__put(w, "</svg>\n<svg id=\"over\" aria-hidden=\"true\"><path id=\"now\"/><g id=\"here\">"
               "<path id=\"arrow\" d=\"M12 0-8 8-4 0-8-8Z\"/></g></svg>\n<div class=\"zoom\">"
               "<button type=\"button\" id=\"in\" aria-label=\"Zoom in\">+</button>"
               "<button type=\"button\" id=\"out\" aria-label=\"Zoom out\">&minus;</button>"
               "<button type=\"button\" id=\"all\">All</button></div>\n</div>\n"
               "<div class=\"moves\"><button type=\"button\" id=\"play\">Play</button>"
               "<input type=\"range\" id=\"slider\" min=\"0\" value=\"0\" step=\"1\" "
               "aria-label=\"Step of the walk\"><select id=\"speed\" aria-label=\"Speed\">"
               "<option value=\"1\">slow</option><option value=\"4\" selected>normal</option>"
               "<option value=\"32\">fast</option></select>"
               "<output id=\"where\"></output></div>\n");
}

static void put_turns(kg__writer *w, const kg_streets_walk *walk)
{
    enum { LIST = 100 }; /* a browser lays out the lists that are seen, and not the others */

    kg__put(w, "<div id=\"turns\" role=\"group\" aria-label=\"Turns\">");
    for (uint64_t i = 0; i < w->turns && w->status == KG_OK; i++) {
        const kg__turn *turn = &w->turn[i];

        if (i % LIST == 0) {
            kg__put(w, i ? "</ol>\n" : "");
            kg__put(w, "<ol role=\"list\"><li style=\"counter-reset:turn ");
            kg__put_integer(w, (int64_t)i);
            kg__put(w, "\">");
        } else {
            kg__put(w, "<li>");
        }
        kg__put(w, "<button type=\"button\" tabindex=\"-1\" value=\"");
        kg__put_integer(w, (int64_t)turn->first);
        kg__put(w, "\">");
        if (turn->first == walk->begin[turn->round]) {
            kg__put_vehicle(w, walk, "Vehicle ", turn->round);
            kg__put(w, walk->rounds > 1 ? ": " : "");
        }
        kg__put_xml(w, turn->verb);
        kg__put(w, " <bdi>");
        kg__put_xml(w, turn->name);
        kg__put(w, "</bdi></button> <span>");
        put_length(w, turn->length);
        kg__put(w, "</span></li>\n");
    }
    kg__put(w, w->turns ? "</ol></div>\n" : "</div>\n");
}

/* The lengths of all streets, walked from the first end or from the second. */
static void put_lengths(kg__writer *w, const kg_streets *streets, const numbers *n,
    const char *name, unsigned backwards)
{
    const char *between = "";

    kg__put(w, name);
    for (int kind = 0; kind < KINDS; kind++)
        for (uint64_t e = 0; e < streets->map.streets && w->status == KG_OK; e++)
            if (n->kind[e] == kind) {
                kg__put(w, between);
                kg__put_double(w, round(kg__length(streets, e, backwards) * 10) / 10);
                between = ",";
            }
}

/* Puts the other data that the script needs: only numbers. */
static void put_data(
    kg__writer *w, const kg_streets_walk *walk, const kg__sheet *sheet, const numbers *n)
{
    kg__put(w, "<script type=\"application/json\" id=\"data\">{\"unit\":");
    kg__put_double(w, sheet->unit);
    put_lengths(w, walk->streets, n, ",\"lengths\":[", 0);
    if (walk->streets->back)
        put_lengths(w, walk->streets, n, "],\n\"back\":[", 1);
    kg__put(w, "],\n\"steps\":[");
    for (uint64_t i = 0; i < walk->count && w->status == KG_OK; i++) {
        const kg_streets_step *step = &walk->step[i];

        kg__put(w, i ? "," : "");
        kg__put_integer(
            w, (int64_t)(4 * n->number[step->street] + 2 * step->backwards + step->repeat));
    }
    kg__put(w, "]}</script>\n");
}

void kg__walk_write_html(kg__writer *w, const kg_streets_walk *walk)
{
    enum { MARGIN = 3 }; /* in hundredths of the longer side */
    numbers n = {0};
    kg__sheet sheet;
    kg_status status;

    KG_TRY(find_numbers(&n, walk));
    kg__sheet_find(&sheet, walk->streets, 0, 0);
    kg__sheet_find(&sheet, walk->streets, sheet.unit,
        1 + MARGIN * (sheet.width > sheet.height ? sheet.width : sheet.height) / 100);
    put_head(w, walk);
    put_map(w, walk, &sheet, &n);
    put_turns(w, walk);
    kg__put(w, "<footer>");
    if (walk->streets->from_osm)
        kg__put(w, "Map: &copy; <a href=\"" KG__LICENCE "\">" KG__ATTRIBUTION "</a>; walk: konig");
    else
        kg__put(w, "Walk: konig");
    kg__put(w, "</footer>\n");
    put_data(w, walk, &sheet, &n);
    kg__put(w, "<script>\n" KG__PAGE_JS "</script>\n</body>\n</html>\n");
out:
    w->status = w->status == KG_OK ? status : w->status;
    kg__free_all(walk->streets->ctx, n.kind, n.number);
}
