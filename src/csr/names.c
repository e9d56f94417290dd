/*
 * Names of vertices: numbers in increasing order ("labels", of integers with gaps), or text, or
 * none, if a vertex' name is its id. A graph and those derived from it share one set. A text file's
 * names are interned in files/text/intern.c.
 */
#include "../base/bisect.h"
#include "csr.h"
#include <string.h>

kg_status kg__names_create(kg__names **names, kg_context *ctx)
{
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, names, 1, sizeof **names, "vertex names"));
    **names = (kg__names){.holders = 1};
out:
    return status;
}

void kg__names_release(kg__names *names, kg_context *ctx)
{
    if (!names || --names->holders)
        return;
    kg__free_all(ctx, names->label, names->present, names->below, names->begin, names->text, names);
}

/* Searches, in steps that double, from the word where the label would be if labels were spread
 * evenly. */
uint64_t kg__names_select(const kg__names *names, kg_vertex v)
{
    const kg_vertex *below = names->below;
    uint64_t low = (uint64_t)((unsigned __int128)v * names->words / below[names->words]);
    uint64_t high = low + 1, bits;

    for (uint64_t step = 1; below[low] > v; step *= 2) {
        high = low;
        low = low > step ? low - step : 0;
    }
    for (uint64_t step = 1; below[high] <= v; step *= 2) {
        low = high;
        high = names->words - high > step ? high + step : names->words;
    }
    low = KG__LAST_WHERE(i, low, high, below[i] <= v);
    bits = names->present[low];
    for (kg_vertex k = v - below[low]; k > 0; k--)
        bits &= bits - 1;
    return names->first + 64 * low + (unsigned)__builtin_ctzll(bits);
}

kg_status kg__names_of_labels(kg__names **names, kg_context *ctx, uint64_t **label, uint64_t n)
{
    kg_status status = KG_OK;

    *names = NULL;
    if (n && (*label)[n - 1] != n - 1) {
        KG_TRY(kg__names_create(names, ctx));
        (*names)->first = (*label)[0];
        if ((*label)[n - 1] - (*label)[0] != n - 1) {
            (*names)->label = *label;
            *label = NULL;
        }
    }
    kg__free(ctx, *label);
    *label = NULL;
out:
    return status;
}

static kg_status some_texts(
    kg__names **some, const kg_graph *graph, const kg_vertex *vertex, uint64_t count)
{
    const kg__names *names = graph->names;
    kg_context *ctx = graph->ctx;
    uint64_t bytes = 0;
    kg_status status;

    for (uint64_t i = 0; i < count; i++)
        bytes += names->begin[(uint64_t)vertex[i] + 1] - names->begin[vertex[i]];
    KG_TRY(kg__names_create(some, ctx));
    KG_TRY(
        kg__host_allocate(ctx, &(*some)->begin, count + 1, sizeof *(*some)->begin, "vertex names"));
    KG_TRY(kg__host_allocate(ctx, &(*some)->text, bytes, 1, "vertex names"));
    bytes = 0;
    for (uint64_t i = 0; i < count; i++) {
        const uint64_t begin = names->begin[vertex[i]];
        const uint64_t length = names->begin[(uint64_t)vertex[i] + 1] - begin;

        (*some)->begin[i] = bytes;
        memcpy((*some)->text + bytes, names->text + begin, length);
        bytes += length;
    }
    (*some)->begin[count] = bytes;
    (*some)->differ = names->differ;
out:
    return status;
}

kg_status kg__names_of_some(
    kg__names **names, const kg_graph *graph, const kg_vertex *vertex, uint64_t count)
{
    uint64_t *label = NULL;
    kg_status status;

    if (graph->names && graph->names->text)
        return some_texts(names, graph, vertex, count);
    KG_TRY(kg__host_allocate(graph->ctx, &label, count, sizeof *label, "vertex names"));
    for (uint64_t i = 0; i < count; i++)
        label[i] = graph->names ? kg__names_label(graph->names, vertex[i]) : vertex[i];
    KG_TRY(kg__names_of_labels(names, graph->ctx, &label, count));
out:
    kg__free(graph->ctx, label);
    return status;
}

int kg_graph_has_names(const kg_graph *graph)
{
    return graph && graph->names;
}

const char *kg_graph_name(
    const kg_graph *graph, kg_vertex vertex, char *buffer, size_t size, size_t *length)
{
    const kg__names *names = graph ? graph->names : NULL;
    uint64_t number;
    char *first = buffer ? buffer + size : NULL;
    size_t unseen;

    length = length ? length : &unseen;
    *length = 0;
    if (!graph || vertex >= graph->n)
        return "";
    if (names && names->text) {
        *length = names->begin[vertex + 1] - names->begin[vertex];
        return names->text + names->begin[vertex];
    }
    number = names ? kg__names_label(names, vertex) : vertex;
    do {
        if (first == buffer)
            return "";
        *--first = (char)('0' + number % 10);
        number /= 10;
    } while (number);
    *length = (size_t)(buffer + size - first);
    return first;
}

const char *kg__name_show(char shown[64], const kg_graph *graph, kg_vertex vertex)
{
    char number[24];
    size_t length;
    const char *name = kg_graph_name(graph, vertex, number, sizeof number, &length);

    return kg_text_show(shown, 64, name, length);
}

/* Whether the name is a decimal number that fits 64 bits. *number: [out] that number. */
static bool parse_number(const char *name, size_t length, uint64_t *number)
{
    *number = 0;
    for (size_t i = 0; i < length; i++) {
        unsigned digit = (unsigned)((unsigned char)name[i] - '0');

        if (digit > 9 || __builtin_mul_overflow(*number, 10, number) ||
            __builtin_add_overflow(*number, digit, number))
            return false;
    }
    return length > 0;
}

static bool find_text(const kg_graph *graph, const char *name, size_t length, uint64_t *vertex)
{
    const kg__names *names = graph->names;

    for (*vertex = 0; *vertex < graph->n; ++*vertex)
        if (names->begin[*vertex + 1] - names->begin[*vertex] == length &&
            memcmp(names->text + names->begin[*vertex], name, length) == 0)
            return true;
    return false;
}

static bool find_number(const kg_graph *graph, const char *name, size_t length, uint64_t *vertex)
{
    uint64_t number;
    kg_vertex first;

    if (!parse_number(name, length, &number))
        return false;
    if (!graph->names) {
        *vertex = number;
        return number < graph->n;
    }
    first = KG__FIRST_WHERE(v, 0, graph->n, kg__names_label(graph->names, v) >= number);
    *vertex = first;
    return first < graph->n && kg__names_label(graph->names, first) == number;
}

static kg_status no_vertex(const kg_graph *graph, const char *name, size_t length)
{
    const char *shown = KG__SHOW(name, length);

    if (graph->names || graph->n == 0)
        return kg__fail(graph->ctx, KG_ARGUMENT, "there is no vertex '%s'", shown);
    return kg__fail(
        graph->ctx, KG_ARGUMENT, "there is no vertex '%s': expected 0 to %u", shown, graph->n - 1);
}

kg_status kg_graph_find_vertex(
    const kg_graph *graph, const char *name, size_t length, kg_vertex *vertex)
{
    uint64_t found = 0;
    bool text;

    KG_NEED(KG__CONTEXT(graph), vertex);
    *vertex = KG_NO_VERTEX;
    KG_NEED(NULL, graph);
    KG_NEED(graph->ctx, name);
    text = graph->names && graph->names->text;
    kg__begin(graph->ctx);
    if (text ? find_text(graph, name, length, &found) : find_number(graph, name, length, &found)) {
        *vertex = (kg_vertex)found;
        return KG_OK;
    }
    return no_vertex(graph, name, length);
}

/* FNV-1a. */
static uint64_t hash_of(const char *name, size_t length)
{
    uint64_t hash = 0xcbf29ce484222325;

    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)name[i]) * 0x100000001b3;
    return hash ^ hash >> 32;
}

/* The names that are searched for, in a hash table with open addressing: entry[mask + 1] holds the
 * number of a name, the first of equal ones, or count. */
typedef struct wanted {
    const char *const *name;
    const size_t *length;
    uint64_t count, mask;
    uint64_t *entry;
} wanted;

/* The entry of a name, or the empty entry in which it belongs. */
static uint64_t *find_entry(const wanted *w, const char *name, size_t length)
{
    for (uint64_t at = hash_of(name, length);; at++) {
        uint64_t *entry = &w->entry[at & w->mask];

        if (*entry == w->count || (w->length[*entry] == length &&
                                      (length == 0 || memcmp(w->name[*entry], name, length) == 0)))
            return entry;
    }
}

/* Fills the table with the wanted names, and looks up the names of all vertices: O(n + count). */
static kg_status find_texts(const kg_graph *graph, wanted *w, kg_vertex *vertex)
{
    const kg__names *names = graph->names;
    kg_status status;

    w->mask = 1;
    while (w->mask < 2 * w->count)
        w->mask = 2 * w->mask + 1;
    KG_TRY(kg__host_allocate(
        graph->ctx, &w->entry, w->mask + 1, sizeof *w->entry, "names that are looked for"));
    for (uint64_t i = 0; i <= w->mask; i++)
        w->entry[i] = w->count;
    for (uint64_t i = 0; i < w->count; i++) {
        uint64_t *entry = find_entry(w, w->name[i], w->length[i]);

        *entry = *entry == w->count ? i : *entry;
    }
    for (uint64_t v = 0; v < graph->n; v++) {
        const uint64_t i =
            *find_entry(w, names->text + names->begin[v], names->begin[v + 1] - names->begin[v]);

        if (i < w->count && vertex[i] == KG_NO_VERTEX)
            vertex[i] = (kg_vertex)v;
    }
    for (uint64_t i = 0; i < w->count; i++)
        vertex[i] = vertex[*find_entry(w, w->name[i], w->length[i])];
out:
    kg__free(graph->ctx, w->entry);
    return status;
}

kg_status kg_graph_find_vertices(const kg_graph *graph, uint64_t count, const char *const *name,
    const size_t *length, kg_vertex *vertex)
{
    wanted w = {name, length, count, 0, NULL};
    uint64_t found;
    kg_status status = KG_OK;

    KG_NEED(NULL, graph);
    if (count) {
        KG_NEED(graph->ctx, name);
        KG_NEED(graph->ctx, length);
        KG_NEED(graph->ctx, vertex);
    }
    kg__begin(graph->ctx);
    for (uint64_t i = 0; i < count; i++)
        vertex[i] = KG_NO_VERTEX;
    if (graph->names && graph->names->text)
        KG_TRY(find_texts(graph, &w, vertex));
    else
        for (uint64_t i = 0; i < count; i++)
            if (find_number(graph, name[i], length[i], &found))
                vertex[i] = (kg_vertex)found;
    for (uint64_t i = 0; i < count; i++)
        if (vertex[i] == KG_NO_VERTEX)
            return no_vertex(graph, name[i], length[i]);
out:
    return status;
}

/* Enters the vertices one by one in a hash table with open addressing. */
kg_status kg__names_find_equal(kg__names *names, kg_context *ctx, uint64_t n, kg_vertex pair[2])
{
    uint64_t mask = 1;
    kg_vertex *entry = NULL;
    kg_status status = KG_OK;

    pair[0] = pair[1] = KG_NO_VERTEX;
    if (!names || !names->text || names->differ)
        return KG_OK;
    while (mask < 2 * n)
        mask = 2 * mask + 1;
    KG_TRY(kg__host_allocate(ctx, &entry, mask + 1, sizeof *entry, "comparing vertex names"));
    memset(entry, 255, (mask + 1) * sizeof *entry); /* KG_NO_VERTEX */
    for (uint64_t v = 0; v < n; v++) {
        const char *name = names->text + names->begin[v];
        const uint64_t length = names->begin[v + 1] - names->begin[v];
        uint64_t at = hash_of(name, length) & mask;

        for (; entry[at] != KG_NO_VERTEX; at = (at + 1) & mask) {
            const uint64_t *begin = names->begin + entry[at];

            if (begin[1] - begin[0] == length &&
                memcmp(names->text + begin[0], name, length) == 0) {
                pair[0] = entry[at];
                pair[1] = (kg_vertex)v;
                goto out;
            }
        }
        entry[at] = (kg_vertex)v;
    }
    names->differ = true;
out:
    kg__free(ctx, entry);
    return status;
}

kg_status kg_graph_find_equal_names(const kg_graph *graph, kg_vertex *pair)
{
    KG_NEED(KG__CONTEXT(graph), pair);
    KG_NEED(NULL, graph);
    kg__begin(graph->ctx);
    return kg__names_find_equal(graph->names, graph->ctx, graph->n, pair);
}

kg_status kg_graph_set_names(kg_graph *graph, const char *const *name, const size_t *length)
{
    kg_context *ctx = KG__CONTEXT(graph);
    kg__names *names = NULL;
    uint64_t bytes = 0;
    kg_status status;

    KG_NEED(NULL, graph);
    if (graph->n) {
        KG_NEED(ctx, name);
        KG_NEED(ctx, length);
    }
    kg__begin(ctx);
    KG_TRY(kg__names_create(&names, ctx));
    KG_TRY(kg__host_allocate(
        ctx, &names->begin, (uint64_t)graph->n + 1, sizeof *names->begin, "vertex names"));
    for (uint64_t v = 0; v < graph->n; v++) {
        names->begin[v] = bytes;
        bytes += length[v];
    }
    names->begin[graph->n] = bytes;
    KG_TRY(kg__host_allocate(ctx, &names->text, bytes, 1, "vertex names"));
    for (uint64_t v = 0; v < graph->n; v++)
        if (length[v])
            memcpy(names->text + names->begin[v], name[v], length[v]);
    kg__names_release(graph->names, ctx);
    graph->names = names;
    names = NULL;
out:
    kg__names_release(names, ctx);
    return status;
}
