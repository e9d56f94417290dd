/*
 * Reading an edge list.
 *
 * In:  lines "a b" or "a b value", fields separated by blanks, tabs or a comma; lines that are
 * empty or begin with # or % count for nothing, but "# vertices N" says that ids reach to N - 1.
 * Out: edges in the order of the lines. The first record decides for all: whether labels are
 *     integers or names, and whether there are values.
 * Method: text.c; names are interned as in text_names.c.
 * Work and memory: as there.
 */
#include "../../io/number.h"
#include "read.h"

/* Whether what lies between two fields lies at p: returns what follows, or NULL. */
static inline const char *skip_separator(const char *p)
{
    const char *q = kg__skip_blank(p);

    if (*q == ',')
        return kg__skip_blank(q + 1);
    return q == p ? NULL : q;
}

/* At the first character of a line that is no digit: what is there to parse, or the line's end. */
static const char *skip_to_record(kg__worker *w, const char *p)
{
    p = kg__skip_blank(p);
    return *p == '#' || *p == '%' ? kg__text_comment(w, p) : p;
}

/* The rest of a line behind its second vertex: a value where the load has them. Returns the line's
 * end, or NULL with status. */
static const char *parse_rest(kg__worker *w, const char *p, double *value, kg_status *status)
{
    const char *q;

    if (w->load->valued) {
        q = skip_separator(p);
        if (!q || *q == '\n') {
            *status = kg__text_error(
                w, kg__skip_blank(p), "no value, expected one as in the first record");
            return NULL;
        }
        p = kg__parse_double(q, value);
        if (!p || (*p != '\n' && *p != ',' && !kg__is_blank(*p))) {
            *status = kg__text_error(w, q, "expected a number of the range of a double as value");
            return NULL;
        }
    }
    q = kg__skip_blank(p);
    if (*q != '\n') {
        *status = kg__text_error(w, q, "expected the end of the line%s",
            w->load->valued ? "" : ": the first record has no value");
        return NULL;
    }
    return q;
}

/* Behind the first vertex of a line, which stands at p and ends at q: the second, and a value.
 * Returns the next line, or NULL with status. */
static const char *parse_second(
    kg__worker *w, const char *p, const char *q, uint64_t *label, double *value, kg_status *status)
{
    const char *second = skip_separator(q);

    if (!second) {
        *status = kg__text_bad_vertex(w, *q == '\n' ? q : p);
        return NULL;
    }
    q = kg__parse_label(second, label);
    if (!q || (*q != '\n' && *q != ',' && !kg__is_blank(*q))) {
        *status = kg__text_bad_vertex(w, second);
        return NULL;
    }
    q = parse_rest(w, q, value, status);
    return q ? q + 1 : NULL;
}

static inline __attribute__((always_inline)) kg_status parse_integers(
    kg__worker *w, const bool wide, const bool valued)
{
    const char *p = w->lines.begin, *const end = w->lines.end;
    uint64_t largest = w->largest;
    kg_status status = KG_OK;

    while (p < end) {
        uint64_t a, b;
        double value = 0;
        const char *q = kg__parse_label(p, &a), *r;

        if (!q) {
            p = skip_to_record(w, p);
            if (*p == '\n') {
                p++;
                continue;
            }
            q = kg__parse_label(p, &a);
            if (!q)
                return kg__text_bad_vertex(w, p);
        }
        r = !valued && (*q == ' ' || *q == '\t') ? kg__parse_label(q + 1, &b) : NULL;
        if (r && *r == '\n') { /* nearly every line */
            p = r + 1;
        } else {
            p = parse_second(w, p, q, &b, &value, &status);
            if (!p)
                return status;
        }
        largest = a > largest ? a : largest;
        largest = b > largest ? b : largest;
        if (!wide && largest >= KG_NO_VERTEX)
            return KG_LIMIT;
        if (w->used == w->chunk_room)
            KG_TRY(kg__text_room(w));
        if (wide) {
            w->pair.wide[2 * w->used] = a;
            w->pair.wide[2 * w->used + 1] = b;
        } else {
            w->pair.narrow[2 * w->used] = (uint32_t)a;
            w->pair.narrow[2 * w->used + 1] = (uint32_t)b;
        }
        if (valued)
            w->value[w->used] = value;
        w->used++;
    }
    w->largest = largest;
out:
    return status;
}

/* A loop of its own for each kind of load that is worth one. */
static kg_status parse_integer_lines(kg__worker *w)
{
    if (w->load->wide)
        return parse_integers(w, true, w->load->valued);
    return w->load->valued ? parse_integers(w, false, true) : parse_integers(w, false, false);
}

/* Where a name ends. */
static const char *skip_name(const char *p)
{
    while (!kg__is_blank(*p) && *p != ',' && *p != '\n' && *p)
        p++;
    return p;
}

static kg_status parse_names(kg__worker *w)
{
    kg_status status = KG_OK;

    for (const char *p = w->lines.begin; p < w->lines.end; p++) {
        const char *a, *a_end, *b, *b_end;
        double value = 0;

        a = skip_to_record(w, p);
        p = a;
        if (*p == '\n')
            continue;
        a_end = skip_name(a);
        b = skip_separator(a_end);
        if (a_end == a || !b)
            return kg__text_bad_vertex(w, a_end);
        b_end = skip_name(b);
        if (b_end == b || *b_end == '\0')
            return kg__text_bad_vertex(w, b_end);
        if ((uint64_t)(a_end - a) > UINT32_MAX || (uint64_t)(b_end - b) > UINT32_MAX)
            return kg__text_error(w, a, "a name of more than 4 GiB");
        p = parse_rest(w, b_end, &value, &status);
        if (!p)
            return status;
        kg__names_ask(w, &w->names, a, (size_t)(a_end - a), true, 0);
        kg__names_ask(w, &w->names, b, (size_t)(b_end - b), false, value);
    }
    return kg__names_settle(w, &w->names);
}

kg_status kg__read_edges(kg_graph **graph, const kg__input *input, const kg__record *record,
    const kg_read_options *options, size_t block_bytes)
{
    kg__load load = {.input = input,
        .block_bytes = block_bytes,
        .start = record->start,
        .parse = parse_integer_lines};

    if (record->begin) {
        const char *a_end = skip_name(record->begin), *b = skip_separator(a_end);
        const char *b_end = skip_name(b ? b : a_end), *value = skip_separator(b_end);

        load.valued = value && *value && *value != '\n';
        load.named = options->force_names || !kg__is_integer(record->begin, a_end) ||
                     (b && b_end > b && !kg__is_integer(b, b_end));
    }
    if (load.named)
        load.parse = parse_names;
    return kg__text_load(graph, &load);
}
