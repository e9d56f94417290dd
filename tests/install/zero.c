/*
 * Every header, with options that are all zeros: they mean the defaults, and setting one leaves the
 * others at theirs. Compiled as C99 and as C++11 by zero.py.
 *
 * usage: zero FOLDER      an empty one, to write in
 */
#include <konig/array.h>
#include <konig/columns.h>
#include <konig/comm.h>
#include <konig/config.h>
#include <konig/context.h>
#include <konig/count.h>
#include <konig/device.h>
#include <konig/distances.h>
#include <konig/draw.h>
#include <konig/euler.h>
#include <konig/fasta.h>
#include <konig/field.h>
#include <konig/ga_star.h>
#include <konig/graph.h>
#include <konig/grid.h>
#include <konig/grid_index.h>
#include <konig/guide.h>
#include <konig/hierarchy.h>
#include <konig/konig.h>
#include <konig/matrix.h>
#include <konig/output.h>
#include <konig/part.h>
#include <konig/permutation.h>
#include <konig/plot.h>
#include <konig/route.h>
#include <konig/search.h>
#include <konig/sequence.h>
#include <konig/shuffle.h>
#include <konig/som.h>
#include <konig/sparse.h>
#include <konig/status.h>
#include <konig/streets.h>
#include <konig/tiles.h>
#include <konig/tour.h>
#include <konig/unitigs.h>
#include <stdio.h>
#include <string.h>

static int bad;

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            printf("line %d: %s: %s\n", __LINE__, #condition, kg_context_message(context));        \
            bad = 1;                                                                               \
        }                                                                                          \
    } while (0)

/* A name in the folder. */
static const char *in_folder(const char *folder, const char *name)
{
    static char path[4096];

    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static size_t read_whole(const char *path, char *text, size_t size)
{
    FILE *file = fopen(path, "r");
    size_t count = file ? fread(text, 1, size - 1, file) : 0;

    if (file)
        fclose(file);
    text[count] = '\0';
    return count;
}

/* Two triangles that share vertex 3. No circuit can begin with vertex 0, which has no edge. */
static void try_graphs(kg_context *context, const char *folder)
{
    static const kg_vertex source[] = {1, 2, 3, 3, 4, 5}, target[] = {2, 3, 1, 4, 5, 3};
    kg_euler_options find = KG_EULER_OPTIONS_INIT;
    kg_read_options read = KG_READ_OPTIONS_INIT;
    kg_draw_options draw = KG_DRAW_OPTIONS_INIT;
    kg_generate_options generate = KG_GENERATE_OPTIONS_INIT;
    const kg_device_options lend = KG_DEVICE_OPTIONS_INIT;
    kg_graph *graph = NULL, *again = NULL, *torus = NULL;
    kg_euler *euler = NULL;
    const kg_edge *walk = NULL;
    char text[4096];

    CHECK(kg_graph_build(&graph, context, 6, 6, source, target, NULL) == KG_OK);
    find.kind = KG_EULER_CIRCUIT;
    CHECK(kg_euler_find(&euler, graph, &find) == KG_OK);
    CHECK(kg_euler_walk(euler, &walk) == KG_OK && walk[0] == 0);
    CHECK(kg_euler_verify(graph, walk, KG_EULER_CIRCUIT) == KG_OK);
    kg_euler_destroy(euler);
    find.start = 4; /* without has_start */
    CHECK(kg_euler_find(&euler, graph, &find) == KG_ARGUMENT && !euler);
    find.has_start = 1;
    CHECK(kg_euler_find(&euler, graph, &find) == KG_OK);
    CHECK(kg_euler_walk(euler, &walk) == KG_OK && walk[0] == 4);
    kg_euler_destroy(euler);

    find.has_start = 0;
    find.start = 0;
    find.kind = KG_EULER_PATH;
    CHECK(kg_euler_find(&euler, graph, &find) == KG_NO_SOLUTION);
    CHECK(strstr(kg_context_message(context), "no Euler path") != NULL);
    CHECK(kg_euler_why(euler)->reason == KG_EULER_IS_CIRCUIT);
    CHECK(kg_euler_found(euler) == KG_EULER_ANY);
    CHECK(kg_euler_walk(euler, &walk) == KG_NO_SOLUTION && !walk);
    CHECK(strstr(kg_context_message(context), "kg_euler_why") != NULL);
    kg_euler_destroy(euler);

    CHECK(kg_graph_csr_device(graph, NULL, NULL, &lend) ==
          (kg_context_stream(context) ? KG_OK : KG_UNSUPPORTED));

    draw.edge_ids = 1;
    CHECK(kg_graph_draw(graph, in_folder(folder, "drawn.dot"), &draw) == KG_OK);
    CHECK(read_whole(in_folder(folder, "drawn.dot"), text, sizeof text) > 0);
    CHECK(strstr(text, "#0") && strstr(text, "#5"));

    CHECK(kg_graph_write(graph, in_folder(folder, "graph.kcsr"), KG_FORMAT_AUTO) == KG_OK);
    CHECK(kg_graph_read(&again, context, in_folder(folder, "graph.kcsr"), &read) == KG_OK);
    CHECK(kg_graph_equal(graph, again));
    generate.kind = KG_GENERATE_TORUS;
    generate.width = generate.height = 3;
    CHECK(kg_graph_generate(&torus, context, &generate) == KG_OK);
    CHECK(kg_graph_vertices(torus) == 9 && kg_graph_edges(torus) == 36);
    kg_graph_destroy(torus);
    kg_graph_destroy(again);
    kg_graph_destroy(graph);
}

static void try_searches(kg_context *context, const char *folder)
{
    static const uint16_t weight[] = {1, 1, 1, 1, 0, 1, 1, 1, 1};
    static const kg_grid_query there = {{0, 0}, {2, 2}};
    static const kg_ga_star_order pile = {3, {2, 3, 1}};
    static const kg_tiles_puzzle puzzle = {2, 2, {1, 0, 2, 3}, {0, 1, 2, 3}};
    const kg_grid_rules rules = {
        4, KG_GRID_DIAGONAL_OWN, KG_GRID_CORNERS_OWN, KG_GRID_STEP_ENTERED, 0, 0};
    kg_grid_options find = KG_GRID_OPTIONS_INIT;
    kg_grid_fields_options how_far = KG_GRID_FIELDS_OPTIONS_INIT;
    kg_grid_read_options read = KG_GRID_READ_OPTIONS_INIT;
    kg_grid_text_options how = KG_GRID_TEXT_OPTIONS_INIT;
    kg_grid_index_options building = KG_GRID_INDEX_OPTIONS_INIT;
    kg_grid_distance distance;
    kg_grid_index *index = NULL;
    kg_tiles_options solve = KG_TILES_OPTIONS_INIT;
    kg_tiles_patterns_options tables = KG_TILES_PATTERNS_OPTIONS_INIT;
    kg_tiles_read_options read_tiles = KG_TILES_READ_OPTIONS_INIT;
    kg_grid *grid = NULL;
    kg_grid_search *search = NULL;
    kg_grid_fields *fields = NULL;
    kg_output *output = NULL;
    kg_ga_star_options sort = KG_GA_STAR_OPTIONS_INIT;
    kg_ga_star *sorted = NULL;
    kg_tiles *answer = NULL;
    kg_tiles_patterns *patterns = NULL;
    kg_tiles_set *set = NULL;
    uint64_t count;
    FILE *file = fopen(in_folder(folder, "puzzle"), "w");

    if (file) {
        fputs("1 0\n2 3\n", file);
        fclose(file);
    }
    CHECK(kg_grid_build(&grid, context, 3, 3, weight, &rules) == KG_OK);
    CHECK(kg_grid_find(&search, grid, 1, &there, &find) == KG_OK);
    CHECK(kg_grid_search_answers(search)->cost == 4);
    CHECK(kg_grid_search_path(search, 0, &count) && count == 5);
    CHECK(kg_output_open(&output, context, in_folder(folder, "map.txt")) == KG_OK);
    CHECK(kg_grid_draw_text(grid, search, 0, &how, output) == KG_OK);
    CHECK(kg_output_close(output) == KG_OK);
    kg_output_destroy(output);
    kg_grid_search_destroy(search);
    CHECK(kg_grid_field(&fields, grid, 1, &there.start, &how_far) == KG_OK);
    CHECK(kg_grid_fields_costs(fields)[8] == 4 && !kg_grid_fields_flow(fields));
    kg_grid_fields_destroy(fields);
    kg_grid_destroy(grid);
    CHECK(kg_grid_build(&grid, context, 3, 3, weight, NULL) == KG_OK);
    CHECK(kg_grid_index_build(&index, grid, &building) == KG_OK);
    CHECK(kg_grid_index_distances(index, 1, &there, &distance) == KG_OK && distance.straight == 4);
    kg_grid_index_destroy(index);
    kg_grid_destroy(grid);
    CHECK(kg_grid_read(&grid, context, in_folder(folder, "none.map"), &read) == KG_CANNOT_OPEN);

    CHECK(kg_tiles_find(&answer, context, &puzzle, &solve) == KG_OK);
    CHECK(kg_tiles_length(answer) == 1 && kg_tiles_moves(answer)[0] == KG_TILES_LEFT);
    kg_tiles_destroy(answer);
    CHECK(kg_tiles_patterns_create(&patterns, context, &puzzle, &tables) == KG_OK);
    solve.heuristic = KG_TILES_PATTERN;
    solve.patterns = patterns;
    CHECK(kg_tiles_checkpoint_create(
              &solve.checkpoint, context, in_folder(folder, "checkpoint"), &puzzle, 1) == KG_OK);
    CHECK(kg_tiles_find(&answer, context, &puzzle, &solve) == KG_OK);
    CHECK(kg_tiles_length(answer) == 1);
    CHECK(kg_tiles_checkpoint_write(solve.checkpoint) == KG_OK);
    kg_tiles_destroy(answer);
    kg_tiles_checkpoint_destroy(solve.checkpoint);
    kg_tiles_patterns_destroy(patterns);
    CHECK(kg_ga_star_pancake(&sorted, context, &pile, &sort) == KG_OK);
    CHECK(kg_ga_star_cost(sorted) == 2 && kg_ga_star_moves(sorted)[0] == 2);
    kg_ga_star_destroy(sorted);
    CHECK(kg_tiles_read(&set, context, in_folder(folder, "puzzle"), &read_tiles) == KG_OK);
    CHECK(kg_tiles_set_count(set) == 1 && kg_tiles_set_puzzles(set)->width == 2);
    kg_tiles_set_destroy(set);
}

static void try_numbers(kg_context *context, const char *folder)
{
    /* A line of three cities: the shortest open tour begins at an end of it, not with city 0. */
    static const int64_t between[] = {0, 1, 1, 1, 0, 2, 1, 2, 0};
    kg_tour_options travel = KG_TOUR_OPTIONS_INIT;
    kg_som_options train = KG_SOM_OPTIONS_INIT;
    kg_matrix_options read = KG_MATRIX_OPTIONS_INIT;
    kg_sparse_options read_sparse = KG_SPARSE_OPTIONS_INIT;
    kg_matrix *distance = NULL, *data = NULL, *map = NULL, *again = NULL;
    kg_sparse *sparse = NULL;
    kg_number cost;
    uint32_t order[3];
    uint64_t number, length;

    CHECK(kg_matrix_create(&distance, context, KG_I64, 3, 3) == KG_OK);
    memcpy(kg_matrix_data(distance), between, sizeof between);
    travel.open = 1;
    CHECK(kg_tour_find(order, &cost, NULL, distance, &travel) == KG_OK);
    CHECK(cost.integer == 2 && order[0] == 1 && order[1] == 0 && order[2] == 2);
    CHECK(kg_matrix_write(distance, in_folder(folder, "m.npy"), KG_MATRIX_NPY) == KG_OK);
    CHECK(kg_matrix_read(&again, context, in_folder(folder, "m.npy"), &read) == KG_OK);
    CHECK(memcmp(kg_matrix_data(again), between, sizeof between) == 0);
    kg_matrix_destroy(again);
    kg_matrix_destroy(distance);

    CHECK(kg_sparse_read(&sparse, context, in_folder(folder, "m.npy"), &read_sparse) == KG_OK);
    CHECK(kg_sparse_type(sparse) == KG_I64 && kg_sparse_get_order(sparse) == KG_CSR);
    CHECK(kg_sparse_entries(sparse) == 6);
    kg_sparse_destroy(sparse);
    sparse = NULL;
    read_sparse.order = KG_CSC;
    CHECK(kg_sparse_read(&sparse, context, in_folder(folder, "m.npy"), &read_sparse) == KG_OK);
    CHECK(kg_sparse_type(sparse) == KG_I64 && kg_sparse_get_order(sparse) == KG_CSC);
    kg_sparse_destroy(sparse);

    CHECK(kg_matrix_create(&data, context, KG_F64, 4, 1) == KG_OK);
    for (int i = 0; i < 4; i++)
        ((double *)kg_matrix_data(data))[i] = i;
    CHECK(kg_som_train(&map, data, &train) == KG_OK);
    CHECK(kg_matrix_rows(map) == 100 && kg_matrix_columns(map) == 1);
    kg_matrix_destroy(map);
    kg_matrix_destroy(data);

    CHECK(kg_array_permutation_number(&number, context, 3, order) == KG_OK && number == 2);
    CHECK(kg_array_look_and_say(NULL, &length, context, "1", 4) == KG_OK && length == 6);
}

/* 0 -> 1 -> 2, of lengths 2 and 3. */
static void try_paths(kg_context *context)
{
    static const kg_vertex source[] = {0, 1}, target[] = {1, 2}, middle = 1;
    static const double value[] = {2, 3};
    kg_distances_options find = KG_DISTANCES_OPTIONS_INIT;
    kg_hierarchy_options index = KG_HIERARCHY_OPTIONS_INIT;
    kg_guide_options estimates = KG_GUIDE_OPTIONS_INIT;
    kg_distances *distances = NULL;
    kg_hierarchy_matrix_options table = KG_HIERARCHY_MATRIX_OPTIONS_INIT;
    kg_hierarchy_customize_options renew = KG_HIERARCHY_CUSTOMIZE_OPTIONS_INIT;
    kg_hierarchy_base *base = NULL;
    kg_hierarchy *hierarchy = NULL;
    kg_distance_matrix *matrix = NULL;
    uint32_t entry[4] = {0};
    kg_ga_star *answer = NULL;
    kg_guide *guide = NULL;
    kg_graph *graph = NULL;
    double length = 0;

    CHECK(kg_graph_build(&graph, context, 3, 2, source, target, value) == KG_OK);
    CHECK(kg_graph_distances(&distances, graph, source, 1, &find) == KG_OK);
    CHECK(kg_distances_lengths(distances)[2] == 5);
    kg_distances_destroy(distances);
    find.limit = 1; /* without has_limit */
    find.goal = &middle;
    CHECK(kg_graph_distances(&distances, graph, source, 1, &find) == KG_OK);
    CHECK(kg_distances_reached(distances) == 3);
    kg_distances_destroy(distances);
    find.unit = 1;
    CHECK(kg_graph_distances(&distances, graph, source, 1, &find) == KG_OK);
    CHECK(kg_distances_lengths(distances)[2] == 2);
    kg_distances_destroy(distances);

    CHECK(kg_hierarchy_build(&hierarchy, graph, &index) == KG_OK);
    CHECK(kg_hierarchy_distance(hierarchy, 0, 2, &length) == KG_OK && length == 5);
    CHECK(kg_hierarchy_matrix(&matrix, hierarchy, source, 2, target, 2, &table) == KG_OK);
    CHECK(kg_distance_matrix_type(matrix) == KG_U32);
    CHECK(kg_distance_matrix_rows(matrix, 0, 2, entry) == KG_OK && entry[1] == 5);
    kg_distance_matrix_destroy(matrix);
    kg_hierarchy_destroy(hierarchy);
    CHECK(kg_hierarchy_base_build(&base, graph) == KG_OK);
    CHECK(kg_hierarchy_customize(&hierarchy, base, graph, &renew) == KG_OK);
    CHECK(kg_hierarchy_distance(hierarchy, 0, 2, &length) == KG_OK && length == 5);
    kg_hierarchy_destroy(hierarchy);
    kg_hierarchy_base_destroy(base);

    CHECK(kg_guide_build(&guide, graph, &estimates) == KG_OK);
    CHECK(kg_ga_star_graph(&answer, guide, 0, 2, NULL) == KG_OK);
    CHECK(kg_ga_star_cost(answer) == 5);
    kg_ga_star_destroy(answer);
    kg_guide_destroy(guide);
    estimates.landmarks = 1;
    CHECK(kg_guide_build(&guide, graph, &estimates) == KG_OK);
    CHECK(kg_ga_star_graph(&answer, guide, 0, 2, NULL) == KG_OK);
    CHECK(kg_ga_star_cost(answer) == 5);
    kg_ga_star_destroy(answer);
    kg_guide_destroy(guide);
    kg_graph_destroy(graph);
}

/* Two streets and the way along both; without LEMON none is found. */
static void try_streets(kg_context *context)
{
    static const char table[] = "source,target,length\na,b,1\nb,c,2\n";
    kg_streets_options read = KG_STREETS_OPTIONS_INIT;
    kg_streets_route_options round = KG_STREETS_ROUTE_OPTIONS_INIT;
    kg_streets *streets = NULL;
    kg_streets_walk *walk = NULL;
    kg_status status;

    CHECK(kg_streets_read_memory(&streets, context, table, sizeof table - 1, &read) == KG_OK);
    CHECK(kg_streets_count(streets)->streets == 2 && kg_streets_look(streets)->length[1] == 2);
    status = kg_streets_route(&walk, streets, &round);
    CHECK(status == KG_OK || status == KG_MISSING);
    CHECK(status != KG_OK || kg_streets_measure(walk)->length == 6);
    kg_streets_walk_destroy(walk);
    kg_streets_destroy(streets);
}

/* What Euler walks are for: streets from 0 to 1 to 2, a word in both directions, three strokes. */
static void try_uses(kg_context *context, const char *folder)
{
    static const char list[] = "0,0,1,0\n1,0,1,1\n", letters[] = "ACACAC";
    static const kg_vertex source[] = {0, 1}, target[] = {1, 2}, streets[] = {0, 1, 1, 2};
    static const uint64_t begin[] = {0, 6}, first[] = {0, 3}, row[] = {0, 1, 2, 2};
    kg_eulerise_options repeat = KG_EULERISE_OPTIONS_INIT;
    kg_kmers_options words = KG_KMERS_OPTIONS_INIT;
    kg_unitigs *unitigs = NULL;
    const char *reads;
    kg_plot_options order = KG_PLOT_OPTIONS_INIT;
    kg_plot_profile pen = KG_PLOT_PROFILE_INIT;
    kg_strokes strokes = KG_ZERO;
    kg_drawing_options lines = KG_DRAWING_OPTIONS_INIT;
    kg_shuffle_options draw = KG_SHUFFLE_OPTIONS_INIT;
    kg_euler_batch_options batch = KG_EULER_BATCH_OPTIONS_INIT;
    kg_euler_batch_answer answer;
    kg_edge walk[2];
    kg_simplify_options simplify = KG_SIMPLIFY_OPTIONS_INIT;
    char shuffled[sizeof letters] = "";
    kg_drawing *drawing = NULL, *pieces = NULL;
    kg_euler_count count;
    kg_fasta *fasta = NULL;
    kg_graph *graph = NULL, *simple = NULL;
    kg_route *route = NULL;
    kg_plot *plot = NULL;
    kg_part *part = NULL;
    kg_comm *comm = NULL;
    FILE *file;

    CHECK(kg_graph_build_undirected(&graph, context, 3, 2, streets, NULL) == KG_OK);
    repeat.heuristic = 1; /* the only one that needs no library */
    CHECK(kg_euler_eulerise(&route, graph, &repeat) == KG_OK);
    CHECK(kg_route_measure(route)->closed && kg_route_measure(route)->repeats == 2);
    kg_route_destroy(route);
    repeat.has_start = repeat.has_end = 1;
    repeat.end = 2;
    CHECK(kg_euler_eulerise(&route, graph, &repeat) == KG_OK);
    CHECK(!kg_route_measure(route)->closed && kg_route_measure(route)->repeats == 0);
    kg_route_destroy(route);
    CHECK(kg_graph_simplify(&simple, graph, &simplify) == KG_OK && kg_graph_edges(simple) == 2);
    kg_graph_destroy(simple);
    kg_graph_destroy(graph);

    CHECK(kg_drawing_read_memory(&drawing, context, list, sizeof list - 1, &lines) == KG_OK);
    CHECK(kg_plot_find(&plot, context, kg_drawing_segments(drawing), &order) == KG_OK);
    strokes.segments = kg_drawing_segments(drawing);
    CHECK(kg_plot_strokes(plot, &strokes.begin, &strokes.step, &strokes.count) == KG_OK);
    CHECK(kg_plot_write(context, &strokes, in_folder(folder, "o.svg"), KG_STROKES_AUTO, &pen) ==
          KG_OK);
    lines.split = 1;
    CHECK(kg_drawing_build(&pieces, context, kg_drawing_segments(drawing), &lines) == KG_OK);
    CHECK(kg_drawing_segments(pieces)->count == 2);
    kg_drawing_destroy(pieces);
    CHECK(kg_plot_measure(plot)->strokes == 1 && kg_plot_measure(plot)->drawn == 2);
    kg_plot_destroy(plot);
    kg_drawing_destroy(drawing);

    file = fopen(in_folder(folder, "words.fa"), "w");
    CHECK(file && fputs(">a\nACGTA\n", file) >= 0 && fclose(file) == 0);
    CHECK(kg_fasta_read(&fasta, context, in_folder(folder, "words.fa")) == KG_OK);
    CHECK(kg_fasta_count(fasta) == 1);
    kg_fasta_destroy(fasta);
    words.k = 3;
    CHECK(
        kg_graph_read_kmers(&graph, NULL, context, in_folder(folder, "words.fa"), &words) == KG_OK);
    CHECK(kg_graph_kind(graph) == KG_BIDIRECTED && kg_graph_edges(graph) == 3);
    kg_graph_destroy(graph);
    reads = in_folder(folder, "words.fa");
    CHECK(kg_unitigs_read(&unitigs, NULL, context, &reads, 1, &words) == KG_OK);
    CHECK(kg_unitigs_count(unitigs) > 0);
    kg_unitigs_destroy(unitigs);
    CHECK(kg_euler_shuffle(shuffled, context, 1, begin, letters, &draw) == KG_OK);
    CHECK(strcmp(shuffled, letters) == 0); /* there is no other one with these pairs */
    CHECK(kg_euler_batch(walk, &answer, context, 1, first, row, target, &batch) == KG_OK);
    CHECK(answer.found == KG_EULER_PATH && walk[0] == 0 && walk[1] == 1);

    CHECK(kg_comm_threads(&comm, 1) == KG_OK && kg_comm_ranks(comm) == 1);
    CHECK(kg_context_join(context, comm) == KG_OK);
    CHECK(kg_part_build(&part, context, 3, 2, source, target) == KG_OK);
    CHECK(kg_part_edges(part) == 2);
    kg_part_destroy(part);
    CHECK(kg_context_join(context, NULL) == KG_OK);
    kg_comm_destroy(comm);

    CHECK(kg_graph_build(&graph, context, 3, 2, source, target, NULL) == KG_OK);
    memset(&count, 0, sizeof count);
    CHECK(kg_euler_count_circuits(&count, graph) == KG_OK);
    CHECK(count.kind == KG_EULER_PATH && count.unique);
    kg_euler_count_clear(&count, context);
    kg_graph_destroy(graph);
}

int main(int argc, char **argv)
{
    kg_context_options options = KG_CONTEXT_OPTIONS_INIT;
    kg_context *context = NULL;

    if (argc != 2)
        return 1;
    memset(&options, 0, sizeof options);
    CHECK(kg_context_create(&context, &options) == KG_OK);
    try_graphs(context, argv[1]);
    try_searches(context, argv[1]);
    try_numbers(context, argv[1]);
    try_paths(context);
    try_uses(context, argv[1]);
    try_streets(context);
    kg_context_destroy(context);
    return bad;
}
