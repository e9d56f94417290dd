/*
 * Array primitives, on the CPU: the answer is checked by tests/cli/examples.txt.
 *
 * Measured values are ordered, ranked and counted; then a graph's row offsets are made from the
 * degrees of its vertices.
 */
#include <konig/konig.h>
#include <stdio.h>

enum { N = 6, VERTICES = 4 };

int main(void)
{
    static const double value[N] = {2.5, -1, 2.5, 7, -1, 2.5};
    static const uint32_t degree[VERTICES + 1] = {2, 0, 3, 1, 0}; /* a 0 behind the last */
    const kg_context_options options = {.device = "cpu"};
    kg_context *context = NULL;
    double distinct[N];
    uint64_t position[N], times[N], count, largest;
    uint32_t rank[N], row[VERTICES + 1];
    kg_number total;
    kg_status status;

    if ((status = kg_context_create(&context, &options)) ||
        (status = kg_array_argmax(&largest, NULL, context, KG_F64, N, value)) ||
        (status = kg_array_sort(NULL, position, context, KG_F64, N, value, KG_DESCENDING)) ||
        (status = kg_array_distinct(distinct, times, rank, &count, context, KG_F64, N, value)) ||
        (status = kg_array_scan(
             row, &total, context, KG_U32, VERTICES + 1, degree, KG_SCAN_SUM, KG_SCAN_EXCLUSIVE))) {
        fprintf(stderr, "%s\n", kg_context_message(context));
        kg_context_destroy(context);
        return 1;
    }
    printf("the greatest stands at %d\ngreatest first:", (int)largest);
    for (int i = 0; i < N; i++)
        printf(" %d", (int)position[i]);
    printf("\ndistinct:");
    for (int i = 0; i < (int)count; i++)
        printf(" %g (%d)", distinct[i], (int)times[i]);
    printf("\nranks:");
    for (int i = 0; i < N; i++)
        printf(" %d", (int)rank[i]);
    printf("\nrow offsets:");
    for (int v = 0; v <= VERTICES; v++)
        printf(" %d", (int)row[v]);
    printf("\nedges: %d\n", (int)total.whole);
    kg_context_destroy(context);
    return 0;
}
