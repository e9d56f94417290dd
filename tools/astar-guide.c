#include "astar-guide.h"
#include "labels.h"
#include "text.h"
#include "values.h"
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- coordinates ----------------------------------------------------------------------------- */

enum { WORDS = 4 }; /* of a line: v, of a DIMACS file; a vertex; x; y */

struct word {
    const char *text;
    size_t length;
};

/* What is read of a file: the vertices' names, and behind each two numbers. */
struct coordinates {
    struct guide *guide;
    const char **name; /* [count] */
    size_t *length;    /* [count] */
    uint64_t *line;    /* [count] */
    unsigned *column;  /* [count] */
    double *number;    /* [2 count] */
    uint64_t count;
    bool is_dimacs;
};

/* Splits a line at its tabs, or at its blanks where it has none. Returns how many words there are,
 * WORDS + 1 where there are more. */
static unsigned split(struct word *word, const char *line, size_t length)
{
    const char between = memchr(line, '\t', length) ? '\t' : ' ', *end = line + length;
    unsigned words = 0;

    while (line < end) {
        const char *stop = memchr(line, between, (size_t)(end - line));

        stop = stop ? stop : end;
        if (stop > line) {
            if (words < WORDS)
                word[words] = (struct word){line, (size_t)(stop - line)};
            words++;
        }
        line = stop + (stop < end);
    }
    return words > WORDS ? WORDS + 1 : words;
}

static bool is_word(const struct word *word, const char *text)
{
    return word->length == strlen(text) && memcmp(word->text, text, word->length) == 0;
}

static bool read_number(const struct word *word, double *number)
{
    char text[64];

    if (word->length >= sizeof text || memchr(word->text, '\0', word->length))
        return false;
    memcpy(text, word->text, word->length);
    text[word->length] = '\0';
    return value_real(text, number) && fabs(*number) <= 1e100;
}

static kg_status read_line(struct coordinates *c, const char *line, size_t length, uint64_t number)
{
    const char *path = c->guide->coordinates_path;
    struct word word[WORDS], *first = word;
    unsigned words = split(word, line, length);

    if (words == 0 || (c->is_dimacs ? is_word(word, "c") || is_word(word, "p") : *line == '#'))
        return KG_OK;
    if (c->is_dimacs && words == WORDS && is_word(word, "v")) {
        first++;
        words--;
    }
    if (words != 3)
        return tool_fail(c->guide->tool, KG_FORMAT,
            "%s:%" PRIu64 ":1: expected a vertex and two numbers, x and y, with tabs or blanks "
            "between",
            path, number);
    for (int i = 0; i < 2; i++)
        if (!read_number(&first[i + 1], &c->number[2 * c->count + (unsigned)i]))
            return tool_fail(c->guide->tool, KG_FORMAT,
                "%s:%" PRIu64 ":%zu: '%s': expected a coordinate, a number of at most 1e100 in "
                "size",
                path, number, (size_t)(first[i + 1].text - line) + 1,
                SHOW(first[i + 1].text, first[i + 1].length));
    c->name[c->count] = first->text;
    c->length[c->count] = first->length;
    c->column[c->count] = (unsigned)(first->text - line) + 1;
    c->line[c->count++] = number;
    return KG_OK;
}

/* Whether the first line that is no comment of a DIMACS file is what such a file has there. */
static bool is_dimacs(const char *text, size_t size)
{
    const char *end = text + size;

    while (text < end && *text == 'c' && memchr(text, '\n', (size_t)(end - text)))
        text = (const char *)memchr(text, '\n', (size_t)(end - text)) + 1;
    return (size_t)(end - text) > 6 && memcmp(text, "p aux ", 6) == 0;
}

static kg_status read_lines(struct coordinates *c, const char *text, size_t size)
{
    const char *p = text, *end = text + size;
    uint64_t number = 0;
    kg_status status = KG_OK;

    c->is_dimacs = is_dimacs(p, (size_t)(end - p));
    while (p < end && status == KG_OK) {
        const char *stop = memchr(p, '\n', (size_t)(end - p)), *next = stop ? stop + 1 : end;
        size_t bytes = (size_t)((stop ? stop : end) - p);

        if (bytes && p[bytes - 1] == '\r')
            bytes--;
        status = read_line(c, p, bytes, ++number);
        p = next;
    }
    return status;
}

/* Gives each vertex of the graph its place, which the file must have once. */
static kg_status put_places(struct coordinates *c, const kg_vertex *vertex, double *place)
{
    const struct guide *guide = c->guide;
    const uint64_t n = kg_graph_vertices(guide->graph);
    kg_status status = KG_OK;

    for (uint64_t i = 0; i < 2 * n; i++)
        place[i] = NAN;
    for (uint64_t i = 0; i < c->count && status == KG_OK; i++) {
        double *its = place + 2 * (uint64_t)vertex[i];

        if (!isnan(its[0]))
            status = tool_fail(guide->tool, KG_FORMAT,
                "%s:%" PRIu64 ":%u: vertex '%s' has coordinates already: expected one line for "
                "each",
                guide->coordinates_path, c->line[i], c->column[i],
                NAME_SHOWN(guide->graph, vertex[i]));
        memcpy(its, c->number + 2 * i, 2 * sizeof *its);
    }
    for (uint64_t v = 0; v < n && status == KG_OK; v++)
        if (isnan(place[2 * v]))
            status = tool_fail(guide->tool, KG_FORMAT,
                "%s: no line for vertex '%s': expected the coordinates of each vertex",
                guide->coordinates_path, NAME_SHOWN(guide->graph, (kg_vertex)v));
    return status;
}

static kg_status read_places(struct guide *guide, double **place)
{
    struct coordinates c = {.guide = guide};
    kg_vertex *vertex = NULL;
    size_t size, most = 1;
    char *text = NULL;
    uint64_t i = 0;
    kg_status status;

    TRY(text_read(guide->tool, &text, &size, guide->coordinates_path));
    for (size_t k = 0; k < size; k++)
        most += text[k] == '\n';
    c.name = calloc(most, sizeof *c.name);
    c.length = calloc(most, sizeof *c.length);
    c.line = calloc(most, sizeof *c.line);
    c.column = calloc(most, sizeof *c.column);
    c.number = calloc(most, 2 * sizeof *c.number);
    vertex = calloc(most, sizeof *vertex);
    *place = calloc((size_t)kg_graph_vertices(guide->graph) + 1, 2 * sizeof **place);
    status = c.name && c.length && c.line && c.column && c.number && vertex && *place ? KG_OK
                                                                                      : KG_MEMORY;
    TRY(status);
    TRY(read_lines(&c, text, size));
    status = kg_graph_find_vertices(guide->graph, c.count, c.name, c.length, vertex);
    if (status == KG_ARGUMENT) {
        while (vertex[i] != KG_NO_VERTEX)
            i++;
        status = tool_fail(guide->tool, KG_FORMAT, "%s:%" PRIu64 ":%u: %s", guide->coordinates_path,
            c.line[i], c.column[i], kg_context_message(guide->tool->ctx));
    }
    TRY(status);
    TRY(put_places(&c, vertex, *place));
out:
    free(text);
    free(c.name);
    free(c.length);
    free(c.line);
    free(c.column);
    free(c.number);
    free(vertex);
    return status;
}

/* ---- the search ------------------------------------------------------------------------------ */

kg_status guide_make(struct guide *guide)
{
    double *place = NULL;
    kg_status status = KG_OK;

    if (guide->coordinates_path)
        TRY(read_places(guide, &place));
    guide->options.coordinate = place;
    status = kg_guide_build(&guide->guide, guide->graph, &guide->options);
    if (status == KG_FORMAT || status == KG_UNSUPPORTED)
        status = tool_fail(guide->tool, status, "%s: %s%s", guide->graph_path,
            kg_context_message(guide->tool->ctx),
            status == KG_UNSUPPORTED && kg_graph_kind(guide->graph) != KG_BIDIRECTED
                ? "; without --landmarks and --coordinates any graph will do"
                : "");
out:
    guide->options.coordinate = NULL;
    free(place);
    return status;
}

/* Room for a path of so many edges. */
static kg_status make_room(struct guide *guide, size_t edges)
{
    kg_edge *edge;
    kg_vertex *step;

    if (edges + 1 <= guide->room)
        return KG_OK;
    edge = realloc(guide->edge, 2 * (edges + 1) * sizeof *edge);
    guide->edge = edge ? edge : guide->edge;
    step = realloc(guide->step, 2 * (edges + 1) * sizeof *step);
    guide->step = step ? step : guide->step;
    if (!edge || !step)
        return KG_MEMORY;
    guide->room = 2 * (edges + 1);
    return KG_OK;
}

/* Says how long the path is at least, where memory did not suffice. */
static kg_status fail_full(
    struct guide *guide, const kg_ga_star *answer, kg_vertex from, kg_vertex to)
{
    const double bound = kg_guide_length(guide->guide, kg_ga_star_bound(answer));

    return tool_fail(guide->tool, KG_FULL,
        "%s to %s: stopped: memory is full at %" PRIu64
        " states: no path shorter than %.15g exists",
        NAME_SHOWN(guide->graph, from), NAME_SHOWN(guide->graph, to),
        kg_ga_star_work(answer)->states, bound);
}

kg_status guide_find(struct guide *guide, kg_vertex from, kg_vertex to, bool skip_verify,
    double *length, const kg_edge **edge, const kg_vertex **step, uint64_t *count)
{
    const kg_ga_star_options options = {
        .canonical = 1, .skip_verify = skip_verify, .queues = guide->queues};
    kg_ga_star *answer = NULL;
    const kg_vertex *end;
    kg_status status;

    status = kg_ga_star_graph(&answer, guide->guide, from, to, &options);
    if (status == KG_FULL)
        status = fail_full(guide, answer, from, to);
    TRY(status);
    *count = kg_ga_star_length(answer);
    TRY(make_room(guide, *count));
    TRY(kg_graph_ends(guide->graph, &end));
    guide->step[0] = from;
    for (uint64_t i = 0; i < *count; i++) {
        const uint64_t e = kg_ga_star_moves(answer)[i];

        guide->edge[i] = (kg_edge)e;
        guide->step[i + 1] = end[2 * e + (end[2 * e] == guide->step[i])];
    }
    *length = kg_guide_length(guide->guide, kg_ga_star_cost(answer));
    *edge = guide->edge;
    *step = guide->step;
out:
    kg_ga_star_destroy(answer);
    return status;
}

void guide_end(struct guide *guide)
{
    kg_guide_destroy(guide->guide);
    free(guide->edge);
    free(guide->step);
}
