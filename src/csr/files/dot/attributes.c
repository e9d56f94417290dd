/* Reading the attributes of DOT's nodes and edges: label, key, value, weight, and those that are
 * kept. Other attributes are skipped. */
#include "attributes.h"
#include "../../../io/number.h"
#include <string.h>

static bool is_called(const kg__dot_scanner *s, const char *name)
{
    return s->length == strlen(name) && memcmp(s->bytes, name, s->length) == 0;
}

/* Reads the token, an atom, as a number. An empty one says nothing. */
static kg_status read_number(kg__dot_scanner *s, kg__dot_given *number)
{
    kg_context *ctx = s->input->ctx;
    const char *at = s->at, *end;
    char *text = NULL;
    kg_status status;

    *number = (kg__dot_given){true, 1, NULL};
    if (!s->length)
        return KG_OK;
    KG_TRY(kg__host_allocate(ctx, &text, (uint64_t)s->length + 1, 1, "a number"));
    memcpy(text, s->bytes, s->length);
    text[s->length] = '\0';
    end = kg__parse_double(text, &number->number);
    if (!end || *end)
        *number = (kg__dot_given){true, 1, at};
out:
    kg__free(ctx, text);
    return status;
}

kg_status kg__dot_read_attribute(
    kg__dot_scanner *s, kg__texts *texts, kg__dot_keeper *keep, kg__dot_attributes *says)
{
    enum {
        OTHER,
        LABEL,
        KEY,
        VALUE,
        WEIGHT
    } what = is_called(s, "label")    ? LABEL
             : is_called(s, "key")    ? KEY
             : is_called(s, "value")  ? VALUE
             : is_called(s, "weight") ? WEIGHT
                                      : OTHER;
    uint32_t column, text;
    kg_status status;

    KG_TRY(kg__dot_keep_name(keep, s->bytes, s->length, &column));
    KG_TRY(kg__dot_next(s));
    if (s->kind != '=')
        return kg__dot_unexpected(s, "= behind an attribute's name");
    KG_TRY(kg__dot_next(s));
    if (s->kind != KG__DOT_ATOM)
        return kg__dot_unexpected(s, "an attribute's value");
    if (column != KG__NO_COLUMN) {
        KG_TRY(kg__intern(texts, s->bytes, s->length, &text));
        KG_TRY(kg__dot_keep_value(keep, column, text));
    }
    if (what == LABEL)
        KG_TRY(kg__intern(texts, s->bytes, s->length, &says->label));
    else if (what == KEY)
        KG_TRY(kg__intern(texts, s->bytes, s->length, &says->key));
    else if (what == VALUE)
        KG_TRY(read_number(s, &says->value));
    else if (what == WEIGHT)
        KG_TRY(read_number(s, &says->weight));
    KG_TRY(kg__dot_next(s));
out:
    return status;
}

kg_status kg__dot_read_attributes(kg__dot_scanner *s, kg__texts *texts, kg__dot_keeper *keep,
    kg_element element, kg__dot_attributes *says)
{
    kg_status status = KG_OK;

    *says = kg__dot_no_attributes();
    says->begin = keep ? keep->count : 0;
    if (keep)
        keep->element = element;
    while (s->kind == '[') {
        KG_TRY(kg__dot_next(s));
        while (s->kind == KG__DOT_ATOM) {
            KG_TRY(kg__dot_read_attribute(s, texts, keep, says));
            if (s->kind == ',' || s->kind == ';')
                KG_TRY(kg__dot_next(s));
        }
        if (s->kind != ']')
            return kg__dot_unexpected(s, "an attribute's name, or ]");
        KG_TRY(kg__dot_next(s));
    }
out:
    return status;
}
