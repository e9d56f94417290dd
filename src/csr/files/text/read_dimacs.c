/*
 * Reading DIMACS.
 *
 * In:  comments c; a line "p sp n m" and a line "a u v w" for each of m arcs, or "p edge n m" or
 *     "p col n m" and a line "e u v" for each of m edges. With edges, lines n, d, v and x, which
 *     describe vertices and drawings, are skipped.
 * Out: sp: an edge u -> v of the value w for each arc; edge, col: an undirected edge for each line;
 *     in the order of the lines. Some files count each edge of such a graph twice in m, but have it
 *     in one line: they are read with a warning.
 * Method: the header is read here, the lines by text.c.
 * Work and memory: as in text.c.
 * Source: the 9th DIMACS Implementation Challenge, file formats, 2006; D. Johnson, M. Trick, Clique
 *     and Coloring Problems Graph Format, 1993.
 */
#include "counts.h"
#include <string.h>

/* A line that is not an arc or edge, at its first character. Returns its end if it can be
 * skipped. */
static const char *skip_other(kg__worker *w, const char *p, bool arcs, kg_status *status)
{
    const bool alone = kg__is_blank(p[1]) || p[1] == '\n';

    if (*p == '\n')
        return p;
    if (*p && alone && strchr(arcs ? "c" : "cndvx", *p)) {
        p = kg__text_comment(w, p);
        if (*p == '\n')
            return p;
    }
    *status = kg__text_error(w, p, "%s",
        *p == '\0'           ? "a zero byte, expected text"
        : *p == 'p' && alone ? "a second line 'p'"
        : arcs               ? "expected a line 'a u v w' or a comment 'c ...'"
                             : "expected a line 'e u v [w]' or a comment 'c ...'");
    return NULL;
}

/* Reads the weight that may follow an edge, at p. Returns the line's end, or NULL with status. */
static inline const char *parse_weight(
    kg__worker *w, const char *p, const bool valued, double *value, kg_status *status)
{
    p = kg__skip_blank(p);
    if (*p != '\n' && *p) {
        p = kg__parse_last_value(w, p, false, value, status);
        if (!p || valued)
            return p;
        w->wants |= KG__VALUED; /* earlier edges had none */
        *status = KG_LIMIT;
        return NULL;
    }
    *value = 1;
    if (valued && !w->unvalued) {
        w->unvalued = true;
        w->unvalued_at = kg__text_block_offset(&w->lines, p);
    }
    return kg__expect_line_end(w, p, status);
}

static inline __attribute__((always_inline)) kg_status parse_lines(
    kg__worker *w, const bool arcs, const bool valued)
{
    const uint64_t n = w->load->counts->n;
    kg_status status = KG_OK;

    for (const char *p = w->lines.begin; p < w->lines.end; p++) {
        uint64_t a, b;
        double value = 0;

        p = kg__skip_blank(p);
        if (p[0] != (arcs ? 'a' : 'e') || !kg__is_blank(p[1])) {
            p = skip_other(w, p, arcs, &status);
            if (!p)
                return status;
            continue;
        }
        p = kg__parse_positions(w, kg__skip_blank(p + 1), n, &a, &b, &status);
        if (p && arcs)
            p = kg__parse_last_value(w, p, false, &value, &status);
        else if (p)
            p = parse_weight(w, p, valued, &value, &status);
        if (!p)
            return status;
        KG_TRY(kg__text_put_edge(w, false, valued, a, b, value));
    }
out:
    return status;
}

static kg_status parse_arcs(kg__worker *w)
{
    return parse_lines(w, true, true);
}

static kg_status parse_arcs_alone(kg__worker *w)
{
    return parse_lines(w, true, false);
}

static kg_status parse_edges(kg__worker *w)
{
    return w->load->valued ? parse_lines(w, false, true) : parse_lines(w, false, false);
}

#define NO_GRAPH "konig reads the graphs of sp, edge and col"
#define PACE     "a problem of PACE; without its lines 'c' and 'p' it is an edge list"

static const kg__header_choice problems[] = {{"sp", NULL}, {"edge", NULL}, {"edges", NULL},
    {"col", NULL}, {"max", "a problem of flow; " NO_GRAPH}, {"min", "a problem of flow; " NO_GRAPH},
    {"asn", "an assignment problem; " NO_GRAPH}, {"cnf", "a formula; " NO_GRAPH},
    {"aux", "what belongs to another file; " NO_GRAPH}, {"tw", PACE}, {"td", PACE}, {"ds", PACE},
    {"vc", PACE}, {"fvs", PACE}, {"ocr", PACE}, {"hs", "sets; " NO_GRAPH},
    {NULL, "sp, edge or col"}};

/* Reads the line "p PROBLEM n m". arcs: [out] it is sp. */
static kg_status read_problem(
    bool *arcs, kg__counts *counts, const kg__load *load, const kg__record *record)
{
    const char *p = record->begin;
    int problem;
    kg_status status;

    if (!p)
        return kg__input_fail(load->input, load->start, load->input->size,
            "the file ends here, expected a line 'p sp n m' or 'p edge n m' (read as DIMACS)");
    if (*p != 'p' || !kg__is_blank(p[1]))
        return kg__header_fail(load, record, p,
            "expected a line 'p sp n m' or 'p edge n m' before all others; a list of "
            "edges is the format edges");
    p++;
    KG_TRY(kg__header_word(&problem, load, record, &p, problems));
    p = kg__skip_blank(p);
    *arcs = problem == 0;
    *counts = (kg__counts){.at = record->at, .things = *arcs ? "arcs" : "edges", .halves = !*arcs};
    if (!kg__header_number(&p, &counts->n) || !kg__header_number(&p, &counts->m))
        return kg__header_fail(
            load, record, p, "expected the numbers of vertices and of %s", counts->things);
    if (*p != '\n' && *p != '\0')
        return kg__header_fail(load, record, p, "expected the end of the line");
out:
    return status;
}

kg_status kg__read_dimacs(kg_graph **graph, const kg__input *input, const kg__record *record,
    const kg_read_options *options, size_t block_bytes)
{
    kg__counts counts;
    kg__load load = {.input = input,
        .block_bytes = block_bytes,
        .start = record->start,
        .shown = "DIMACS",
        .both = options->both_directions,
        .counts = &counts};
    kg__counts_comments comments;
    bool arcs = false;
    kg_status status;

    KG_TRY(read_problem(&arcs, &counts, &load, record));
    KG_TRY(kg__header_line(&load, record));
    KG_TRY(kg__counts_check(&load));
    load.undirected = !arcs || options->undirected;
    KG_TRY(kg__counts_find_comments(&comments, &load, record, "c"));
    load.valued = arcs && !comments.unvalued;
    load.parse = load.valued ? parse_arcs : arcs ? parse_arcs_alone : parse_edges;
    KG_TRY(kg__counts_load(graph, &load, comments.first));
out:
    return status;
}
