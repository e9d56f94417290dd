/*
 * The labels of csr dot --labels, and what is drawn with them: the first byte says how many edges
 * the graph has and how it is drawn, the rest is the file. What is accepted has a line an edge, and
 * the DOT reads back as the graph. What Graphviz gets is UTF-8 without control characters.
 */
#include "../../tools/labels.h"
#include "csr/pictures/dot.h"
#include "fuzz.h"
#include <stdio.h>

static void die(const char *why)
{
    fprintf(stderr, "%s\n", why);
    abort();
}

/* A ring of m edges, numbers on them or none. */
static kg_graph *make_ring(kg_context *ctx, kg_vertex m, bool valued)
{
    kg_vertex source[32], target[32];
    double value[32];
    kg_graph *graph;

    for (kg_vertex e = 0; e < m; e++) {
        source[e] = e;
        target[e] = (e + 1) % m;
        value[e] = e / 4.0;
    }
    if (kg_graph_build(&graph, ctx, m, m, source, target, valued ? value : NULL) != KG_OK)
        die(kg_context_message(ctx));
    return graph;
}

static void check_lines(const uint8_t *data, size_t size, uint64_t m)
{
    uint64_t lines = size && data[size - 1] != '\n';

    for (size_t i = 0; i < size; i++)
        lines += data[i] == '\n';
    if (lines != m)
        die("another number of lines");
}

/* By the standard's table of well-formed byte sequences. */
static void check_utf8(const unsigned char *p)
{
    while (*p) {
        unsigned low = p[0] == 0xe0 ? 0xa0 : p[0] == 0xf0 ? 0x90 : 0x80;
        unsigned high = p[0] == 0xed ? 0x9f : p[0] == 0xf4 ? 0x8f : 0xbf;
        int more = *p < 0x80                 ? 0
                   : *p >= 0xc2 && *p < 0xe0 ? 1
                   : *p >= 0xe0 && *p < 0xf0 ? 2
                   : *p >= 0xf0 && *p < 0xf5 ? 3
                                             : -1;

        if (more < 0 || (*p < ' ' && *p != '\n' && *p != '\t') || *p == 0x7f)
            die("a byte that is none of XML");
        if (more && (p[1] < low || p[1] > high))
            die("no UTF-8");
        for (int i = 2; i <= more; i++)
            if (p[i] < 0x80 || p[i] > 0xbf)
                die("no UTF-8");
        if (p[0] == 0xef && p[1] == 0xbf && p[2] >= 0xbe)
            die("no character");
        p += more + 1;
    }
}

static void draw(kg_context *ctx, kg_graph *graph, const kg_draw_options *options)
{
    kg__look look = {.options = *options, .start = KG_NO_VERTEX, .end = KG_NO_VERTEX};
    kg_graph *back;

    for (int rendered = 0; rendered < 2; rendered++) {
        kg__dot_text text = {.ctx = ctx};
        kg_status status;

        look.rendered = rendered;
        look.options.layout = KG_LAYOUT_DOT;
        kg__begin(ctx);
        status = kg__dot_write(&text, graph, &look);
        if (status != KG_OK && status != KG_LIMIT)
            die(kg_context_message(ctx));
        if (status == KG_OK && rendered)
            check_utf8((const unsigned char *)text.bytes);
        if (status == KG_OK) {
            if (fuzz_read(&back, ctx, (const uint8_t *)text.bytes, strlen(text.bytes),
                    KG_FORMAT_DOT, 0, KG__TEXT_BLOCK) != KG_OK)
                die(kg_context_message(ctx));
            if (!kg_graph_equal(graph, back))
                die("another graph");
            kg_graph_destroy(back);
        }
        kg__free(ctx, text.bytes);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    kg_context *ctx = fuzz_context(1);
    kg_draw_options options = KG_DRAW_OPTIONS_INIT;
    struct label_list labels = {0};
    struct tool tool = {0};
    kg_graph *graph;
    kg_vertex m;
    kg_status status;

    if (size == 0)
        return 0;
    m = data[0] & 31;
    options.edge_ids = data[0] >> 5 & 1;
    graph = make_ring(ctx, m, m && (data[0] >> 6 & 1)); /* values of no edges are none */
    labels.text = malloc(size);
    memcpy(labels.text, data + 1, size - 1);
    labels.text[size - 1] = '\0';
    status = labels_split(&tool, &labels, "f", size - 1, m);
    if ((status == KG_OK) != (tool.message[0] == '\0') ||
        (status != KG_OK && status != KG_FORMAT && status != KG_MEMORY))
        die("another status");
    if (status == KG_OK) {
        check_lines(data + 1, size - 1, m);
        options.edge_label = labels.begin;
        draw(ctx, graph, &options);
    }
    labels_free(&labels);
    kg_graph_destroy(graph);
    kg__begin(ctx);
    fuzz_settle(ctx, KG_OK);
    return 0;
}
