/*
 * Reading METIS.
 *
 * In:  comments %, a line "n m [fmt [ncon]]", and a line for each vertex with its neighbours, which
 *     count from 1. fmt has three digits: 1 in the first, each line begins with the vertex' size;
 *     1 in the second, then come its ncon weights (1 by default); 1 in the third, a weight follows
 *     each neighbour. Sizes and weights of vertices are ignored. Each edge stands in the lines of
 *     both its ends.
 * Out: an undirected edge for each such pair, in the order of the lines of the lesser ends.
 * Method: text.c. A block cannot know which vertices its lines are, so its parser counts them from
 *     0. When all is parsed, the numbers of lines in the blocks add up to the vertices. Then
 *     mirror.c finds edges that stand in one line only, and half of the entries are removed.
 * Work: O(n + m). Memory: as in text.c, and that of mirror.c.
 * Source: G. Karypis, METIS, A Software Package for Partitioning Unstructured Graphs, version 5.1,
 *     2013, section 4.1.1.
 */
#include "counts.h"
#include "mirror.h"
#include <stdio.h>
#include <string.h>

enum { MOST_WEIGHTS = 1000 };

/* A load, and what its header says about the lines. */
typedef struct metis {
    kg__load load;
    unsigned before; /* numbers in a line before its neighbours */
    uint64_t *base;  /* [blocks + 1] the vertex of a block's first line */
} metis;

/* Skips the numbers of the vertex itself. NULL with status. */
static const char *skip_weights(kg__worker *w, const char *p, unsigned count, kg_status *status)
{
    for (unsigned i = 0; i < count; i++) {
        uint64_t number;

        if (!kg__header_number(&p, &number)) {
            *status = kg__text_error(w, p,
                "expected the size or a weight of the vertex, a whole number: the header says that "
                "%u stand before its neighbours",
                count);
            return NULL;
        }
    }
    return p;
}

/* Whether the line at p, after its blanks, is a vertex; else it is a comment, and *p becomes its
 * end. */
static bool is_row(kg__worker *w, const char **p)
{
    if (**p != '%')
        return true;
    *p = kg__text_comment(w, *p);
    return false;
}

static inline __attribute__((always_inline)) kg_status parse_rows(kg__worker *w, const bool valued)
{
    const metis *g = (const metis *)w->load;
    const uint64_t n = w->load->counts->n;
    uint64_t vertex = 0, to;
    kg_status status = KG_OK;

    for (const char *p = w->lines.begin; p < w->lines.end; p++) {
        p = kg__skip_blank(p);
        if (!is_row(w, &p)) {
            if (*p == '\0')
                return kg__text_no_vertex(w, p);
            continue;
        }
        if (g->before && *p != '\n')
            p = skip_weights(w, p, g->before, &status);
        for (; p && *p != '\n'; p = kg__skip_blank(p)) {
            const char *q = kg__parse_label(p, &to);
            double value = 0;

            if (!q || (*q != '\n' && !kg__is_blank(*q)) || to - 1 >= n)
                return kg__text_bad_position(w, p);
            if (valued) {
                p = kg__skip_blank(q);
                q = *p == '\n' ? NULL : kg__parse_double(p, &value);
                if (!q || (*q != '\n' && !kg__is_blank(*q)))
                    return kg__text_error(w, p, "expected the weight of the edge to vertex %llu",
                        (unsigned long long)to);
            }
            KG_TRY(kg__text_put_edge(w, false, valued, vertex, to - 1, value));
            p = q;
        }
        if (!p)
            return status;
        vertex++;
    }
    w->load->block_rows[w->block] = vertex;
out:
    return status;
}

static kg_status parse_plain(kg__worker *w)
{
    return parse_rows(w, false);
}

static kg_status parse_weighted(kg__worker *w)
{
    return parse_rows(w, true);
}

/* ---- when all is parsed ---------------------------------------------------------------------- */

/* Fails at the line of a vertex. */
static kg_status fail_at_row(const metis *g, uint64_t vertex, const char *error)
{
    const kg__load *load = &g->load;
    kg__text_block lines;
    kg__worker w = {.load = &((metis *)g)->load};
    uint64_t block = 0;
    char text[300];
    kg_status status;

    while (g->base[block + 1] <= vertex)
        block++;
    KG_TRY(kg__text_block_allocate(&lines, load->input->ctx, load->block_bytes));
    status = kg__text_block_read(
        &lines, load->input, load->start + load->header, load->block_bytes, block);
    if (status == KG_OK) {
        const char *p = lines.begin;
        uint64_t at, row = g->base[block];

        w.lines = lines;
        for (;; p = kg__line_end(p, lines.end) + 1) {
            const char *first = kg__skip_blank(p);

            if (is_row(&w, &first) && row++ == vertex)
                break;
        }
        at = kg__text_block_offset(&lines, p);
        snprintf(text, sizeof text, "%s (read as %s)", error, load->shown);
        status = kg__input_fail(load->input, load->start, at, text);
    }
    kg__text_block_free(&lines, load->input->ctx);
out:
    return status;
}

/* Gives lines their vertices, and fails for loops and for too many or too few lines. */
static kg_status number_rows(metis *g, kg__text_run *run, size_t runs)
{
    const kg__load *load = &g->load;
    const uint64_t n = load->counts->n;
    char error[160];
    kg_status status;

    KG_TRY(kg__host_allocate(
        load->input->ctx, &g->base, load->blocks + 1, sizeof *g->base, "lines of blocks"));
    g->base[0] = 0;
    for (uint64_t b = 0; b < load->blocks; b++)
        g->base[b + 1] = g->base[b] + load->block_rows[b];
    for (size_t k = 0; k < runs; k++)
        for (size_t e = 0; e < run[k].count; e++) {
            kg_vertex *pair = (kg_vertex *)run[k].pair + 2 * e;
            uint64_t v = g->base[run[k].block] + pair[0];

            if (v >= n) {
                snprintf(error, sizeof error,
                    "a line too many: the header says %llu vertices, each of which has one",
                    (unsigned long long)n);
                return fail_at_row(g, v, error);
            }
            if (v == pair[1]) {
                snprintf(error, sizeof error,
                    "vertex %llu is its own neighbour, and METIS has no loops",
                    (unsigned long long)v + 1);
                return fail_at_row(g, v, error);
            }
            pair[0] = (kg_vertex)v;
        }
    if (g->base[load->blocks] + 1 < n) { /* an empty last line may have no line end */
        snprintf(error, sizeof error,
            "the file ends here, behind %llu lines of vertices, expected %llu (read as METIS)",
            (unsigned long long)g->base[load->blocks], (unsigned long long)n);
        return kg__input_fail(load->input, load->start, load->input->size, error);
    }
out:
    return status;
}

/* Checks that each entry has its mirror: joins the runs, and finds where each row begins. */
static kg_status check_mirror(
    const metis *g, const kg__text_run *run, size_t runs, uint64_t entries)
{
    kg_context *ctx = g->load.input->ctx;
    const kg_vertex n = (kg_vertex)g->load.counts->n;
    uint64_t *row = NULL, at = 0;
    kg_vertex *col = NULL;
    double *value = NULL;
    kg__unmatched u;
    char error[200];
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &row, (uint64_t)n + 1, sizeof *row, "rows"));
    KG_TRY(kg__host_allocate(ctx, &col, entries, sizeof *col, "neighbours"));
    if (g->load.valued)
        KG_TRY(kg__host_allocate(ctx, &value, entries, sizeof *value, "weights"));
    memset(row, 0, ((uint64_t)n + 1) * sizeof *row);
    for (size_t k = 0; k < runs; k++)
        for (size_t e = 0; e < run[k].count; e++, at++) {
            const kg_vertex *pair = (const kg_vertex *)run[k].pair + 2 * e;

            row[(uint64_t)pair[0] + 1]++;
            col[at] = pair[1];
            if (value)
                value[at] = run[k].value[e];
        }
    for (uint64_t v = 0; v < n; v++)
        row[v + 1] += row[v];
    KG_TRY(kg__mirror_check(&u, ctx, n, row, col, value));
    if (u.from != KG_NO_VERTEX) {
        snprintf(error, sizeof error,
            u.value ? "vertex %llu has the neighbour %llu with a weight that is another there"
                    : "vertex %llu has the neighbour %llu, whose line lacks it: each edge stands "
                      "in the lines of both its ends",
            (unsigned long long)u.from + 1, (unsigned long long)u.to + 1);
        KG_TRY(fail_at_row(g, u.from, error));
    }
out:
    kg__free_all(ctx, row, col, value);
    return status;
}

/* Keeps the entry of each edge that stands in the line of its lesser end. */
static void keep_lesser(kg__text_run *run)
{
    kg_vertex *pair = run->pair;
    size_t kept = 0;

    for (size_t e = 0; e < run->count; e++) {
        if (pair[2 * e] > pair[2 * e + 1])
            continue;
        pair[2 * kept] = pair[2 * e];
        pair[2 * kept + 1] = pair[2 * e + 1];
        if (run->value)
            run->value[kept] = run->value[e];
        kept++;
    }
    run->count = kept;
}

static kg_status pair_up(kg__load *load, kg__text_run *run, size_t runs, uint64_t edges)
{
    metis *g = (metis *)load;
    kg_status status;

    KG_TRY(number_rows(g, run, runs));
    KG_TRY(check_mirror(g, run, runs, edges));
    if (edges != 2 * load->counts->m)
        KG_TRY(kg__counts_fail(load, edges / 2));
    for (size_t k = 0; k < runs; k++)
        keep_lesser(&run[k]);
out:
    kg__free(load->input->ctx, g->base);
    g->base = NULL;
    return status;
}

/* ---- the header ------------------------------------------------------------------------------ */

static kg_status read_header(metis *g, kg__counts *counts, const kg__record *record)
{
    kg__load *load = &g->load;
    uint64_t format = 0, weights = 1;
    const char *p = record->begin, *at;

    if (!p)
        return kg__input_fail(load->input, load->start, load->input->size,
            "the file ends here, expected a line 'n m' (read as METIS)");
    *counts = (kg__counts){.at = record->at, .things = "edges", .lines = true};
    if (!kg__header_number(&p, &counts->n) || !kg__header_number(&p, &counts->m))
        return kg__header_fail(load, record, p,
            "expected a line 'n m' with the numbers of vertices and edges; a list of edges is "
            "the format edges");
    at = p;
    if (kg__is_digit(*p) && (!kg__header_number(&p, &format) || format > 111 || format % 10 > 1 ||
                                format / 10 % 10 > 1))
        return kg__header_fail(load, record, at,
            "expected a format of three digits 0 or 1: sizes of vertices, weights of vertices, "
            "weights of edges");
    at = p;
    if (kg__is_digit(*p) && (!kg__header_number(&p, &weights) || weights > MOST_WEIGHTS))
        return kg__header_fail(load, record, at,
            "expected the number of weights of a vertex, at most %d", MOST_WEIGHTS);
    if (*p != '\n' && *p != '\0')
        return kg__header_fail(load, record, p, "expected the end of the line behind the header");
    g->before = (format >= 100) + (format / 10 % 10 ? (unsigned)weights : 0);
    load->valued = format % 10;
    return KG_OK;
}

kg_status kg__read_metis(kg_graph **graph, const kg__input *input, const kg__record *record,
    const kg_read_options *options, size_t block_bytes)
{
    kg__counts counts;
    metis g = {.load = {.input = input,
                   .block_bytes = block_bytes,
                   .start = record->start,
                   .shown = "METIS",
                   .both = options->both_directions,
                   .undirected = true,
                   .rowed = true,
                   .counts = &counts,
                   .finish = pair_up}};
    kg__counts_comments comments;
    kg_status status;

    KG_TRY(read_header(&g, &counts, record));
    KG_TRY(kg__header_line(&g.load, record));
    KG_TRY(kg__counts_check(&g.load));
    KG_TRY(kg__counts_find_comments(&comments, &g.load, record, "%"));
    g.load.parse = g.load.valued ? parse_weighted : parse_plain;
    KG_TRY(kg__counts_load(graph, &g.load, comments.first));
out:
    return status;
}
