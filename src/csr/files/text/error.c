/* Errors of the text parsers, with their place in the file, and "# vertices N", the one comment
 * that they read. */
#include "../../../io/number.h"
#include "text.h"
#include <stdio.h>
#include <string.h>

kg_status kg__text_error(kg__worker *w, const char *place, const char *format, ...)
{
    va_list list;
    size_t length;

    w->error_at = kg__text_block_offset(&w->lines, place);
    va_start(list, format);
    vsnprintf(w->error, sizeof w->error, format, list);
    va_end(list);
    length = strlen(w->error);
    snprintf(w->error + length, sizeof w->error - length, " (read as %s)", w->load->shown);
    return KG_FORMAT;
}

kg_status kg__text_no_vertex(kg__worker *w, const char *p)
{
    return kg__text_error(w, p, "%s",
        *p == '\n'   ? "the line ends here, expected a vertex"
        : *p == '\0' ? "a zero byte, expected text"
                     : "nothing stands here, expected a vertex");
}

kg_status kg__text_bad_vertex(kg__worker *w, const char *p)
{
    const char *end = p;
    const char *shown;

    while (*end != '\n' && *end != ',' && *end && !kg__is_blank(*end))
        end++;
    shown = KG__SHOW(p, (size_t)(end - p));
    if (end == p || *end == '\0')
        return kg__text_no_vertex(w, end);
    for (const char *c = p; c < end; c++)
        if (!kg__is_digit(*c))
            return kg__text_error(w, p,
                "'%s' is not a vertex number, expected digits alone; with the option force_names "
                "labels are "
                "names",
                shown);
    if (*p == '0')
        return kg__text_error(w, p,
            "'%s' has a leading zero, expected a plain integer; with the option force_names labels "
            "are names",
            shown);
    return kg__text_error(w, p, "'%s' is a number past the limit, expected at most %llu", shown,
        (unsigned long long)KG__LABEL_MAX);
}

kg_status kg__text_wide_label(kg__worker *w, const char *place, uint64_t label)
{
    if (w->load->ids)
        return kg__text_error(w, place,
            "vertex %llu is past the limit, expected at most %llu; without the option ids it is a "
            "label",
            (unsigned long long)label, (unsigned long long)KG__VERTICES_MAX - 1);
    w->wants |= KG__WIDE;
    return KG_LIMIT;
}

const char *kg__text_line_end(const kg__worker *w, const char *p)
{
    const char *end = memchr(p, '\n', (size_t)(w->lines.end - p));
    const char *zero = memchr(p, '\0', (size_t)(end - p));

    return zero ? zero : end;
}

const char *kg__text_comment(kg__worker *w, const char *p)
{
    static const char word[] = "vertices ";
    const char *end = kg__text_line_end(w, p);
    const char *claim = kg__skip_blank(p + 1), *after;
    uint64_t number;

    if (*end == '\0')
        return end;
    if (strncmp(claim, word, sizeof word - 1) == 0) {
        after = kg__parse_label(claim + sizeof word - 1, &number);
        if (after && kg__skip_blank(after) == end && (!w->claims || number > w->claimed)) {
            w->claims = true;
            w->claimed = number;
            w->claimed_at = kg__text_block_offset(&w->lines, p);
        }
    }
    return end;
}
