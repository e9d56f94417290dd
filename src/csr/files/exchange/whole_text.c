/* Reads whole texts, and the entities in them. */
#include "whole_text.h"
#include "../../../base/utf8.h"
#include "../../../io/number.h"
#include <stdarg.h>
#include <stdlib.h>

kg_status kg__whole_read(kg__whole *w)
{
    const kg__input *input = w->input;
    const char *zero;
    kg_status status;

    KG_TRY(kg__host_allocate(input->ctx, &w->text, input->size + KG__TEXT_PAD, 1, "the text"));
    KG_TRY(kg__input_read(input, w->text, 0, input->size));
    memset(w->text + input->size, 0, KG__TEXT_PAD);
    w->end = w->text + input->size;
    w->start = kg__byte_order_mark(w->text, input->size);
    w->p = w->text + w->start;
    zero = memchr(w->text, '\0', input->size);
    if (zero)
        KG_TRY(kg__whole_fail(w, zero, "a zero byte, expected text"));
out:
    return status;
}

void kg__whole_free(kg__whole *w)
{
    kg__free(w->input->ctx, w->text);
    w->text = NULL;
}

kg_status kg__whole_read_list(kg_graph **graph, kg__whole *w, kg__node_list *list,
    const kg_read_options *options, kg_status (*read)(void *reader), void *reader)
{
    kg_status status;

    KG_TRY(kg__node_list_options(list, options));
    KG_TRY(kg__whole_read(w));
    KG_TRY(read(reader));
    KG_TRY(kg__node_list_build(graph, list, options));
out:
    kg__node_list_free(list);
    kg__whole_free(w);
    return status;
}

kg_status kg__whole_fail(const kg__whole *w, const char *place, const char *format, ...)
{
    va_list list;
    kg_status status;

    va_start(list, format);
    status =
        kg__input_fail_as(w->input, w->start, (uint64_t)(place - w->text), w->shown, format, list);
    va_end(list);
    return status;
}

bool kg__whole_next_line(kg__whole *w, const char *comments, kg__line *line)
{
    while (w->p < w->end) {
        const char *end = kg__whole_line_end(w, w->p), *p = kg__skip_blank(w->p);

        w->p = end < w->end ? end + 1 : end;
        while (end > p && kg__is_blank(end[-1]))
            end--;
        *line = (kg__line){p, end};
        if (p < end && !strchr(comments, *p))
            return true;
    }
    return false;
}

kg_status kg__whole_field(
    const kg__whole *w, const char **at, kg__line line, kg__line *field, bool *quoted)
{
    const char *p = *at;

    while (p < line.end && kg__is_blank(*p))
        p++;
    *quoted = p < line.end && *p == '"';
    *field = (kg__line){p, p};
    if (!*quoted) {
        while (p < line.end && !kg__is_blank(*p))
            p++;
        field->end = *at = p;
        return KG_OK;
    }
    field->begin = ++p;
    p = memchr(p, '"', (size_t)(line.end - p));
    if (!p)
        return kg__whole_fail(w, field->begin - 1, "this quote does not end");
    field->end = p;
    *at = p + 1;
    return KG_OK;
}

bool kg__whole_number(kg__line field, double *number)
{
    return field.begin < field.end && kg__parse_double(field.begin, number) == field.end;
}

/* Reads the entity at p, after its &. Returns its end, or NULL. */
static const char *read_entity(const char *p, const char *end, bool by_name, uint32_t *code)
{
    static const struct {
        const char *name;
        char is;
    } named[] = {{"amp;", '&'}, {"lt;", '<'}, {"gt;", '>'}, {"quot;", '"'}, {"apos;", '\''}};
    const bool hex = end - p > 2 && p[0] == '#' && (p[1] == 'x' || p[1] == 'X');
    char *behind;
    unsigned long number;

    for (unsigned i = 0; by_name && i < sizeof named / sizeof *named; i++)
        if ((size_t)(end - p) >= strlen(named[i].name) &&
            memcmp(p, named[i].name, strlen(named[i].name)) == 0) {
            *code = (unsigned char)named[i].is;
            return p + strlen(named[i].name);
        }
    if (p == end || *p != '#' ||
        !(kg__is_digit(p[1 + hex]) || (hex && strchr("abcdefABCDEF", p[2]))))
        return NULL;
    number = strtoul(p + 1 + hex, &behind, hex ? 16 : 10);
    *code = (uint32_t)number;
    return behind < end && *behind == ';' && number && number < 0x110000 &&
                   (number < 0xd800 || number > 0xdfff)
               ? behind + 1
               : NULL;
}

size_t kg__decode_entities(char *text, size_t length, bool named)
{
    const char *end = text + length, *p = text;
    char *to = text;

    while (p < end) {
        uint32_t code;
        const char *behind = *p == '&' ? read_entity(p + 1, end, named, &code) : NULL;

        if (behind) /* an entity is never shorter than its character */
            to = kg__print_utf8(to, code);
        else
            *to++ = *p;
        p = behind ? behind : p + 1;
    }
    return (size_t)(to - text);
}
