/*
 * Parts of graphs that ranks read, generate and write: against what one rank reads, generates and
 * writes, which is held against oracles elsewhere. Errors and warnings are those of one rank, too.
 */
#include "../../euler/euler_oracle.h"
#include "comm/comm.h"
#include "io/output.h"
#include <fcntl.h>
#include <konig/part.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A file of this content, whose name is to be freed and removed. */
static char *make_file(check *c, const kg_context *ctx, const void *bytes, size_t size)
{
    char *name = strdup("/tmp/konig-part-XXXXXX");
    const int fd = name ? mkstemp(name) : -1;

    if (fd < 0 || write(fd, bytes, size) != (ssize_t)size)
        check_fail(c, ctx, "a file cannot be made");
    close(fd);
    return name;
}

static void remove_file(char *name)
{
    unlink(name);
    free(name);
}

/* The bytes of a file, to be freed. */
static char *read_file(const char *name, size_t *size)
{
    FILE *file = fopen(name, "rb");
    char *bytes;
    long end;

    *size = 0;
    if (!file)
        return NULL;
    fseek(file, 0, SEEK_END);
    end = ftell(file);
    rewind(file);
    bytes = check_array((uint64_t)end + 1, 1);
    *size = fread(bytes, 1, (size_t)end, file);
    fclose(file);
    return bytes;
}

/* A part against the whole graph. */
static void compare(check *c, kg_context *ctx, kg_part *part, kg_graph *graph, bool named)
{
    const uint64_t n = kg_graph_vertices(graph), m = kg_graph_edges(graph);
    const kg_vertex *source, *col, *own_source, *own_target;
    uint64_t first, count;
    bool same = true;

    kg_graph_sources(graph, &source);
    kg_graph_csr(graph, NULL, &col);
    kg_part_own(part, &first, &count, &own_source, &own_target);
    check_number(c, ctx, "vertices", kg_part_vertices(part), n);
    check_number(c, ctx, "edges", kg_part_edges(part), m);
    if (kg_part_vertices(part) != n || kg_part_edges(part) != m)
        return;
    check_equal(c, ctx, "sources", own_source, source + first, count, sizeof *source);
    check_equal(c, ctx, "targets", own_target, col + first, count, sizeof *col);
    for (kg_vertex v = 0; named && v < n; v++) {
        char buffer[2][24];
        size_t length[2];
        const char *a = kg_graph_name(graph, v, buffer[0], sizeof *buffer, &length[0]);
        const char *b =
            kg_graph_name(kg_part_shape(part), v, buffer[1], sizeof *buffer, &length[1]);

        same = same && length[0] == length[1] && memcmp(a, b, length[0]) == 0;
    }
    check_number(c, ctx, "whether the names are the same", same, true);
}

/* What kg_part_write() and kg_graph_write() write. */
static void compare_files(check *c, kg_context *ctx, kg_part *part, kg_graph *graph)
{
    char *one = make_file(c, ctx, "", 0), *many = make_file(c, ctx, "", 0), *bytes[2];
    size_t size[2];

    check_number(c, ctx, "status of writing", (uint64_t)kg_part_write(part, many), KG_OK);
    check_number(
        c, ctx, "status of writing", (uint64_t)kg_graph_write(graph, one, KG_FORMAT_KCSR), KG_OK);
    bytes[0] = read_file(one, &size[0]);
    bytes[1] = read_file(many, &size[1]);
    if (kg__comm_rank(ctx) == 0) /* the file's name is what rank 0 said */
        check_number(c, ctx, "whether the files are the same",
            size[0] == size[1] && memcmp(bytes[0], bytes[1], size[0]) == 0, true);
    free(bytes[0]);
    free(bytes[1]);
    remove_file(one);
    remove_file(many);
}

/* ---- reading --------------------------------------------------------------------------------- */

typedef struct text {
    kg_format format;
    const char *bytes;
    bool whole; /* ranks read no such graph in parts */
    bool values;
    kg_read_options options;
} text;

#define MTX "%%MatrixMarket matrix coordinate "

static const text texts[] = {
    {KG_FORMAT_EDGES, "0 1\n1 2\n2 0\n", .options = {0}},
    {KG_FORMAT_EDGES, "0 1\r\n1 2\r\n2 0", .options = {0}},
    {KG_FORMAT_EDGES, "\n# a comment that is as long as all of the other lines\n7 8\n\n9 7\n"},
    {KG_FORMAT_EDGES, "5 900\n900 70\n70 5\n\n# the end, behind which there is no line's end"},
    {KG_FORMAT_EDGES, "1 4000000\n4000000 1\n", .whole = true},
    {KG_FORMAT_EDGES, "1 99999999999\n", .whole = true},
    {KG_FORMAT_EDGES, "a b\nb a\n", .whole = true},
    {KG_FORMAT_EDGES, "0 1\n1 2\n", .whole = true, .options = {.undirected = 1}},
    {KG_FORMAT_EDGES, "3 3\n", .options = {.ids = 1}},
    {KG_FORMAT_EDGES, "", .options = {0}},
    {KG_FORMAT_EDGES, "# vertices 12\n3 4\n4 3\n"},
    {KG_FORMAT_EDGES, "3 4\n4 3\n# vertices 12\n# vertices 11\n"},
    {KG_FORMAT_EDGES, "3 4\n4 3\n# vertices 2\n"},
    {KG_FORMAT_EDGES, "3 4\n4 3\n# vertices 99000000\n"},
    {KG_FORMAT_EDGES, "0 1\n1 2\n2 3\n3 0 .5\n", .values = true},
    {KG_FORMAT_EDGES, "0 1 2 x\n1 0 3 y\n", .values = true},
    {KG_FORMAT_EDGES, "0 1\n1 2\n2 0\n", .options = {.both_directions = 1}},
    {KG_FORMAT_AUTO, "4 5\n0 1\n1 2\n2 3\n3 0\n0 2\n"}, /* these have warnings */
    {KG_FORMAT_AUTO, "# Undirected graph: f\n0 1\n1 2\n2 0\n"},
    {KG_FORMAT_EDGES, "x 1\n1 2\n2 3\n3 4\n4 5\n5 6\n", .options = {.ids = 1}},
    {KG_FORMAT_EDGES, "0 1\n1 2\n2 3\n3 x\n4 5\n5 6\n"},
    {KG_FORMAT_EDGES, "0 1\n1 2\n2 3\n3 4\n4 5\n5 x"},
    {KG_FORMAT_EDGES, "0 1\n1 y\n2 3\n3 x\n4 5\n5 x"},
    {KG_FORMAT_EDGES, "0 1\n1 2\n2 3\n3 5000000000\n", .options = {.ids = 1}},
    {KG_FORMAT_EDGES, "0 1\n1 2\n2 3\n3 4 5 6\n"},
    {KG_FORMAT_MTX, MTX "pattern general\n% comment\n4 4 3\n1 2\n2 3\n4 1"},
    {KG_FORMAT_MTX, MTX "pattern general\n% labels from 0\n4 4 2\n1 2\n\n4 1\n"},
    {KG_FORMAT_MTX, MTX "integer general\n4 4 2\n1 2 7\n4 1 8\n", .values = true},
    {KG_FORMAT_MTX, MTX "pattern general\n4 4 3\n1 2\n2 3\n"},
    {KG_FORMAT_MTX, MTX "pattern general\n4 4 3\n1 2\n2 3\n5 3\n"},
    {KG_FORMAT_MTX, MTX "pattern general\n4 4 3\n1 2\n0 3\n5 3\n"},
    {KG_FORMAT_MTX, MTX "pattern general\n4 5 3\n1 2\n"},
    {KG_FORMAT_MTX, MTX "pattern symmetric\n4 4 2\n2 1\n3 2\n", .whole = true},
    {KG_FORMAT_ADJACENCY, "a -> b\n", .whole = true},
};

static void read_both(check *c, kg_context *ctx, const text *t, const char *path)
{
    kg_read_options options = t->options;
    kg_graph *graph = NULL;
    kg_part *part = NULL;
    kg_status one, many;
    char message[512], warning[512];

    options.format = t->format;
    options.shown = "f";
    one = kg_graph_read(&graph, ctx, path, &options);
    snprintf(message, sizeof message, "%s", kg_context_message(ctx));
    snprintf(warning, sizeof warning, "%s", kg_context_warning(ctx));
    many = kg_part_read(&part, ctx, path, &options);
    check_number(c, ctx, "status", (uint64_t)many, (uint64_t)(t->whole ? KG_UNSUPPORTED : one));
    if (!t->whole && strcmp(message, kg_context_message(ctx)) != 0)
        check_fail(c, ctx, "'%s', expected '%s'", kg_context_message(ctx), message);
    if (many == KG_OK && kg__comm_rank(ctx) == 0 && strcmp(warning, kg_context_warning(ctx)) != 0)
        check_fail(c, ctx, "'%s', expected '%s'", kg_context_warning(ctx), warning);
    if (many == KG_OK && one == KG_OK) {
        compare(c, ctx, part, graph, true);
        check_number(c, ctx, "values left out", (uint64_t)kg_part_left_values(part), t->values);
        if (t->values)
            check_number(c, ctx, "status of writing", (uint64_t)kg_part_write(part, "/dev/null"),
                KG_UNSUPPORTED);
        else
            compare_files(c, ctx, part, graph);
    }
    kg_part_destroy(part);
    kg_graph_destroy(graph);
}

/* Labels that lie close together, and one that is far from them, before or behind. */
static void read_uneven(check *c, kg_context *ctx, unsigned first, unsigned other)
{
    char lines[16000], *path;
    size_t used = (size_t)snprintf(lines, sizeof lines, "%u %u\n", other, first);

    for (unsigned i = first; i < first + 1000; i++)
        used += (size_t)snprintf(lines + used, sizeof lines - used, "%u %u\n", i, i + 1);
    path = make_file(c, ctx, lines, used);
    read_both(c, ctx, &(text){.format = KG_FORMAT_EDGES}, path);
    remove_file(path);
}

static void run_read(check *c, kg_context *ctx, void *given)
{
    (void)given;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char *path = make_file(c, ctx, texts[i].bytes, strlen(texts[i].bytes));

        read_both(c, ctx, &texts[i], path);
        remove_file(path);
    }
    read_uneven(c, ctx, 0, 3000);
    read_uneven(c, ctx, 2000, 0);
}

/* Files that differ from rank to rank, of one size and of two; and a pipe. */
static void run_unlike(check *c, kg_context *ctx, void *given)
{
    static const char *const lists[] = {"0 1\n1 2\n2 0\n", "0 1\n1 2\n2 1\n", "0 1\n1 2\n2 10\n"};
    const bool many = kg__comm_ranks(ctx) > 1, last = kg__comm_rank(ctx) + 1 == kg__comm_ranks(ctx);
    int end[2];

    (void)given;
    for (int i = 0; i < 4; i++) {
        const char *list = lists[last ? i % 3 : 0];
        char *path = make_file(c, ctx, list, strlen(list)), name[64];
        kg_part *part = NULL;

        if (i == 3 && pipe(end) == 0) {
            snprintf(name, sizeof name, "/dev/fd/%d", end[0]);
            if (write(end[1], list, strlen(list)) != (ssize_t)strlen(list))
                check_fail(c, ctx, "a pipe cannot be written");
            close(end[1]);
        }
        check_status(c, ctx, kg_part_read(&part, ctx, i < 3 ? path : name, NULL),
            !many || !i ? KG_OK
            : i < 3     ? KG_FORMAT
                        : KG_ARGUMENT);
        if (many && (i == 1 || i == 2) &&
            !strstr(
                kg_context_message(ctx), i == 1 ? "another content" : "13 bytes here and 12 there"))
            check_fail(c, ctx, "'%s'", kg_context_message(ctx));
        kg_part_destroy(part);
        remove_file(path);
    }
    close(end[0]);
}

/* .kcsr files, whole and with each byte of some damaged. */
static void run_kcsr(check *c, kg_context *ctx, void *given)
{
    static const char *const lists[] = {
        "0 1\n1 2\n2 0\n", "5 900\n900 70\n70 5\n", "a b\nb cc\ncc a\n", "", "2 1\n1 2\n"};

    (void)given;
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        kg_read_options options = KG_READ_OPTIONS_INIT;
        char *path = make_file(c, ctx, "", 0), *bytes;
        kg_graph *graph = NULL;
        size_t size;

        options.format = KG_FORMAT_EDGES;
        if (kg_graph_read_memory(&graph, ctx, lists[i], strlen(lists[i]), &options) != KG_OK ||
            kg_graph_write(graph, path, KG_FORMAT_KCSR) != KG_OK)
            check_fail(c, ctx, "a .kcsr file cannot be written");
        kg_graph_destroy(graph);
        read_both(c, ctx, &(text){.format = KG_FORMAT_KCSR}, path);
        bytes = read_file(path, &size);
        for (size_t at = 0; at < size; at += check_is_small() ? 97 : 13) {
            char *other;

            bytes[at] ^= 4;
            other = make_file(c, ctx, bytes, size);
            read_both(c, ctx, &(text){.format = KG_FORMAT_KCSR}, other);
            bytes[at] ^= 4;
            remove_file(other);
        }
        free(bytes);
        remove_file(path);
    }
}

/* ---- generating ------------------------------------------------------------------------------ */

static const kg_generate_options generators[] = {
    {.kind = KG_GENERATE_RANDOM, .vertices = 1, .max_degree = 1},
    {.kind = KG_GENERATE_RANDOM, .vertices = 60, .max_degree = 5, .seed = 3, .path = 1},
    {.kind = KG_GENERATE_RANDOM, .vertices = 30000, .max_degree = 5, .relabel = 1},
    {.kind = KG_GENERATE_TRIANGLES, .vertices = 3, .edges = 3},
    {.kind = KG_GENERATE_TRIANGLES, .vertices = 40, .edges = 199, .relabel = 1, .path = 1},
    {.kind = KG_GENERATE_TRIANGLES, .vertices = 40, .edges = 200},
    {.kind = KG_GENERATE_DEBRUIJN, .alphabet = 3, .length = 5, .path = 1},
    {.kind = KG_GENERATE_DEBRUIJN, .alphabet = 5, .length = 1},
    {.kind = KG_GENERATE_DEBRUIJN, .alphabet = 37, .length = 2},
    {.kind = KG_GENERATE_DEBRUIJN, .alphabet = 4, .length = 6, .relabel = 1},
    {.kind = KG_GENERATE_TORUS, .width = 300, .height = 300}, /* several pieces of a .kcsr */
    {.kind = KG_GENERATE_TORUS, .width = 7, .height = 5, .relabel = 1},
    {.kind = KG_GENERATE_TORUS, .width = 1, .height = 1, .path = 1},
    {.kind = KG_GENERATE_TORUS, .width = 2, .height = 9, .path = 1},
    {.kind = KG_GENERATE_COMPLETE, .vertices = 1},
    {.kind = KG_GENERATE_COMPLETE, .vertices = 12, .path = 1},
    {.kind = KG_GENERATE_COMPLETE, .vertices = 0},
    {.kind = KG_GENERATE_BANDED, .vertices = 9, .max_degree = 2},
    {.kind = KG_GENERATE_HYPERCUBE, .dimension = 3},
};

static void run_generate(check *c, kg_context *ctx, void *given)
{
    (void)given;
    for (size_t i = 0; i < sizeof generators / sizeof *generators; i++) {
        const kg_generate_options *o = &generators[i];
        const bool refused = o->kind == KG_GENERATE_BANDED || o->kind == KG_GENERATE_HYPERCUBE;
        kg_graph *graph = NULL;
        kg_part *part = NULL;
        const kg_status one = kg_graph_generate(&graph, ctx, o);
        char message[512];

        snprintf(message, sizeof message, "%s", kg_context_message(ctx));
        check_number(c, ctx, "status", (uint64_t)kg_part_generate(&part, ctx, o),
            (uint64_t)(refused ? KG_UNSUPPORTED : one));
        if (one != KG_OK && strcmp(message, kg_context_message(ctx)) != 0)
            check_fail(c, ctx, "'%s', expected '%s'", kg_context_message(ctx), message);
        if (part && graph)
            compare(c, ctx, part, graph, false);
        if (part && graph)
            compare_files(c, ctx, part, graph);
        kg_part_destroy(part);
        kg_graph_destroy(graph);
    }
}

/* ---- the ends of edges ----------------------------------------------------------------------- */

static void run_ends(check *c, kg_context *ctx, void *given)
{
    const kg_generate_options torus = {.kind = KG_GENERATE_TORUS, .width = 9, .height = 5};
    const uint64_t rank = (uint64_t)kg__comm_rank(ctx), ranks = (uint64_t)kg__comm_ranks(ctx);
    kg_graph *graph = NULL;
    kg_part *part = NULL;
    const kg_vertex *expected;
    kg_vertex end[360];
    kg_edge edge[180];

    (void)given;
    check_number(c, ctx, "status", (uint64_t)kg_graph_generate(&graph, ctx, &torus), KG_OK);
    check_number(c, ctx, "status", (uint64_t)kg_part_generate(&part, ctx, &torus), KG_OK);
    kg_graph_ends(graph, &expected);
    for (uint64_t count = 0; count <= 180; count += 60) { /* more of them on higher ranks */
        const uint64_t mine = count * (rank + 1) / ranks;
        bool same = true;

        for (uint64_t i = 0; i < mine; i++)
            edge[i] = (kg_edge)(i * 7 % 180);
        check_number(c, ctx, "status", (uint64_t)kg_part_ends(part, mine, edge, end), KG_OK);
        for (uint64_t i = 0; i < mine; i++)
            same = same && memcmp(end + 2 * i, expected + 2 * edge[i], 2 * sizeof *end) == 0;
        check_number(c, ctx, "whether the ends are the same", same, true);
    }
    edge[0] = 180;
    check_number(
        c, ctx, "status", (uint64_t)kg_part_ends(part, rank + 1 == ranks, edge, end), KG_ARGUMENT);
    kg_part_destroy(part);
    kg_graph_destroy(graph);
}

/* ---- outputs --------------------------------------------------------------------------------- */

enum { PASSED_MANY = (1 << 24) + 12345 }; /* more than rank 0 is sent at once */

/* What a rank writes, how, and which of its calls fails. */
typedef struct output_plan {
    bool through_first; /* to a descriptor, which rank 0 alone has */
    bool large;
    int fails; /* a rank; -1: none */
    kg__fault fault;
    uint64_t call;
} output_plan;

static size_t output_bytes(const output_plan *plan, int rank)
{
    static const size_t sizes[] = {0, 1, 300000, 17, 0, 70000, 5};

    return plan->large ? PASSED_MANY : sizes[(size_t)rank % 7];
}

static char output_byte(int rank, size_t i)
{
    return (char)('a' + ((size_t)rank + i) % 26);
}

/* Writes the bytes of a rank in pieces of many sizes, none among them, whatever becomes of them. */
static void write_pieces(kg_output *output, const output_plan *plan, int rank)
{
    const size_t count = output_bytes(plan, rank);
    char *bytes = check_array(count, 1);

    for (size_t i = 0; i < count; i++)
        bytes[i] = output_byte(rank, i);
    for (size_t at = 0, piece = 0; at < count; at += piece, piece = (piece * 3 + 1) % 50000)
        kg_output_write(output, bytes + at, piece < count - at ? piece : count - at);
    free(bytes);
}

/* What rank 0 finds in the file. */
static void check_output(check *c, kg_context *ctx, const output_plan *plan, const char *path)
{
    size_t size, at = 0;
    char *bytes = read_file(path, &size);

    for (int p = 0; p < kg__comm_ranks(ctx); p++)
        for (size_t i = 0; i < output_bytes(plan, p) && at < size; i++)
            if (bytes[at++] != output_byte(p, i)) {
                check_fail(c, ctx, "byte %zu is wrong", at - 1);
                at = size;
            }
    check_number(c, ctx, "bytes", size, at);
    if (size == at)
        for (int p = 0; p < kg__comm_ranks(ctx); p++)
            at -= output_bytes(plan, p);
    check_number(c, ctx, "bytes that are missing", at, 0);
    free(bytes);
}

/* Writes once. Where that fails, the old file stands. */
static kg_status write_output(check *c, kg_context *ctx, const output_plan *plan)
{
    const int rank = kg__comm_rank(ctx);
    char *path = make_file(c, ctx, "old", 3), name[64] = "of another rank", *bytes;
    int fd = -1;
    kg_output *output = NULL;
    kg_status status;
    size_t size;

    if (plan->through_first && rank == 0) {
        fd = open(path, O_WRONLY | O_TRUNC);
        snprintf(name, sizeof name, "/dev/fd/%d", fd);
    }
    check_status(c, ctx, kg_output_share(&output, ctx, plan->through_first ? name : path), KG_OK);
    if (rank == plan->fails)
        kg__fault_set(ctx, plan->fault, plan->call);
    write_pieces(output, plan, rank);
    status = kg_output_close(output);
    kg__fault_set(ctx, plan->fault, 0);
    kg_output_destroy(output);
    if (rank == 0 && status == KG_OK)
        check_output(c, ctx, plan, path);
    if (rank == 0 && status != KG_OK && !plan->through_first) {
        bytes = read_file(path, &size);
        check_number(
            c, ctx, "whether the old file stands", size == 3 && memcmp(bytes, "old", 3) == 0, true);
        free(bytes);
    }
    if (fd >= 0)
        close(fd);
    remove_file(path);
    return status;
}

/* Each write, closing and allocation of the first and of the third or last rank fails in turn. */
static void run_output(check *c, kg_context *ctx, void *given)
{
    static const struct {
        kg__fault fault;
        kg_status status;
    } faults[] = {{KG__FAULT_ALLOCATE, KG_MEMORY}, {KG__FAULT_WRITE, KG_IO}};
    const int ranks = kg__comm_ranks(ctx);

    (void)given;
    for (int i = 0; i < 8; i++) {
        output_plan plan = {
            i % 2, false, i / 2 % 2 ? (ranks < 3 ? ranks - 1 : 2) : 0, faults[i / 4].fault, 1};
        kg_status status;

        while ((status = write_output(c, ctx, &plan)) != KG_OK) {
            check_status(c, ctx, status, faults[i / 4].status);
            plan.call++;
        }
    }
    if (ranks == 2 && !check_is_small())
        for (int through = 0; through < 2; through++)
            check_status(
                c, ctx, write_output(c, ctx, &(output_plan){through, true, -1, 0, 0}), KG_OK);
}

/* A file under the temporary name that is not rank 0's. */
static void run_other_file(check *c, kg_context *ctx, void *given)
{
    char *path = make_file(c, ctx, "", 0);
    struct stat file;
    kg_output *output = NULL;
    kg__shared_file place = {0};

    (void)given;
    check_number(c, ctx, "status of the file", (uint64_t)stat(path, &file), 0);
    snprintf(place.name, sizeof place.name, "%s", path);
    for (int i = 0; i < 3; i++) {
        place.file = (uint64_t)file.st_ino + (i == 0);
        if (i == 2 && truncate(path, 1) != 0)
            check_fail(c, ctx, "a file cannot be made longer");
        kg__begin(ctx);
        check_status(c, ctx, kg__output_open_shared(&output, ctx, "out", &place, NULL),
            i == 1 ? KG_OK : KG_CANNOT_CREATE);
        kg_output_destroy(output);
    }
    remove_file(path);
}

/* ---- failures -------------------------------------------------------------------------------- */

/* Everything that makes or writes a part. */
static kg_status do_all(kg_context *ctx, int what, const char *const *path, const char *out)
{
    const kg_generate_options random = {
        .kind = KG_GENERATE_RANDOM, .vertices = 40, .max_degree = 3, .relabel = 1, .path = 1};
    const kg_edge edge = 1;
    kg_vertex end[2];
    kg_part *part = NULL;
    kg_status status;

    status = what ? kg_part_read(&part, ctx, path[what - 1], NULL)
                  : kg_part_generate(&part, ctx, &random);
    if (status == KG_OK)
        status = kg_part_ends(part, 1, &edge, end);
    if (status == KG_OK)
        status = kg_part_write(part, out);
    kg_part_destroy(part);
    return status;
}

/* Each allocation, read and write of the first and the last rank fails in turn: all ranks say so,
 * nothing is left, and the next call works. */
static void run_failures(check *c, kg_context *ctx, void *given)
{
    static const char lines[] = "5 900\n900 70\n70 5\n5 70\n70 5\n";
    static const struct {
        kg__fault fault;
        kg_status status;
    } faults[] = {
        {KG__FAULT_ALLOCATE, KG_MEMORY}, {KG__FAULT_READ, KG_IO}, {KG__FAULT_WRITE, KG_IO}};
    const int rank = kg__comm_rank(ctx), ranks = kg__comm_ranks(ctx);
    char *path[2] = {make_file(c, ctx, lines, strlen(lines)), make_file(c, ctx, "", 0)};
    char *out = make_file(c, ctx, "", 0);
    kg_graph *graph = NULL;
    uint64_t held = 0;

    (void)given;
    if (kg_graph_read(&graph, ctx, path[0], NULL) != KG_OK ||
        kg_graph_write(graph, path[1], KG_FORMAT_KCSR) != KG_OK)
        check_fail(c, ctx, "a .kcsr file cannot be written");
    kg_graph_destroy(graph);
    for (int what = 0; what < 3; what++)
        for (int f = 0; f < 6; f++) {
            const bool fails = rank == (f < 3 ? 0 : ranks - 1);
            kg_status status = KG_OK;

            for (uint64_t k = 0; k == 0 || status != KG_OK; k++) { /* once without a failure */
                if (k && fails)
                    kg__fault_set(ctx, faults[f % 3].fault, k);
                status = do_all(ctx, what, (const char *const *)path, out);
                kg__fault_set(ctx, faults[f % 3].fault, 0);
                kg__release_spares(ctx);
                if (k == 0 || status == KG_OK)
                    check_number(c, ctx, "status", (uint64_t)status, KG_OK);
                else
                    check_status(c, ctx, status, faults[f % 3].status);
                held = k == 0 ? check_held(ctx) : held;
                check_number(c, ctx, "bytes held", check_held(ctx), held);
                if (k == 0)
                    status = KG_IO;
            }
        }
    remove_file(path[0]);
    remove_file(path[1]);
    remove_file(out);
}

/* ---- all ------------------------------------------------------------------------------------- */

static void on_ranks(check *c, check_rank_fn *run)
{
    for (int at = 0, ranks; check_rank_counts(&at, &ranks);) {
        check_say(c, "%d ranks", ranks);
        check_ranks(c, ranks, ranks == 3 ? 2 : 1, run, NULL);
    }
    check_number(c, c->context[0], "done", 0, 0);
}

static void test_read(check *c)
{
    on_ranks(c, run_read);
}

static void test_unlike(check *c)
{
    on_ranks(c, run_unlike);
}

static void test_kcsr(check *c)
{
    on_ranks(c, run_kcsr);
}

static void test_generate(check *c)
{
    on_ranks(c, run_generate);
}

static void test_ends(check *c)
{
    on_ranks(c, run_ends);
}

static void test_output(check *c)
{
    for (int at = 0, ranks; check_rank_counts(&at, &ranks);) {
        check_say(c, "%d ranks", ranks);
        check_ranks(c, ranks, 1, run_output, NULL);
    }
}

static void test_other_file(check *c)
{
    on_ranks(c, run_other_file);
}

static void test_failures(check *c)
{
    for (int at = 0, ranks; check_rank_counts(&at, &ranks);) {
        check_say(c, "%d ranks", ranks);
        if (ranks <= 3)
            check_ranks(c, ranks, 1, run_failures, NULL);
    }
    check_number(c, c->context[0], "done", 0, 0);
}

const check_case check_part_cases[] = {
    {"parts.read", test_read, NULL, 0, true},
    {"parts.unlike", test_unlike, NULL, 0, true},
    {"parts.kcsr", test_kcsr, NULL, 0, true},
    {"parts.generate", test_generate, NULL, 0, true},
    {"parts.ends", test_ends, NULL, 0, true},
    {"parts.output", test_output, NULL, 0, true},
    {"parts.other-file", test_other_file, NULL, 0, true},
    {"parts.failures", test_failures, NULL, 0, true},
    {NULL, NULL, NULL, 0},
};
