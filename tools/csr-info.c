/* csr info: what a graph is. */
#include "csr.h"
#include <inttypes.h>
#include <stdlib.h>

struct degree {
    uint64_t least, most;
};

struct info {
    bool undirected;
    uint64_t n, m, loops, parallel, isolated, components;
    uint64_t with_edges;        /* components that have edges */
    uint64_t balanced;          /* vertices; of an undirected graph those of even degree */
    struct degree out, in;      /* of an undirected graph the same */
    kg_vertex surplus, deficit; /* the last with an edge more out than in; in than out. Of an
                                   undirected graph the last two of odd degree */
    bool steps_of_one;          /* no vertex is off by more than one */
};

/* Parallel edges are those beyond the first of a source and target, or of two ends. Each edge of an
 * undirected graph is met twice, a loop in the same row. O(n + m). */
static kg_status count_edges(struct info *info, kg_graph *graph)
{
    kg_vertex n = kg_graph_vertices(graph);
    kg_vertex *seen = malloc((n + 1ull) * sizeof *seen); /* the last row that had this target */
    const kg_edge *row;
    const kg_vertex *col;
    kg_status status = KG_MEMORY;

    if (!seen)
        goto out;
    TRY(kg_graph_csr(graph, &row, &col));
    for (kg_vertex v = 0; v < n; v++)
        seen[v] = KG_NO_VERTEX;
    for (kg_vertex u = 0; u < n; u++) {
        uint64_t loops = 0;

        for (kg_edge e = row[u]; e < row[u + 1]; e++) {
            loops += col[e] == u;
            info->parallel += seen[col[e]] == u;
            seen[col[e]] = u;
        }
        info->loops += loops;
        if (info->undirected && loops)
            info->parallel--; /* 2k entries of k loops: 2 (k - 1) too many */
    }
    if (info->undirected) {
        info->loops /= 2;
        info->parallel /= 2;
    }
out:
    free(seen);
    return status;
}

static void widen(struct degree *degree, uint64_t value)
{
    if (value < degree->least)
        degree->least = value;
    if (value > degree->most)
        degree->most = value;
}

static kg_status count_vertices(struct info *info, kg_graph *graph)
{
    const kg_edge *out, *in;
    kg_status status;

    TRY(kg_graph_degrees(graph, &out, &in));
    info->out.least = info->in.least = info->n ? UINT64_MAX : 0;
    info->steps_of_one = true;
    for (kg_vertex v = 0; v < info->n; v++) {
        widen(&info->out, out[v]);
        widen(&info->in, in[v]);
        info->isolated += !out[v] && !in[v];
        info->balanced += info->undirected ? out[v] % 2 == 0 : out[v] == in[v];
        if (info->undirected && out[v] % 2) {
            info->surplus = info->deficit;
            info->deficit = v;
        }
        if (out[v] > in[v])
            info->surplus = v;
        if (out[v] < in[v])
            info->deficit = v;
        if (out[v] > in[v] + (uint64_t)1 || in[v] > out[v] + (uint64_t)1)
            info->steps_of_one = false;
    }
    TRY(kg_graph_components(graph, NULL, &info->components));
    info->with_edges = info->components - info->isolated;
out:
    return status;
}

/* "circuit", "path" or "none", and why, as a sentence. */
static const char *judge(const struct info *info, const kg_graph *graph, struct text *why)
{
    uint64_t unbalanced = info->n - info->balanced;
    bool path = unbalanced == 2 && info->steps_of_one;

    if (unbalanced && !path) {
        text_format(why, "%" PRIu64 " of %" PRIu64 " vertices %s", unbalanced, info->n,
            info->undirected ? "have odd degrees" : "are unbalanced");
        return "none";
    }
    if (info->with_edges > 1) {
        text_format(why, "%" PRIu64 " components have edges", info->with_edges);
        return "none";
    }
    if (!path) {
        text_format(why, "every vertex %s, and the edges are connected",
            info->undirected ? "has an even degree" : "is balanced");
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

static void put_text(struct csr *csr, struct text *text, const struct info *info,
    const kg_graph *graph, const char *euler, const struct text *why)
{
    put_line(text, "vertices", info->n);
    put_line(text, "edges", info->m);
    text_format(text, "%-18s %s\n", "kind", info->undirected ? "undirected" : "directed");
    put_line(text, "loops", info->loops);
    put_line(text, "parallel edges", info->parallel);
    put_line(text, "isolated vertices", info->isolated);
    text_format(text, "%-18s %" PRIu64 " to %" PRIu64 "\n",
        info->undirected ? "degree" : "out-degree", info->out.least, info->out.most);
    if (!info->undirected)
        text_format(
            text, "%-18s %" PRIu64 " to %" PRIu64 "\n", "in-degree", info->in.least, info->in.most);
    if (info->undirected)
        put_line(text, "odd vertices", info->n - info->balanced);
    else
        put_line(text, "balanced vertices", info->balanced);
    put_line(text, info->undirected ? "components" : "weak components", info->components);
    text_format(text, "%-18s %s: ", "Euler", euler);
    text_put(text, why->bytes, why->used);
    text_format(text, "\n%-18s %s\n", "names", kg_graph_has_names(graph) ? "yes" : "no");
    text_format(text, "%-18s %s\n", "values", kg_graph_values(graph) ? "yes" : "no");
    text_format(text, "%-18s %.1f MiB\n", "memory",
        (double)kg_context_memory(csr->tool.ctx).current / 0x1p20);
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
    json_string(text, "graph_kind", info->undirected ? "undirected" : "directed");
    json_number(text, "vertices", info->n);
    json_number(text, "edges", info->m);
    json_number(text, "loops", info->loops);
    json_number(text, "parallel_edges", info->parallel);
    json_number(text, "isolated_vertices", info->isolated);
    if (info->undirected) {
        put_degree_json(text, "degree", &info->out);
        json_number(text, "odd_vertices", info->n - info->balanced);
    } else {
        put_degree_json(text, "out_degree", &info->out);
        put_degree_json(text, "in_degree", &info->in);
        json_number(text, "balanced_vertices", info->balanced);
    }
    json_number(text, "components", info->components);
    json_string(text, "euler", euler);
    json_bytes(text, "euler_why", why->bytes, why->used);
    json_bool(text, "names", kg_graph_has_names(graph));
    json_bool(text, "values", kg_graph_values(graph) != NULL);
    json_number(text, "memory_bytes", kg_context_memory(csr->tool.ctx).current);
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

kg_status csr_info(struct csr *csr)
{
    struct info info = {0};
    kg_graph *graph = NULL;
    kg_status status;

    TRY(tool_begin(&csr->tool));
    TRY(tool_read(&csr->tool, &graph, csr->path, &csr->read));
    info.undirected = kg_graph_kind(graph) == KG_UNDIRECTED;
    info.n = kg_graph_vertices(graph);
    info.m = kg_graph_edges(graph);
    TRY(count_edges(&info, graph));
    TRY(count_vertices(&info, graph));
    TRY(print(csr, &info, graph));
out:
    kg_graph_destroy(graph);
    return status;
}
