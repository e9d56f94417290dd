/* In the place of read_dot.c and render.c in a build without Graphviz: says so. */
#include "dot.h"
#include "read.h"

static kg_status fail_missing(kg_context *ctx, const char *what)
{
    return kg__fail(ctx, KG_MISSING,
        "%s needs Graphviz, and this konig was built without: install libgraphviz-dev (Debian's "
        "name) "
        "and build it with -Dgraphviz=enabled",
        what);
}

kg_status kg__dot_available(kg_context *ctx)
{
    return fail_missing(ctx, "a picture");
}

kg_status kg__dot_render(kg_output *output, kg_context *ctx, const char *text, const char *engine,
    const char *format, unsigned seconds)
{
    (void)output, (void)text, (void)engine, (void)format, (void)seconds;
    return kg__dot_available(ctx);
}

kg_status kg__read_dot(kg_graph **graph, const kg__input *input, const kg__record *record,
    const kg_read_options *options, size_t block_bytes)
{
    (void)graph, (void)record, (void)options, (void)block_bytes;
    return fail_missing(input->ctx, "reading DOT");
}
