/*
 * Reading GFA 1.
 *
 * In:  lines whose fields stand between tabs. "S name sequence" is a segment. "L a + b - overlap"
 *     is a link, which leaves a at its right end (at its left one if - follows) and enters b at its
 *     left end (at its right one if - follows); the overlap may be missing. Headers H, containments
 *     C, paths P, walks W, jumps J and comments # are skipped, and so are sequences, overlaps and
 *     tags. Lines that begin with other letters are skipped, and a warning counts them.
 * Out: a bidirected graph: a vertex for each segment, in the order in which the file first names
 *     them, and an edge for each link, in the order of the lines. A segment's right end is the plus
 *     side of its vertex. Links between the same ends are one edge, that of the first, unless the
 *     options or the first line, a header with the tag kp:i:1, say that they are several: "L b - a
 *     - overlap" joins the ends that "L a + b + overlap" joins.
 * Method: text.c. There, a segment is an edge from its name to itself, whose value marks it as a
 *     segment. The value of a link holds the two sides, and the length of the overlap. When all is
 *     read, a bitmap shows links to missing segments, and segments that the file has twice, and the
 *     edges of segments are removed. If the graph has parallel edges, it is built again without
 *     them.
 * Work and memory: as in text.c, of an edge list with values; one sort, and 12 bytes an edge.
 * Source: github.com/GFA-spec/GFA-spec, GFA1.md.
 */
#include "../../../base/ascii.h"
#include "../detect.h"
#include "../write.h"
#include <stdio.h>

/* Values of edges. A link: the sum of the sides, and LENGTH times one more than the length of the
 * overlap, if that is known. A segment: SEGMENT, and LENGTH if it has a sequence that is not its
 * name. */
enum { FIRST_PLUS = 1, SECOND_PLUS = 2, SEGMENT = 4, LENGTH = 8 };

/* Longer overlaps count as this long: doubles have all values up to it. */
static const uint64_t longest = UINT64_C(1) << 48;

static bool is_segment(double value)
{
    return (uint64_t)value & SEGMENT;
}

/* 1 + the length of a link's overlap; 0 if it is not known. */
static uint64_t length_of(double value)
{
    return (uint64_t)value / LENGTH;
}

/* The end of the field at p, which a tab must follow; or NULL with status. */
static const char *skip_field(kg__worker *w, const char *p, const char *what, kg_status *status)
{
    const char *q = p;

    while ((unsigned char)*q > ' ')
        q++;
    if (q > p && *q == '\t')
        return q;
    *status = kg__text_error(w, q, "%s%s",
        *q == '\0'                 ? "a zero byte, expected "
        : *q == '\n' || *q == '\r' ? "the line ends here, expected "
        : q > p                    ? "a blank, expected a tab behind "
                                   : "nothing stands here, expected ",
        what);
    return NULL;
}

/* The end of the line at p, or NULL with status. */
static const char *skip_line(kg__worker *w, const char *p, kg_status *status)
{
    p = kg__text_line_end(w, p);
    if (*p == '\n')
        return p;
    *status = kg__text_error(w, p, "a zero byte, expected text");
    return NULL;
}

static const char *parse_segment(kg__worker *w, const char *p, kg_status *status)
{
    const char *name = p + 2, *end = skip_field(w, name, "the name of a segment", status);
    bool named; /* by its sequence, or it has none */

    if (!end)
        return NULL;
    p = end + 1;
    if (kg__is_digit(*p) || (unsigned char)*p <= ' ') {
        *status = kg__text_error(w, p, "%s, expected the sequence or *",
            kg__is_digit(*p) ? "a length, as GFA 2 has it; konig reads GFA 1"
                             : "no sequence stands here");
        return NULL;
    }
    named = *p == '*' ||
            (strncmp(p, name, (size_t)(end - name)) == 0 && (unsigned char)p[end - name] <= ' ');
    kg__names_ask(w, &w->names, name, (size_t)(end - name), true, 0);
    kg__names_ask(w, &w->names, name, (size_t)(end - name), false, SEGMENT + (named ? 0 : LENGTH));
    return skip_line(w, p, status);
}

static bool ends_line(char c)
{
    return c == '\n' || c == '\r';
}

/* Reads a name at *p and + or - after it. *p moves past both. last: the line may end there. Returns
 * the end of the name, or NULL with status. */
static const char *parse_oriented(
    kg__worker *w, const char **p, bool *forward, bool last, kg_status *status)
{
    const char *end = skip_field(w, *p, "the name of a segment", status);

    if (!end)
        return NULL;
    if ((end[1] != '+' && end[1] != '-') || !(end[2] == '\t' || (last && ends_line(end[2])))) {
        const bool sign = end[1] == '+' || end[1] == '-';

        *status = kg__text_error(w, end + 1 + sign, "expected %s",
            sign ? "a tab behind the orientation" : "the orientation, + or -");
        return NULL;
    }
    *forward = end[1] == '+';
    *p = end + 2 + (end[2] == '\t');
    return end;
}

/* 1 + the length of the overlap at p, which is the sum of its numbers; 0 if there are none. A sum,
 * because the reversed form of a link may have insertions for deletions. */
static uint64_t parse_overlap(const char *p)
{
    uint64_t sum = 0;

    if (!kg__is_digit(*p))
        return 0;
    while ((unsigned char)*p > ' ') {
        uint64_t number = 0;

        for (; kg__is_digit(*p); p++)
            number = number < longest ? 10 * number + (unsigned)(*p - '0') : longest;
        sum = sum + number < longest ? sum + number : longest;
        p += (unsigned char)*p > ' ';
    }
    return sum + 1;
}

static const char *parse_link(kg__worker *w, const char *p, kg_status *status)
{
    const char *a = p + 2, *b, *a_end, *b_end, *at = a;
    bool leaves_right, enters_left;

    a_end = parse_oriented(w, &at, &leaves_right, false, status);
    b = at;
    b_end = a_end ? parse_oriented(w, &at, &enters_left, true, status) : NULL;
    if (!b_end)
        return NULL;
    if ((unsigned char)*at <= ' ' && at[-1] == '\t') {
        *status = kg__text_error(w, at, "expected the overlap, as in 31M, or *");
        return NULL;
    }
    kg__names_ask(w, &w->names, a, (size_t)(a_end - a), true, 0);
    kg__names_ask(w, &w->names, b, (size_t)(b_end - b), false,
        (double)((leaves_right ? FIRST_PLUS : 0u) + (enters_left ? 0u : SECOND_PLUS) +
                 LENGTH * parse_overlap(at)));
    return skip_line(w, at, status);
}

/* Reads a header. Its version must be 1, but some programs put their names there. */
static const char *parse_header(kg__worker *w, const char *p, kg_status *status)
{
    static const char tag[] = "\tVN:Z:";
    const char *end = skip_line(w, p, status);
    const char *at = end ? memmem(p, (size_t)(end - p), tag, sizeof tag - 1) : NULL;

    at = at ? at + sizeof tag - 1 : NULL;
    if (!at || !kg__is_digit(at[0]) || (at[0] == '1' && !kg__is_digit(at[1])))
        return end;
    *status = kg__text_error(w, at, "GFA %s, expected GFA 1", KG__SHOW(at, strcspn(at, "\t\r\n")));
    return NULL;
}

/* Skips a line that is neither a segment nor a link: the end of it, or NULL with status. */
static const char *parse_other(kg__worker *w, const char *p, kg_status *status)
{
    const char *q = kg__skip_blank(p);
    const bool alone = p[1] == '\t' || p[1] == '\n' || p[1] == '\r';

    if (*q == '\n')
        return q;
    if (*p == '#' || (alone && *p && strchr("CPWJ", *p)))
        return skip_line(w, p, status);
    if (*p == 'H' && alone)
        return parse_header(w, p, status);
    if (alone && kg__is_letter(*p) && !strchr("SLEFGOU", *p)) {
        w->skipped++;
        return skip_line(w, p, status);
    }
    *status = kg__text_error(w, p, "%s",
        *p == '\0' ? "a zero byte, expected text"
        : alone && strchr("EFGOU", *p)
            ? "a line of GFA 2, expected one of GFA 1"
            : "expected S, L, H, C, P, W or J and a tab, or a comment #");
    return NULL;
}

static kg_status parse_lines(kg__worker *w)
{
    kg_status status = KG_OK;

    for (const char *p = w->lines.begin; p < w->lines.end; p++) {
        p = (p[0] == 'S' && p[1] == '\t'   ? parse_segment
             : p[0] == 'L' && p[1] == '\t' ? parse_link
                                           : parse_other)(w, p, &status);
        if (!p)
            return status;
    }
    return kg__names_settle(w, &w->names);
}

/* ---- recognising ----------------------------------------------------------------------------- */

/* The next field between tabs. */
static kg__line next_column(const char **at, const char *end)
{
    kg__line column = {*at, *at};

    while (column.end < end && *column.end != '\t')
        column.end++;
    *at = column.end < end ? column.end + 1 : end;
    return column;
}

/* Whether a line belongs to GFA. sure: [out] it is a segment, a link, or a header with a tag. */
static bool is_gfa_line(kg__line line, bool *sure)
{
    const char *p = line.begin;
    const kg__line kind = next_column(&p, line.end), second = next_column(&p, line.end);
    const kg__line third = next_column(&p, line.end), fourth = next_column(&p, line.end);
    const kg__line fifth = next_column(&p, line.end);

    *sure = true;
    if (kg__line_is(kind, "S")) /* version 2 has the length before the sequence */
        return kg__line_length(second) &&
               kg__line_is_letters(kg__is_digit(*third.begin) ? fourth : third, "*=.") &&
               (kg__line_length(third) > 1 || kg__line_is(third, "*") || kg__line_length(fourth));
    if (kg__line_is(kind, "L"))
        return kg__line_length(third) == 1 && strchr("+-", *third.begin) &&
               kg__line_length(fifth) == 1 && strchr("+-", *fifth.begin) && kg__line_length(fourth);
    if (kg__line_is(kind, "H")) { /* a tag has two letters, a type and a value */
        *sure = kg__line_length(second) > 4 && second.begin[2] == ':' && second.begin[4] == ':';
        return *sure || !kg__line_length(second);
    }
    *sure = false;
    return kg__line_length(kind) == 1 && strchr("CPWJ", *kind.begin) && kg__line_length(third);
}

bool kg__is_gfa(const kg__beginning *file)
{
    const char *at = file->begin;
    kg__line line;
    bool sure = false;

    while (!sure)
        if (!kg__next_line(file, &at, "#", &line) || !is_gfa_line(line, &sure))
            return false;
    return true;
}

/* ---- segments and links ---------------------------------------------------------------------- */

/* The place of the i-th segment or link of a block; its name begins two bytes later. */
static kg_status find_record(kg__load *load, uint64_t block, uint64_t i, const char **place)
{
    kg__text_block *lines = &load->worker->lines;
    kg_status status;

    KG_TRY(kg__text_block_read(
        lines, load->input, load->start + load->header, load->block_bytes, block));
    for (*place = lines->begin;; *place = kg__line_end(*place, lines->end) + 1)
        if ((**place == 'S' || **place == 'L') && i-- == 0)
            break;
out:
    return status;
}

/* Fails for the i-th segment or link of a block, and its first name or its second. */
static kg_status fail_at(kg__load *load, uint64_t block, uint64_t i, bool second, const char *what)
{
    const char *p, *end;
    kg_status status;

    KG_TRY(find_record(load, block, i, &p));
    p += 2;
    for (int tabs = second ? 2 : 0; tabs; p++)
        tabs -= *p == '\t';
    end = memchr(p, '\t', (size_t)(load->worker->lines.end - p));
    kg__text_error(load->worker, p, "%s '%s'", what, KG__SHOW(p, (size_t)(end - p)));
    status = kg__input_fail(load->input, load->start, load->worker->error_at, load->worker->error);
out:
    return status;
}

/* Fails with the first fault in the file. declared: a bit for each segment. */
static kg_status find_fault(
    kg__load *load, const kg__text_run *run, size_t runs, uint64_t *seen, const uint64_t *declared)
{
    uint64_t before = 0; /* of the block */

    for (size_t k = 0; k < runs; before += run[k++].count) {
        const kg_vertex *pair = run[k].pair;

        if (k && run[k].block != run[k - 1].block)
            before = 0;
        for (size_t i = 0; i < run[k].count; i++, pair += 2) {
            const bool lacks[] = {
                !kg__bitmap_has(declared, pair[0]), !kg__bitmap_has(declared, pair[1])};

            if (is_segment(run[k].value[i]) && kg__bitmap_has(seen, *pair))
                return fail_at(load, run[k].block, before + i, false, "a second segment");
            if (is_segment(run[k].value[i]))
                kg__mark(seen, *pair);
            if (lacks[0] || lacks[1])
                return fail_at(load, run[k].block, before + i, !lacks[0],
                    "the file has no line S for the segment");
        }
    }
    return KG_OK;
}

/* Removes the segments from a run. */
static void keep_links(kg__text_run *run)
{
    kg_vertex *pair = run->pair;
    size_t kept = 0;

    for (size_t i = 0; i < run->count; i++) {
        if (is_segment(run->value[i]))
            continue;
        pair[2 * kept] = pair[2 * i];
        pair[2 * kept + 1] = pair[2 * i + 1];
        run->value[kept++] = run->value[i];
    }
    run->count = kept;
}

/* Checks that each name belongs to exactly one segment. */
static kg_status settle(kg__load *load, kg__text_run *run, size_t runs, uint64_t edges)
{
    kg_context *ctx = load->input->ctx;
    uint64_t *declared = NULL, *seen = NULL, names = 0;
    bool wrong = false;
    kg_status status;

    (void)edges;
    for (int i = 0; i < load->workers; i++)
        names += load->worker[i].names.count;
    KG_TRY(kg__bitmap_create(ctx, &declared, names, "segments"));
    KG_PARALLEL_FOR(load->workers, schedule(dynamic, 16) reduction(|| : wrong))
    for (size_t k = 0; k < runs; k++) {
        const kg_vertex *pair = run[k].pair;

        for (size_t i = 0; i < run[k].count; i++) {
            const uint64_t bit = UINT64_C(1) << pair[2 * i] % 64;

            if (is_segment(run[k].value[i]))
                wrong |= (__atomic_fetch_or(&declared[pair[2 * i] / 64], bit, __ATOMIC_RELAXED) &
                             bit) != 0;
        }
    }
    KG_PARALLEL_FOR(load->workers, schedule(dynamic, 16) reduction(|| : wrong))
    for (size_t k = 0; k < runs; k++) {
        const kg_vertex *pair = run[k].pair;

        for (size_t h = 0; h < 2 * run[k].count; h++)
            wrong |= !kg__bitmap_has(declared, pair[h]);
    }
    if (wrong) {
        KG_TRY(kg__bitmap_create(ctx, &seen, names, "segments"));
        KG_TRY(find_fault(load, run, runs, seen, declared));
    }
    KG_PARALLEL_FOR(load->workers, schedule(dynamic, 16))
    for (size_t k = 0; k < runs; k++)
        keep_links(&run[k]);
out:
    kg__free_all(ctx, declared, seen);
    return status;
}

/* Checks that each sequence is the name of its segment, because names are going to be spelled. */
static kg_status settle_spelled(kg__load *load, kg__text_run *run, size_t runs, uint64_t edges)
{
    char what[100] = "-k K spells sequences, as unitigs of words of K letters", error[200];
    uint64_t block = 0, at = UINT64_MAX, before = 0, length = 0;

    for (size_t r = 0; r < runs; before += run[r++].count) {
        if (r && run[r].block != run[r - 1].block)
            before = 0;
        for (size_t i = 0; i < run[r].count; i++) {
            const double value = run[r].value[i];

            if (!is_segment(value) && !length)
                length = length_of(value);
            if (is_segment(value) && value != SEGMENT && at == UINT64_MAX) {
                block = run[r].block;
                at = before + i;
            }
        }
    }
    if (at == UINT64_MAX)
        return settle(load, run, runs, edges);
    if (length > 1) /* an overlap of k - 1 letters */
        snprintf(what, sizeof what, "-k %llu spells sequences, which overlap by %llu letters here",
            (unsigned long long)length, (unsigned long long)length - 1);
    snprintf(error, sizeof error,
        "a sequence that is not the segment's name, and names would be spelled; %s: segment", what);
    return fail_at(load, block, at, false, error);
}

/* Makes sides of the values of the edges, and keeps the values. */
static kg_status make_sides(kg_graph *graph)
{
    uint64_t *side = NULL;
    kg_status status;

    KG_TRY(kg__bitmap_create(graph->ctx, &side, graph->m, "sides of half-edges"));
    for (uint64_t e = 0; e < graph->m / 2; e++)
        side[e / 32] |= ((uint64_t)graph->value[e] & 3) << e % 32 * 2;
    kg__graph_take_sides(graph, side, NULL);
out:
    return status;
}

/* Keeps the first of each set of parallel edges. Values are those of links. */
static kg_status drop_parallel(kg_graph **graph, const kg__input *input)
{
    kg_graph *g = *graph, *made = NULL;
    const uint64_t m = kg__edges(g);
    uint64_t dropped, differ = 0, kept = 0;
    kg_edge *first = NULL;
    char other[80] = "";
    kg_status status;

    KG_TRY(kg__host_allocate(g->ctx, &first, m, sizeof *first, "first ones of equal links"));
    KG_TRY(kg__find_parallel(g, &dropped, first));
    if (!dropped)
        goto out;
    for (uint64_t e = 0; e < m; e++) {
        const uint64_t length = length_of(g->value[e]), firsts = length_of(g->value[first[e]]);

        differ += length && firsts && length != firsts;
    }
    for (uint64_t e = 0; e < m; e++) {
        if (first[e] != e)
            continue;
        memmove(&g->end[2 * kept], &g->end[2 * e], 2 * sizeof *g->end);
        g->value[kept++] = g->value[e];
    }
    KG_TRY(kg__csr_build_undirected(
        &made, g->ctx, g->n, &(kg__edge_run){g->end, g->value, kept, 0}, 1));
    KG_TRY(make_sides(made));
    kg__share_names(made, g);
    kg_graph_destroy(g);
    *graph = made;
    made = NULL;
    if (differ)
        snprintf(other, sizeof other, ", %llu of them with an overlap of another length",
            (unsigned long long)differ);
    kg__warn(input->ctx,
        "%s: links that are equal to one before them, or its other form, are left out: %llu of "
        "%llu%s; the option parallel keeps them",
        input->shown, (unsigned long long)dropped, (unsigned long long)m, other);
out:
    kg_graph_destroy(made);
    kg__free(input->ctx, first);
    return status;
}

/* Whether the first line says that equal links are separate edges. */
static bool says_parallel(const kg__record *record)
{
    static const char tag[] = "\t" KG__GFA_PARALLEL;
    const char *end = record->begin ? kg__line_end(record->begin, record->end) : NULL;
    const char *at = end && *record->begin == 'H'
                         ? memmem(record->begin, (size_t)(end - record->begin), tag, sizeof tag - 1)
                         : NULL;

    return at && (unsigned char)at[sizeof tag - 1] < ' ';
}

kg_status kg__read_gfa(kg_graph **graph, const kg__input *input, const kg__record *record,
    const kg_read_options *options, size_t block_bytes)
{
    kg__load load = {.input = input,
        .block_bytes = block_bytes,
        .start = record->start,
        .shown = "GFA 1",
        .undirected = true,
        .named = true,
        .valued = true,
        .parse = parse_lines,
        .finish = options->spelled ? settle_spelled : settle};
    kg_status status;

    if (options->ids)
        return kg__fail(input->ctx, KG_ARGUMENT,
            "%s: ids is for adjacency and edge lists; GFA has a name for each of its segments",
            input->shown);
    KG_TRY(kg__text_load(graph, &load));
    KG_TRY(make_sides(*graph));
    if (!options->parallel && !says_parallel(record))
        KG_TRY(drop_parallel(graph, input));
    kg__free(input->ctx, (*graph)->value);
    (*graph)->value = NULL;
out:
    return status;
}
