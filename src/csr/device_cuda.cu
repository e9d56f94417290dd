/*
 * Graphs of a caller's arrays on the device.
 *
 * In:   row[n+1] and col[m], or source[m] and target[m], of 32 or 64 bits, signed or not, at any
 *       step.
 * Out:  the graph's resident arrays; host memory gets nothing.
 * How:  one pass finds the first number that is not allowed. A second one writes the numbers in the
 *       graph's own types, unless they are borrowed. Then an edge list is sorted like one from the
 *       host.
 * Cost: O(n + m).
 *
 * Deterministic: the first bad number is a minimum.
 */
#include "csr_cuda.cuh"

/* Blocks of a pass over an array; enough to keep any device busy. */
static const unsigned BLOCKS = 2048;

/* The result of a pass over an array. */
typedef struct findings {
    unsigned long long first;   /* the position of the first bad number, or UINT64_MAX */
    unsigned long long largest; /* the largest of the good numbers */
} findings;

/* The allowed numbers: in 0 .. below - 1; row offsets must also rise from 0 to below - 1. */
typedef struct rule {
    uint64_t below;
    bool rises;
} rule;

template <typename T>
static __device__ bool is_right(
    const T *array, uint64_t i, uint64_t step, uint64_t count, rule must)
{
    const T number = array[i * step];

    /* As uint64_t, a negative number is also past the limit, even one of 32 bits. */
    if ((uint64_t)number >= must.below)
        return false;
    if (!must.rises)
        return true;
    return (i ? array[(i - 1) * step] <= number : number == 0) &&
           (i + 1 < count || (uint64_t)number == must.below - 1);
}

/* Thread i owns the numbers i, i + the number of threads, and so on. */
template <typename T>
static __global__ void k_csr_look(
    findings *found, const T *array, uint64_t step, uint64_t count, rule must)
{
    unsigned long long largest = 0;

    for (uint64_t i = kg__item(); i < count; i += (uint64_t)gridDim.x * blockDim.x) {
        if (!is_right(array, i, step, count, must)) {
            atomicMin(&found->first, (unsigned long long)i);
            break;
        }
        largest = max(largest, (unsigned long long)array[i * step]);
    }
    for (unsigned distance = 16; distance; distance /= 2)
        largest = max(largest, __shfl_xor_sync(0xffffffff, largest, distance));
    if (threadIdx.x % 32 == 0)
        atomicMax(&found->largest, largest);
}

/* Thread i owns to[i]. */
template <typename To, typename From>
static __global__ void k_csr_convert(To *to, const From *from, uint64_t step, uint64_t count)
{
    const uint64_t i = kg__item();

    if (i < count)
        to[i] = (To)from[i * step];
}

static uint64_t step_of(const kg_device_array *array)
{
    return array->step ? array->step : 1;
}

static size_t size_of(const kg_device_array *array)
{
    return array->type < KG_INTEGER_U64 ? 4 : 8;
}

/* Calls f<T>(...) with the type of the array's numbers. */
#define WITH_TYPE(array, f, ...)                                                                   \
    ((array)->type == KG_INTEGER_U32      ? f((const uint32_t *)(array)->address, __VA_ARGS__)     \
        : (array)->type == KG_INTEGER_I32 ? f((const int32_t *)(array)->address, __VA_ARGS__)      \
        : (array)->type == KG_INTEGER_U64 ? f((const uint64_t *)(array)->address, __VA_ARGS__)     \
                                          : f((const int64_t *)(array)->address, __VA_ARGS__))

template <typename T>
static kg_status launch_look(
    const T *address, kg_context *ctx, findings *found, const kg_device_array *array, rule must)
{
    const unsigned blocks = kg__blocks(array->count);

    return KG_LAUNCH_SHAPED(ctx, k_csr_look<T>, blocks < BLOCKS ? blocks : BLOCKS, KG__BLOCK, 0,
        found, address, step_of(array), array->count, must);
}

template <typename From, typename To>
static kg_status launch_convert(
    const From *address, kg_context *ctx, To *to, const kg_device_array *array)
{
    return KG_LAUNCH(
        ctx, (k_csr_convert<To, From>), array->count, to, address, step_of(array), array->count);
}

/* Fetches one number as 128 bits, which hold all numbers of either sign. */
static kg_status fetch_number(
    kg_context *ctx, const kg_device_array *array, uint64_t i, __int128 *number)
{
    const size_t size = size_of(array);
    uint64_t bits = 0;
    kg_status status;

    KG_TRY(kg__cuda_fetch(
        ctx, &bits, (const unsigned char *)array->address + i * step_of(array) * size, size));
    *number = array->type == KG_INTEGER_I32   ? (__int128)(int32_t)bits
              : array->type == KG_INTEGER_I64 ? (__int128)(int64_t)bits
                                              : (__int128)bits;
out:
    return status;
}

/* Fails with a message about number i. */
static kg_status tell(
    kg_context *ctx, const kg_device_array *array, uint64_t i, rule must, const char *what)
{
    const unsigned long long at = i, most = must.below - 1;
    __int128 number, before = 0;
    char shown[24];
    kg_status status;

    KG_TRY(fetch_number(ctx, array, i, &number));
    if (i)
        KG_TRY(fetch_number(ctx, array, i - 1, &before));
    if (number < 0)
        snprintf(shown, sizeof shown, "%lld", (long long)number);
    else
        snprintf(shown, sizeof shown, "%llu", (unsigned long long)number);
    if (!must.rises && !must.below)
        status = kg__fail(
            ctx, KG_ARGUMENT, "%s[%llu] is %s, but there are no vertices", what, at, shown);
    else if (must.rises && i == 0 && number != 0)
        status = kg__fail(ctx, KG_ARGUMENT, "%s[0] is %s: expected 0", what, shown);
    else if (must.rises && number >= 0 && number < before)
        status = kg__fail(ctx, KG_ARGUMENT, "%s[%llu] is %s, less than the %llu before it", what,
            at, shown, (unsigned long long)before);
    else if (must.rises && i + 1 == array->count && number >= 0)
        status = kg__fail(
            ctx, KG_ARGUMENT, "%s ends at %s, but col has %llu numbers", what, shown, most);
    else
        status =
            kg__fail(ctx, KG_ARGUMENT, "%s[%llu] is %s: expected 0 to %llu", what, at, shown, most);
out:
    return status;
}

/* Checks an array. largest: [out] 0 if it is empty. */
static kg_status look_at(
    kg_context *ctx, const kg_device_array *array, rule must, const char *what, uint64_t *largest)
{
    findings *d_found = NULL, found = {UINT64_MAX, 0};
    kg_status status = KG_OK;

    *largest = 0;
    if (!array->count)
        return KG_OK;
    KG_TRY(kg__allocate(ctx, &d_found, 1, sizeof found, "what a check finds"));
    KG_TRY(kg__memory(ctx)->upload(ctx, d_found, &found, sizeof found));
    KG_TRY(WITH_TYPE(array, launch_look, ctx, d_found, array, must));
    KG_TRY(kg__cuda_fetch(ctx, &found, d_found, sizeof found));
    if (found.first != UINT64_MAX)
        KG_TRY(tell(ctx, array, found.first, must, what));
    *largest = found.largest;
out:
    kg__free(ctx, d_found);
    return status;
}

/* Whether the numbers of a checked array have that many bytes, without gaps between them. */
static bool fits(const kg_device_array *array, size_t size)
{
    return size_of(array) == size && step_of(array) == 1;
}

/* Converts the numbers to a type of the graph's. to: [count] */
template <typename To>
static kg_status convert(kg_context *ctx, To *to, const kg_device_array *array)
{
    if (!array->count)
        return KG_OK;
    if (fits(array, sizeof *to))
        return kg__memory(ctx)->copy(ctx, to, array->address, (size_t)array->count * sizeof *to);
    return WITH_TYPE(array, launch_convert, ctx, to, array);
}

decl_csr_take_rows(kg__csr_take_rows_cuda)
{
    kg_context *ctx = graph->ctx;
    uint64_t largest;
    kg_status status;

    kg__stage(ctx, "check");
    KG_TRY(look_at(ctx, row, {col->count + 1, true}, "row", &largest));
    KG_TRY(look_at(ctx, col, {graph->n, false}, "col", &largest));
    graph->row_is_lent = borrow && fits(row, sizeof(kg_edge));
    graph->col_is_lent = borrow && fits(col, sizeof(kg_vertex)) && col->count;
    /* The casts are safe: the arrays of a complete graph are not written to. */
    if (graph->row_is_lent)
        graph->resident_row = (kg_edge *)row->address;
    else
        KG_TRY(kg__allocate(
            ctx, &graph->resident_row, row->count, sizeof *graph->resident_row, "row offsets"));
    if (graph->col_is_lent)
        graph->resident_col = (kg_vertex *)col->address;
    else
        KG_TRY(kg__allocate(
            ctx, &graph->resident_col, col->count, sizeof *graph->resident_col, "edge targets"));
    kg__stage(ctx, "build");
    if (!graph->row_is_lent)
        KG_TRY(convert(ctx, graph->resident_row, row));
    if (!graph->col_is_lent)
        KG_TRY(convert(ctx, graph->resident_col, col));
    KG_TRY(kg__cuda_wait(ctx));
out:
    kg__stage(ctx, NULL);
    return status;
}

/* An edge list's array as vertices: the array itself, or a copy that must be freed. */
static kg_status as_vertices(
    kg_context *ctx, const kg_vertex **list, kg_vertex **made, const kg_device_array *array)
{
    kg_status status = KG_OK;

    *list = (const kg_vertex *)array->address;
    if (fits(array, sizeof **list))
        return KG_OK;
    KG_TRY(kg__allocate(ctx, made, array->count, sizeof **made, "ends of an edge list"));
    KG_TRY(convert(ctx, *made, array));
    *list = *made;
out:
    return status;
}

decl_csr_take_list(kg__csr_take_list_cuda)
{
    kg_context *ctx = graph->ctx;
    const bool counts = n == KG_VERTICES_NAMED;
    const rule must = {counts ? KG__VERTICES_MAX : n, false};
    const kg_vertex *from, *to;
    kg_vertex *made[2] = {NULL, NULL};
    uint64_t largest[2];
    kg_status status;

    kg__stage(ctx, "check");
    KG_TRY(look_at(ctx, source, must, "source", &largest[0]));
    KG_TRY(look_at(ctx, target, must, "target", &largest[1]));
    if (counts && graph->m)
        graph->n = (kg_vertex)((largest[0] > largest[1] ? largest[0] : largest[1]) + 1);
    KG_TRY(kg__graph_allocate_resident(graph));
    kg__stage(ctx, "build");
    if (!graph->m) {
        KG_TRY(kg__csr_rows(ctx, graph->n, 0, NULL, graph->resident_row));
    } else {
        KG_TRY(as_vertices(ctx, &from, &made[0], source));
        KG_TRY(as_vertices(ctx, &to, &made[1], target));
        KG_TRY(kg__csr_build_list(graph, from, to));
    }
    KG_TRY(kg__cuda_wait(ctx));
out:
    kg__stage(ctx, NULL);
    kg__free_all(ctx, made[0], made[1]);
    return status;
}
