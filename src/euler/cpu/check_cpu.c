/*
 * Stage 1 on the CPU: does every vertex have as many in-edges as out-edges?
 *
 * in   row[n+1]; cursor[n] as stage 2 left it: row[v] + in-degree of v
 * out  witness: how many vertices differ, and the first of them with their degrees
 *
 * O(n) work. It does not read the edges, because stage 2 has counted them.
 */
#include "euler_cpu.h"

decl_euler_check(kg__euler_check_cpu)
{
    const kg__euler_cpu *s = w->state;
    kg_euler_witness *no = &w->witness;
    uint64_t unbalanced = 0;

    KG_PARALLEL_FOR(s->threads, schedule(static) reduction(+ : unbalanced))
    for (uint64_t v = 0; v < w->n; v++)
        unbalanced += s->cursor[v] != w->row[v + 1];
    no->count = unbalanced;
    no->listed = 0;
    for (kg_vertex v = 0; no->listed < unbalanced && no->listed < KG_EULER_WITNESSES; v++)
        if (s->cursor[v] != w->row[v + 1]) {
            no->vertex[no->listed] = v;
            no->out_degree[no->listed] = w->row[v + 1] - w->row[v];
            no->in_degree[no->listed++] = s->cursor[v] - w->row[v];
        }
    return KG_OK;
}
