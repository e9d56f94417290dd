/* The texts of what a file has. */
#include "../streets.h"
#include <string.h>

kg_status kg__gather_text(kg__gathered *g, const char *text, size_t length, uint64_t *begin)
{
    kg_status status;

    *begin = g->text_bytes;
    KG_TRY(kg__host_grow(g->ctx, &g->text, &g->text_room, *begin + length + 1, 1, "names"));
    if (length)
        memcpy(g->text + *begin, text, length);
    g->text[*begin + length] = '\0';
    g->text_bytes += length + 1;
out:
    return status;
}
