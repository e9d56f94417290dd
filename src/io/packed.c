/*
 * Packed files, read and written by all threads.
 *
 * In:  an input that begins with a packing's magic; or bytes to be packed.
 * Out: the input's text in memory; or packed blocks, in order.
 * Method: the blocks that konig and bgzip write say how long they are and how much they hold. If
 *     all blocks of a file do, they are measured first and then unpacked in parallel, each to its
 *     place. Otherwise the file is unpacked from its beginning to its end. For writing, blocks of
 *     equal size are gathered, packed in parallel and written in order: the bytes do not depend on
 *     the number of threads.
 * Memory: the packed file and its text; for writing, PER_THREAD blocks per thread.
 */
#include "packed.h"
#include "../base/ascii.h"
#include <string.h>

enum { PER_THREAD = 4 };

static const kg__packing *const packings[] = {&kg__gzip, &kg__zstd};
enum { PACKINGS = sizeof packings / sizeof *packings };

/* The ending of a name, from its dot on, if it is one of `endings`, each followed by a blank;
 * otherwise NULL. */
static const char *ending(const char *path, size_t length, const char *endings)
{
    const char *dot = NULL;
    size_t own = 1;

    while (own <= length && path[length - own] != '.')
        own++;
    if (own <= length)
        dot = path + length - own;
    for (size_t one; dot && (one = strcspn(endings, " ")) > 0; endings += one + 1)
        if (one == own && kg__same_letters(endings, dot, one))
            return dot;
    return NULL;
}

const kg__packing *kg__packing_by_name(const char *path)
{
    for (int i = 0; i < PACKINGS; i++)
        if (ending(path, strlen(path), packings[i]->endings))
            return packings[i];
    return NULL;
}

bool kg__extension_is(const char *path, const char *extensions)
{
    size_t length = strlen(path);
    const char *packed = NULL;

    for (int i = 0; i < PACKINGS && !packed; i++)
        packed = ending(path, length, packings[i]->endings);
    return ending(path, packed ? (size_t)(packed - path) : length, extensions) != NULL;
}

static kg_status fail_library(kg_context *ctx, const kg__packing *packing, const char *shown)
{
    return kg__fail(ctx, KG_UNSUPPORTED,
        "%s%sthis konig was built without %s, which %s needs: pack or unpack outside, as in: %s",
        shown, *shown ? ": " : "", packing->missing, packing->name, packing->unpack_command);
}

/* ---- reading --------------------------------------------------------------------------------- */

typedef struct block {
    uint64_t from, taken; /* in the packed bytes */
    uint64_t to, held;    /* in the text */
} block;

typedef struct blocks {
    block *at;
    uint64_t count, room;
    uint64_t size; /* of the text */
} blocks;

/* Lists the blocks. *all: whether every one could be measured. */
static kg_status measure_blocks(kg_context *ctx, blocks *list, bool *all,
    const kg__packing *packing, const char *packed, uint64_t count)
{
    uint64_t at = 0;
    kg_status status = KG_OK;

    *all = true;
    while (at < count) {
        block b = {.from = at, .to = list->size};

        *all = packing->measure(packed + at, count - at, &b.taken, &b.held);
        if (!*all)
            break;
        KG_TRY(kg__host_grow(
            ctx, &list->at, &list->room, list->count + 1, sizeof *list->at, "packed blocks"));
        list->at[list->count++] = b;
        list->size += b.held;
        at += b.taken;
    }
out:
    return status;
}

/* *bad: with KG_FORMAT, the beginning of the first damaged block. */
static kg_status unpack_blocks(kg_context *ctx, char **text, uint64_t *bad, const blocks *list,
    const kg__packing *packing, const char *packed)
{
    int threads = kg__threads(ctx, list->size, 1 << 20);
    uint64_t first = list->count;
    bool memory = false;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, text, list->size, 1, "unpacked input"));
    KG_PARALLEL_FOR(threads, schedule(dynamic, 4) reduction(min : first) reduction(|| : memory))
    for (uint64_t i = 0; i < list->count; i++) {
        const block *b = &list->at[i];
        kg_status s = packing->unpack_block(*text + b->to, b->held, packed + b->from, b->taken);

        memory = memory || s == KG_MEMORY;
        if (s != KG_OK && i < first)
            first = i;
    }
    if (memory)
        return kg__fail(ctx, KG_MEMORY, "out of memory: unpacking %s", packing->name);
    if (first < list->count) {
        *bad = list->at[first].from;
        status = KG_FORMAT;
    }
out:
    return status;
}

kg_status kg__unpack(kg_context *ctx, char **text, uint64_t *size, const kg__packing *packing,
    const char *shown, const char *packed, uint64_t count)
{
    blocks list = {0};
    uint64_t bad = 0;
    bool all;
    kg_status status;

    *text = NULL;
    if (packing->missing)
        return fail_library(ctx, packing, shown);
    KG_TRY(measure_blocks(ctx, &list, &all, packing, packed, count));
    *size = list.size;
    status = all ? unpack_blocks(ctx, text, &bad, &list, packing, packed)
                 : packing->unpack(ctx, text, size, packed, count, &bad);
    if (status == KG_FORMAT)
        kg__fail(ctx, KG_FORMAT,
            "%s: damaged %s: what begins at byte %llu cannot be unpacked, or ends too early", shown,
            packing->name, (unsigned long long)bad);
    if (status == KG_OK && all && packing->end_bytes &&
        (count < packing->end_bytes ||
            memcmp(packed + count - packing->end_bytes, packing->end, packing->end_bytes)))
        kg__warn(ctx,
            "%s: blocks of %s without the block that ends such a file: it may have been cut short",
            shown, packing->name);
out:
    if (status != KG_OK) {
        kg__free(ctx, *text);
        *text = NULL;
    }
    kg__free(ctx, list.at);
    return status;
}

const kg__packing *kg__packing_by_magic(const char *head, size_t count)
{
    for (int i = 0; i < PACKINGS; i++)
        if (count >= packings[i]->magic_bytes &&
            memcmp(head, packings[i]->magic, packings[i]->magic_bytes) == 0)
            return packings[i];
    return NULL;
}

/* ---- writing --------------------------------------------------------------------------------- */

struct kg__packer {
    kg_context *ctx;
    const kg__packing *packing;
    kg__packer_sink *sink;
    void *user;
    int threads;
    size_t blocks, used; /* gathered blocks, bytes of them so far */
    bool written;        /* a block was written */
    char *text;          /* [blocks * packing->block] */
    char *packed;        /* [blocks * packing->most] */
    size_t *size;        /* [blocks] packed size of each */
};

kg_status kg__packer_create(kg__packer **packer, kg_context *ctx, const kg__packing *packing,
    kg__packer_sink *sink, void *user)
{
    kg__packer *p = NULL;
    kg_status status;

    *packer = NULL;
    if (packing->missing)
        return fail_library(ctx, packing, "");
    KG_TRY(kg__host_allocate(ctx, &p, 1, sizeof *p, "packed output"));
    *p = (kg__packer){.ctx = ctx, .packing = packing, .sink = sink, .user = user};
    p->threads = kg__threads(ctx, UINT64_MAX, 1);
    p->blocks = PER_THREAD * (size_t)p->threads;
    KG_TRY(kg__host_allocate(ctx, &p->text, p->blocks, packing->block, "packed output"));
    KG_TRY(kg__host_allocate(ctx, &p->packed, p->blocks, packing->most, "packed output"));
    KG_TRY(kg__host_allocate(ctx, &p->size, p->blocks, sizeof *p->size, "packed output"));
    *packer = p;
    p = NULL;
out:
    kg__packer_destroy(p);
    return status;
}

void kg__packer_destroy(kg__packer *p)
{
    if (!p)
        return;
    kg__free_all(p->ctx, p->text, p->packed, p->size, p);
}

/* Packs and writes the gathered blocks. */
static kg_status pack_blocks(kg__packer *p)
{
    const kg__packing *packing = p->packing;
    size_t count = (p->used + packing->block - 1) / packing->block;
    int threads = count < (size_t)p->threads ? (int)count + !count : p->threads;
    kg_status status = KG_OK;

    KG_PARALLEL_FOR(threads, schedule(dynamic, 1))
    for (size_t i = 0; i < count; i++) {
        size_t from = i * packing->block;
        size_t bytes = p->used - from < packing->block ? p->used - from : packing->block;

        p->size[i] =
            packing->pack(p->packed + i * packing->most, packing->most, p->text + from, bytes);
    }
    for (size_t i = 0; i < count; i++) {
        if (!p->size[i])
            return kg__fail(p->ctx, KG_MEMORY, "out of memory: packed output");
        KG_TRY(p->sink(p->user, p->packed + i * packing->most, p->size[i]));
        p->written = true;
    }
    p->used = 0;
out:
    return status;
}

kg_status kg__packer_write(kg__packer *p, const char *bytes, size_t count)
{
    const size_t room = p->blocks * p->packing->block;
    kg_status status = KG_OK;

    while (count) {
        size_t some = count < room - p->used ? count : room - p->used;

        memcpy(p->text + p->used, bytes, some);
        p->used += some;
        bytes += some;
        count -= some;
        if (p->used == room)
            KG_TRY(pack_blocks(p));
    }
out:
    return status;
}

kg_status kg__packer_finish(kg__packer *p)
{
    const kg__packing *packing = p->packing;
    kg_status status;

    KG_TRY(pack_blocks(p));
    if (!p->written && !packing->end_bytes) { /* an empty text needs a block too */
        p->size[0] = packing->pack(p->packed, packing->most, "", 0);
        if (!p->size[0])
            return kg__fail(p->ctx, KG_MEMORY, "out of memory: packed output");
        KG_TRY(p->sink(p->user, p->packed, p->size[0]));
    }
    if (packing->end_bytes)
        KG_TRY(p->sink(p->user, packing->end, packing->end_bytes));
out:
    return status;
}
