/* Code for the formats with counts in a header: checks of these counts, and numbers from 1 on. */
#include "counts.h"
#include "../detect.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { LEAST_BYTES = 2 }; /* of an edge, with its line's end */

bool kg__header_number(const char **p, uint64_t *number)
{
    const char *q = *p;

    *number = 0;
    for (; kg__is_digit(*q); q++)
        if (__builtin_mul_overflow(*number, 10, number) ||
            __builtin_add_overflow(*number, (uint64_t)(*q - '0'), number))
            *number = UINT64_MAX / 16;
    if (q == *p || (*q != '\n' && *q != '\0' && !kg__is_blank(*q)))
        return false;
    *p = kg__skip_blank(q);
    return true;
}

/* Fails at an offset of the file, with the format's name. */
static kg_status fail_at(const kg__load *load, uint64_t at, char *error, size_t room)
{
    size_t length = strlen(error);

    snprintf(error + length, room - length, " (read as %s)", load->shown);
    return kg__input_fail(load->input, load->start, at, error);
}

kg_status kg__header_fail(
    const kg__load *load, const kg__record *record, const char *place, const char *format, ...)
{
    char error[300];
    va_list list;

    va_start(list, format);
    vsnprintf(error, sizeof error, format, list);
    va_end(list);
    return fail_at(load, record->at + (uint64_t)(place - record->begin), error, sizeof error);
}

kg_status kg__header_word(int *which, const kg__load *load, const kg__record *line, const char **at,
    const kg__header_choice *choices)
{
    kg__line field = kg__next_field(at, line->end);
    const size_t length = kg__line_length(field);
    const char *shown = KG__SHOW(field.begin, length);

    for (*which = 0; choices[*which].text; ++*which) {
        if (!kg__line_is(field, choices[*which].text))
            continue;
        if (!choices[*which].refusal)
            return KG_OK;
        return kg__header_fail(load, line, field.begin, "a %s file with '%s': %s", load->shown,
            shown, choices[*which].refusal);
    }
    return kg__header_fail(load, line, field.begin, "%s%s%s, expected %s", length ? "'" : "",
        length ? shown : "the line ends here", length ? "'" : "", choices[*which].refusal);
}

kg_status kg__header_line(kg__load *load, const kg__record *record)
{
    const char *end = memchr(record->begin, '\n', (size_t)(record->end - record->begin));
    uint64_t after = record->at + (uint64_t)((end ? end + 1 : record->end) - record->begin);

    if (!end && after < load->input->size)
        return kg__header_fail(load, record, record->begin, "this line is too long for a header");
    load->header = after - load->start;
    return KG_OK;
}

kg_status kg__counts_fail(const kg__load *load, uint64_t found)
{
    const kg__counts *c = load->counts;
    char error[300];

    snprintf(error, sizeof error, "this line says %llu %s, but there are %llu: the file is %s",
        (unsigned long long)c->m, c->things, (unsigned long long)found,
        found < c->m ? "cut off or the number wrong" : "longer or the number wrong");
    return fail_at(load, c->at, error, sizeof error);
}

kg_status kg__counts_check(const kg__load *load)
{
    const kg__counts *c = load->counts;
    uint64_t bytes = load->input->size - load->start - load->header;
    char error[300];

    if (c->m > bytes / LEAST_BYTES + 1) {
        snprintf(error, sizeof error,
            "this line says %llu %s, but only %llu bytes follow: the file is cut off or the "
            "number wrong",
            (unsigned long long)c->m, c->things, (unsigned long long)bytes);
        return fail_at(load, c->at, error, sizeof error);
    }
    if (c->lines && c->n > bytes + 1) {
        snprintf(error, sizeof error,
            "this line says %llu vertices, each with a line, but only %llu bytes follow: the file "
            "is cut off or the number wrong",
            (unsigned long long)c->n, (unsigned long long)bytes);
        return fail_at(load, c->at, error, sizeof error);
    }
    if (!c->lines && c->n > kg__claim_limit(c->m)) {
        snprintf(error, sizeof error,
            "%llu vertices are more than %llu %s can back, expected at most %llu; .kcsr can carry "
            "more",
            (unsigned long long)c->n, (unsigned long long)c->m, c->things,
            (unsigned long long)kg__claim_limit(c->m));
        return fail_at(load, c->at, error, sizeof error);
    }
    if (c->n > KG__VERTICES_MAX)
        return kg__fail(load->input->ctx, KG_OVERFLOW, "%llu vertices: at most %llu are possible",
            (unsigned long long)c->n, (unsigned long long)KG__VERTICES_MAX);
    return KG_OK;
}

kg_status kg__counts_match(kg__load *load, kg__text_run *run, size_t runs, uint64_t edges)
{
    const kg__counts *c = load->counts;

    (void)run;
    (void)runs;
    if (edges == c->m)
        return KG_OK;
    if (!c->halves || c->m != 2 * edges)
        return kg__counts_fail(load, edges);
    return kg__input_warn(load->input, load->start, c->at,
        "the number of edges is twice that of the lines: each was counted in both directions");
}

/* Reads the text of a comment, after its mark. */
static void take_comment(kg__counts_comments *found, kg__line text)
{
    static const char from[] = "labels from ";
    const char *p = text.begin + sizeof from - 1;
    uint64_t number;

    while (text.end > text.begin && kg__is_blank(text.end[-1]))
        text.end--;
    if (kg__line_is(text, "without values"))
        found->unvalued = true;
    if (kg__line_begins(text, from) && kg__header_number(&p, &number) && p >= text.end &&
        number <= KG__LABEL_MAX / 2)
        found->first = number;
}

kg_status kg__counts_find_comments(
    kg__counts_comments *found, const kg__load *load, const kg__record *record, const char *mark)
{
    const uint64_t most = record->at - load->start;
    size_t count = most < KG__HEAD_BYTES ? (size_t)most : KG__HEAD_BYTES;
    char *head = NULL;
    kg_status status;

    *found = (kg__counts_comments){.first = 1};
    KG_TRY(kg__host_allocate(
        load->input->ctx, &head, KG__HEAD_BYTES + KG__TEXT_PAD, 1, "beginning of the file"));
    memset(head + count, 0, KG__TEXT_PAD);
    KG_TRY(kg__input_read(load->input, head, load->start, count));
    for (const char *p = head, *end; p < head + count; p = end + 1) {
        const char *at = p;

        end = kg__line_end(p, head + count);
        if (kg__line_is(kg__next_field(&at, end), mark))
            take_comment(found, (kg__line){kg__skip_blank(at), end});
    }
out:
    kg__free(load->input->ctx, head);
    return status;
}

kg_status kg__counts_name(kg_graph *graph, kg_context *ctx, uint64_t first)
{
    kg_status status = KG_OK;

    if (first && graph->n) {
        KG_TRY(kg__names_create(&graph->names, ctx));
        graph->names->first = first;
    }
out:
    return status;
}

kg_status kg__counts_load(kg_graph **graph, kg__load *load, uint64_t first)
{
    kg_status status;

    load->ids = true;
    if (!load->finish)
        load->finish = kg__counts_match;
    KG_TRY(kg__text_load(graph, load));
    KG_TRY(kg__counts_name(*graph, load->input->ctx, first));
out:
    return status;
}

/* ---- for parsers ----------------------------------------------------------------------------- */

kg_status kg__text_bad_position(kg__worker *w, const char *p)
{
    const unsigned long long n = w->load->counts->n;
    const char *end = p;
    uint64_t number;
    const char *shown;

    while (*end != '\n' && *end && !kg__is_blank(*end))
        end++;
    if (end == p || *end == '\0')
        return kg__text_no_vertex(w, end);
    shown = KG__SHOW(p, (size_t)(end - p));
    if (!kg__header_number(&(const char *){p}, &number))
        return kg__text_error(
            w, p, "'%s' is no vertex, expected a number from 1 to %llu", shown, n);
    if (number == 0)
        return kg__text_error(
            w, p, "vertex 0, but vertices count from 1 here, expected 1 to %llu", n);
    if (*p == '0')
        return kg__text_error(w, p, "'%s' has a leading zero, expected a plain integer", shown);
    return kg__text_error(w, p, "vertex %s, but the header says %llu vertices", shown, n);
}

const char *kg__expect_line_end(kg__worker *w, const char *p, kg_status *status)
{
    p = kg__skip_blank(p);
    if (*p == '\n')
        return p;
    *status = kg__text_error(w, p, "%s",
        *p ? "expected the end of the line" : "a zero byte, expected the end of the line");
    return NULL;
}

bool kg__is_whole(const char *p)
{
    p += *p == '-' || *p == '+';
    while (kg__is_digit(*p))
        p++;
    return *p == '\n' || kg__is_blank(*p);
}

const char *kg__parse_any_value(
    kg__worker *w, const char *p, bool whole, double *value, kg_status *status)
{
    const char *q;

    p = kg__skip_blank(p);
    q = *p == '\n' ? NULL : kg__parse_double(p, value);
    if (!q || (*q != '\n' && !kg__is_blank(*q)) || (whole && !kg__is_whole(p))) {
        *status = kg__text_error(w, p,
            *p == '\n' ? "the line ends here, expected the edge's value"
            : whole    ? "expected a whole number as value"
                       : "expected a number of the range of a double as value");
        return NULL;
    }
    return kg__expect_line_end(w, q, status);
}
