/*
 * csr info: what a graph is. Over ranks each counts in its part: its own edges, and the vertices of
 * its share, whose degrees the ranks tell each other; what they have counted is then put together.
 */
#include "csr.h"
#include "ranks.h"
#include <inttypes.h>
#include <stdlib.h>

struct degree {
    uint64_t least, most;
};

struct info {
    kg_kind kind;
    const uint64_t *side, *one_sided; /* of a bidirected graph, or NULL */
    uint64_t n, m, loops, parallel, isolated, components;
    uint64_t ones;              /* one-sided vertices */
    uint64_t missing;           /* of a bidirected graph: how many half-edges lack a partner */
    uint64_t with_edges;        /* components that have edges */
    uint64_t balanced;          /* vertices; of an undirected graph those of even degree */
    struct degree out, in;      /* of an undirected graph the same; of a bidirected one by sides */
    kg_vertex surplus, deficit; /* the last with an edge more out than in; in than out. Of other
                                   graphs the last two that are not balanced */
    bool steps_of_one;          /* no vertex is off by more than one */
    bool values;
    uint64_t memory;      /* bytes; of all ranks that have a part */
    kg_euler_count count; /* under --count-circuits */
};

/* A loop of a graph that is not directed is met twice, in the same row. O(n + m). */
static kg_status count_edges(struct info *info, kg_graph *graph)
{
    const kg_vertex n = kg_graph_vertices(graph);
    const kg_edge *row;
    const kg_vertex *col;
    kg_status status;

    TRY(kg_graph_count_parallel(graph, &info->parallel));
    TRY(kg_graph_csr(graph, &row, &col));
    for (kg_vertex u = 0; u < n; u++)
        for (kg_edge e = row[u]; e < row[u + 1]; e++)
            info->loops += col[e] == u;
    if (info->kind != KG_DIRECTED)
        info->loops /= 2;
out:
    return status;
}

static void widen(struct degree *degree, uint64_t value)
{
    if (value < degree->least)
        degree->least = value;
    if (value > degree->most)
        degree->most = value;
}

/* How many half-edges lack a partner at a vertex, of a graph that is not directed. */
static uint64_t missing_at(const struct info *info, kg_vertex v, kg_edge out, kg_edge in)
{
    if (info->kind == KG_UNDIRECTED || bit_of(info->one_sided, v))
        return out % 2;
    return out < in ? in - out : out - in;
}

/* out, in: [count] of the vertices from `first` on. */
static void count_vertices(
    struct info *info, uint64_t first, uint64_t count, const kg_edge *out, const kg_edge *in)
{
    info->out.least = info->in.least = info->n ? UINT64_MAX : 0;
    info->steps_of_one = true;
    for (uint64_t i = 0; i < count; i++) {
        const kg_vertex v = (kg_vertex)(first + i);

        widen(&info->out, out[i]);
        widen(&info->in, in[i]);
        info->isolated += !out[i] && !in[i];
        info->ones += bit_of(info->one_sided, v);
        if (info->kind != KG_DIRECTED) {
            const uint64_t missing = missing_at(info, v, out[i], in[i]);

            info->balanced += !missing;
            info->missing += missing;
            for (uint64_t k = 0; k < missing && k < 2; k++) {
                info->surplus = info->deficit;
                info->deficit = v;
            }
            continue;
        }
        info->balanced += out[i] == in[i];
        if (out[i] > in[i])
            info->surplus = v;
        if (out[i] < in[i])
            info->deficit = v;
        if (out[i] > in[i] + (uint64_t)1 || in[i] > out[i] + (uint64_t)1)
            info->steps_of_one = false;
    }
}

static kg_status count_graph(struct tool *tool, struct info *info, kg_graph *graph)
{
    const kg_edge *out, *in;
    kg_status status;

    TRY(kg_graph_sides(graph, &info->side, &info->one_sided));
    tool_stage(tool, "parallel edges");
    TRY(count_edges(info, graph));
    tool_stage(tool, "degrees");
    TRY(kg_graph_degrees(graph, &out, &in));
    count_vertices(info, 0, info->n, out, in);
    tool_stage(tool, "components");
    TRY(kg_graph_components(graph, NULL, &info->components));
    tool_work(tool);
    info->values = kg_graph_values(graph) != NULL;
out:
    return status;
}

/* ---- over ranks ------------------------------------------------------------------------------ */

/* Puts together what the ranks have counted. */
static kg_status put_together(struct info *info, kg_context *ctx)
{
    uint64_t sum[] = {info->loops, info->isolated, info->balanced};
    uint64_t least[] = {info->out.least, info->in.least, info->steps_of_one};
    uint64_t most[] = {info->out.most, info->in.most, info->surplus, info->deficit};
    kg_status status;

    TRY(kg_context_reduce(ctx, sum, sizeof sum / sizeof *sum, KG_SCAN_SUM));
    TRY(kg_context_reduce(ctx, least, sizeof least / sizeof *least, KG_SCAN_MIN));
    TRY(kg_context_reduce(ctx, most, sizeof most / sizeof *most, KG_SCAN_MAX));
    info->loops = sum[0];
    info->isolated = sum[1];
    info->balanced = sum[2];
    info->out = (struct degree){least[0], most[0]};
    info->in = (struct degree){least[1], most[1]};
    info->steps_of_one = least[2];
    info->surplus = (kg_vertex)most[2];
    info->deficit = (kg_vertex)most[3];
out:
    return status;
}

static kg_status count_part(struct csr *csr, struct info *info, kg_part *part)
{
    const kg_vertex *source, *target;
    kg_edge *degree = NULL;
    uint64_t first, count, own_first, own;
    kg_status status;

    csr_share(csr, info->n, &first, &count);
    status = KG_MEMORY;
    degree = malloc((2 * count + 1) * sizeof *degree);
    if (!degree)
        goto out;
    TRY(kg_part_own(part, &own_first, &own, &source, &target));
    for (uint64_t e = 0; e < own; e++)
        info->loops += source[e] == target[e];
    TRY(kg_part_count_parallel(part, &info->parallel));
    TRY(kg_part_degrees(part, first, count, degree, degree + count));
    count_vertices(info, first, count, degree, degree + count);
    TRY(put_together(info, csr->tool.ctx));
    TRY(kg_part_components(part, 0, 0, NULL, &info->components));
    info->values = kg_part_left_values(part);
out:
    free(degree);
    return status;
}

/* ---- what is printed ------------------------------------------------------------------------- */

/* "circuit", "path" or "none", and why, as a sentence. */
static const char *judge(const struct info *info, const kg_graph *graph, struct text *why)
{
    uint64_t unbalanced = info->n - info->balanced;
    bool path =
        info->kind == KG_DIRECTED ? unbalanced == 2 && info->steps_of_one : info->missing == 2;

    if (unbalanced && !path) {
        text_format(why, "%" PRIu64 " of %" PRIu64 " vertices %s", unbalanced, info->n,
            info->kind == KG_UNDIRECTED ? "have odd degrees" : "are unbalanced");
        return "none";
    }
    if (info->with_edges > 1) {
        text_format(why, "%" PRIu64 " components have edges", info->with_edges);
        return "none";
    }
    if (!path) {
        text_format(why, "every vertex %s, and the edges are connected",
            info->kind == KG_UNDIRECTED ? "has an even degree" : "is balanced");
        return "circuit";
    }
    text_string(why, "from ");
    text_name_shown(why, graph, info->surplus);
    text_string(why, " to ");
    text_name_shown(why, graph, info->deficit);
    return "path";
}

static void put_line(struct text *text, const char *what, uint64_t number)
{
    text_format(text, "%-18s %" PRIu64 "\n", what, number);
}

/* A number with all its digits, or as a power of ten with those that are right. */
static void put_count(struct text *text, const char *what, const kg_euler_count *count,
    const char *digits, double log10)
{
    int decimals = 0;

    for (double unit = 0.1; decimals < 12 && count->error < unit / 2; unit /= 10)
        decimals++;
    text_format(text, "%-18s ", what);
    if (digits)
        text_string(text, digits);
    else if (count->unique && log10 == count->log10_sequences)
        text_string(text, "1");
    else
        text_format(text, "about 10^%.*f", decimals, log10);
    text_string(text, count->unique ? " (unique)\n" : "\n");
}

static void put_counts(struct text *text, const kg_euler_count *count)
{
    const bool path = count->kind == KG_EULER_PATH;

    if (count->kind == KG_EULER_ANY) {
        text_format(text, "%-18s 0\n", "Euler walks");
        return;
    }
    put_count(
        text, path ? "Euler paths" : "Euler circuits", count, count->walks, count->log10_walks);
    put_count(text, "vertex sequences", count, count->sequences, count->log10_sequences);
}

static void put_counts_json(struct text *text, const kg_euler_count *count)
{
    static const char *const kind[] = {"none", "circuits", "paths"};

    json_open(text, "euler_count", '{');
    json_string(text, "kind", kind[count->kind]);
    if (count->kind != KG_EULER_ANY) {
        json_bool(text, "unique", count->unique);
        json_bool(text, "exact", count->exact);
        if (count->exact) {
            json_string(text, "walks", count->walks);
            json_string(text, "sequences", count->sequences);
        }
        json_double(text, "log10_walks", count->log10_walks);
        json_double(text, "log10_sequences", count->log10_sequences);
        json_double(text, "error", count->error);
    }
    json_close(text, '}');
}

static void put_text(struct csr *csr, struct text *text, const struct info *info,
    const kg_graph *graph, const char *euler, const struct text *why)
{
    static const char *const degree[][2] = {[KG_DIRECTED] = {"out-degree", "in-degree"},
        [KG_UNDIRECTED] = {"degree"},
        [KG_BIDIRECTED] = {"plus degree", "minus degree"}};

    put_line(text, "vertices", info->n);
    put_line(text, "edges", info->m);
    text_format(text, "%-18s %s\n", "kind", csr_kind_name(graph));
    put_line(text, "loops", info->loops);
    put_line(text, "parallel edges", info->parallel);
    put_line(text, "isolated vertices", info->isolated);
    text_format(text, "%-18s %" PRIu64 " to %" PRIu64 "\n", degree[info->kind][0], info->out.least,
        info->out.most);
    if (info->kind != KG_UNDIRECTED)
        text_format(text, "%-18s %" PRIu64 " to %" PRIu64 "\n", degree[info->kind][1],
            info->in.least, info->in.most);
    if (info->kind == KG_BIDIRECTED)
        put_line(text, "one-sided vertices", info->ones);
    if (info->kind == KG_UNDIRECTED)
        put_line(text, "odd vertices", info->n - info->balanced);
    else
        put_line(text, "balanced vertices", info->balanced);
    put_line(text, info->kind == KG_DIRECTED ? "weak components" : "components", info->components);
    text_format(text, "%-18s %s: ", "Euler", euler);
    text_put(text, why->bytes, why->used);
    text_put(text, "\n", 1);
    if (csr->count_circuits)
        put_counts(text, &info->count);
    text_format(text, "%-18s %s\n", "names", kg_graph_has_names(graph) ? "yes" : "no");
    text_format(text, "%-18s %s\n", "values", info->values ? "yes" : "no");
    text_format(text, "%-18s %.1f MiB\n", "memory", (double)info->memory / 0x1p20);
}

static void put_degree_json(struct text *text, const char *key, const struct degree *degree)
{
    json_open(text, key, '{');
    json_number(text, "min", degree->least);
    json_number(text, "max", degree->most);
    json_close(text, '}');
}

static void put_json(struct csr *csr, struct text *text, const struct info *info,
    const kg_graph *graph, const char *euler, const struct text *why)
{
    json_open(text, NULL, '{');
    json_string(text, "graph_kind", csr_kind_name(graph));
    json_number(text, "vertices", info->n);
    json_number(text, "edges", info->m);
    json_number(text, "loops", info->loops);
    json_number(text, "parallel_edges", info->parallel);
    json_number(text, "isolated_vertices", info->isolated);
    if (info->kind == KG_UNDIRECTED) {
        put_degree_json(text, "degree", &info->out);
        json_number(text, "odd_vertices", info->n - info->balanced);
    } else {
        put_degree_json(text, info->side ? "plus_degree" : "out_degree", &info->out);
        put_degree_json(text, info->side ? "minus_degree" : "in_degree", &info->in);
        if (info->side)
            json_number(text, "one_sided_vertices", info->ones);
        json_number(text, "balanced_vertices", info->balanced);
    }
    json_number(text, "components", info->components);
    json_string(text, "euler", euler);
    json_bytes(text, "euler_why", why->bytes, why->used);
    if (csr->count_circuits)
        put_counts_json(text, &info->count);
    json_bool(text, "names", kg_graph_has_names(graph));
    json_bool(text, "values", info->values);
    json_number(text, "memory_bytes", info->memory);
    tool_statistics_json(&csr->tool, text);
    json_close(text, '}');
    text_put(text, "\n", 1);
}

static kg_status print(struct csr *csr, const struct info *info, const kg_graph *graph)
{
    struct text text = {0}, why = {0};
    const char *euler = judge(info, graph, &why);
    kg_output *output = NULL;
    kg_status status;

    (csr->tool.json ? put_json : put_text)(csr, &text, info, graph, euler, &why);
    TRY(tool_open(&csr->tool, &output, csr->tool.output));
    text.failed |= why.failed;
    TRY(text_flush(&text, output));
    TRY(tool_close(&csr->tool, output));
out:
    kg_output_destroy(output);
    free(text.bytes);
    free(why.bytes);
    return status;
}

/* By one rank alone, which has read the whole graph. */
static kg_status count_walks(struct csr *csr, struct info *info, kg_graph *graph)
{
    struct tool *tool = &csr->tool;
    kg_comm *comm = tool->comm ? tool->comm : tool->host;
    kg_status status;

    if (tool->joined)
        kg_context_join(tool->ctx, NULL);
    status = kg_euler_count_circuits(&info->count, graph);
    if (tool->joined)
        kg_context_join(tool->ctx, comm);
    if (status == KG_OK && *kg_context_warning(tool->ctx))
        tool_say(tool, "%s", kg_context_warning(tool->ctx));
    return status == KG_NO_SOLUTION ? KG_OK : status;
}

static kg_status run(struct csr *csr)
{
    struct info info = {0};
    kg_graph *graph = NULL;
    kg_part *part = NULL;
    kg_status status;

    TRY(csr_begin_shared(csr, csr->count_circuits, &graph, &part));
    if (!graph)
        goto out;
    info.kind = kg_graph_kind(graph);
    info.n = kg_graph_vertices(graph);
    info.m = kg_graph_edges(graph);
    if (part)
        TRY(count_part(csr, &info, part));
    else
        TRY(count_graph(&csr->tool, &info, graph));
    info.with_edges = info.components - info.isolated;
    if (csr->count_circuits)
        TRY(count_walks(csr, &info, graph));
    info.memory = kg_context_memory(csr->tool.ctx).current;
    if (part)
        TRY(kg_context_reduce(csr->tool.ctx, &info.memory, 1, KG_SCAN_SUM));
    TRY(print(csr, &info, graph));
out:
    kg_euler_count_clear(&info.count, csr->tool.ctx);
    csr_end_shared(graph, part);
    return status;
}

static const struct option options[] = {
    OPTION("count-circuits", NULL, SETS(struct csr, count_circuits, true),
        "count the Euler circuits or paths; directed graphs"),
    {0}};

const struct csr_command csr_info_command = {
    .shown = {"info", "sizes, degrees, components, Euler or not", "GRAPH",
        TABLES_OF(CSR_READS, {options}, {ranks_options}),
        "Examples:\n"
        "  csr info graph.txt\n"
        "  csr info --count-circuits graph.txt\n"
        "  csr info --json graph.kcsr\n"
        "  csr info graph.txt.gz"},
    .run = run};
