/*
 * Columns of the input that are kept for the files of walks: tags, properties, fields of tables.
 *
 * In:  "a,b,c", and the tags of ways one after the other.
 * Out: the values of each way; which tags there were, for messages.
 * Work: O(columns tags) a way.
 */
#include "../streets.h"
#include <stdio.h>
#include <string.h>

enum { COLUMNS_MOST = 256 };

static bool has_column(const kg__gathered *g, const char *name, size_t length)
{
    for (uint64_t k = 0; k < g->columns; k++)
        if (strlen(g->text + g->column[k]) == length &&
            memcmp(g->text + g->column[k], name, length) == 0)
            return true;
    return false;
}

kg_status kg__keep_begin(kg__gathered *g)
{
    const char *keep = g->options->keep;
    kg_status status = KG_OK;

    g->tags.ctx = g->ctx;
    for (const char *name = keep; name;) {
        const size_t length = strcspn(name, ",");

        if (!length || g->columns == COLUMNS_MOST)
            KG_TRY(kg__fail(g->ctx, KG_ARGUMENT,
                "the columns to keep are '%s': expected at most %d names, with a comma between two",
                KG__SHOW(keep, strlen(keep)), COLUMNS_MOST));
        if (!has_column(g, name, length)) {
            KG_TRY(kg__host_grow(
                g->ctx, &g->column, &g->column_room, g->columns + 1, sizeof *g->column, "columns"));
            KG_TRY(kg__gather_text(g, name, length, &g->column[g->columns]));
            g->columns++;
        }
        name = name[length] ? name + length + 1 : NULL;
    }
out:
    return status;
}

kg_status kg__keep_way(kg__gathered *g, kg__tags tags)
{
    const uint64_t first = (g->ways - 1) * g->columns;
    uint32_t tag;
    kg_status status = KG_OK;

    if (!g->columns)
        return KG_OK;
    KG_TRY(kg__host_grow(
        g->ctx, &g->kept, &g->kept_room, first + g->columns, sizeof *g->kept, "columns"));
    for (size_t i = 0; i < tags.count; i++)
        KG_TRY(kg__intern(&g->tags, tags.pair[2 * i], strlen(tags.pair[2 * i]), &tag));
    for (uint64_t k = 0; k < g->columns; k++) {
        const char *value = kg__tag(tags, g->text + g->column[k]);

        g->kept[first + k] = 0;
        if (value && *value)
            KG_TRY(kg__gather_text(g, value, strlen(value), &g->kept[first + k]));
    }
out:
    return status;
}

/* Writes the names of tags, as many as fit. */
static void list_tags(const kg__gathered *g, char *list, size_t size)
{
    size_t used = 0;

    *list = '\0';
    for (uint32_t t = 0; t < g->tags.count; t++) {
        char shown[160];
        size_t length;
        const char *name = kg__text_of(&g->tags, t, &length);
        const int bytes =
            snprintf(shown, sizeof shown, "%s%s", t ? ", " : "", KG__SHOW(name, length));

        if (used + (size_t)bytes + 32 > size) {
            snprintf(list + used, size - used, " and %u more", (unsigned)(g->tags.count - t));
            return;
        }
        memcpy(list + used, shown, (size_t)bytes + 1);
        used += (size_t)bytes;
    }
}

kg_status kg__keep_check(kg__gathered *g)
{
    char list[512];

    for (uint64_t k = 0; k < g->columns && g->ways; k++) {
        const char *name = g->text + g->column[k];
        const uint32_t before = g->tags.count;
        uint32_t tag;
        kg_status status = kg__intern(&g->tags, name, strlen(name), &tag);

        if (status != KG_OK)
            return status;
        if (tag < before)
            continue;
        g->tags.count--;
        list_tags(g, list, sizeof list);
        return kg__fail(g->ctx, KG_FORMAT, "%s: no street has a column or a tag '%s'%s%s", g->shown,
            KG__SHOW(name, strlen(name)), *list ? ": expected one of: " : "", list);
    }
    return KG_OK;
}
