/* The lines of a text file, read through a buffer that grows to the longest line. */
#include "lines.h"
#include "number.h"
#include "text_block.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { BUFFER_BYTES = 1 << 18 };

void kg__lines_open(kg__lines *l, const kg__input *input)
{
    *l = (kg__lines){.input = input, .number = input->skipped_lines};
}

void kg__lines_close(kg__lines *l)
{
    kg__free(l->input->ctx, l->buffer);
    l->buffer = NULL;
}

/* Some editors begin UTF-8 text with a byte order mark, which does not belong to the first line. */
static kg_status skip_mark(kg__lines *l)
{
    static const char mark[] = {'\xef', '\xbb', '\xbf'};
    char first[sizeof mark];
    kg_status status = KG_OK;

    if (l->input->size < sizeof mark)
        return KG_OK;
    KG_TRY(kg__input_read(l->input, first, 0, sizeof first));
    if (memcmp(first, mark, sizeof mark) == 0)
        l->begin = l->end = l->next = sizeof mark;
out:
    return status;
}

/* Makes the buffer begin at the next line, and reads more after it. */
static kg_status fill(kg__lines *l)
{
    size_t have = (size_t)(l->end - l->next);
    uint64_t rest = l->input->size - l->end;
    size_t wanted = have + KG__LINE_PAD + 1, count;
    kg_status status;

    if (l->buffer)
        memmove(l->buffer, l->buffer + (l->next - l->begin), have);
    l->begin = l->next;
    if (rest && wanted < 2 * have)
        wanted = 2 * have;
    if (wanted < BUFFER_BYTES)
        wanted = BUFFER_BYTES;
    KG_TRY(kg__host_grow(l->input->ctx, &l->buffer, &l->room, wanted, 1, "a line of text"));
    count = l->room - have - KG__LINE_PAD;
    count = rest < count ? (size_t)rest : count;
    KG_TRY(kg__input_read(l->input, l->buffer + have, l->end, count));
    l->end += count;
out:
    return status;
}

kg_status kg__lines_next(kg__lines *l)
{
    char *end = NULL;
    kg_status status = KG_OK;

    if (l->line) /* undo the zeros */
        memcpy(l->line + l->length, l->kept, sizeof l->kept);
    l->line = NULL;
    if (l->next == 0)
        KG_TRY(skip_mark(l));
    if (l->next == l->input->size)
        return KG_OK;
    for (;;) {
        size_t have = (size_t)(l->end - l->next);

        if (l->buffer)
            end = memchr(l->buffer + (l->next - l->begin), '\n', have);
        if (end || (l->buffer && l->end == l->input->size))
            break;
        KG_TRY(fill(l));
    }
    l->line = l->buffer + (l->next - l->begin);
    if (!end)
        end = l->line + (l->end - l->next);
    l->length = (size_t)(end - l->line);
    l->next += l->length + (l->next + l->length < l->end);
    l->number++;
    if (l->length && l->line[l->length - 1] == '\r')
        l->length--;
    memcpy(l->kept, l->line + l->length, sizeof l->kept);
    memset(l->line + l->length, 0, sizeof l->kept);
out:
    return status;
}

kg_status kg__lines_next_full(kg__lines *l)
{
    kg_status status;

    do
        KG_TRY(kg__lines_next(l));
    while (l->line && strspn(l->line, " \t") == l->length);
out:
    return status;
}

kg_status kg__lines_next_fields(kg__lines *lines)
{
    kg_status status;

    do
        KG_TRY(kg__lines_next_full(lines));
    while (lines->line && *kg__skip_blank(lines->line) == '#');
    if (lines->line)
        lines->line[lines->length] = '\n';
out:
    return status;
}

kg_status kg__lines_fail(const kg__lines *l, const char *place, const char *format, ...)
{
    char text[256];
    va_list list;

    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    return kg__fail(l->input->ctx, KG_FORMAT, "%s:%" PRIu64 ":%zu: %s", l->input->shown, l->number,
        place ? (size_t)(place - l->line) + 1 : 1, text);
}

kg_status kg__lines_numbers(
    const kg__lines *l, uint64_t *number, int count, const uint64_t *limit, const char *expected)
{
    const char *p = l->line;

    if (!p)
        return kg__lines_fail(l, NULL, "the file ends here, expected %s", expected);
    for (int i = 0; i < count; i++) {
        const char *end;

        p += strspn(p, " \t");
        end = kg__parse_label(p, &number[i]);
        if (!end)
            return kg__lines_fail(l, p, "expected %s", expected);
        if (number[i] > limit[i])
            return kg__lines_fail(l, p, "%" PRIu64 " is too large, at most %" PRIu64 " is possible",
                number[i], limit[i]);
        p = end + strspn(end, " \t");
        if (i + 1 < count && *p++ != ',')
            return kg__lines_fail(l, p - 1, "expected %s", expected);
    }
    if (*p || p != l->line + l->length)
        return kg__lines_fail(l, p, "expected the end of the line behind %s", expected);
    return KG_OK;
}
