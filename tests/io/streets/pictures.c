/* Walks along streets as PNG pictures: complete or not at all, equal for all threads, with names
 * that are hard to write; without Graphviz an error that says so. */
#include "io.h"
#include <konig/streets.h>
#include <unistd.h>

static const char text[] = "lon1,lat1,lon2,lat2,name\n"
                           "0,0,0,0.01,\"\"\"}]; a \\\"\n0,0.01,0.01,0.01,\\\n"
                           "0.01,0.01,0,0,\x01\xff\xe2\x80\xa8 <b>&amp;</b> %s\n0,0,0.01,0,end\n";

static kg_streets_walk *find_walk(kg_context *ctx, kg_streets **streets)
{
    const kg_streets_route_options options = {.heuristic = 1};
    kg_streets_walk *walk = NULL;
    kg_status status = kg_streets_read_memory(streets, ctx, text, sizeof text - 1, NULL);

    CHECK(status == KG_OK, "reading: %s", kg_context_message(ctx));
    status = kg_streets_route(&walk, *streets, &options);
    CHECK(status == KG_OK || status == KG_MISSING, "walk: %s", kg_context_message(ctx));
    return walk;
}

static void check_missing(kg_context *ctx, const kg_streets_walk *walk, const char *path)
{
    CHECK(kg_streets_write(walk, path, KG_STREETS_AUTO) == KG_MISSING, "a picture by nothing");
    CHECK(strstr(kg_context_message(ctx), "Graphviz"), "'%s'", kg_context_message(ctx));
    CHECK(io_directory_is_empty(), "an empty picture");
}

static void check_faults(kg_context *ctx, const kg_streets_walk *walk, const char *path)
{
    static const kg_status expected[KG__FAULTS] = {
        [KG__FAULT_ALLOCATE] = KG_MEMORY, [KG__FAULT_READ] = KG_IO, [KG__FAULT_WRITE] = KG_IO};

    for (int kind = 0; kind < KG__FAULTS; kind++) {
        kg_status status = KG_MEMORY;

        for (uint64_t k = 1; status != KG_OK && k < 400; k++) {
            kg__fault_set(ctx, (kg__fault)kind, k);
            status = kg_streets_write(walk, path, KG_STREETS_PNG);
            kg__fault_set(ctx, (kg__fault)kind, 0);
            CHECK(status == KG_OK || (status == expected[kind] && io_directory_is_empty()),
                "kind %d, failure %d: %s '%s'", kind, (int)k, kg_status_string(status),
                kg_context_message(ctx));
        }
        CHECK(status == KG_OK, "kind %d: %s", kind, kg_context_message(ctx));
        unlink(path);
    }
}

void io_walk_pictures(void)
{
    const char *path = io_path("walk.png");
    char *first = NULL;
    size_t first_size = 0;

    for (int t = 0; t < THREAD_COUNTS; t++) {
        kg_context *ctx = io_context(thread_counts[t]);
        kg_streets *streets = NULL;
        kg_streets_walk *walk = find_walk(ctx, &streets);
        char *bytes;
        size_t size;

        if (walk && !IO_GRAPHVIZ) {
            check_missing(ctx, walk, path);
        } else if (walk) {
            CHECK(kg_streets_write(walk, path, KG_STREETS_AUTO) == KG_OK, "writing: %s",
                kg_context_message(ctx));
            bytes = io_load(path, &size);
            CHECK(size > 1000 && memcmp(bytes, "\x89PNG\r\n", 6) == 0, "no PNG");
            CHECK(!first || (size == first_size && memcmp(bytes, first, size) == 0),
                "another picture with %d threads", thread_counts[t]);
            if (!first) {
                first = bytes;
                first_size = size;
                unlink(path);
                check_faults(ctx, walk, path);
            } else {
                free(bytes);
                unlink(path);
            }
        }
        kg_streets_walk_destroy(walk);
        kg_streets_destroy(streets);
        CHECK(kg_context_memory(ctx).current == 0, "leak");
        kg_context_destroy(ctx);
    }
    free(first);
}
