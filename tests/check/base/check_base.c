/* Cases of the base module: contexts, their choice of device, messages, timing. */
#include "base/random.h"
#include "check.h"
#include <konig/permutation.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Makes a context and compares the status and a part of the message. */
static void create(check *c, const char *device, int threads, kg_status expected, const char *part)
{
    kg_context_options options = KG_CONTEXT_OPTIONS_INIT;
    kg_context *ctx = NULL;

    options.device = device;
    options.threads = threads;
    check_say(c, "device %s, %d threads", device ? device : "NULL", threads);
    check_number(c, c->context[0], "status", (uint64_t)kg_context_create(&ctx, &options),
        (uint64_t)expected);
    if (!ctx || !strstr(kg_context_message(ctx), part))
        check_fail(c, c->context[0], "message '%s' without '%s'", kg_context_message(ctx), part);
    if (expected == KG_OK && strcmp(kg_context_device(ctx), "cpu") != 0)
        check_fail(c, c->context[0], "device %s", kg_context_device(ctx));
    kg_context_destroy(ctx);
}

static void test_create(check *c)
{
    kg_context *ctx = NULL;

    create(c, NULL, 0, KG_OK, "");
    create(c, "auto", 1, KG_OK, "");
    create(c, "cpu", 7, KG_OK, "");
    create(c, "cuda:0x", 1, KG_ARGUMENT, "unknown device 'cuda:0x'");
    create(c, "gpu", 1, KG_ARGUMENT, "unknown device 'gpu'");
    create(c, "cpu", -1, KG_ARGUMENT, "-1 threads");
    create(c, "cpu", 1025, KG_ARGUMENT, "1025 threads");
    setenv("KONIG_DEVICE", "nonsense", 1);
    create(c, NULL, 0, KG_ARGUMENT, "unknown device 'nonsense'");
    create(c, "cpu", 0, KG_OK, "");
    unsetenv("KONIG_DEVICE");
    check_say(c, "no memory for a context");
    check_number(c, c->context[0], "status", (uint64_t)kg__context_create(&ctx, NULL, 1),
        (uint64_t)KG_MEMORY);
    check_number(c, c->context[0], "no context", ctx == NULL, 1);
    check_number(
        c, c->context[0], "status", (uint64_t)kg_context_create(NULL, NULL), (uint64_t)KG_ARGUMENT);
    kg_context_destroy(NULL);
    if (strcmp(kg_context_message(NULL), "") != 0)
        check_fail(c, c->context[0], "a message without a context");
}

/* Of a work that a device is worth from some millions of items on. */
static const kg__cost item_cost = {.ns = {[KG__CPU] = 30, [KG__CUDA] = 1.8}, .bytes = 40};

/* What auto takes for so many items. why: a part of its reason. */
static void choose(check *c, kg_context *ctx, uint64_t size, kg__backend expected, const char *why)
{
    check_say(c, "auto for %llu items", (unsigned long long)size);
    kg__begin(ctx);
    kg__choose(ctx, &item_cost, size, UINT64_MAX);
    check_number(c, ctx, "backend", kg__context_backend(ctx), expected);
    if (!strstr(kg_context_choice(ctx), why))
        check_fail(c, ctx, "reason '%s' without '%s'", kg_context_choice(ctx), why);
    if (strcmp(kg_context_device(ctx), expected == KG__CPU ? "cpu" : "cuda:0") != 0)
        check_fail(c, ctx, "device '%s'", kg_context_device(ctx));
    if (*kg_context_message(ctx))
        check_fail(c, ctx, "message '%s'", kg_context_message(ctx));
    kg__end_choice(ctx);
    check_number(c, ctx, "backend in the end", kg__context_backend(ctx), KG__CPU);
}

/* Auto: the CPU for what is small, for what the device has no room for, and without a device. */
static void test_choice(check *c)
{
    const bool device = strcmp(c->backend, "cpu") != 0;
    const kg__backend large = device ? KG__CUDA : KG__CPU;
    const char *why = device ? "by CUDA" : "cuda:0 is not available";
    kg_context_options options = KG_CONTEXT_OPTIONS_INIT;
    kg_context *ctx = NULL;

    options.device = "auto";
    options.threads = 1;
    if (!device)
        setenv("CUDA_VISIBLE_DEVICES", "", 1);
    check_status(c, c->context[0], kg_context_create(&ctx, &options), KG_OK);
    for (int i = 0; ctx && i < 2; i++) { /* the device shut, then open or known to be missing */
        choose(c, ctx, 1000, KG__CPU, "expected 0.03 ms on the CPU");
        choose(c, ctx, 100000000, large, why);
        choose(c, ctx, 100000000000, KG__CPU, device ? "has no room" : why);
    }
    kg_context_destroy(ctx);
}

/* A device that fails while it is opened, at each call in turn: auto says why and stays on the CPU;
 * the device by its name is an error. Returns whether the k-th call was made. */
static bool open_failing(check *c, uint64_t k)
{
    kg_context_options options = KG_CONTEXT_OPTIONS_INIT;
    kg_context *ctx = NULL;
    bool failed;

    check_say(c, "call %llu of opening a device fails", (unsigned long long)k);
    options.device = "auto";
    options.threads = 1;
    if (!check_status(c, c->context[0], kg_context_create(&ctx, &options), KG_OK))
        return false;
    kg__fault_set(ctx, KG__FAULT_DEVICE, k);
    kg__begin(ctx);
    kg__choose(ctx, &item_cost, 100000000, UINT64_MAX);
    failed = kg__context_backend(ctx) == KG__CPU;
    kg__fault_set(ctx, KG__FAULT_DEVICE, 0);
    kg__end_choice(ctx);
    if (failed) {
        const char *why = k == 2 ? "-Dgpu_archs=" : "cuda:0";

        if (!strstr(kg_context_choice(ctx), why))
            check_fail(c, ctx, "reason '%s' without '%s'", kg_context_choice(ctx), why);
        check_number(c, ctx, "a message", *kg_context_message(ctx) != '\0', 0);
        check_number(c, ctx, "device memory", kg_context_device_memory(ctx).current, 0);
        check_number(c, ctx, "on the CPU", strcmp(kg_context_device(ctx), "cpu") == 0, 1);
    }
    kg_context_destroy(ctx);
    return failed;
}

static void test_open(check *c)
{
    static const char *const names[] = {"cuda", "cuda:0", "cuda:1", "cuda:31", "cuda:1023"};
    uint64_t k = 1;

    if (strcmp(c->backend, "cpu") == 0) {
        setenv("CUDA_VISIBLE_DEVICES", "", 1);
        for (size_t i = 0; i < sizeof names / sizeof *names; i++)
            create(c, names[i], 1, KG_DEVICE, "is not available");
        return;
    }
    while (k < 100 && open_failing(c, k))
        k++;
    check_number(
        c, c->context[0], "several calls open a device, then it is open", k > 4 && k < 100, 1);
}

static void test_message(check *c)
{
    kg_context *ctx = c->context[0];
    char longest[5000];
    size_t length;

    memset(longest, 'x', sizeof longest);
    longest[sizeof longest - 1] = '\0';
    check_say(c, "messages");
    kg__begin(ctx);
    check_status(c, ctx, kg__fail(ctx, KG_FORMAT, "first\nline\x7f"), KG_FORMAT);
    check_status(c, ctx, kg__fail(ctx, KG_IO, "second"), KG_IO);
    if (strcmp(kg_context_message(ctx), "first\\x0aline\\x7f") != 0)
        check_fail(c, ctx, "message '%s'", kg_context_message(ctx));
    kg__begin(ctx);
    if (*kg_context_message(ctx))
        check_fail(c, ctx, "a message that is not forgotten");
    kg__fail(ctx, KG_IO, "%s", longest);
    length = strlen(kg_context_message(ctx));
    if (length < 500 || strncmp(kg_context_message(ctx), longest, length - 3) != 0 ||
        strcmp(kg_context_message(ctx) + length - 3, "...") != 0)
        check_fail(c, ctx, "a long message is not cut but lost");
    kg__begin(ctx);
    for (int a = KG_CANNOT_CREATE; a <= KG_LIMIT; a++)
        for (int b = KG_CANNOT_CREATE; b < a; b++)
            if (strcmp(kg_status_string((kg_status)a), kg_status_string((kg_status)b)) == 0)
                check_fail(c, ctx, "statuses %d and %d have one text", a, b);
}

static int count_call(void *user, const char *what, uint64_t done, uint64_t total)
{
    (void)what;
    *(uint64_t *)user += done <= total;
    return 0;
}

/* Stages of 254 names, others past the last row, of which the 299th takes 20 ms, and the pause
 * between calls none. */
static void check_many_stages(check *c, kg_context *ctx)
{
    const struct timespec nap = {0, 20000000};
    const kg_timing *timing = kg_context_timing(ctx);
    char name[300][4];
    double before;

    kg_context_clear_timing(ctx);
    for (int i = 0; i < 300; i++) {
        snprintf(name[i], sizeof name[i], "%d", i);
        kg__stage(ctx, name[i]);
        if (i == 298)
            nanosleep(&nap, NULL);
    }
    kg__stage(ctx, NULL);
    check_number(c, ctx, "rows", kg_context_stages(ctx), 256);
    before = timing[255].ms;
    nanosleep(&nap, NULL);
    kg__stage(ctx, "one more");
    kg__stage(ctx, NULL);
    check_number(c, ctx, "rows", kg_context_stages(ctx), 256);
    if (strcmp(timing[254].stage, "254") != 0 || strcmp(timing[255].stage, "more stages") != 0)
        check_fail(c, ctx, "the last rows are '%s', '%s'", timing[254].stage, timing[255].stage);
    if (before < 20 || timing[255].ms < before || timing[255].ms >= before + 20)
        check_fail(c, ctx, "the last row has %g ms, then %g", before, timing[255].ms);
}

/* The caller's stage goes on between those of the library, and each has one row. */
static void check_callers_stage(check *c, kg_context *ctx)
{
    static const char *const expected[] = {"ours", "inner", "theirs"};
    const struct timespec nap = {0, 5000000};
    const kg_timing *timing = kg_context_timing(ctx);
    const char *before;

    kg_context_clear_timing(ctx);
    before = kg_context_begin_stage(ctx, "ours");
    for (int i = 0; i < 400; i++) {
        kg__stage(ctx, "inner");
        kg__stage(ctx, NULL);
        if (i % 200 == 0)
            nanosleep(&nap, NULL);
    }
    if (before || strcmp(kg_context_begin_stage(ctx, "theirs"), "ours") != 0 ||
        strcmp(kg_context_begin_stage(ctx, NULL), "theirs") != 0)
        check_fail(c, ctx, "the stage before is wrong");
    check_number(c, ctx, "rows", kg_context_stages(ctx), 3);
    for (int i = 0; i < 3; i++)
        if (strcmp(timing[i].stage, expected[i]) != 0)
            check_fail(c, ctx, "row %d is '%s'", i, timing[i].stage);
    if (timing[0].ms < 10 || timing[1].ms < 0)
        check_fail(c, ctx, "our stage has %g ms of 10", timing[0].ms);
}

static void test_timing(check *c)
{
    kg_context_options options = KG_CONTEXT_OPTIONS_INIT;
    kg_context *ctx = NULL;
    const kg_timing *timing;
    uint64_t calls = 0;

    check_say(c, "timing and progress");
    options.progress = count_call;
    options.progress_user = &calls;
    check_status(c, c->context[0], kg_context_create(&ctx, &options), KG_OK);
    timing = kg_context_timing(ctx);
    for (int i = 0; i < 1000; i++)
        kg__progress(ctx, "counting", (uint64_t)i, 1000);
    check_number(c, ctx, "calls in a moment", calls, 1);
    kg__stage(ctx, "one");
    kg__stage(ctx, "two");
    kg__stage(ctx, NULL);
    kg__stage(ctx, NULL);
    check_number(c, ctx, "stages", kg_context_stages(ctx), 2);
    if (strcmp(timing[0].stage, "one") != 0 || timing[0].ms < 0 || timing[1].ms < 0)
        check_fail(c, ctx, "a stage is wrong");
    check_many_stages(c, ctx);
    check_callers_stage(c, ctx);
    kg_context_clear_timing(ctx);
    check_number(c, ctx, "stages", kg_context_stages(ctx), 0);
    kg_context_destroy(ctx);
}

/* A stage that began on the device while auto goes back to the CPU: the device's clock ends it.
 * Without a device, the same calls on the CPU. */
static void test_timing_backends(check *c)
{
    const kg__backend device = strcmp(c->backend, "cpu") != 0 ? KG__CUDA : KG__CPU;
    kg_context_options options = KG_CONTEXT_OPTIONS_INIT;
    kg_context *ctx = NULL;
    const kg_timing *timing;

    check_say(c, "stages of two backends");
    options.device = "auto";
    options.threads = 1;
    check_status(c, c->context[0], kg_context_create(&ctx, &options), KG_OK);
    kg__begin(ctx);
    kg__choose(ctx, &item_cost, device == KG__CUDA ? 100000000 : 1, UINT64_MAX);
    check_number(c, ctx, "backend", kg__context_backend(ctx), device);
    for (int i = 0; i < 600; i++) { /* past the last row too */
        kg__choose_again(ctx, device);
        kg__stage(ctx, "on the device");
        kg__choose_again(ctx, KG__CPU);
        kg__stage(ctx, "on the CPU");
        if (i % 2)
            kg__stage(ctx, NULL);
    }
    check_number(c, ctx, "rows", kg_context_stages(ctx), 2);
    timing = kg_context_timing(ctx);
    for (int i = 0; i < 2; i++)
        if (!(timing[i].ms >= 0 && timing[i].ms < 60000))
            check_fail(c, ctx, "row %d has %g ms", i, timing[i].ms);
    kg__end_choice(ctx);
    kg_context_destroy(ctx);
}

/* ---- devices --------------------------------------------------------------------------------- */

enum { SIDES = 5, PERMUTATIONS = 120 };

/* All permutations of 0..SIDES-1 by each context in turn, which makes them into memory that it has
 * already. */
static void permute_in_turn(check *c, kg_context *const *ctx, int contexts)
{
    static const uint32_t last[SIDES] = {4, 3, 2, 1, 0};
    uint32_t *made[2], got[PERMUTATIONS * SIDES];

    for (int i = 0; i < contexts; i++)
        made[i] = check_upload(ctx[i], NULL, PERMUTATIONS * SIDES, sizeof *got);
    for (int i = 0; i < contexts; i++) {
        check_status(
            c, ctx[i], kg_array_permutations(made[i], ctx[i], SIDES, 0, PERMUTATIONS), KG_OK);
        check_download(ctx[i], got, made[i], PERMUTATIONS * SIDES, sizeof *got);
        check_equal(c, ctx[i], "last", got + (PERMUTATIONS - 1) * SIDES, last, SIDES, sizeof *got);
        kg__free(ctx[i], made[i]);
    }
}

typedef struct turns {
    check *c;
    kg_context *ctx[2];
    int contexts;
} turns;

static void *take_turns(void *user)
{
    turns *t = user;

    permute_in_turn(t->c, t->ctx, t->contexts);
    return NULL;
}

/* Contexts on one device after the other, as many as there are up to two, used by the thread that
 * made them and by another one, which has chosen no device. */
static void test_devices(check *c)
{
    kg_context_options options = KG_CONTEXT_OPTIONS_INIT;
    turns t = {.c = c};
    pthread_t thread;
    int failed;

    for (t.contexts = 0; t.contexts < 2; t.contexts++) {
        char device[16];

        snprintf(device, sizeof device, "%s:%d", c->backend, t.contexts);
        options.device = strcmp(c->backend, "cpu") == 0 ? "cpu" : device;
        if (kg_context_create(&t.ctx[t.contexts], &options) != KG_OK)
            break;
    }
    check_say(c, "%d devices", t.contexts);
    check_number(c, c->context[0], "no device", t.contexts == 0, 0);
    take_turns(&t);
    failed = pthread_create(&thread, NULL, take_turns, &t);
    if (!failed)
        pthread_join(thread, NULL);
    check_number(c, c->context[0], "no thread", failed != 0, 0);
    kg_context_destroy(t.ctx[0]);
    kg_context_destroy(t.ctx[1]);
}

/* The numbers that the published splitmix64 (Steele, Lea, Flood; Vigna's splitmix64.c) gives one
 * after the other from the state 1234567. */
static void test_random(check *c)
{
    static const uint64_t published[] = {UINT64_C(6457827717110365317),
        UINT64_C(3203168211198807973), UINT64_C(9817491932198370423), UINT64_C(4593380528125082431),
        UINT64_C(16408922859458223821)};

    for (uint64_t i = 0; i < sizeof published / sizeof *published; i++) {
        check_say(c, "random number %llu", (unsigned long long)i);
        check_number(c, c->context[0], "number", kg__random(1234567, i), published[i]);
        check_number(c, c->context[0], "below 10", kg__random_below(1234567, i, 10),
            (uint64_t)((unsigned __int128)published[i] * 10 >> 64));
        check_number(c, c->context[0], "unit * 2^53",
            (uint64_t)(kg__random_unit(1234567, i) * 0x1p53), published[i] >> 11);
    }
}

/* ---- a device that a thread opens ------------------------------------------------------------ */

/* No machine has it. */
static const char no_device[] = "cuda:1023";

/* A graph is read while the device opens, and is there whatever becomes of that. */
static kg_graph *read_meanwhile(check *c, kg_context *ctx)
{
    static const char text[] = "0 1\n1 2\n2 0\n";
    kg_graph *graph;

    check_status(c, ctx, kg_graph_read_memory(&graph, ctx, text, sizeof text - 1, NULL), KG_OK);
    check_number(c, ctx, "edges", kg_graph_edges(graph), 3);
    return graph;
}

static void check_walk(check *c, kg_context *ctx, kg_graph *graph)
{
    static const kg_edge expected[] = {0, 1, 2};
    kg_euler *euler;
    const kg_edge *walk;

    check_status(c, ctx, kg_euler_find(&euler, graph, NULL), KG_OK);
    if (check_status(c, ctx, kg_euler_walk(euler, &walk), KG_OK))
        check_equal(c, ctx, "walk", walk, expected, 3, sizeof *walk);
    kg_euler_destroy(euler);
}

static void test_aside(check *c)
{
    kg_context_options options = {.device = c->backend, .threads = 2, .start_aside = 1};
    kg_context *ctx, *other = NULL;
    kg_graph *graph;

    check_say(c, "%s aside", c->backend);
    check_status(c, c->context[0], kg_context_create(&ctx, &options), KG_OK);
    graph = read_meanwhile(c, ctx);
    check_status(c, ctx, kg_context_ready(ctx), KG_OK);
    check_status(c, ctx, kg_context_ready(ctx), KG_OK);
    check_number(
        c, ctx, "device", strcmp(kg_context_device(ctx), kg_context_device(c->context[0])), 0);
    check_number(c, ctx, "in force", kg__context_backend(ctx), kg__context_backend(c->context[0]));
    check_walk(c, ctx, graph);
    kg_graph_destroy(graph);
    kg_context_destroy(ctx);

    check_say(c, "%s aside, and never needed", c->backend);
    check_status(c, c->context[0], kg_context_create(&ctx, &options), KG_OK);
    graph = read_meanwhile(c, ctx);
    check_walk(c, ctx, graph);
    kg_graph_destroy(graph);
    kg_context_destroy(ctx);

    check_say(c, "a device that is not there");
    options.device = no_device;
    options.start_aside = 0;
    check_number(c, c->context[0], "created at once", (uint64_t)kg_context_create(&other, &options),
        (uint64_t)KG_DEVICE);
    options.start_aside = 1;
    check_status(c, c->context[0], kg_context_create(&ctx, &options), KG_OK);
    kg_graph_destroy(read_meanwhile(c, ctx));
    check_status(c, ctx, kg_graph_read(&graph, ctx, "no such file", NULL), KG_CANNOT_OPEN);
    check_status(c, ctx, kg_context_ready(ctx), KG_DEVICE);
    if (strcmp(kg_context_message(ctx), kg_context_message(other)))
        check_fail(c, ctx, "'%s', not '%s'", kg_context_message(ctx), kg_context_message(other));
    check_status(c, ctx, kg_context_ready(ctx), KG_OK);
    kg_context_destroy(other);
    kg_context_destroy(ctx);
}

/* What is expected changes no result, and a device that cannot be had no more. */
static void test_expect(check *c)
{
    kg_context_options options = {.device = "auto", .threads = 1};
    kg_context *ctx;
    kg_graph *graph;

    for (int k = 0; k < 2; k++) {
        check_say(c, "%d edges expected", k);
        check_status(c, c->context[0], kg_context_create(&ctx, &options), KG_OK);
        kg_euler_expect(ctx, k ? UINT64_C(1) << 40 : 3);
        kg_euler_expect(ctx, UINT64_C(1) << 40);
        graph = read_meanwhile(c, ctx);
        check_status(c, ctx, kg_context_ready(ctx), KG_OK);
        check_walk(c, ctx, graph);
        check_number(c, ctx, "device", strcmp(kg_context_device(ctx), "cpu"), 0);
        kg_graph_destroy(graph);
        kg_context_destroy(ctx);
    }
    kg_euler_expect(NULL, 1);
}

const check_case check_base_cases[] = {
    {"base.create", test_create, NULL, 0},
    {"base.choice", test_choice, NULL, 0},
    {"base.open", test_open, NULL, 0},
    {"base.message", test_message, NULL, 0},
    {"base.timing", test_timing, NULL, 0},
    {"base.timing_backends", test_timing_backends, NULL, 0},
    {"base.devices", test_devices, NULL, 0},
    {"base.aside", test_aside, NULL, 0},
    {"base.expect", test_expect, NULL, 0},
    {"base.random", test_random, NULL, 0},
    {NULL, NULL, NULL, 0},
};
