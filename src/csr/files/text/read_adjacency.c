/*
 * Reading arrow adjacency.
 *
 * In:  lines "a -> b, c", or "a ->" or "a" for a vertex without edges; a vertex may have many
 *     lines. A name is the text between the separators "->" and "," and the line's ends, without
 *     the blanks around it. Lines that are empty or begin with # are skipped. With "--" instead of
 *     "->" the graph is undirected; the first line that has either decides for the file.
 * Out: edges in the order of the file. Labels are integers if all labels of the first record are,
 *     else names.
 * Method: text.c; names are interned as in names.c.
 * Work and memory: as in text.c.
 */
#include "../../../io/number.h"
#include "../read.h"
#include <string.h>

/* second: the second character of the arrow, > or -. */
static inline bool is_arrow(const char *p, char second)
{
    return p[0] == '-' && p[1] == second;
}

static inline bool ends_label(const char *p, char second)
{
    return *p == '\n' || *p == ',' || kg__is_blank(*p) || is_arrow(p, second);
}

static inline __attribute__((always_inline)) kg_status parse_integers(
    kg__worker *w, const bool wide)
{
    const char second = w->load->arrow;
    uint64_t least = w->least, largest = w->largest;
    kg_status status = KG_OK;

    for (const char *p = w->lines.begin; p < w->lines.end; p++) {
        uint64_t a, b;
        const char *q;

        p = kg__skip_blank(p);
        if (*p == '#')
            p = kg__text_comment(w, p);
        if (*p == '\n')
            continue;
        q = kg__parse_label(p, &a);
        if (!q || !ends_label(q, second))
            return kg__text_bad_vertex(w, p);
        if (!wide && a >= KG_NO_VERTEX)
            return kg__text_wide_label(w, p, a);
        p = kg__skip_blank(q);
        if (is_arrow(p, second))
            p = kg__skip_blank(p + 2);
        else if (*p != '\n')
            return kg__text_error(w, p, "expected '-%c' or the end of the line", second);
        KG_TRY(kg__text_vertex(w, a, *p == '\n'));
        if (*p == '\n')
            continue;
        for (;; p = kg__skip_blank(p + 1)) {
            q = kg__parse_label(p, &b);
            if (!q || !ends_label(q, second))
                return kg__text_bad_vertex(w, p);
            least = b < least ? b : least;
            largest = b > largest ? b : largest;
            if (!wide && b >= KG_NO_VERTEX)
                return kg__text_wide_label(w, p, b);
            KG_TRY(kg__text_put_edge(w, wide, false, a, b, 0));
            p = kg__skip_blank(q);
            if (*p != ',')
                break;
        }
        if (*p != '\n')
            return kg__text_error(w, p, "expected ',' or the end of the line");
    }
    w->least = least < w->least ? least : w->least;
    w->largest = largest > w->largest ? largest : w->largest;
out:
    return status;
}

static kg_status parse_integer_lines(kg__worker *w)
{
    return w->load->wide ? parse_integers(w, true) : parse_integers(w, false);
}

/* Whether the arrow stands at p, in a name that begins before or there: -- only between blanks. */
static inline bool separates(const char *begin, const char *p, char second)
{
    return p[1] == second && (second == '>' || ((p == begin || kg__is_blank(p[-1])) &&
                                                   (p[2] == '\n' || kg__is_blank(p[2]))));
}

/* Where a name and the blanks after it end: at a separator, a newline or a zero byte. */
static inline const char *skip_name(const char *p, char second)
{
    static const bool stops[256] = {['\0'] = true, ['\n'] = true, [','] = true, ['-'] = true};

    const char *begin = p;

    while (!stops[(unsigned char)*p] || (*p == '-' && !separates(begin, p, second)))
        p++;
    return p;
}

static const char *trim(const char *begin, const char *end)
{
    while (end > begin && kg__is_blank(end[-1]))
        end--;
    return end;
}

/* Looks up the name at p. Returns its end, or NULL with *status. */
static inline const char *ask_name(kg__worker *w, const char *p, bool source, kg_status *status)
{
    const char *stop = skip_name(p, w->load->arrow), *end = trim(p, stop);

    if (end == p || *stop == '\0') {
        *status = kg__text_no_vertex(w, stop);
        return NULL;
    }
    if ((uint64_t)(end - p) > UINT32_MAX) {
        *status = kg__text_error(w, p, "a name of more than 4 GiB");
        return NULL;
    }
    kg__names_ask(w, &w->names, p, (size_t)(end - p), source, 0);
    return stop;
}

/* Checks a line that ends at p and has only a vertex: its arrow must not be of the other kind. */
static kg_status check_alone(kg__worker *w, const char *p)
{
    const char *line = p;

    while (line > w->lines.begin && line[-1] != '\n')
        line--;
    line = w->load->arrow == '>' ? kg__undirected_arrow(line, p)
                                 : memmem(line, (size_t)(p - line), "->", 2);
    return line ? kg__text_error(w, line, "an arrow of the other kind: expected '-%c' as before",
                      w->load->arrow)
                : KG_OK;
}

static kg_status parse_names(kg__worker *w)
{
    kg_status status = KG_OK;

    for (const char *p = w->lines.begin; p < w->lines.end; p++) {
        const char *name;

        p = kg__skip_blank(p);
        if (*p == '#')
            p = kg__text_comment(w, p);
        if (*p == '\n')
            continue;
        name = p;
        p = ask_name(w, p, true, &status);
        if (!p)
            return status;
        if (*p == '\n') {
            name = trim(name, p) - 1;
            if (*name == '-')
                return kg__text_error(
                    w, name, "the line ends in an arrow, expected '-%c'", w->load->arrow);
            KG_TRY(check_alone(w, p));
            continue;
        }
        if (*p == ',')
            return kg__text_error(w, p, "expected '-%c' before the first ','", w->load->arrow);
        p = kg__skip_blank(p + 2);
        if (*p == '\n')
            continue;
        for (;; p = kg__skip_blank(p + 1)) {
            p = ask_name(w, p, false, &status);
            if (!p)
                return status;
            if (*p != ',')
                break;
        }
        if (*p != '\n')
            return kg__text_error(
                w, p, "a second '-%c', expected ',' or the end of the line", w->load->arrow);
    }
out:
    return status == KG_OK ? kg__names_settle(w, &w->names) : status;
}

/* Whether all labels of a record are integers, as far as it was read, which may end in an arrow. */
static bool has_integers(const char *p, const char *end, char second)
{
    for (;;) {
        const char *stop = skip_name(p, second), *last = trim(p, stop);

        if (stop >= end && last > p && last[-1] == '-')
            last = trim(p, last - 1);
        if (last != p && !kg__is_integer(p, last))
            return false;
        if (stop >= end || *stop == '\n' || *stop == '\0')
            return true;
        p = kg__skip_blank(stop + (*stop == ',' ? 1 : 2));
    }
}

/* The second character of the first arrow in the text from p to `end`: > or -. */
static char find_arrow(const char *p, const char *end)
{
    for (; p < end; p = kg__line_end(p, end) + 1) {
        const size_t length = (size_t)(kg__line_end(p, end) - p);

        if (*kg__skip_blank(p) == '#')
            continue;
        if (memmem(p, length, "->", 2))
            return '>';
        if (kg__undirected_arrow(p, p + length))
            return '-';
    }
    return '>';
}

kg_status kg__read_adjacency(kg_graph **graph, const kg__input *input, const kg__record *record,
    const kg_read_options *options, size_t block_bytes)
{
    kg__load load = {.input = input,
        .block_bytes = block_bytes,
        .start = record->start,
        .shown = "adjacency",
        .both = options->both_directions,
        .arrow = record->begin ? find_arrow(record->begin, record->end) : '>',
        .ids = options->ids};
    kg__record first;
    char *line = NULL;
    kg_status status;

    load.undirected = options->undirected || (load.arrow == '-' && !load.both);
    KG_TRY(kg__record_complete(&first, &line, input, record));
    load.named = options->force_names || (!options->ids && first.begin &&
                                             !has_integers(first.begin, first.end, load.arrow));
    load.parse = load.named ? parse_names : parse_integer_lines;
    status = kg__text_load(graph, &load);
out:
    kg__free(input->ctx, line);
    return status;
}
