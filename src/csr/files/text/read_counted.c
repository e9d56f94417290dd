/*
 * Reading graphs as courses and contests give them.
 *
 * In:  one of three forms, which the first lines tell: the numbers of vertices and edges, n and m,
 *     in one line or in two, and m lines "a b" or "a b value"; n alone, and n lines of n numbers,
 *     which are 0 if there is no edge; or lines of a vertex and its neighbours, "1 2 3", or
 *     "1 2,7 3,4" with values. Blanks separate numbers; so do commas, except in the last form.
 *     Blank lines are skipped, and so are lines that begin with # or %.
 * Out: if n is given, vertices are counted from 0 if one of them is 0, and always in a matrix,
 *     else from 1. Neighbours are labels, as in an edge list. The entries of a matrix are values
 *     if one of them is neither 0 nor 1. An undirected graph has the entries of a matrix that lie
 *     on its diagonal and above it; those below must be their mirror.
 * Method: line by line; the labels of neighbours are sorted.
 * Work: O(m), m log m of neighbours, O(n^2) of a matrix; one thread. Memory: 24 bytes an edge.
 */
#include "../../../io/lines.h"
#include "../../../io/number.h"
#include "../../../io/text_block.h"
#include "../read.h"
#include "text.h"
#include <stdlib.h>
#include <string.h>

typedef struct reading {
    kg__lines lines;
    const kg_read_options *options;
    uint64_t n, m; /* as the file says */
    uint64_t *label;
    double *value;
    uint64_t edges, lones; /* label[2 * edges], and lone[lones] below */
    uint64_t *lone;        /* vertices whose lines have no neighbours */
    uint64_t label_room, value_room, lone_room;
    bool valued;
    uint64_t least, largest; /* labels */
} reading;

/* ---- lines of numbers ------------------------------------------------------------------------ */

/* Goes to the next line that is neither blank nor a comment. */
static kg_status next_line(reading *r)
{
    kg_status status;

    do
        KG_TRY(kg__lines_next_full(&r->lines));
    while (r->lines.line && strchr("#%", *kg__skip_blank(r->lines.line)));
out:
    return status;
}

/* The next line, which must exist. expected: its content, for the error. */
static kg_status need_line(reading *r, const char *expected)
{
    const kg__input *input = r->lines.input;
    kg_status status;

    KG_TRY(next_line(r));
    if (!r->lines.line)
        KG_TRY(kg__fail(input->ctx, KG_FORMAT, "%s: the file ends after line %llu, expected %s",
            input->shown, (unsigned long long)r->lines.number, expected));
out:
    return status;
}

static const char *skip_separators(const char *p)
{
    while (kg__is_blank(*p) || *p == ',')
        p++;
    return p;
}

/* How many fields stand between separators. */
static unsigned count_fields(const char *p)
{
    unsigned count = 0;

    for (p = skip_separators(p); *p; p = skip_separators(p), count++)
        while (*p && !kg__is_blank(*p) && *p != ',')
            p++;
    return count;
}

static kg_status take_label(const reading *r, const char **p, uint64_t *label)
{
    const char *end;

    *p = skip_separators(*p);
    end = kg__parse_label(*p, label);
    if (!end || (*end && !kg__is_blank(*end) && *end != ','))
        return kg__lines_fail(&r->lines, *p, "expected a whole number of at most %llu",
            (unsigned long long)KG__LABEL_MAX);
    *p = end;
    return KG_OK;
}

static kg_status take_value(const reading *r, const char **p, double *value)
{
    const char *end;

    *p = skip_separators(*p);
    end = kg__parse_double(*p, value);
    if (!end || (*end && !kg__is_blank(*end) && *end != ','))
        return kg__lines_fail(&r->lines, *p, "expected a number of the range of a double");
    *p = end;
    return KG_OK;
}

static kg_status need_end(const reading *r, const char *p)
{
    p = skip_separators(p);
    return *p ? kg__lines_fail(&r->lines, p, "expected the end of the line") : KG_OK;
}

static void note_label(reading *r, uint64_t label)
{
    r->least = label < r->least ? label : r->least;
    r->largest = label > r->largest ? label : r->largest;
}

static kg_status put_edge(reading *r, uint64_t a, uint64_t b, double value)
{
    kg_context *ctx = r->lines.input->ctx;
    kg_status status;

    KG_TRY(
        kg__host_grow(ctx, &r->label, &r->label_room, 2 * r->edges + 2, sizeof *r->label, "edges"));
    KG_TRY(kg__host_grow(ctx, &r->value, &r->value_room, r->edges + 1, sizeof *r->value, "edges"));
    r->label[2 * r->edges] = a;
    r->label[2 * r->edges + 1] = b;
    r->value[r->edges++] = value;
    if (r->edges % 65536 == 0)
        KG_TRY(kg__progress(ctx, "reading", r->lines.next, r->lines.input->size));
out:
    return status;
}

/* ---- the three forms ------------------------------------------------------------------------- */

/* m lines, all with a value or none. */
static kg_status read_edges(reading *r)
{
    unsigned fields = 0;
    kg_status status = KG_OK;

    for (uint64_t e = 0; e < r->m; e++) {
        uint64_t end[2];
        double value = 0;
        const char *p;

        KG_TRY(need_line(r, "an edge a line, as many as the first lines say"));
        p = r->lines.line;
        fields = fields ? fields : count_fields(p);
        for (unsigned i = 0; i < 2; i++) {
            KG_TRY(take_label(r, &p, &end[i]));
            note_label(r, end[i]);
            if (r->largest > r->n || (r->largest == r->n && r->least == 0))
                KG_TRY(kg__lines_fail(&r->lines, r->lines.line,
                    "vertex %llu: expected those from 0 to %llu, or from 1 to %llu",
                    (unsigned long long)end[i], (unsigned long long)r->n - 1,
                    (unsigned long long)r->n));
        }
        if (fields > 2)
            KG_TRY(take_value(r, &p, &value));
        KG_TRY(need_end(r, p));
        KG_TRY(put_edge(r, end[0], end[1], value));
    }
    r->valued = fields > 2;
    if (r->n > kg__claim_limit(r->m))
        KG_TRY(kg__fail(r->lines.input->ctx, KG_FORMAT,
            "%s: %llu vertices in a file of %llu edges: expected fewer", r->lines.input->shown,
            (unsigned long long)r->n, (unsigned long long)r->m));
    KG_TRY(next_line(r));
    if (r->lines.line)
        KG_TRY(kg__lines_fail(&r->lines, r->lines.line,
            "expected the end of the file: these are all edges that the first lines say"));
out:
    return status;
}

/* Whether the entries below the diagonal are the mirror of those above. */
static kg_status check_mirror(const reading *r, const double *entry)
{
    for (uint64_t i = 0; i < r->n; i++)
        for (uint64_t k = 0; k < i; k++)
            if (entry[i * r->n + k] != entry[k * r->n + i])
                return kg__fail(r->lines.input->ctx, KG_FORMAT,
                    "%s: entries %llu, %llu and %llu, %llu of the matrix differ: expected the same "
                    "of an undirected graph",
                    r->lines.input->shown, (unsigned long long)i, (unsigned long long)k,
                    (unsigned long long)k, (unsigned long long)i);
    return KG_OK;
}

/* n lines of n entries, the first of which is read. */
static kg_status read_matrix(reading *r)
{
    const uint64_t size = r->lines.input->size;
    kg_context *ctx = r->lines.input->ctx;
    double *entry = NULL;
    kg_status status;

    if (r->n > size || r->n * r->n > size) /* an entry takes at least a byte */
        KG_TRY(kg__lines_fail(&r->lines, r->lines.line,
            "expected a matrix of %llu rows, for which the file is too small",
            (unsigned long long)r->n));
    KG_TRY(kg__host_allocate(ctx, &entry, r->n * r->n, sizeof *entry, "a matrix"));
    for (uint64_t i = 0; i < r->n; i++) {
        const char *p;

        if (i)
            KG_TRY(need_line(r, "a row of the matrix"));
        p = r->lines.line;
        for (uint64_t k = 0; k < r->n; k++) {
            KG_TRY(take_value(r, &p, &entry[i * r->n + k]));
            r->valued = r->valued || (entry[i * r->n + k] != 0 && entry[i * r->n + k] != 1);
        }
        KG_TRY(need_end(r, p));
    }
    KG_TRY(next_line(r));
    if (r->lines.line)
        KG_TRY(kg__lines_fail(&r->lines, r->lines.line,
            "expected the end of the file behind the "
            "matrix"));
    if (r->options->undirected)
        KG_TRY(check_mirror(r, entry));
    for (uint64_t i = 0; i < r->n; i++)
        for (uint64_t k = r->options->undirected ? i : 0; k < r->n; k++)
            if (entry[i * r->n + k] != 0)
                KG_TRY(put_edge(r, i, k, entry[i * r->n + k]));
    r->least = 0;
out:
    kg__free(ctx, entry);
    return status;
}

/* The lines from this one on: a vertex, and its neighbours with values or without. */
static kg_status read_neighbours(reading *r)
{
    kg_context *ctx = r->lines.input->ctx;
    kg_status status = KG_OK;

    r->valued = strchr(r->lines.line, ',') != NULL;
    while (r->lines.line) {
        const char *p = r->lines.line;
        uint64_t source, target;
        double value = 0;

        KG_TRY(take_label(r, &p, &source));
        if (!*skip_separators(p)) {
            KG_TRY(kg__host_grow(ctx, &r->lone, &r->lone_room, r->lones + 1, sizeof *r->lone,
                "vertices without neighbours"));
            r->lone[r->lones++] = source;
        }
        while (*(p = kg__skip_blank(p))) {
            KG_TRY(take_label(r, &p, &target));
            if (r->valued != (*p == ','))
                KG_TRY(kg__lines_fail(&r->lines, p, "expected %s",
                    r->valued ? "a comma and a value, as neighbours before have"
                              : "no comma: neighbours before have no values"));
            if (r->valued)
                KG_TRY(take_value(r, &p, &value));
            KG_TRY(put_edge(r, source, target, value));
        }
        KG_TRY(next_line(r));
    }
out:
    return status;
}

/* Tells the form by the first lines, and reads it. *counted: they give the number of vertices. */
static kg_status read_forms(reading *r, bool *counted)
{
    unsigned fields;
    bool commas;
    const char *p;
    kg_status status;

    KG_TRY(need_line(r, "the number of vertices, or a vertex and its neighbours"));
    p = r->lines.line;
    fields = count_fields(p);
    commas = strchr(p, ',') && strpbrk(p, " \t");
    *counted = fields < 3 && !(commas && fields == 3);
    if (!*counted)
        return read_neighbours(r);
    KG_TRY(take_label(r, &p, &r->n));
    if (r->n > KG__VERTICES_MAX || r->n == 0)
        KG_TRY(kg__lines_fail(&r->lines, r->lines.line,
            "expected a number of vertices from 1 to %llu", (unsigned long long)KG__VERTICES_MAX));
    if (fields == 1) {
        KG_TRY(need_line(r, "the number of edges, or a row of a matrix"));
        p = r->lines.line;
        if (count_fields(p) == r->n && r->n > 1)
            return read_matrix(r);
    }
    KG_TRY(take_label(r, &p, &r->m));
    KG_TRY(need_end(r, p));
    KG_TRY(read_edges(r));
out:
    return status;
}

/* ---- the graph ------------------------------------------------------------------------------- */

static int compare(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

/* The labels that occur, in increasing order: name[*n]. */
static kg_status sort_labels(const reading *r, uint64_t **name, uint64_t *n)
{
    const uint64_t all = 2 * r->edges + r->lones;
    kg_status status;

    *n = 0;
    KG_TRY(kg__host_allocate(r->lines.input->ctx, name, all, sizeof **name, "labels"));
    if (r->edges)
        memcpy(*name, r->label, 2 * r->edges * sizeof **name);
    if (r->lones)
        memcpy(*name + 2 * r->edges, r->lone, r->lones * sizeof **name);
    qsort(*name, all, sizeof **name, compare);
    for (uint64_t i = 0; i < all; i++)
        if (!*n || (*name)[i] != (*name)[*n - 1])
            (*name)[(*n)++] = (*name)[i];
out:
    return status;
}

/* Replaces labels by vertices; name: [n] the labels, or NULL if they count from `first`. */
static void number_vertices(reading *r, const uint64_t *name, uint64_t n, uint64_t first)
{
    for (uint64_t i = 0; i < 2 * r->edges; i++)
        r->label[i] = name ? (uint64_t)((const uint64_t *)bsearch(
                                            &r->label[i], name, n, sizeof *name, compare) -
                                        name)
                           : r->label[i] - first;
}

static kg_status build(kg_graph **graph, const reading *r, uint64_t n)
{
    kg_builder *builder = NULL;
    kg_status status;

    KG_TRY(kg_builder_create(&builder, r->lines.input->ctx));
    if (r->options->undirected)
        KG_TRY(kg_builder_set_kind(builder, KG_UNDIRECTED));
    KG_TRY(kg_builder_add_vertices(builder, n));
    for (uint64_t e = 0; e < r->edges; e++)
        for (int back = 0; back <= (r->options->both_directions != 0); back++) {
            const kg_vertex from = (kg_vertex)r->label[2 * e + (uint64_t)back];
            const kg_vertex to = (kg_vertex)r->label[2 * e + !back];

            KG_TRY(r->valued ? kg_builder_add_edge_value(builder, from, to, r->value[e])
                             : kg_builder_add_edge(builder, from, to));
        }
    KG_TRY(kg_builder_finish(graph, builder));
out:
    kg_builder_destroy(builder);
    return status;
}

kg_status kg__read_counted(kg_graph **graph, const kg__input *input, const kg__record *record,
    const kg_read_options *options, size_t block_bytes)
{
    reading r = {.options = options, .least = UINT64_MAX};
    uint64_t *name = NULL, n, first;
    bool counted = false;
    kg_status status;

    (void)record;
    (void)block_bytes;
    kg__lines_open(&r.lines, input);
    KG_TRY(read_forms(&r, &counted));
    n = r.n;
    first = counted && r.least > 0;
    if (!counted)
        KG_TRY(sort_labels(&r, &name, &n));
    number_vertices(&r, name, n, first);
    KG_TRY(build(graph, &r, n));
    if (first) {
        KG_TRY(kg__host_allocate(input->ctx, &name, n, sizeof *name, "labels"));
        for (uint64_t v = 0; v < n; v++)
            name[v] = v + 1;
    }
    if (name)
        KG_TRY(kg__names_of_labels(&(*graph)->names, input->ctx, &name, n));
out:
    kg__free_all(input->ctx, name, r.label, r.value, r.lone);
    kg__lines_close(&r.lines);
    return status;
}
