/* Whether two graphs are the same, whatever they were made from. O(n + m). */
#include "csr.h"
#include <string.h>

static bool same_bytes(const void *a, const void *b, uint64_t count, size_t size)
{
    return count == 0 || memcmp(a, b, count * size) == 0;
}

static bool same_names(const kg_graph *a, const kg_graph *b)
{
    if (a->names == b->names)
        return true;
    for (kg_vertex v = 0; v < a->n; v++) {
        char buffer_a[24], buffer_b[24];
        size_t length_a, length_b;
        const char *name_a = kg_graph_name(a, v, buffer_a, sizeof buffer_a, &length_a);
        const char *name_b = kg_graph_name(b, v, buffer_b, sizeof buffer_b, &length_b);

        if (length_a != length_b || memcmp(name_a, name_b, length_a) != 0)
            return false;
    }
    return true;
}

int kg_graph_equal(kg_graph *a, kg_graph *b)
{
    if (!a || !b)
        return a == b;
    if (kg__graph_bring(a) != KG_OK || kg__graph_bring(b) != KG_OK)
        return 0;
    return a->kind == b->kind && a->n == b->n && a->m == b->m && !a->value == !b->value &&
           same_bytes(a->row, b->row, (uint64_t)a->n + 1, sizeof *a->row) &&
           (a->half ? same_bytes(a->end, b->end, a->m, sizeof *a->end)
                    : same_bytes(a->col, b->col, a->m, sizeof *a->col)) &&
           (!a->value || same_bytes(a->value, b->value, kg__edges(a), sizeof *a->value)) &&
           (!a->half || same_bytes(a->half, b->half, a->m, sizeof *a->half)) &&
           (!a->side || same_bytes(a->side, b->side, kg__words(a->m), sizeof *a->side)) &&
           !a->one_sided == !b->one_sided &&
           (!a->one_sided ||
               same_bytes(a->one_sided, b->one_sided, kg__words(a->n), sizeof *a->one_sided)) &&
           same_names(a, b);
}
