/*
 * Reading graph6, sparse6 and digraph6.
 *
 * In:  one line of printable characters, each of which stands for six bits. sparse6 begins with :,
 *     digraph6 with &. >>graph6<<, >>sparse6<< or >>digraph6<< may stand before it.
 * Out: a graph of the vertices 0 to n - 1, which is directed for digraph6. The edges of graph6 and
 *     sparse6 stand in the order of their larger ends, those of digraph6 in that of their tails.
 * Work: O(text). Memory: the text, and 8 bytes an edge.
 * Source: B. McKay, Description of graph6, sparse6 and digraph6 encodings, 2022 (part of nauty).
 */
#include "../read.h"
#include "graph6.h"
#include "node_list.h"
#include "whole_text.h"

typedef struct reading {
    kg__whole text;
    const kg_read_options *options;
    kg__line line; /* the rest of it */
    uint64_t n;
    kg_vertex *pair;
    uint64_t m, room;
    unsigned bits, left; /* left: how many of the character's six bits */
} reading;

static kg_status put(reading *r, uint64_t u, uint64_t v)
{
    kg_context *ctx = r->text.input->ctx;
    kg_status status;

    KG_TRY(kg__check_counts(ctx, 0, r->m + 1));
    KG_TRY(kg__host_grow(ctx, &r->pair, &r->room, 2 * r->m + 2, sizeof *r->pair, "edges"));
    r->pair[2 * r->m] = (kg_vertex)u;
    r->pair[2 * r->m++ + 1] = (kg_vertex)v;
out:
    return status;
}

/* Returns whether there is another bit, and gets it. */
static bool next_bit(reading *r, unsigned *bit)
{
    if (!r->left) {
        if (r->line.begin == r->line.end)
            return false;
        r->bits = (unsigned)*r->line.begin++ - KG__GRAPH6_ZERO;
        r->left = 6;
    }
    *bit = r->bits >> --r->left & 1;
    return true;
}

/* Reads n: one character, or ~ and three, or ~~ and six. */
static kg_status read_n(reading *r)
{
    const char *at = r->line.begin;
    int more = 0;

    if (r->line.begin < r->line.end && *r->line.begin == '~') {
        more = 3;
        if (++r->line.begin < r->line.end && *r->line.begin == '~') {
            more = 6;
            r->line.begin++;
        }
    }
    r->n = 0;
    for (int i = 0; i < (more ? more : 1); i++) {
        if (r->line.begin == r->line.end)
            return kg__whole_fail(
                &r->text, r->line.end, "the line ends here, expected the number of vertices");
        r->n = r->n << 6 | (uint64_t)(*r->line.begin++ - KG__GRAPH6_ZERO);
    }
    if (r->n >= KG__VERTICES_MAX || r->n > kg__claim_limit(r->text.input->size))
        return kg__whole_fail(&r->text, at, "%llu vertices are more than the file can back",
            (unsigned long long)r->n);
    return KG_OK;
}

/* One bit for each pair of vertices. */
static kg_status read_dense(reading *r, bool directed)
{
    const uint64_t bits = directed ? r->n * r->n : r->n * (r->n - 1) / 2,
                   count = (uint64_t)(r->line.end - r->line.begin);
    unsigned bit;
    kg_status status = KG_OK;

    if (count != (r->n ? (bits + 5) / 6 : 0))
        return kg__whole_fail(&r->text, r->line.begin,
            "%llu characters, expected %llu for %llu vertices", (unsigned long long)count,
            (unsigned long long)(r->n ? (bits + 5) / 6 : 0), (unsigned long long)r->n);
    for (uint64_t i = 0; i < r->n; i++)
        for (uint64_t k = 0; k < (directed ? r->n : i) && next_bit(r, &bit); k++)
            if (bit)
                KG_TRY(put(r, directed ? i : k, directed ? k : i));
out:
    return status;
}

/* A bit b and a number x at a time. If b is set, the vertex v becomes the next one. Then, if x > v,
 * v becomes x; else x is a neighbour of v. */
static kg_status read_sparse(reading *r)
{
    uint64_t v = 0;
    unsigned width = 0, bit;
    kg_status status = KG_OK;

    while (r->n > 1 && (r->n - 1) >> width)
        width++;
    while (next_bit(r, &bit)) {
        uint64_t x = 0;
        bool whole = true;

        v += bit;
        for (unsigned i = 0; i < width && whole; i++) {
            whole = next_bit(r, &bit);
            x = x << 1 | (whole && bit);
        }
        if (!whole || v >= r->n)
            break; /* padding */
        if (x > v)
            v = x;
        else
            KG_TRY(put(r, x, v));
    }
out:
    return status;
}

static kg_status read_line(reading *r, bool *directed)
{
    static const char *const marks[] = {">>graph6<<", ">>sparse6<<", ">>digraph6<<"};
    char kind;
    kg_status status;

    for (unsigned i = 0; i < sizeof marks / sizeof *marks; i++)
        if (kg__line_begins(r->line, marks[i])) {
            r->line.begin += strlen(marks[i]);
            break;
        }
    kind = r->line.begin < r->line.end && (*r->line.begin == ':' || *r->line.begin == '&')
               ? *r->line.begin++
               : 0;
    *directed = kind == '&';
    for (const char *p = r->line.begin; p < r->line.end; p++)
        if (*p < KG__GRAPH6_ZERO || *p > '~')
            return kg__whole_fail(&r->text, p, "expected a character from ? to ~");
    KG_TRY(read_n(r));
    KG_TRY(kind == ':' ? read_sparse(r) : read_dense(r, kind == '&'));
out:
    return status;
}

kg_status kg__read_graph6(kg_graph **graph, const kg__input *input, const kg__record *record,
    const kg_read_options *options, size_t block_bytes)
{
    reading r = {.text = {.input = input, .shown = "graph6"}, .options = options};
    bool directed = false;
    kg__line more;
    kg_status status;

    (void)record;
    (void)block_bytes;
    KG_TRY(kg__whole_read(&r.text));
    if (!kg__whole_next_line(&r.text, "", &r.line))
        KG_TRY(kg__whole_fail(&r.text, r.text.end, "the text ends here, expected a graph"));
    KG_TRY(read_line(&r, &directed));
    if (kg__whole_next_line(&r.text, "", &more))
        KG_TRY(kg__whole_fail(&r.text, more.begin,
            "a second graph, expected one in a file: sed -n 2p takes the second of a list"));
    KG_TRY((options->both_directions           ? kg__csr_build_both
            : options->undirected || !directed ? kg__csr_build_undirected
                                               : kg__csr_build_runs)(
        graph, input->ctx, r.n, &(kg__edge_run){r.pair, NULL, r.m}, 1));
out:
    kg__free(input->ctx, r.pair);
    kg__whole_free(&r.text);
    return status;
}
