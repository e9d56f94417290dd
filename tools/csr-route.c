/* csr route: from a map of streets to a walk along each of them, and to files for a phone. */
#include "csr.h"
#include "document.h"
#include "values.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- the command line ------------------------------------------------------------------------ */

static const struct {
    const char *extensions;
    kg_streets_format format;
} formats[] = {{".gpx ", KG_STREETS_GPX}, {".geojson .json ", KG_STREETS_GEOJSON},
    {".kml ", KG_STREETS_KML}, {".csv ", KG_STREETS_CSV}, {".html ", KG_STREETS_HTML},
    {".svg ", KG_STREETS_SVG}, {".png ", KG_STREETS_PNG}};

#define EXTENSIONS ".gpx .geojson .json .kml .csv .html .svg .png "

static void take_box(struct command_line *line, const struct option *option, char *value)
{
    struct csr *csr = line->to;
    double *box = csr->route.read.box;

    (void)option;
    if (!value_reals(value, box, 4) || fabs(box[0]) > 180 || fabs(box[2]) > 180 ||
        !(-90 <= box[1] && box[1] <= box[3] && box[3] <= 90))
        refuse_value(line, value, "WEST,SOUTH,EAST,NORTH in degrees, as in 1.5,42.5,1.6,42.6");
    csr->route.read.has_box = 1;
}

static void take_need(struct command_line *line, const struct option *option, char *value)
{
    const char *equals = strchr(value, '=');

    if (!equals || equals == value || !equals[1])
        refuse_value(line, value, "TAG=VALUE, as in highway=residential, or TAG=*");
    option_text(line, option, value);
}

static const struct option reading[] = {
    OPTION("network", "NAME",
        WORD_IN(struct csr, route.read.network, KG_STREETS_ALL, "all, drive, walk or bike"),
        "the ways that are streets: % (default: all)"),
    OPTION("need", "TAG=VALUE", DOES_INTO(take_need, struct csr, route.read.need),
        "the walk covers these streets, and may use others; TAG=*: any value"),
    OPTION("keep", "COLUMNS", DOES_INTO(option_keep, struct csr, route.read.keep),
        "these columns or tags of MAP, A,B,C, are in tables, GeoJSON and KML, too"),
    OPTION("bbox", "BOX", DOES(take_box), "streets within WEST,SOUTH,EAST,NORTH in degrees alone"),
    OPTION("within", "FILE", TEXT_IN(struct csr, route.read.within),
        "streets within the polygons of a GeoJSON file alone"),
    OPTION("keep-parts", NULL, SETS(struct csr, route.read.keep_parts, 1),
        "all parts of the network, not the largest alone"),
    {0}};

static const struct option walking[] = {
    OPTION("start", "PLACE", TEXT_IN(struct csr, route.walk.start),
        "the walk begins there: a crossing or street by its name, \"A / B\" where two streets "
        "meet, the number of a node, or LAT,LON"),
    OPTION("end", "PLACE", TEXT_IN(struct csr, route.walk.end), "it ends there, open"),
    OPTION(
        "open", NULL, SETS(struct csr, route.walk.open, 1), "it may end elsewhere than it begins"),
    OPTION("both-sides", NULL, SETS(struct csr, route.walk.both_sides, 1),
        "each side of a street: two-way streets once in each direction, one-way streets twice"),
    OPTION("heuristic", NULL, SETS(struct csr, route.walk.heuristic, 1),
        "two-way streets: repeats found quickly, with a bound of the shortest"),
    OPTION("fewest-turns", NULL, SETS(struct csr, route.walk.fewest_turns, 1),
        "of the walks with the same steps, one with few U-turns and sharp turns"),
    OPTION("vehicles", "N", NUMBER_IN(struct csr, route.walk.vehicles, 1, UINT16_MAX),
        "so many share the streets, each with a round from the start; the longest is short",
        .without = "end,open"),
    OPTION("format", "FORMAT",
        WORD_IN(
            struct csr, route.format, KG_STREETS_GPX, "gpx, geojson, kml, csv, html, svg or png"),
        "write % (default: by each FILE's extension)"),
    {0}};

static kg_streets_format format_of(const struct csr *csr, const char *path)
{
    for (size_t i = 0; i < sizeof formats / sizeof *formats && !csr->route.format; i++)
        if (has_extension(path, formats[i].extensions, true))
            return formats[i].format;
    return csr->route.format;
}

static void take_map(struct command_line *line, char *argument)
{
    struct csr *csr = line->input;

    if (csr->route.files == CSR_MOST_FILES)
        usage_error(line, "more than %d maps", CSR_MOST_FILES);
    csr->route.path[csr->route.files++] = argument;
}

static void check(struct command_line *line)
{
    struct tool *tool = line->input;
    struct csr *csr = line->input;
    int length;

    csr->route.files += csr->route.files == 0;
    for (uint64_t i = 0; i < csr->route.files; i++)
        csr->route.path[i] = parse_input(line, tool, csr->route.path[i], "MAP");

    if (tool->outputs > OUTPUTS)
        usage_error(line, "at most %d outputs: -o was given %u times", OUTPUTS, tool->outputs);
    for (unsigned i = 0; i < tool->outputs; i++) {
        const char *path = tool->all_outputs[i];

        if (!path && tool->outputs > 1)
            usage_error(line, "-o - does not go with other outputs");
        if (!path || csr->route.format)
            continue;
        check_extension(line, "-o", path, EXTENSIONS, true, ", or --format FORMAT");
        if (!extension_of(path, &length))
            usage_error(line,
                "-o %s: no extension: expected .gpx, .geojson, .json, .kml, .csv, .html, .svg "
                "or .png, or --format FORMAT",
                path);
    }
}

/* ---- the summary ----------------------------------------------------------------------------- */

/* What is told of a walk. */
struct told {
    const kg_streets *streets;
    const kg_streets_map *map;
    const kg_streets_counts *counts;
    const kg_streets_figures *figures;
    const kg_streets_step *step; /* [steps] */
    uint64_t steps;
    const uint64_t *begin; /* [rounds + 1] of several vehicles */
    uint64_t rounds;
    double gap; /* by which the walk may be longer than the shortest, of the whole; 0: proven */
};

/* Lengths of streets with coordinates are in metres. */
static void put_length(struct text *text, const struct told *t, double length)
{
    if (!t->map->point)
        text_format(text, "%.9g", length);
    else if (length >= 10000)
        text_format(text, "%.1f km", length / 1000);
    else
        text_format(text, "%.0f m", length);
}

static void begin_line(struct text *text, const char *what)
{
    text_format(text, "%-29s", what);
}

static void put_count(struct text *text, const char *what, uint64_t count)
{
    begin_line(text, what);
    text_number(text, count);
    text_put(text, "\n", 1);
}

static void put_line(struct text *text, const struct told *t, const char *what, double length)
{
    begin_line(text, what);
    put_length(text, t, length);
    text_put(text, "\n", 1);
}

/* What a line of the summary is for only where there is something to tell. */
static void put_if_any(struct text *text, const char *what, uint64_t count)
{
    if (count)
        put_count(text, what, count);
}

/* A crossing, and a street that leads to it: for people, for whom numbers of nodes say little. */
static void put_crossing(
    struct text *text, const struct told *t, const char *what, kg_vertex crossing, uint64_t street)
{
    size_t length;
    const char *name = kg_streets_crossing_name(t->streets, crossing, &length);

    begin_line(text, what);
    if (length)
        text_string(text, SHOW(name, length));
    else
        text_format(text, "%lld", (long long)t->map->crossing_id[crossing]);
    name = kg_streets_name(t->streets, street, &length);
    if (length)
        text_format(text, ", %s", SHOW(name, length));
    text_put(text, "\n", 1);
}

static void put_gap(struct text *text, const struct told *t)
{
    if (t->gap > 0)
        text_format(text, "%.2f %% of the walk", 100 * t->gap);
    else
        text_string(text, "none: no walk is shorter");
}

static void put_left_out(struct text *text, const struct told *t)
{
    const kg_streets_counts *c = t->counts;

    put_if_any(text, "segments outside the area", c->outside);
    put_if_any(text, "nodes that are missing", c->missing);
    put_if_any(text, "segments of length 0", c->zero);
    put_if_any(text, "segments of several maps", c->doubles);
    if (c->left_segments) {
        put_count(text, "parts left out", c->parts - 1);
        put_line(text, t, "their length", c->left_length);
    }
    put_if_any(text, "turn restrictions not obeyed", c->restrictions);
}

static void put_summary(struct text *text, const struct told *t)
{
    const kg_streets_counts *c = t->counts;
    const kg_streets_figures *f = t->figures;

    put_count(text, "crossings", c->crossings);
    put_count(text, "streets", c->streets);
    put_count(text, "one-way streets", c->one_way);
    put_count(text, "required streets", c->required);
    put_line(text, t, "length of all streets", c->length);
    put_left_out(text, t);
    put_line(text, t, "walk", f->length);
    put_line(text, t, "repeated", f->repeated);
    put_count(text, "repeated streets", f->repeats);
    put_line(text, t, "lower bound of the repeats", f->bound);
    begin_line(text, "gap");
    put_gap(text, t);
    text_put(text, "\n", 1);
    put_count(text, "U-turns", f->turns_back);
    put_if_any(text, "U-turns at dead ends", f->dead_ends);
    put_if_any(text, "sharp turns", f->sharp_turns);
    if (t->rounds > 1) {
        put_count(text, "vehicles", t->rounds);
        put_line(text, t, "longest round", f->longest);
        put_line(text, t, "lower bound of it", f->longest_bound);
    }
    if (t->steps) {
        put_crossing(text, t, "start", f->start, t->step[0].street);
        put_crossing(text, t, "end", f->end, t->step[t->steps - 1].street);
    }
}

/* The same as one line, where files have the walk. */
static void say_summary(struct csr *csr, const struct told *t)
{
    const kg_streets_counts *c = t->counts;
    struct text text = {0};

    if (csr->tool.quiet)
        return;
    put_length(&text, t, t->figures->length);
    text_string(&text, ", of which ");
    put_length(&text, t, t->figures->repeated);
    text_format(&text, " in %llu repeated street%s; ", (unsigned long long)t->figures->repeats,
        t->figures->repeats == 1 ? "" : "s");
    if (t->gap > 0) {
        text_string(&text, "at least ");
        put_length(&text, t, t->figures->bound);
        text_format(&text, " is proven, a gap of %.2f %% of the whole", 100 * t->gap);
    } else {
        text_string(&text, "no walk is shorter");
    }
    if (t->rounds > 1) {
        text_string(&text, "; the longest round is ");
        put_length(&text, t, t->figures->longest);
        text_string(&text, ", at least ");
        put_length(&text, t, t->figures->longest_bound);
        text_string(&text, " is proven");
    }
    if (c->left_segments) {
        text_string(&text, "; left out: ");
        put_length(&text, t, c->left_length);
        text_format(&text, " in %llu other part%s", (unsigned long long)c->parts - 1,
            c->parts == 2 ? "" : "s");
    }
    if (c->missing)
        text_format(&text, "; nodes that are missing: %llu", (unsigned long long)c->missing);
    if (c->restrictions)
        text_format(
            &text, "; turn restrictions not obeyed: %llu", (unsigned long long)c->restrictions);
    if (!text.failed)
        tool_say(&csr->tool, "%.*s", (int)text.used, text.bytes);
    free(text.bytes);
}

/* ---- the document ---------------------------------------------------------------------------- */

/* The name of a crossing, or its number. */
static void put_name(struct text *text, const struct told *t, const char *key, kg_vertex crossing)
{
    size_t length;
    const char *name = kg_streets_crossing_name(t->streets, crossing, &length);

    if (length)
        json_bytes(text, key, name, length);
    else
        json_integer(text, key, t->map->crossing_id[crossing]);
}

static void put_figures(struct text *text, const struct told *t)
{
    const kg_streets_counts *c = t->counts;
    const kg_streets_figures *f = t->figures;

    json_number(text, "crossings", c->crossings);
    json_number(text, "streets", c->streets);
    json_number(text, "one_way", c->one_way);
    json_number(text, "required", c->required);
    json_double(text, "length", c->length);
    json_number(text, "nodes", c->nodes);
    json_number(text, "ways", c->ways);
    json_number(text, "streets_ways", c->streets_ways);
    json_number(text, "missing", c->missing);
    json_number(text, "outside", c->outside);
    json_number(text, "parts", c->parts);
    json_number(text, "left_segments", c->left_segments);
    json_double(text, "left_length", c->left_length);
    json_number(text, "zero", c->zero);
    json_number(text, "restrictions", c->restrictions);
    json_number(text, "doubles", c->doubles);
    json_string(text, "kind", f->closed ? "circuit" : "path");
    if (t->steps) {
        put_name(text, t, "start", f->start);
        put_name(text, t, "end", f->end);
    }
    json_number(text, "repeats", f->repeats);
    json_double(text, "covered", f->required);
    json_double(text, "repeated", f->repeated);
    json_double(text, "total", f->length);
    json_double(text, "bound", f->bound);
    json_double(text, "gap", t->gap);
    json_number(text, "turns_back", f->turns_back);
    json_number(text, "dead_ends", f->dead_ends);
    json_number(text, "sharp_turns", f->sharp_turns);
    json_double(text, "turning", f->turning);
    json_double(text, "turning_bound", f->turning_bound);
    json_number(text, "vehicles", t->rounds);
    json_double(text, "longest", f->longest);
    json_double(text, "longest_bound", f->longest_bound);
}

static void put_kept(struct text *text, const struct told *t, uint64_t street)
{
    if (!t->map->columns)
        return;
    json_open(text, "kept", '{');
    for (uint64_t i = 0; i < t->map->columns; i++) {
        size_t length;
        const char *name = kg_streets_column(t->streets, i, NULL);
        const char *value = kg_streets_kept(t->streets, street, i, &length);

        json_bytes(text, name, value, length);
    }
    json_close(text, '}');
}

static void put_steps(struct text *text, const void *user, uint64_t first, uint64_t last)
{
    const struct told *t = user;
    uint64_t round = 0;

    for (uint64_t i = first; i < last; i++) {
        const kg_streets_step *step = &t->step[i];
        const kg_vertex *end = t->map->end + 2 * step->street;
        size_t length;
        const char *name = kg_streets_name(t->streets, step->street, &length);

        if (i)
            text_put(text, ",", 1);
        json_open(text, NULL, '{');
        json_number(text, "street_id", step->street);
        json_bytes(text, "street", name, length);
        put_name(text, t, "from", end[step->backwards]);
        put_name(text, t, "to", end[!step->backwards]);
        json_double(text, "length",
            (step->backwards && t->map->length_back ? t->map->length_back
                                                    : t->map->length)[step->street]);
        json_bool(text, "repeat", step->repeat);
        while (t->rounds > 1 && t->begin[round + 1] <= i)
            round++;
        if (t->rounds > 1)
            json_number(text, "vehicle", round + 1);
        put_kept(text, t, step->street);
        json_close(text, '}');
    }
}

static kg_status write_document(struct csr *csr, const struct told *t)
{
    struct document document = {.tool = &csr->tool};
    kg_status status;

    TRY(document_open(&document));
    put_figures(&document.text, t);
    TRY(document_list(&document, "walk", t->steps, put_steps, t));
    TRY(document_close(&document));
out:
    document_drop(&document);
    return status;
}

/* ---- the answer ------------------------------------------------------------------------------ */

static kg_status write_summary(struct csr *csr, const struct told *t)
{
    struct text text = {0};
    kg_output *output = NULL;
    kg_status status;

    put_summary(&text, t);
    TRY(tool_open(&csr->tool, &output, NULL));
    TRY(text_flush(&text, output));
    TRY(tool_close(&csr->tool, output));
out:
    kg_output_destroy(output);
    free(text.bytes);
    return status;
}

static kg_status write_walk(struct csr *csr, const kg_streets_walk *walk, const char *path)
{
    const char *before;
    kg_status status;

    TRY(tool_prints(
        &csr->tool, path, csr->route.format == KG_STREETS_PNG ? "a PNG picture" : NULL));
    before = tool_stage(&csr->tool, "write");
    status =
        kg_streets_write(walk, path ? path : "-", path ? format_of(csr, path) : csr->route.format);
    tool_stage(&csr->tool, before);
out:
    return status;
}

static kg_status write_answer(
    struct csr *csr, const kg_streets *streets, const kg_streets_walk *walk)
{
    struct tool *tool = &csr->tool;
    struct told t = {.streets = streets,
        .map = kg_streets_look(streets),
        .counts = kg_streets_count(streets),
        .figures = kg_streets_measure(walk)};
    const kg_streets_figures *f = t.figures;
    struct text text = {0};
    kg_status status;

    TRY(kg_streets_walk_steps(walk, &t.step, &t.steps));
    TRY(kg_streets_walk_rounds(walk, &t.begin, &t.rounds));
    if (f->repeated - f->bound > 1e-9 * f->length)
        t.gap = (f->repeated - f->bound) / f->length;
    if (document_wanted(tool)) {
        TRY(write_document(csr, &t));
        goto out;
    }
    if (!tool->output && !csr->route.format) {
        TRY(write_summary(csr, &t));
        goto out;
    }
    if (!tool->output)
        TRY(write_walk(csr, walk, NULL));
    for (unsigned i = 0; i < tool->outputs && tool->output; i++)
        TRY(write_walk(csr, walk, tool->all_outputs[i]));
    if (tool->json) {
        json_open(&text, NULL, '{');
        put_figures(&text, &t);
        TRY(tool_print_json(tool, &text));
    } else {
        say_summary(csr, &t);
    }
out:
    free(text.bytes);
    return status;
}

/* Says why there is none, on stderr and under --json as a document. */
static kg_status report_no(struct csr *csr)
{
    const char *reason = kg_context_message(csr->tool.ctx);
    struct text json = {0};
    kg_status status = KG_NO_SOLUTION;

    json_open(&json, NULL, '{');
    json_string(&json, "kind", "none");
    json_string(&json, "reason", reason);
    if (!csr->tool.quiet)
        tool_say(&csr->tool, "%s", reason);
    if (csr->tool.json) {
        status = tool_print_json(&csr->tool, &json);
        status = status == KG_OK ? KG_NO_SOLUTION : status;
    }
    free(json.bytes);
    return status;
}

/* What the options ask of the streets is known to be there before the walk is looked for. */
static kg_status check_streets(struct csr *csr, kg_streets *streets)
{
    const struct csr_route *asked = &csr->route;
    const struct tool *tool = &csr->tool;
    kg_vertex v;
    kg_status status = KG_OK;

    if (asked->walk.start)
        TRY(tool_blame(&csr->tool, "--start", kg_streets_find(streets, asked->walk.start, &v)));
    if (asked->walk.end)
        TRY(tool_blame(&csr->tool, "--end", kg_streets_find(streets, asked->walk.end, &v)));
    if (kg_streets_look(streets)->point)
        goto out;
    for (unsigned i = 0; i < tool->outputs && tool->output; i++)
        if (format_of(csr, tool->all_outputs[i]) != KG_STREETS_CSV)
            return tool_fail(&csr->tool, KG_UNSUPPORTED,
                "%s: the streets have no coordinates: their walk can be written as CSV, not to %s",
                asked->path[0], tool->all_outputs[i]);
out:
    return status;
}

static kg_status run(struct csr *csr)
{
    struct csr_route *asked = &csr->route;
    kg_streets *streets = NULL;
    kg_streets_walk *walk = NULL;
    kg_status status;

    TRY(tool_begin(&csr->tool));
    status =
        kg_streets_read_files(&streets, csr->tool.ctx, asked->path, asked->files, &asked->read);
    TRY(tool_blame(&csr->tool, asked->read.has_box ? "--bbox" : "--within", status));
    tool_work(&csr->tool);
    csr->tool.edges = kg_streets_look(streets)->streets;
    TRY(check_streets(csr, streets));
    TRY(kg_streets_route(&walk, streets, &asked->walk));
    TRY(write_answer(csr, streets, walk));
out:
    if (status == KG_NO_SOLUTION)
        status = report_no(csr);
    kg_streets_walk_destroy(walk);
    kg_streets_destroy(streets);
    return status;
}

const struct csr_command csr_route_command = {
    .shown = {"route", "a short walk along every street of a map, and a track for a phone",
        "MAP...", TABLES_OF({reading}, {walking}),
        "MAP is OpenStreetMap's XML or PBF, a graph of OSMnx as GraphML, lines of GeoJSON, or a "
        "table of streets with a header. "
        "Several, such as neighbouring extracts, are joined. "
        "Without -o a summary is printed. -o may be given several times: all files appear, or "
        "none.\n\n"
        "Examples:\n"
        "  csr route --network drive --start 'Depot Street' town.osm.pbf -o round.gpx\n"
        "  csr route --network walk --need highway=residential town.osm.pbf -o round.kml\n"
        "  csr route --both-sides --fewest-turns town.geojson -o round.csv -o round.html\n"
        "  csr route --json streets.csv | jq .total"},
    .argument = take_map,
    .check = check,
    .run = run};
