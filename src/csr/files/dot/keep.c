/*
 * Attributes of DOT's nodes and edges that become columns.
 *
 * In:  lists of attributes, those of defaults, and the nodes and edges to which they belong.
 * Out: the columns. An attribute without a text says nothing, as in Graphviz.
 * Method: the defaults of subgraphs that are open form one list, the innermost ones first. The
 *     first default of a column counts.
 * Work: O(attributes) a node or edge, its defaults included.
 */
#include "keep.h"

kg_status kg__dot_keep_name(kg__dot_keeper *keep, const char *name, size_t length, uint32_t *column)
{
    *column = KG__NO_COLUMN;
    return keep && keep->columns
               ? kg__columns_find(keep->columns, keep->element, name, length, column)
               : KG_OK;
}

kg_status kg__dot_keep_value(kg__dot_keeper *keep, uint32_t column, uint32_t text)
{
    kg_status status = KG_OK;

    if (column == KG__NO_COLUMN)
        return KG_OK;
    if (keep->count >= KG__NO_TEXT)
        return kg__fail(keep->columns->ctx, KG_OVERFLOW, "more than 4 billion attributes of DOT");
    KG_TRY(kg__host_grow(keep->columns->ctx, &keep->kept, &keep->room, keep->count + 1,
        sizeof *keep->kept, "attributes of DOT"));
    keep->kept[keep->count++] = (kg__dot_kept){keep->element, column, text, KG__NO_TEXT};
out:
    return status;
}

void kg__dot_keep_defaults(
    kg__dot_keeper *keep, uint64_t begin, kg__dot_defaults *own, uint32_t outer)
{
    for (uint64_t i = begin; i < keep->count; i++) {
        kg__dot_kept *is = &keep->kept[i];
        uint32_t at = own->first;

        while (at != KG__NO_TEXT &&
               (keep->kept[at].element != is->element || keep->kept[at].column != is->column))
            at = at == own->last ? KG__NO_TEXT : keep->kept[at].next;
        if (at != KG__NO_TEXT) {
            keep->kept[at].text = is->text;
            continue;
        }
        is->next = own->first == KG__NO_TEXT ? outer : own->first;
        own->last = own->first == KG__NO_TEXT ? (uint32_t)i : own->last;
        own->first = (uint32_t)i;
    }
}

static kg_status say(kg__dot_keeper *keep, const kg__texts *texts, const kg__dot_kept *is)
{
    size_t length;
    const char *text = kg__text_of(texts, is->text, &length);

    return length ? kg__columns_say(
                        keep->columns, is->element, is->column, text, length, KG_COLUMN_INTEGER)
                  : KG_OK;
}

kg_status kg__dot_keep_put(kg__dot_keeper *keep, const kg__texts *texts, kg_element element,
    uint64_t id, uint64_t begin, uint32_t first)
{
    kg_status status = KG_OK;

    if (!keep->columns)
        return KG_OK;
    for (uint64_t i = begin; i < keep->count; i++)
        KG_TRY(say(keep, texts, &keep->kept[i]));
    for (uint32_t at = first; at != KG__NO_TEXT; at = keep->kept[at].next)
        if (keep->kept[at].element == element &&
            keep->columns->of[element].column[keep->kept[at].column].next == KG__NO_TEXT)
            KG_TRY(say(keep, texts, &keep->kept[at]));
    KG_TRY(kg__columns_put(keep->columns, element, id));
out:
    return status;
}
