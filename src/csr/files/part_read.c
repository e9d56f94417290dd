/*
 * Reading a graph file over ranks: a table of the formats that ranks read by ranges.
 *
 * Each rank opens the file and looks at its beginning by itself, so all of them choose the same
 * reader. Ranks that see different files would go on differently, so they compare first.
 */
#include "../../comm/comm.h"
#include "../../io/checksum.h"
#include "detect.h"
#include <string.h>
#include <sys/stat.h>

static kg_status (*const readers[KG__FORMATS])(kg_part *part, const kg__input *input,
    const kg__record *record, const kg_read_options *options, size_t block_bytes) = {
    [KG_FORMAT_EDGES] = kg__read_edges_part,
    [KG_FORMAT_KCSR] = kg__read_kcsr_part,
    [KG_FORMAT_MTX] = kg__read_mtx_part,
};

/* These must be equal on all ranks. */
typedef struct seen {
    uint64_t format, size, start, at;
    uint64_t sum; /* of the first record and the bytes after it in the head */
} seen;

/* Fails if ranks are to read a file that can be read only once, such as a pipe: each of them opens
 * it. */
static kg_status check_file(kg_context *ctx, const char *path, const char *shown)
{
    const bool standard = strcmp(path, "-") == 0;
    struct stat file;

    if (kg__comm_ranks(ctx) == 1 ||
        (!standard && (stat(path, &file) != 0 || S_ISREG(file.st_mode) || S_ISDIR(file.st_mode))))
        return KG_OK;
    return kg__fail(ctx, KG_ARGUMENT,
        "%s can be read once, and each of %d ranks reads the graph: give a file",
        shown      ? shown
        : standard ? "standard input"
                   : path,
        kg__comm_ranks(ctx));
}

static kg_status compare(const kg__examined *e, const kg__input *input)
{
    kg_context *ctx = input->ctx;
    const int ranks = kg__comm_ranks(ctx);
    const kg__record *record = &e->record;
    const uint64_t sum =
        record->begin ? kg__sum_bytes(record->begin, (uint64_t)(record->end - record->begin)) : 0;
    const seen mine = {e->found.format, input->size, record->start, record->at, sum};
    seen *all = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &all, ranks, sizeof *all, "what ranks see"));
    KG_TRY(kg__comm_gather(ctx, &mine, sizeof mine, all, NULL));
    for (int p = 1; p < ranks; p++)
        if (memcmp(&all[p], &all[0], sizeof *all) != 0)
            KG_TRY(kg__fail(ctx, KG_FORMAT,
                "%s: rank %d does not have the file that rank 0 has: there are %llu bytes here "
                "and %llu there%s",
                input->shown, p, (unsigned long long)all[p].size, (unsigned long long)all[0].size,
                all[p].size == all[0].size ? ", with another content" : ""));
out:
    kg__free(ctx, all);
    return status;
}

static kg_status read_part(
    kg_part *part, const kg__input *input, const char *path, const kg_read_options *options)
{
    kg__examined e;
    kg_status status;

    KG_TRY(kg__examine(&e, input, path, options));
    KG_TRY(compare(&e, input));
    if (!readers[e.found.format])
        KG_TRY(kg__fail(input->ctx, KG_UNSUPPORTED,
            "%s: ranks read edges, kcsr and mtx in parts, and this is %s", input->shown,
            kg_format_name(e.found.format)));
    if (e.options.undirected)
        KG_TRY(kg__part_refuse(input, "edges are undirected"));
    KG_TRY(readers[e.found.format](part, input, &e.record, &e.options, KG__TEXT_BLOCK));
    kg__examined_warn(&e, input, &part->shape, options);
out:
    kg__free(input->ctx, e.head);
    return status;
}

kg_status kg_part_read(
    kg_part **part, kg_context *context, const char *path, const kg_read_options *options)
{
    kg__input input = {.fd = -1};
    kg_part *p = NULL;
    kg_status status;

    KG_NEED_RESULT(context, part, context);
    kg__begin(context);
    options = options ? options : &(const kg_read_options)KG_READ_OPTIONS_INIT;
    if (!path) {
        status = kg__fail_null(context, "path");
        goto out;
    }
    KG_TRY(kg__check_read_options(context, options));
    if (options->skip_lines)
        KG_TRY(kg__fail(context, KG_UNSUPPORTED, "%s: ranks skip no lines",
            kg__source_name(KG__PATH(path), options->shown)));
    if (options->keep)
        KG_TRY(kg__fail(context, KG_UNSUPPORTED, "%s: ranks keep no columns",
            kg__source_name(KG__PATH(path), options->shown)));
    KG_TRY(check_file(context, path, options->shown));
    kg__stage(context, "read");
    KG_TRY(kg__part_create(&p, context));
    KG_TRY(kg__input_open(&input, context, path, options->shown));
    KG_TRY(read_part(p, &input, path, options));
out:
    kg__stage(context, NULL);
    input.ctx = context;
    kg__input_close(&input);
    return kg__part_end(part, p, context, status);
}
