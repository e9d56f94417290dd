/* Cases of the context's memory: blocks, limits, arenas, and what the host can still give. */
#include "check.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

enum { BLOCKS = 200000 };

/* An array that grows element by element keeps them, in few resizes, and is as it was where one
 * fails. */
static void test_grow(check *c)
{
    enum { COUNT = 100000 };
    kg_context *ctx = c->context[0];
    uint32_t *array = NULL;
    uint64_t room = 0, before, resizes = 0;

    check_say(c, "an array of %d elements", COUNT);
    for (uint64_t i = 0; i < COUNT; i++) {
        before = room;
        if (kg__host_grow(ctx, &array, &room, i + 1, sizeof *array, "an array") != KG_OK)
            break;
        resizes += room != before;
        check_number(c, ctx, "no room", room <= i, 0);
        array[i] = (uint32_t)(i * i);
    }
    for (uint64_t i = 0; array && i < COUNT; i++)
        if (array[i] != (uint32_t)(i * i))
            check_fail(c, ctx, "element %llu is lost", (unsigned long long)i);
    check_number(c, ctx, "resizes", resizes > 0 && resizes < 20, 1);
    check_number(c, ctx, "not twice the array", room < 2 * COUNT, 1);
    before = room;
    kg__fault_set(ctx, KG__FAULT_ALLOCATE, 1);
    check_status(
        c, ctx, kg__host_grow(ctx, &array, &room, room + 1, sizeof *array, "an array"), KG_MEMORY);
    kg__begin(ctx);
    check_status(
        c, ctx, kg__host_grow(ctx, &array, &room, UINT64_MAX, sizeof *array, "more"), KG_MEMORY);
    kg__begin(ctx);
    check_number(c, ctx, "room", room, before);
    check_number(c, ctx, "the last element", array[COUNT - 1], (uint32_t)(COUNT - 1) * (COUNT - 1));
    check_status(c, ctx, kg__host_grow(ctx, &array, &room, room, sizeof *array, "an array"), KG_OK);
    check_number(c, ctx, "room", room, before);
    kg__free(ctx, array);
}

/* Fills, grows and shrinks a block through the sizes where its memory is of another kind. */
static void test_resize(check *c)
{
    static const uint64_t sizes[] = {1, 100, 1 << 20, (1 << 22) - 1, 1 << 22, 5 << 20, 40 << 20,
        39 << 20, 1 << 22, 1000, 1, 0, 64};

    for (int k = 0; k < c->contexts; k++) {
        kg_context *ctx = c->context[k];
        unsigned char *block = NULL;
        uint64_t old = 0;

        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            check_say(c, "resize to %llu bytes", (unsigned long long)sizes[i]);
            check_status(c, ctx, kg__host_resize(ctx, &block, sizes[i], 1, "a block"), KG_OK);
            for (uint64_t b = 0; b < sizes[i] && b < old; b += 997)
                if (block[b] != (unsigned char)(b % 251))
                    check_fail(c, ctx, "byte %llu is lost", (unsigned long long)b);
            for (uint64_t b = old; b < sizes[i]; b++)
                block[b] = (unsigned char)(b % 251);
            old = sizes[i];
            check_number(c, ctx, "aligned to 64 bytes", (uintptr_t)block % 64, 0);
            check_number(c, ctx, "current", kg_context_memory(ctx).current, sizes[i]);
        }
        check_status(c, ctx, kg__host_resize(ctx, &block, UINT64_MAX, 8, "too much"), KG_MEMORY);
        check_number(c, ctx, "first byte kept", block[0], 0);
        kg__begin(ctx);
        kg__free(ctx, block);
        kg__free(ctx, NULL);
    }
}

/* Makes small blocks and frees them in an order, within the time that a constant for each allows:
 * a search of a list takes a hundred times as long. */
static void free_in_order(check *c, kg_context *ctx, const char *order, const uint32_t *index)
{
    enum { SECONDS = 3 };
    void **block = calloc(BLOCKS, sizeof *block);
    uint64_t bytes = kg_context_memory(ctx).current;
    clock_t begin = clock();
    double seconds;

    check_say(c, "%d blocks freed in %s order", BLOCKS, order);
    for (int i = 0; block && i < BLOCKS; i++) {
        check_status(c, ctx, kg__host_allocate(ctx, &block[i], 1 + i % 3, 8, "a block"), KG_OK);
        *(uint64_t *)block[i] = (uint64_t)i;
    }
    for (int i = 0; block && i < BLOCKS; i++) {
        if (*(uint64_t *)block[index[i]] != index[i])
            check_fail(c, ctx, "block %u holds something else", index[i]);
        kg__free(ctx, block[index[i]]);
        if (i % 1024)
            continue;
        seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
        if (seconds > SECONDS) {
            check_fail(c, ctx, "%d of them took %g s", i, seconds);
            break;
        }
    }
    check_number(c, ctx, "bytes left", kg_context_memory(ctx).current - bytes, 0);
    free(block);
}

static void test_free(check *c)
{
    kg_context *ctx = c->context[0];
    uint32_t *index = calloc(BLOCKS, sizeof *index);
    uint64_t random = 88172645463325252;

    check_number(c, ctx, "memory", index != NULL, 1);
    for (uint32_t i = 0; index && i < BLOCKS; i++)
        index[i] = i;
    for (int order = 0; index && order < 4; order++) {
        static const char *const name[] = {
            "first to last", "a random", "last to first", "every third first"};

        for (uint32_t i = 0; order == 1 && i < BLOCKS; i++) {
            uint32_t j, swap = index[i];

            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            j = i + (uint32_t)(random % (BLOCKS - i));
            index[i] = index[j];
            index[j] = swap;
        }
        for (uint32_t i = 0; order == 2 && i < BLOCKS; i++)
            index[i] = BLOCKS - 1 - i;
        for (uint32_t third = 0, k = 0; order == 3 && third < 3; third++)
            for (uint32_t i = third; i < BLOCKS; i += 3)
                index[k++] = i;
        free_in_order(c, ctx, name[order], index);
    }
    free(index);
}

/* An address that the context does not hold: nothing happens, where assertions do not stop it. */
static void test_stray(check *c)
{
    kg_context *ctx = c->context[0];
    uint64_t bytes = kg_context_memory(ctx).current, *block = NULL, *inside, *none = NULL;

    check_say(c, "an address that is no block");
    check_status(c, ctx, kg__host_allocate(ctx, &block, 100, sizeof *block, "a block"), KG_OK);
    inside = block + 1;
#ifdef NDEBUG
    kg__free(ctx, inside);
    kg__begin(ctx);
    check_status(
        c, ctx, kg__host_resize(ctx, &inside, 200, sizeof *inside, "numbers"), KG_INTERNAL);
    kg__begin(ctx);
#endif
    check_number(c, ctx, "the address", (uint64_t)(inside - block), 1);
    check_number(c, ctx, "bytes", kg_context_memory(ctx).current - bytes, 100 * sizeof *block);
    kg__free(ctx, none);
    kg__free(ctx, block);
    check_number(c, ctx, "bytes left", kg_context_memory(ctx).current - bytes, 0);
    check_status(c, ctx, kg__host_allocate(ctx, &none, 0, sizeof *none, "nothing"), KG_OK);
    kg__free(ctx, none);
}

static void test_limit(check *c)
{
    kg_context_options options = KG_CONTEXT_OPTIONS_INIT;
    kg_context *ctx = NULL;
    void *a = NULL, *b = NULL;

    check_say(c, "a limit of 10 MiB");
    options.memory_limit = 10 << 20;
    check_status(c, c->context[0], kg_context_create(&ctx, &options), KG_OK);
    check_status(c, ctx, kg__allocate(ctx, &a, 6 << 20, 1, "six"), KG_OK);
    check_status(c, ctx, kg__allocate(ctx, &b, 5 << 20, 1, "five"), KG_MEMORY);
    if (!strstr(kg_context_message(ctx), "five needs 5.0 MiB beside 6.0 MiB in use") ||
        !strstr(kg_context_message(ctx), "limit is 10.0 MiB"))
        check_fail(c, ctx, "message '%s'", kg_context_message(ctx));
    kg__begin(ctx);
    check_status(c, ctx, kg__allocate(ctx, &b, 4 << 20, 1, "four"), KG_OK);
    kg__free(ctx, a);
    kg__free(ctx, b); /* two spare blocks; neither fits, both must go */
    check_status(c, ctx, kg__allocate(ctx, &a, 10 << 20, 1, "ten"), KG_OK);
    check_number(c, ctx, "peak", kg_context_memory(ctx).peak, 10 << 20);
    kg__free(ctx, a);
    check_status(c, ctx, kg__allocate(ctx, &b, 10 << 20, 1, "ten again"), KG_OK);
    check_number(c, ctx, "the spare block again", a == b, 1);
    kg__free(ctx, b);
    kg_context_destroy(ctx);
}

/* What is left of a freed block that was too large is not given back. */
static void test_split(check *c)
{
    enum { SMALL = (8 << 20) + 5, LARGE = 40 << 20, KEPT = 0x5a };
    kg_context_options options = KG_CONTEXT_OPTIONS_INIT;
    kg_context *ctx = NULL;
    unsigned char *large = NULL, *small[3] = {NULL};

    check_status(c, c->context[0], kg_context_create(&ctx, &options), KG_OK);
    check_status(c, ctx, kg__host_allocate(ctx, &large, LARGE, 1, "a large block"), KG_OK);
    memset(large, KEPT, LARGE);
    kg__free(ctx, large);
    for (unsigned i = 0; i < 3; i++) {
        check_status(c, ctx, kg__host_allocate(ctx, &small[i], SMALL, 1, "a small one"), KG_OK);
        check_number(c, ctx, "of it", small[i][0] == KEPT && small[i][SMALL - 1] == KEPT, 1);
        memset(small[i], (int)i + 1, SMALL);
    }
    for (unsigned i = 0; i < 3; i++)
        check_number(c, ctx, "its own", small[i][0] == i + 1 && small[i][SMALL - 1] == i + 1, 1);
    kg__free(ctx, small[1]);
    check_status(c, ctx, kg__host_resize(ctx, &small[0], 2 * SMALL, 1, "a larger one"), KG_OK);
    check_number(c, ctx, "kept", small[0][SMALL - 1], 1);
    kg__free(ctx, small[0]);
    kg__free(ctx, small[2]);
    check_number(c, ctx, "none in use", kg_context_memory(ctx).current, 0);
    kg_context_destroy(ctx);
}

/* A block is made of the pages of freed ones that are smaller, and can be made larger. */
static void test_gather(check *c)
{
    enum { PART = 8 << 20, LARGE = 30 << 20, KEPT = 0x5a };
    kg_context_options options = KG_CONTEXT_OPTIONS_INIT;
    kg_context *ctx = NULL;
    unsigned char *part[3] = {NULL}, *large = NULL;
    uint64_t kept = 0;

    check_status(c, c->context[0], kg_context_create(&ctx, &options), KG_OK);
    for (int round = 0; round < 3; round++) { /* what was made so is itself taken in later rounds */
        check_say(c, "round %d", round);
        for (int i = 0; i < 3; i++) {
            check_status(c, ctx, kg__host_allocate(ctx, &part[i], PART, 1, "a part"), KG_OK);
            memset(part[i], KEPT, PART);
        }
        for (int i = 0; i < 3; i++)
            kg__free(ctx, part[i]);
        check_status(c, ctx, kg__host_allocate(ctx, &large, LARGE, 1, "a large block"), KG_OK);
        check_number(c, ctx, "current", kg_context_memory(ctx).current, LARGE);
        kept = 0;
        for (uint64_t i = 0; i < LARGE; i++) {
            kept += large[i] == KEPT;
            large[i] = (unsigned char)(i % 251);
        }
        if (CHECK_PAGES_MOVE)
            check_number(c, ctx, "bytes of the parts", kept >= 3 * PART, 1);
        check_status(c, ctx, kg__host_resize(ctx, &large, 2 * LARGE, 1, "a larger one"), KG_OK);
        for (uint64_t i = 0; i < LARGE; i++)
            if (large[i] != i % 251)
                check_fail(c, ctx, "byte %llu is lost", (unsigned long long)i);
        memset(large, KEPT, 2 * LARGE);
        kg__free(ctx, large);
    }
    check_number(c, ctx, "none in use", kg_context_memory(ctx).current, 0);
    kg_context_destroy(ctx);
}

static void test_arena(check *c)
{
    kg_context *ctx = c->context[0];
    kg__arena arena = {NULL, 0};
    unsigned char *base, *first, *second;

    check_say(c, "an arena");
    for (int carving = 0; carving < 2; carving++) {
        first = kg__arena_carve(&arena, 3, 7);
        second = kg__arena_carve(&arena, 100, 8);
        if (carving) {
            check_number(c, ctx, "first at", (uint64_t)(first - base), 0);
            check_number(c, ctx, "second at", (uint64_t)(second - base), 64);
            break;
        }
        check_number(c, ctx, "bytes", arena.used, 64 + 832);
        check_status(c, ctx, kg__arena_allocate(ctx, &arena, "an arena"), KG_OK);
        base = arena.base;
    }
    kg__free(ctx, base);
    arena = (kg__arena){NULL, 0};
    kg__arena_carve(&arena, UINT64_MAX, 8);
    kg__arena_carve(&arena, UINT64_MAX / 4, 1);
    check_status(c, ctx, kg__arena_allocate(ctx, &arena, "too much"), KG_MEMORY);
    kg__begin(ctx);
    for (int parts = 1; parts < 9; parts++) {
        check_number(c, ctx, "the first part's begin", kg__part(UINT64_MAX, 0, parts), 0);
        check_number(c, ctx, "the last part's end", kg__part(UINT64_MAX, parts, parts), UINT64_MAX);
    }
}

/* ---- transfers ------------------------------------------------------------------------------ */

/* Chunks through which large transfers go, and their number. */
enum { CHUNK = 8 << 20, RING = 4 };

/* There and back, from an odd address to an odd address; what lies around is left alone. */
static bool there_and_back(check *c, kg_context *ctx, uint64_t bytes)
{
    unsigned char *from = check_array(bytes + 64, 1), *to = check_array(bytes + 64, 1), *array;
    bool good;

    for (uint64_t i = 0; i < bytes + 64 - 7; i += 8) {
        const uint64_t word = (i + bytes) * UINT64_C(0x9e3779b97f4a7c15);

        memcpy(from + i, &word, 8);
    }
    memset(to, 0x5a, bytes + 64);
    array = check_upload(ctx, NULL, bytes, 1);
    good = kg__memory(ctx)->upload(ctx, array, from + 5, bytes) == KG_OK &&
           kg__memory(ctx)->download(ctx, to + 3, array, bytes) == KG_OK;
    if (good) {
        check_number(c, ctx, "what came back", memcmp(from + 5, to + 3, bytes), 0);
        check_number(c, ctx, "the byte before", to[2], 0x5a);
        check_number(c, ctx, "the byte behind", to[bytes + 3], 0x5a);
    }
    kg__free(ctx, array);
    free(from);
    free(to);
    return good;
}

/* By all threads: what is copied, and what is touched, ends where it should. */
static void test_copy(check *c)
{
    enum { MOST = (9 << 20) + 5, PAGE = 1 << 21 };
    static const size_t sizes[] = {0, 1, 65, (1 << 20) + 7, MOST};
    unsigned char *from = check_array(MOST + 2, 1), *to = check_array(MOST + 2, 1);

    for (size_t i = 0; i < MOST + 2; i++)
        from[i] = (unsigned char)(i * 2654435761u >> 11);
    for (int k = 0; k < c->contexts; k += 3)
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            uint64_t touched = 0, expected = 0;

            check_say(c, "%zu bytes", sizes[i]);
            memset(to, 0x5a, MOST + 2);
            kg__host_copy(c->context[k], to + 1, from + 1, sizes[i]);
            check_number(c, c->context[k], "before", to[0], 0x5a);
            check_number(c, c->context[k], "behind", to[sizes[i] + 1], 0x5a);
            check_equal(c, c->context[k], "copy", to + 1, from + 1, sizes[i], 1);
            memset(to, 0x5a, MOST + 2);
            kg__host_touch(c->context[k], to + 1, sizes[i]);
            for (size_t at = 0; at < MOST + 2; at++) {
                const bool is_first = at >= 1 && at <= sizes[i] && (uintptr_t)(to + at) % PAGE == 0;

                touched += to[at] != 0x5a;
                expected += is_first;
                if (is_first && to[at] != 0)
                    check_fail(c, c->context[k], "the page at %zu was not touched", at);
            }
            check_number(c, c->context[k], "bytes written", touched, expected);
        }
    free(from);
    free(to);
}

static void test_transfer(check *c)
{
    static const uint64_t sizes[] = {1, CHUNK - 1, RING * CHUNK - 1, RING * CHUNK, RING * CHUNK + 1,
        4 << 20, CHUNK, CHUNK + 1, 2 * RING * CHUNK + 12345};

    const bool is_cpu = strcmp(c->backend, "cpu") == 0; /* for which it is a plain copy */

    for (int k = 0; k < c->contexts; k += 3) /* with one thread and with seven */
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i += is_cpu ? 4 : 1) {
            check_say(c, "%llu bytes", (unsigned long long)sizes[i]);
            check_number(c, c->context[k], "copied", there_and_back(c, c->context[k], sizes[i]), 1);
        }
}

/* Memory for transfers that cannot be had is done without, other failures come out, and the ring
 * never takes the context past its limit. */
static void test_transfer_fails(check *c)
{
    enum { FAULTS = 40 };
    const uint64_t bytes = RING * CHUNK + 100;
    kg_context_options options = {.device = c->backend, .threads = 3};
    kg_context *ctx = NULL;
    void *block = NULL;
    const bool is_cpu = strcmp(c->backend, "cpu") == 0;
    int failed = 0;

    for (int k = 1; k <= (is_cpu ? 1 : FAULTS); k++) {
        check_status(c, c->context[0], kg_context_create(&ctx, &options), KG_OK);
        check_say(c, "failure %d", k);
        kg__fault_set(ctx, KG__FAULT_DEVICE, (uint64_t)k + 1); /* not of the test's own array */
        failed += !there_and_back(c, ctx, bytes);
        kg__fault_set(ctx, KG__FAULT_DEVICE, 0);
        kg__begin(ctx);
        check_number(c, ctx, "copied afterwards", there_and_back(c, ctx, bytes), 1);
        check_number(c, ctx, "bytes left", check_held(ctx), 0);
        kg_context_destroy(ctx);
    }
    check_number(c, c->context[0], "some failed", failed > 0 && failed < FAULTS, !is_cpu);
    options.memory_limit = 2 * RING * CHUNK;
    check_say(c, "a limit of two rings");
    check_status(c, c->context[0], kg_context_create(&ctx, &options), KG_OK);
    check_number(c, ctx, "copied", there_and_back(c, ctx, bytes), 1);
    check_status(c, ctx, kg__host_allocate(ctx, &block, 2 * RING * CHUNK, 1, "all"), KG_OK);
    check_number(c, ctx, "peak", kg_context_memory(ctx).peak, 2 * RING * CHUNK);
    if (!is_cpu) /* whose device has memory of its own */
        check_number(c, ctx, "copied without a ring", there_and_back(c, ctx, bytes), 1);
    check_number(c, ctx, "peak", kg_context_memory(ctx).peak, 2 * RING * CHUNK);
    kg__free(ctx, block);
    kg_context_destroy(ctx);
}

/* ---- the host ------------------------------------------------------------------------------- */

enum { FILES = 6 };

/* A system's files, as far as they tell of memory, and what they allow. */
typedef struct host {
    const char *title;
    uint64_t expected;
    const char *file[FILES][2]; /* path, text */
} host;

static const char meminfo[] = "MemTotal: 9000 kB\nMemFree: 100 kB\nMemAvailable:    8000 kB\n";

static const host hosts[] = {
    {"no groups", 8192000, {{"/proc/meminfo", meminfo}}},
    {"version 2, the group itself", 700000,
        {{"/proc/meminfo", meminfo}, {"/proc/self/cgroup", "0::/job/step\n"},
            {"/sys/fs/cgroup/job/step/memory.max", "1000000\n"},
            {"/sys/fs/cgroup/job/step/memory.current", "500000\n"},
            {"/sys/fs/cgroup/job/step/memory.stat",
                "anon 300000\ninactive_file 200000\nactive_file 0\n"}}},
    {"version 2, one that it lies in", 1000,
        {{"/proc/meminfo", meminfo}, {"/proc/self/cgroup", "0::/job/step\n"},
            {"/sys/fs/cgroup/job/step/memory.max", "max\n"},
            {"/sys/fs/cgroup/job/step/memory.current", "500\n"},
            {"/sys/fs/cgroup/job/memory.max", "4000\n"},
            {"/sys/fs/cgroup/job/memory.current", "3000\n"}}},
    {"version 2, a container's own root", 2000,
        {{"/proc/meminfo", meminfo}, {"/proc/self/cgroup", "0::/\n"},
            {"/sys/fs/cgroup/memory.max", "4000\n"}, {"/sys/fs/cgroup/memory.current", "2000\n"}}},
    {"version 2 beside version 1", 3000,
        {{"/proc/meminfo", meminfo}, {"/proc/self/cgroup", "3:cpu:/a\n0::/b\n"},
            {"/sys/fs/cgroup/unified/b/memory.max", "4000\n"},
            {"/sys/fs/cgroup/unified/b/memory.current", "1000\n"},
            {"/sys/fs/cgroup/memory/a/memory.limit_in_bytes", "1\n"},
            {"/sys/fs/cgroup/memory/a/memory.usage_in_bytes", "0\n"}}},
    {"version 1, a list of controllers", 2500,
        {{"/proc/meminfo", meminfo}, {"/proc/self/cgroup", "7:cpu,memory:/a/b\n2:memoryless:/\n"},
            {"/sys/fs/cgroup/memory/a/b/memory.limit_in_bytes", "9223372036854771712\n"},
            {"/sys/fs/cgroup/memory/a/b/memory.usage_in_bytes", "2000\n"},
            {"/sys/fs/cgroup/memory/a/memory.limit_in_bytes", "4500\n"},
            {"/sys/fs/cgroup/memory/a/memory.usage_in_bytes", "2000\n"}}},
    {"version 1, a container that sees the host's path", 0,
        {{"/proc/meminfo", meminfo}, {"/proc/self/cgroup", "4:memory:/docker/0123\n"},
            {"/sys/fs/cgroup/memory/memory.limit_in_bytes", "4000\n"},
            {"/sys/fs/cgroup/memory/memory.usage_in_bytes", "6000\n"},
            {"/sys/fs/cgroup/memory/memory.stat", "inactive_file 9\ntotal_inactive_file 1000\n"}}},
};

/* Writes a file below root and the folders that it lies in. */
static bool put_file(const char *root, const char *path, const char *text)
{
    char full[256];
    FILE *file;

    snprintf(full, sizeof full, "%s%s", root, path);
    for (char *p = full + strlen(root) + 1; (p = strchr(p, '/')) != NULL; *p++ = '/') {
        *p = '\0';
        mkdir(full, 0777);
    }
    file = fopen(full, "w");
    if (file)
        fputs(text, file);
    return file && fclose(file) == 0;
}

/* Removes a file and the folders that become empty. */
static void remove_file(const char *root, const char *path)
{
    char full[256];

    snprintf(full, sizeof full, "%s%s", root, path);
    do {
        if (remove(full) != 0)
            return;
        *strrchr(full, '/') = '\0';
    } while (strlen(full) > strlen(root));
}

static void test_host(check *c)
{
    kg_context *ctx = c->context[0];
    char root[] = "/tmp/check-host-XXXXXX";

    check_number(c, ctx, "a folder", mkdtemp(root) != NULL, 1);
    for (size_t i = 0; i < sizeof hosts / sizeof *hosts; i++) {
        const host *h = &hosts[i];

        check_say(c, "%s", h->title);
        for (int f = 0; f < FILES && h->file[f][0]; f++)
            check_number(c, ctx, "a file", put_file(root, h->file[f][0], h->file[f][1]), 1);
        check_number(c, ctx, "bytes", kg__host_available(root), h->expected);
        for (int f = 0; f < FILES && h->file[f][0]; f++)
            remove_file(root, h->file[f][0]);
    }
    check_say(c, "nothing that says it");
    check_number(c, ctx, "endless", kg__host_available(root) > UINT64_MAX / 16, 1);
    check_number(c, ctx, "the folder is empty", remove(root) == 0, 1);
}

static kg_status make_and_free(kg_context *ctx)
{
    void *memory = NULL;
    kg_status status = kg_context_allocate(&memory, ctx, 1000);

    kg_context_free(ctx, memory);
    return status;
}

/* Memory for a caller: what is copied there comes back, and it counts as the context's. */
static void test_caller(check *c)
{
    static const uint64_t sizes[] = {0, 1, 4095, 1 << 20};

    for (int k = 0; k < c->contexts; k++) {
        kg_context *ctx = c->context[k];
        const bool device = kg_context_stream(ctx) != NULL;
        const uint64_t held = check_held(ctx);
        unsigned char *bytes = check_array(1 << 20, 1), *back = check_array(1 << 20, 1);
        void *memory;

        for (uint64_t i = 0; i < 1 << 20; i++)
            bytes[i] = (unsigned char)(i * i >> 7);
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            check_say(c, "%llu bytes for a caller", (unsigned long long)sizes[i]);
            check_status(c, ctx, kg_context_allocate(&memory, ctx, sizes[i]), KG_OK);
            check_number(c, ctx, "aligned to 64 bytes", (uintptr_t)memory % 64, 0);
            check_number(c, ctx, "bytes held", check_held(ctx) - held, sizes[i]);
            check_status(c, ctx, kg_context_upload(ctx, memory, bytes, sizes[i]), KG_OK);
            check_status(c, ctx, kg_context_download(ctx, back, memory, sizes[i]), KG_OK);
            check_equal(c, ctx, "bytes", back, bytes, sizes[i], 1);
            check_status(c, ctx, kg_context_wait(ctx, (int)(i % 2)), KG_OK);
            check_status(c, ctx, kg_context_owns(ctx, memory, sizes[i], "it"),
                device ? KG_OK : KG_UNSUPPORTED);
            kg_context_free(ctx, memory);
        }
        check_say(c, "refused");
        check_status(
            c, ctx, kg_context_owns(ctx, bytes, 8, "it"), device ? KG_ARGUMENT : KG_UNSUPPORTED);
        check_number(c, ctx, "says what",
            strstr(kg_context_message(ctx),
                device ? "it lies in host memory" : "by the name cuda") != NULL,
            1);
        check_status(c, ctx, kg_context_upload(ctx, NULL, bytes, 1), KG_ARGUMENT);
        check_status(c, ctx, kg_context_download(ctx, NULL, bytes, 1), KG_ARGUMENT);
        check_status(c, ctx, kg_context_upload(ctx, NULL, NULL, 0), KG_OK);
        check_status(c, ctx, kg_context_download(ctx, NULL, NULL, 0), KG_OK);
        check_status(c, ctx, kg_context_allocate(NULL, ctx, 1), KG_ARGUMENT);
        check_status(c, ctx, kg_context_allocate(&memory, NULL, 1), KG_ARGUMENT);
        check_status(c, ctx, kg_context_allocate(&memory, ctx, UINT64_MAX), KG_MEMORY);
        check_number(c, ctx, "no memory", memory == NULL, 1);
        check_status(c, ctx, kg_context_wait(NULL, 0), KG_ARGUMENT);
        kg_context_free(ctx, NULL);
        kg_context_free(NULL, NULL);
        CHECK_ALLOCATIONS(c, ctx, make_and_free(ctx));
        check_number(c, ctx, "bytes held", check_held(ctx), held);
        free(bytes);
        free(back);
    }
}

const check_case check_memory_cases[] = {
    {"memory.caller", test_caller, NULL, 0},
    {"memory.grow", test_grow, NULL, 0},
    {"memory.resize", test_resize, NULL, 0},
    {"memory.free", test_free, NULL, 0},
    {"memory.stray", test_stray, NULL, 0},
    {"memory.limit", test_limit, NULL, 0},
    {"memory.split", test_split, NULL, 0},
    {"memory.gather", test_gather, NULL, 0},
    {"memory.arena", test_arena, NULL, 0},
    {"memory.copy", test_copy, NULL, 0},
    {"memory.transfer", test_transfer, NULL, 0},
    {"memory.transfer-fails", test_transfer_fails, NULL, 0},
    {"memory.host", test_host, NULL, 0},
    {NULL, NULL, NULL, 0},
};
