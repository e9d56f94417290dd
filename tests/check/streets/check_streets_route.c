/*
 * Walks along streets against brute force, over small towns; and by definition, over larger ones.
 */
#include "streets_oracle.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TOWNS = 2000, SMALL_TOWNS = 200 };

/* ---- towns ----------------------------------------------------------------------------------- */

/* kind: 0: two-way streets alone; 1: one-way ones; 2: both. */
static void write_town(char *text, uint64_t *state, int kind, int required)
{
    const int n = 2 + (int)below(state, CROSSINGS - 1);
    const int m = n + (int)below(state, STREETS - CROSSINGS + 1);

    text += sprintf(text, "source,target,length,oneway,need\n");
    for (int e = 0; e < m; e++) {
        const bool one_way = kind == 1 || (kind == 2 && below(state, 2));
        /* A ring first, so that most can be got along. */
        const int u = e < n ? e : (int)below(state, (uint64_t)n);
        const int v = e < n ? (e + 1) % n : (int)below(state, (uint64_t)n);

        text += sprintf(text, "c%d,c%d,%d,%s,%d\n", u, v, (int)below(state, 20),
            one_way ? "yes" : "no", required ? below(state, 3) == 0 && required-- > 0 : 1);
    }
}

/* How many groups of connected required streets there are, with a start and an end. */
static int count_groups(const town *t, int start, int end)
{
    int group[CROSSINGS], count = 0;
    bool member[CROSSINGS] = {false}, changed = true;

    for (int v = 0; v < t->crossings; v++)
        group[v] = v;
    while (changed) {
        changed = false;
        for (int e = 0; e < t->streets; e++) {
            const lane *l = &t->lane[e];
            const int least = group[l->from] < group[l->to] ? group[l->from] : group[l->to];

            if (!l->required)
                continue;
            member[l->from] = member[l->to] = true;
            changed |= group[l->from] != group[l->to];
            group[l->from] = group[l->to] = least;
        }
    }
    if (start != FREE)
        member[start] = true;
    if (end != FREE)
        member[end] = true;
    for (int v = 0; v < t->crossings; v++)
        count += member[v] && group[v] == v;
    return count;
}

/* ---- small towns ----------------------------------------------------------------------------- */

typedef struct excess {
    double all, most;
    int count;
} excess;

/* What is promised to be the shortest. */
static bool is_exact(const town *t, int start, int end)
{
    bool two_way = true, one_way = true;

    for (int e = 0; e < t->streets; e++) {
        two_way = two_way && !t->lane[e].one_way;
        one_way = one_way && t->lane[e].one_way;
    }
    if (t->required == t->streets && !t->both_sides)
        return true; /* there are fewer than 24 */
    return count_groups(t, start, end) == 1 && (two_way || one_way || t->both_sides);
}

static void try_walk(check *c, kg_context *ctx, kg_streets *streets, const town *t, uint64_t *state,
    bool open, excess *sum)
{
    kg_streets_route_options options = {.open = open, .both_sides = t->both_sides};
    int start, end, shortest;
    kg_streets_walk *walk = NULL;
    const kg_streets_figures *figures;
    walk_ends ends;

    oracle_draw_ends(&ends, &options, streets, state);
    start = ends.start;
    end = ends.end;
    if (!check_status(c, ctx, kg_streets_route(&walk, streets, &options), KG_OK))
        return;
    figures = kg_streets_measure(walk);
    if (open) {
        shortest = oracle_shortest(t, start, end);
    } else {
        int at = start; /* a closed walk passes the end of any required street */

        for (int e = 0; e < t->streets && at == FREE; e++)
            at = t->lane[e].required ? t->lane[e].from : FREE;
        shortest = oracle_shortest(t, at, at);
    }
    if (figures->required + figures->bound > shortest + 1e-6)
        check_fail(c, ctx, "the bound is %g and %g, and a walk has %d", figures->required,
            figures->bound, shortest);
    if (figures->length < shortest - 1e-6 ||
        (is_exact(t, start, end) && figures->length > shortest + 1e-6))
        check_fail(c, ctx, "the walk has %g, the shortest one %d", figures->length, shortest);
    c->compared += 2;
    if (!is_exact(t, start, end) && shortest) {
        sum->all += figures->length / shortest - 1;
        sum->most = fmax(sum->most, figures->length / shortest - 1);
        sum->count++;
    }
    kg_streets_walk_destroy(walk);
}

static void try_towns(check *c, int kind, bool part, bool both_sides, excess *sum)
{
    kg_context *ctx = c->context[0];
    const int towns = check_is_small() ? SMALL_TOWNS : TOWNS;
    uint64_t state = c->seed + 17 * (uint64_t)kind + 3 * part + both_sides;
    char text[64 * (STREETS + 1)];

    for (int i = 0; i < towns; i++) {
        kg_streets *streets;
        town t;

        write_town(text, &state, kind, part ? 5 : 0);
        streets = oracle_read(c, ctx, text);
        if (!streets)
            continue;
        oracle_take(&t, streets, both_sides);
        if (t.bits <= SIDES) {
            try_walk(c, ctx, streets, &t, &state, false, sum);
            try_walk(c, ctx, streets, &t, &state, true, sum);
        }
        kg_streets_destroy(streets);
    }
}

/* All streets are required. */
static void small(check *c)
{
    excess sum = {0};

    for (int kind = 0; kind < 3; kind++)
        try_towns(c, kind, false, false, &sum);
    check_number(c, c->context[0], "walks that need not be shortest", (uint64_t)sum.count, 0);
}

/* A part of them is, or both sides of them. */
static void rural(check *c)
{
    for (int kind = 0; kind < 3; kind++)
        for (int both_sides = 0; both_sides < 2; both_sides++) {
            excess sum = {0};

            try_towns(c, kind, true, both_sides, &sum);
            check_say(c, "kind %d, %d", kind, both_sides);
            if (getenv("CHECK_EXCESS"))
                printf("kind %d, both sides %d: %d walks, %.3f %% in the mean, %.1f %% at most\n",
                    kind, both_sides, sum.count, 100 * sum.all / sum.count, 100 * sum.most);
            if (sum.all > 0.01 * sum.count)
                check_fail(c, c->context[0], "walks are %.2f %% longer than the shortest",
                    100 * sum.all / sum.count);
            c->compared++;
        }
}

/* ---- larger towns ---------------------------------------------------------------------------- */

enum { SIDE = 24 };

/* A grid of crossings, some of its streets one-way, some required. */
static char *write_grid(uint64_t *state)
{
    char *text = check_array(SIDE * SIDE * 2, 64), *to = text;

    to += sprintf(to, "lon1,lat1,lon2,lat2,oneway,need\n");
    for (int x = 0; x < SIDE; x++)
        for (int y = 0; y < SIDE; y++)
            for (int way = 0; way < 2; way++)
                to += sprintf(to, "%.4f,%.4f,%.4f,%.4f,%s,%d\n", x / 1e4, y / 1e4, (x + !way) / 1e4,
                    (y + way) / 1e4, below(state, 5) ? "no" : "yes", below(state, 9) == 0);
    return text;
}

/* The bytes of a file of a walk, terminated. */
static char *write_file(check *c, kg_context *ctx, const kg_streets_walk *walk, int format)
{
    char path[] = "/tmp/konig-walk-XXXXXX", *bytes;
    const int fd = mkstemp(path);
    off_t size;

    if (fd < 0) {
        check_fail(c, ctx, "cannot create %s", path);
        return NULL;
    }
    check_status(c, ctx, kg_streets_write(walk, path, (kg_streets_format)format), KG_OK);
    close(fd);
    FILE *file = fopen(path, "rb");
    fseek(file, 0, SEEK_END);
    size = ftell(file);
    rewind(file);
    bytes = check_array((size_t)size + 1, 1);
    bytes[fread(bytes, 1, (size_t)size, file)] = '\0';
    fclose(file);
    unlink(path);
    return bytes;
}

/* Each thread's walk as files, against those of one. */
static void compare_files(check *c, kg_streets_walk *const *walk)
{
    for (int format = KG_STREETS_GPX; format <= KG_STREETS_SVG; format++) {
        char *first = write_file(c, c->context[0], walk[0], format);

        for (int k = 1; k < c->contexts; k++) {
            char *other = write_file(c, c->context[k], walk[k], format);

            if (!first || !other || strcmp(first, other) != 0)
                check_fail(c, c->context[k], "another file of format %d", format);
            c->compared++;
            free(other);
        }
        free(first);
    }
}

/* Threads give equal walks, which the library checks, and equal files. */
static void larger(check *c)
{
    uint64_t state = c->seed;
    char *text = write_grid(&state);

    for (int kind = 0; kind < 4; kind++) {
        const kg_streets_options options = {.network = kind == 2 ? KG_STREETS_WALK : KG_STREETS_ALL,
            .need = kind ? "need=1" : NULL};
        const kg_streets_route_options route = {.both_sides = kind == 3, .fewest_turns = kind & 1};
        const kg_streets_step *step, *first = NULL;
        kg_streets *streets[CHECK_THREADS] = {NULL};
        kg_streets_walk *walk[CHECK_THREADS] = {NULL};
        uint64_t count, steps = 0;

        for (int k = 0; k < c->contexts; k++) {
            kg_context *ctx = c->context[k];

            check_status(c, ctx,
                kg_streets_read_memory(&streets[k], ctx, text, strlen(text), &options), KG_OK);
            if (!check_status(c, ctx, kg_streets_route(&walk[k], streets[k], &route), KG_OK))
                continue;
            kg_streets_walk_steps(walk[k], &step, &count);
            if (!first) {
                first = step;
                steps = count;
            }
            if (check_number(c, ctx, "steps", count, steps))
                check_equal(c, ctx, "half a step", step, first, 2 * count, 8);
        }
        if (kind < 2)
            compare_files(c, walk);
        for (int k = 0; k < c->contexts; k++) {
            kg_streets_walk_destroy(walk[k]);
            kg_streets_destroy(streets[k]);
        }
    }
    free(text);
}

/* ---- failures -------------------------------------------------------------------------------- */

static kg_status walk_once(kg_streets *streets, const kg_streets_route_options *options)
{
    kg_streets_walk *walk = NULL;
    kg_status status = kg_streets_route(&walk, streets, options);

    for (int format = KG_STREETS_GPX; status == KG_OK && format <= KG_STREETS_SVG; format++)
        status = kg_streets_write(walk, "/dev/null", (kg_streets_format)format);
    kg_streets_walk_destroy(walk);
    return status;
}

/* Two required streets apart, and a ring; all of them two-way, and with a one-way street. */
static void faults(check *c)
{
    static const char two_way[] = "lon1,lat1,lon2,lat2,oneway,need\n"
                                  "0,0,0,1,no,1\n0,1,1,1,no,0\n1,1,1,0,no,1\n1,0,0,0,no,0\n"
                                  "0,0,1,1,no,0\n";
    kg_context *ctx = c->context[0];

    for (int kind = 0; kind < 6; kind++) {
        const kg_streets_options need = {.need = kind < 4 ? "need=1" : NULL};
        const kg_streets_route_options options = {.open = kind & 1,
            .both_sides = kind == 3,
            .heuristic = kind == 2,
            .fewest_turns = kind < 4};
        kg_streets *streets = NULL;
        char text[sizeof two_way];

        memcpy(text, two_way, sizeof two_way);
        if (kind == 1 || kind == 4)
            memcpy(strstr(text, "0,0,1,1,no") + 8, "-1", 2);
        check_status(
            c, ctx, kg_streets_read_memory(&streets, ctx, text, strlen(text), &need), KG_OK);
        CHECK_ALLOCATIONS(c, ctx, walk_once(streets, &options));
        for (uint64_t k = 1; k; k++) {
            kg_status status;

            kg__fault_set(ctx, KG__FAULT_WRITE, k);
            status = walk_once(streets, &options);
            kg__fault_set(ctx, KG__FAULT_WRITE, 0);
            if (status == KG_OK)
                break;
            check_status(c, ctx, status, KG_IO);
        }
        kg_streets_destroy(streets);
    }
}

/* What no walk can do, and names that are none. */
static void refused(check *c)
{
    static const char table[] = "source,target,length,oneway,need\n"
                                "a,b,1,no,1\nc,d,1,no,1\nd,e,1,yes,0\n";
    static const struct {
        const char *need;
        kg_streets_route_options options;
        kg_status status;
        const char *message;
    } cases[] = {{NULL, {0}, KG_NO_SOLUTION, "lie in 2 parts that no street joins"},
        {"need=1", {0}, KG_NO_SOLUTION, "lie in 2 parts that no street joins"},
        {"source=d", {0}, KG_NO_SOLUTION, "from some of them no streets lead to others"},
        {"source=a", {.start = "f"}, KG_ARGUMENT, "no crossing 'f'"},
        {"source=a", {.end = "a / c"}, KG_ARGUMENT, "no crossing 'a / c'"},
        {"source=a", {.start = "1,1"}, KG_ARGUMENT, "no crossing '1,1'"}};
    kg_context *ctx = c->context[0];

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const kg_streets_options options = {.need = cases[i].need, .keep_parts = 1};
        kg_streets *streets = NULL;
        kg_streets_walk *walk = NULL;

        check_say(c, "case %zu", i);
        check_status(
            c, ctx, kg_streets_read_memory(&streets, ctx, table, strlen(table), &options), KG_OK);
        check_status(c, ctx, kg_streets_route(&walk, streets, &cases[i].options), cases[i].status);
        if (!strstr(kg_context_message(ctx), cases[i].message))
            check_fail(c, ctx, "'%s', expected '%s'", kg_context_message(ctx), cases[i].message);
        kg_streets_walk_destroy(walk);
        kg_streets_destroy(streets);
    }
}

const check_case check_streets_route_cases[] = {{"streets.small", small}, {"streets.rural", rural},
    {"streets.larger", larger}, {"streets.walk-faults", faults}, {"streets.no-walk", refused},
    {NULL}};
