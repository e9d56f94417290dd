/* Tests of readers and writers: the program, and what its parts share. */
#include "io.h"
#include <dirent.h>
#include <unistd.h>

int io_failures;
const int thread_counts[THREAD_COUNTS] = {1, 2, 3, 7};
const size_t block_sizes[BLOCK_SIZES] = {1, 2, 5, 16, 100, KG__TEXT_BLOCK};

static char directory[] = "konig-io-XXXXXX";

kg_context *io_context(int threads)
{
    kg_context_options options = KG_CONTEXT_OPTIONS_INIT;
    kg_context *ctx;

    options.device = "cpu";
    options.threads = threads;
    if (kg_context_create(&ctx, &options) != KG_OK) {
        fprintf(stderr, "no context: %s\n", kg_context_message(ctx));
        exit(1);
    }
    return ctx;
}

kg_status io_read(kg_graph **graph, kg_context *ctx, const char *bytes, size_t size,
    const char *name, kg_format format, int names, size_t block)
{
    kg_read_options options = KG_READ_OPTIONS_INIT;

    options.format = format;
    options.force_names = names;
    return io_read_options(graph, ctx, bytes, size, name, &options, block);
}

kg_status io_read_options(kg_graph **graph, kg_context *ctx, const char *bytes, size_t size,
    const char *name, const kg_read_options *options, size_t block)
{
    kg__input input = {.ctx = ctx, .shown = name, .fd = -1, .size = size};
    kg_status status;

    kg__begin(ctx);
    *graph = NULL;
    KG_TRY(kg__host_allocate(ctx, &input.owned, size, 1, "test input"));
    memcpy(input.owned, bytes, size);
    input.bytes = input.owned;
    status = kg__graph_read_input(graph, &input, name, options, block);
    kg__input_close(&input);
out:
    return status;
}

/* The side of half-edge h, which lies at vertex v. */
static const char *sign_of(const uint64_t *side, const uint64_t *one, kg_edge h, kg_vertex v)
{
    if (!side)
        return "";
    if (one && one[v / 64] >> v % 64 & 1)
        return ".";
    return side[h / 64] >> h % 64 & 1 ? "+" : "-";
}

char *io_describe(kg_graph *graph)
{
    const double *value = kg_graph_values(graph);
    const kg_edge *row, *half;
    const kg_vertex *col;
    const uint64_t *side, *one;
    char *text = NULL, number[24];
    const char *name;
    size_t bytes, length;
    FILE *file = open_memstream(&text, &bytes);

    kg_graph_csr(graph, &row, &col);
    kg_graph_halves(graph, &half);
    kg_graph_sides(graph, &side, &one);
    if (half)
        fprintf(file, side ? "bidirected " : "undirected ");
    for (kg_vertex v = 0; v < kg_graph_vertices(graph); v++) {
        name = kg_graph_name(graph, v, number, sizeof number, &length);
        fprintf(file, "%.*s:", (int)length, name);
        for (kg_edge e = row[v]; e < row[v + 1]; e++) {
            name = kg_graph_name(graph, col[e], number, sizeof number, &length);
            fprintf(file, "%s%s%.*s%s", e > row[v] ? "," : "",
                sign_of(side, one, half ? half[e] : 0, v), (int)length, name,
                sign_of(side, one, half ? half[e] ^ 1 : 0, col[e]));
            if (value)
                fprintf(file, "=%g", value[half ? half[e] / 2 : e]);
        }
        fputc(';', file);
    }
    fclose(file);
    return text;
}

const char *io_path(const char *name)
{
    static char path[4][128];
    static int next;

    next = (next + 1) % 4;
    snprintf(path[next], sizeof path[next], "%s/%s", directory, name);
    return path[next];
}

bool io_directory_is_empty(void)
{
    DIR *list = opendir(directory);
    int entries = 0;

    while (list && readdir(list))
        entries++;
    closedir(list);
    return entries == 2; /* . and .. */
}

void io_check_refusal(kg_context *ctx, const char *content, kg_format format, const char *message)
{
    kg_graph *graph;

    CHECK(io_read(&graph, ctx, content, strlen(content), "f", KG_FORMAT_AUTO, 0, 3) == KG_OK, "%s",
        kg_context_message(ctx));
    CHECK(kg_graph_write(graph, io_path("bad"), format) == KG_UNSUPPORTED &&
              strstr(kg_context_message(ctx), message),
        "%s: %s", content, kg_context_message(ctx));
    CHECK(io_directory_is_empty(), "%s leaves a file", content);
    kg_graph_destroy(graph);
}

char *io_load(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    char *bytes;

    *size = 0;
    if (!file)
        return calloc(1, 1);
    fseek(file, 0, SEEK_END);
    *size = (size_t)ftell(file);
    rewind(file);
    bytes = malloc(*size + 1);
    *size = fread(bytes, 1, *size, file);
    fclose(file);
    return bytes;
}

void io_save(const char *path, const char *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");

    if (file) {
        CHECK(fwrite(bytes, 1, size, file) == size, "cannot write %s", path);
        fclose(file);
    }
}

int main(void)
{
    if (!mkdtemp(directory)) {
        perror(directory);
        return 1;
    }
    io_numbers();
    io_matrices();
    io_npy();
    io_sparse();
    io_tours();
    io_columns();
    io_counts();
    io_csv();
    io_gfa();
    io_unitigs();
    io_kmers();
    io_packed();
    io_damaged();
    io_labels();
    io_trips();
    io_names();
    io_foreign();
    io_listed();
    io_marked();
    io_kcsr();
    io_faults();
    io_outputs();
    io_dot();
    io_walk_pictures();
    io_puzzles();
    io_hierarchies();
    io_hierarchy_bases();
    io_grid_indexes();
    io_maps();
    io_map_arrays();
    CHECK(rmdir(directory) == 0, "%s is not empty", directory);
    if (io_failures)
        fprintf(stderr, "%d checks failed\n", io_failures);
    return io_failures != 0;
}
