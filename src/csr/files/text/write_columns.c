/* Which columns and values a format can hold. */
#include "write_columns.h"
#include "../../../base/utf8.h"
#include "../../../io/pieces.h"
#include "../../../io/text_block.h"

bool kg__holds_all(uint32_t code)
{
    (void)code;
    return true;
}

static bool holds_text(kg__column_text t, bool (*holds)(uint32_t code))
{
    for (size_t i = 0; holds && i < t.length;) {
        uint32_t code;
        const size_t bytes = kg__utf8(t.text + i, t.length - i, &code);

        if (!bytes || !holds(code))
            return false;
        i += bytes;
    }
    return true;
}

static kg_status check_column(const kg_graph *graph, kg_element element, uint64_t column,
    const char *format, bool (*holds)(uint32_t code))
{
    const bool edges = element == KG_ELEMENT_EDGE;
    const kg__column_text name = kg__column_name(graph, element, column);
    const uint64_t count = edges ? (uint64_t)kg__edges(graph) : (uint64_t)graph->n;

    for (uint64_t id = 0; id < count; id++) {
        const kg__column_text value = kg__column_value(graph, element, column, id);

        if (!holds_text(value, holds))
            return kg__fail(graph->ctx, KG_UNSUPPORTED,
                "%s %llu has '%s' in the column '%s': %s cannot hold this text",
                edges ? "edge" : "vertex", (unsigned long long)id,
                KG__SHOW(value.text, value.length), KG__SHOW(name.text, name.length), format);
    }
    return KG_OK;
}

kg_status kg__check_columns(const kg_graph *graph, kg_element element, const char *format,
    const char *taken, bool (*holds)(uint32_t code))
{
    const uint64_t columns = kg_graph_columns(graph, element);
    kg_status status = KG_OK;

    for (uint64_t c = 0; c < columns; c++) {
        const kg__column_text name = kg__column_name(graph, element, c);

        if (kg__line_is_one_of((kg__line){name.text, name.text + name.length}, taken) ||
            !holds_text(name, holds))
            return kg__fail(graph->ctx, KG_UNSUPPORTED, "%s cannot hold a column '%s' of %s",
                format, KG__SHOW(name.text, name.length),
                element == KG_ELEMENT_EDGE ? "edges" : "vertices");
        if (holds)
            KG_TRY(check_column(graph, element, c, format, holds));
    }
out:
    return status;
}

static const char *skip_digits(const char *p, const char *end)
{
    while (p < end && kg__is_digit(*p))
        p++;
    return p;
}

bool kg__is_json_number(const char *text, size_t length)
{
    const char *p = text, *end = text + length, *digits;

    p += p < end && *p == '-';
    digits = p;
    p = skip_digits(p, end);
    if (p == digits || (*digits == '0' && p - digits > 1))
        return false;
    if (p < end && *p == '.') {
        digits = ++p;
        p = skip_digits(p, end);
        if (p == digits)
            return false;
    }
    if (p < end && (*p == 'e' || *p == 'E')) {
        p++;
        p += p < end && (*p == '+' || *p == '-');
        digits = p;
        p = skip_digits(p, end);
        if (p == digits)
            return false;
    }
    return p == end;
}
