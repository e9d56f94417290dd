/*
 * The vertices of a drawing: a number for each name, or for each place.
 *
 * In:  names or places, one after the other.
 * Out: vertices, numbered in the order of their first appearance.
 * Method: a table by the hash of a name, or of a place.
 * Work: O(1) each. Memory: some 60 bytes a vertex.
 */
#include "drawing.h"
#include <string.h>

static uint64_t mix(uint64_t a, uint64_t b)
{
    const unsigned __int128 product =
        (unsigned __int128)(a ^ 0x8bb84b93962eacc9) * (b ^ 0x2d358dccaa6c78a5);

    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

static void put_entry(kg_drawing *d, kg_vertex v)
{
    uint64_t i = d->hash[v];

    while (d->entry[i & (d->entries - 1)])
        i++;
    d->entry[i & (d->entries - 1)] = v + 1;
}

/* Adds a vertex with that hash. */
static kg_status add_vertex(kg_drawing *d, uint64_t hash, kg_vertex *v)
{
    const uint64_t count = d->segments.vertices;
    kg_status status;

    if (count == KG_NO_VERTEX)
        KG_TRY(kg__fail(d->ctx, KG_OVERFLOW, "more vertices than there are ids"));
    KG_TRY(kg__host_grow(
        d->ctx, &d->hash, &d->hash_room, count + 1, sizeof *d->hash, "vertices of a drawing"));
    d->hash[count] = hash;
    d->segments.vertices++;
    *v = (kg_vertex)count;
    if (2 * count < d->entries) {
        put_entry(d, *v);
        return KG_OK;
    }
    kg__free(d->ctx, d->entry);
    d->entry = NULL;
    d->entries = d->entries ? 4 * d->entries : 1024;
    KG_TRY(kg__host_allocate(
        d->ctx, &d->entry, d->entries, sizeof *d->entry, "vertices of a drawing"));
    memset(d->entry, 0, d->entries * sizeof *d->entry);
    for (uint64_t i = 0; i <= count; i++)
        put_entry(d, (kg_vertex)i);
out:
    return status;
}

static uint64_t bits_of(double x)
{
    uint64_t bits;

    x += 0.0; /* -0 becomes 0 */
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

kg_status kg__drawing_find_place(kg_drawing *d, const double place[2], kg_vertex *v)
{
    const uint64_t hash = mix(bits_of(place[0]), bits_of(place[1]));
    kg_vertex entry;
    kg_status status;

    for (uint64_t i = hash; d->entries && (entry = d->entry[i & (d->entries - 1)]); i++) {
        const double *at = d->place + 2 * (uint64_t)(entry - 1);

        if (at[0] == place[0] && at[1] == place[1]) {
            *v = entry - 1;
            return KG_OK;
        }
    }
    KG_TRY(kg__host_grow(d->ctx, &d->place, &d->place_room, 2 * (d->segments.vertices + 1),
        sizeof *d->place, "places"));
    KG_TRY(add_vertex(d, hash, v));
    memcpy(d->place + 2 * (uint64_t)*v, place, 2 * sizeof *place);
out:
    return status;
}

/* The vertex of a name; KG_NO_VERTEX: there is none. */
kg_vertex kg__drawing_look_up(const kg_drawing *d, const char *name, size_t length, uint64_t *hash)
{
    kg_vertex entry;

    *hash = length;
    for (size_t i = 0; i < length; i++)
        *hash = mix(*hash, (unsigned char)name[i]);
    for (uint64_t i = *hash; d->entries && (entry = d->entry[i & (d->entries - 1)]); i++)
        if (d->hash[entry - 1] == *hash && d->name[entry] - d->name[entry - 1] == length &&
            memcmp(d->text + d->name[entry - 1], name, length) == 0)
            return entry - 1;
    return KG_NO_VERTEX;
}

kg_status kg__drawing_find_name(kg_drawing *d, const char *name, size_t length, kg_vertex *v)
{
    uint64_t hash, begin;
    kg_status status;

    *v = kg__drawing_look_up(d, name, length, &hash);
    if (*v != KG_NO_VERTEX)
        return KG_OK;
    begin = d->segments.vertices ? d->name[d->segments.vertices] : 0;
    KG_TRY(kg__host_grow(
        d->ctx, &d->name, &d->name_room, d->segments.vertices + 2, sizeof *d->name, "names"));
    KG_TRY(kg__host_grow(d->ctx, &d->text, &d->text_room, begin + length, 1, "names"));
    memcpy(d->text + begin, name, length);
    d->name[d->segments.vertices] = begin;
    d->name[d->segments.vertices + 1] = begin + length;
    KG_TRY(add_vertex(d, hash, v));
out:
    return status;
}
