/*
 * Cases of csr/files/genomes: the words of k letters that occur often enough. The oracle cuts every
 * word out as text, turns it, letter by letter, and sorts all words by the C library.
 */
#include "check.h"
#include "csr/files/genomes/stretches.h"
#include <stdlib.h>
#include <string.h>

typedef unsigned long long wide;

/* A memory limit: `each` bytes a letter, or 7/5 of them with edge ids of 64 bits, and the reserve
 * of the device. */
#define PART_BYTES(each, letters) ((each) * (letters) * (sizeof(kg_edge) + 6) / 10 + (1 << 18))

/* MOST_K: letters of a word. */
enum { MOST_K = 127, ALL = 1 << 20 };

/* Sequences, each followed by a byte that is no letter. */
typedef struct text {
    char *letters; /* [size] */
    uint64_t size, room;
    uint64_t begin[ALL / 64], length[ALL / 64], count;
} text;

/* ---- inputs ---------------------------------------------------------------------------------- */

static void add(text *t, const char *letters, uint64_t length)
{
    t->begin[t->count] = t->size;
    t->length[t->count++] = length;
    memcpy(t->letters + t->size, letters, length);
    t->letters[t->size + length] = '\n';
    t->size += length + 1;
}

static char complement(char letter)
{
    static const char from[] = "ACGTacgt", to[] = "TGCAtgca";
    const char *at = strchr(from, letter);

    return letter && at ? to[at - from] : letter;
}

/* Writes the reverse complement of `length` letters. */
static void turn(char *to, const char *from, uint64_t length)
{
    for (uint64_t i = 0; i < length; i++)
        to[i] = complement(from[length - 1 - i]);
}

/* Reads of a genome of `genome` letters, from both strands, until there are `size` letters: short
 * ones, and some with a wrong letter, an N, or small letters. Then a repeat of one letter, and a
 * word followed by its reverse complement, which has words that are their own. */
static text *make_reads(uint64_t genome, uint64_t size, uint64_t seed)
{
    text *t = check_array(1, sizeof *t);
    char *all = check_array(genome + 1, 1), read[600], turned[300];
    uint64_t state = seed;

    *t = (text){.room = size + 2000};
    t->letters = check_array(t->room, 1);
    for (uint64_t i = 0; i < genome; i++)
        all[i] = "ACGT"[check_random(&state) % 4];
    while (t->size < size) {
        const uint64_t longest = genome < 300 ? genome : 300;
        const uint64_t length = 1 + check_random(&state) % longest;
        const uint64_t at = check_random(&state) % (genome - length + 1);

        memcpy(read, all + at, length);
        if (check_random(&state) % 2)
            turn(read, all + at, length);
        if (check_random(&state) % 8 == 0)
            read[check_random(&state) % length] = "ACGTNa"[check_random(&state) % 6];
        add(t, read, length);
    }
    memset(read, 'A', 300);
    add(t, read, 300);
    memcpy(read, all, genome < 300 ? genome : 300);
    turn(turned, all, genome < 300 ? genome : 300);
    memcpy(read + (genome < 300 ? genome : 300), turned, genome < 300 ? genome : 300);
    add(t, read, 2 * (genome < 300 ? genome : 300));
    add(t, "", 0);
    free(all);
    return t;
}

static void free_text(text *t)
{
    free(t->letters);
    free(t);
}

/* The stretches of a text, listed by the library. */
static kg_status list_text(kg__stretches *s, const text *t)
{
    kg__fasta *file;
    kg_status status;

    KG_TRY(kg__host_allocate(s->ctx, &s->file, 1, sizeof *s->file, "files"));
    file = s->file;
    *file = (kg__fasta){.bytes = t->size, .count = t->count};
    s->files = s->room = 1;
    s->bytes = t->size;
    s->threads = kg__threads(s->ctx, t->size, 1 << 10);
    KG_TRY(kg__host_allocate(s->ctx, &file->text, t->size + 1, 1, "text"));
    KG_TRY(kg__host_allocate(s->ctx, &file->begin, t->count, sizeof *file->begin, "begins"));
    KG_TRY(kg__host_allocate(s->ctx, &file->length, t->count, sizeof *file->length, "lengths"));
    memcpy(file->text, t->letters, t->size);
    memcpy(file->begin, t->begin, t->count * sizeof *t->begin);
    memcpy(file->length, t->length, t->count * sizeof *t->length);
    KG_TRY(kg__stretches_list(s, "text"));
out:
    return status;
}

/* ---- the oracle ------------------------------------------------------------------------------ */

typedef struct word {
    char letters[MOST_K + 1];
    uint64_t at; /* in the text */
} word;

static int compare_words(const void *a, const void *b)
{
    const word *x = a, *y = b;
    const int order = strcmp(x->letters, y->letters);

    return order ? order : (x->at > y->at) - (x->at < y->at);
}

/* The word at p, or its reverse complement; false if there is none in `left` letters. */
static bool cut_word(word *w, const char *p, uint64_t left, uint64_t k, bool both)
{
    char turned[MOST_K + 1] = "";

    for (uint64_t i = 0; i < k; i++) {
        const char letter = i < left ? p[i] : 'N';

        if (!strchr("ACGTacgt", letter))
            return false;
        w->letters[i] = (char)(letter >= 'a' ? letter - 'a' + 'A' : letter);
    }
    w->letters[k] = '\0';
    turn(turned, w->letters, k);
    if (both && strcmp(turned, w->letters) < 0)
        memcpy(w->letters, turned, k);
    return true;
}

/* The answer: [count] places in the text of the words to keep, increasing, and their counts. */
typedef struct answer {
    uint64_t *at, *times, count;
} answer;

typedef struct query {
    uint64_t k, least;
    bool both, distinct;
    unsigned hash_bits;
} query;

static int compare_answers(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;

    return (*x > *y) - (*x < *y);
}

static answer find_answer(const text *t, const query *q)
{
    word *all = check_array(t->size + 1, sizeof *all);
    uint64_t(*pair)[2] = check_array(t->size + 1, sizeof *pair), n = 0;
    answer a = {check_array(t->size + 1, sizeof *a.at), check_array(t->size + 1, sizeof *a.at), 0};

    for (uint64_t i = 0; i < t->count; i++)
        for (uint64_t j = 0; j < t->length[i]; j++) {
            all[n].at = t->begin[i] + j;
            n += cut_word(&all[n], t->letters + all[n].at, t->length[i] - j, q->k, q->both);
        }
    qsort(all, n, sizeof *all, compare_words);
    for (uint64_t from = 0, to; from < n; from = to) {
        for (to = from; to < n && strcmp(all[to].letters, all[from].letters) == 0;)
            to++;
        for (uint64_t i = from; i < (q->distinct ? from + 1 : to) && to - from >= q->least; i++) {
            pair[a.count][0] = all[i].at;
            pair[a.count++][1] = to - from;
        }
    }
    qsort(pair, a.count, sizeof *pair, compare_answers);
    for (uint64_t i = 0; i < a.count; i++) {
        a.at[i] = pair[i][0];
        a.times[i] = pair[i][1];
    }
    free(all);
    free(pair);
    return a;
}

static void free_answer(answer *a)
{
    free(a->at);
    free(a->times);
}

/* ---- the library's answer -------------------------------------------------------------------- */

/* Compares what is left of the stretches with the answer. */
static void compare(check *c, const kg__stretches *s, const kg_edge *times, const answer *expected)
{
    const uint64_t count = kg__stretches_words(s);
    uint64_t *at = check_array(count + 1, sizeof *at), *got = check_array(count + 1, sizeof *got);

    for (uint64_t p = 0; p < s->count; p++)
        for (uint64_t i = s->list[p].first; i < s->list[p + 1].first; i++) {
            at[i] = (uint64_t)(s->list[p].begin - s->file->text) + (i - s->list[p].first);
            got[i] = times[i];
        }
    if (check_number(c, s->ctx, "words", count, expected->count)) {
        check_equal(c, s->ctx, "places", at, expected->at, count, sizeof *at);
        check_equal(c, s->ctx, "counts", got, expected->times, count, sizeof *got);
    }
    free(at);
    free(got);
}

/* Chooses words. expected: compared with the result; may be NULL. */
static kg_status choose(
    check *c, kg_context *ctx, const text *t, const query *q, const answer *expected)
{
    kg__stretches s = {.ctx = ctx, .k = q->k, .both = q->both, .hash_bits = q->hash_bits};
    kg_edge *times = NULL;
    kg_status status;

    kg__begin(ctx);
    KG_TRY(list_text(&s, t));
    KG_TRY(kg__stretches_choose(&s, q->least, q->distinct, &times));
    if (expected)
        compare(c, &s, times, expected);
out:
    kg__free(ctx, times);
    kg__stretches_free(&s);
    kg__stage(ctx, NULL);
    return status;
}

static void check_query(check *c, const text *t, const query *q)
{
    answer expected = find_answer(t, q);

    check_say(c, "%llu letters, k = %llu, at least %llu, %s, %s, %u bits", (wide)t->size,
        (wide)q->k, (wide)q->least, q->both ? "both strands" : "one strand",
        q->distinct ? "distinct" : "all", q->hash_bits);
    for (int i = 0; i < c->contexts; i++)
        check_status(c, c->context[i], choose(c, c->context[i], t, q, &expected), KG_OK);
    free_answer(&expected);
}

/* ---- cases ----------------------------------------------------------------------------------- */

static void check_choose(check *c)
{
    static const uint64_t edges[] = {1, 2, 15, 16, 31, 32, 33, 63, 64, 65, 95, 96, 97, 126, 127};
    text *t = make_reads(400, check_is_small() ? 3000 : 8000, c->seed);
    text *no = make_reads(1, 1, c->seed);

    for (size_t i = 0; i < sizeof edges / sizeof *edges; i++)
        for (unsigned way = 0; way < 4; way++)
            check_query(c, t, &(query){edges[i], 1 + (i + way) % 4, way & 1, way & 2, 0});
    for (uint64_t k = 3; k <= MOST_K; k += check_is_small() ? 31 : 3)
        check_query(c, t, &(query){k, 1 + k % 3, k % 4 != 0, k % 5 != 0, 0});
    no->count = 0;
    check_query(c, no, &(query){5, 1, true, true, 0});
    free_text(no);
    free_text(t);
}

/* A sort by few bits does not change the answer. */
static void check_collisions(check *c)
{
    static const uint64_t lengths[] = {21, 32, 33, 64, 65, 127};
    text *t = make_reads(500, check_is_small() ? 2000 : 6000, c->seed + 1);

    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
        for (unsigned bits = 4; bits <= 16; bits += 3)
            check_query(c, t, &(query){lengths[i], 1 + i % 3, i != 2, bits & 1, bits});
    free_text(t);
}

static bool is_cpu(const check *c)
{
    return strcmp(c->backend, "cpu") == 0;
}

/* A context with that many bytes, unless it is the CPU's. */
static kg_context *open_context(check *c, const char *device, uint64_t bytes)
{
    kg_context_options options = KG_CONTEXT_OPTIONS_INIT;
    kg_context *ctx = NULL;

    options.device = device;
    options.threads = 2;
    options.memory_limit = is_cpu(c) ? 0 : bytes;
    check_status(c, c->context[0], kg_context_create(&ctx, &options), KG_OK);
    return ctx;
}

/* Whether a device has divided words into parts. */
static bool has_parts(kg_context *ctx)
{
    size_t count = 0;
    const kg_kernel *kernel = kg_context_kernels(ctx, &count);
    bool found = false;

    for (size_t i = 0; i < count; i++)
        found = found || strcmp(kernel[i].name, "k_genomes_count_bins") == 0;
    return found;
}

/* A device with little memory works in parts. */
static void check_parts(check *c)
{
    static const uint64_t lengths[] = {21, 32, 45}, bytes[] = {5, 9, 12, 80};
    const uint64_t size = check_is_small() ? 100000 : 300000;
    text *t = make_reads(size / 4, size, c->seed + 2);

    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        const query q = {lengths[i], 2 - i % 2, i != 1, i != 1, 0};
        answer expected = find_answer(t, &q);

        for (size_t j = 0; j < sizeof bytes / sizeof *bytes; j++) {
            kg_context *ctx =
                open_context(c, c->backend, bytes[j] * size * sizeof(kg_edge) / 4 + (1 << 18));

            check_say(c, "k = %llu, %llu bytes a word", (wide)q.k, (wide)bytes[j]);
            kg_context_record_kernels(ctx, true);
            check_status(c, ctx, choose(c, ctx, t, &q, &expected), KG_OK);
            check_number(c, ctx, "parts", has_parts(ctx), bytes[j] < 80 && !is_cpu(c));
            check_number(c, ctx, "bytes left behind", check_held(ctx), 0);
            kg_context_destroy(ctx);
        }
        free_answer(&expected);
    }
    free_text(t);
}

/* One word, so often that its places do not fit the device. */
static void check_too_many(check *c)
{
    const query q = {31, 1, true, true, 0};
    const uint64_t size = 100000;
    text *t = make_reads(100, size, c->seed);
    kg_context *ctx = open_context(c, c->backend, 15 * size * sizeof(kg_edge) / 4);

    memset(t->letters, 'A', size);
    t->begin[0] = 0;
    t->length[0] = size;
    t->count = 1;
    check_say(c, "one word");
    check_status(c, ctx, choose(c, ctx, t, &q, NULL), is_cpu(c) ? KG_OK : KG_MEMORY);
    check_number(c, ctx, "bytes left behind", check_held(ctx), 0);
    kg_context_destroy(ctx);
    free_text(t);
}

/* If the device fails, "auto" goes on on the CPU. */
static void check_fallback(check *c)
{
    static const kg__cost much = {.ns = {[KG__CPU] = 1e6}};
    const query q = {31, 2, true, true, 0};
    text *t = make_reads(10000, 300000, c->seed);
    answer expected = find_answer(t, &q);
    kg_context *ctx = open_context(c, "auto", 0);

    kg__choose(ctx, &much, 1 << 20, 1); /* opens the device */
    kg__end_choice(ctx);
    for (uint64_t k = 1; k <= 40; k += 3) {
        check_say(c, "call %llu fails", (wide)k);
        kg__fault_set(ctx, KG__FAULT_DEVICE, k);
        check_status(c, ctx, choose(c, ctx, t, &q, &expected), KG_OK);
        check_number(c, ctx, "bytes left behind", check_held(ctx), 0);
    }
    check_number(c, ctx, "the device was used", kg_context_device_memory(ctx).peak > 0, !is_cpu(c));
    kg_context_destroy(ctx);
    free_answer(&expected);
    free_text(t);
}

static void check_faults(check *c)
{
    static const query q[] = {
        {31, 2, true, true, 0}, {40, 1, true, true, 5}, {20, 2, false, false, 0}};
    text *few = make_reads(300, 2000, c->seed + 3), *more = make_reads(2000, 8000, c->seed + 4);
    kg_context *ctx = open_context(c, c->backend, PART_BYTES(9, 8000));

    for (size_t i = 0; i < sizeof q / sizeof *q; i++) {
        check_say(c, "k = %llu", (wide)q[i].k);
        CHECK_ALLOCATIONS(c, c->context[0], choose(c, c->context[0], few, &q[i], NULL));
    }
    check_say(c, "parts");
    CHECK_ALLOCATIONS(c, ctx, choose(c, ctx, more, &q[0], NULL));
    kg_context_destroy(ctx);
    free_text(more);
    free_text(few);
}

const check_case check_kmers_cases[] = {
    {"kmers.choose", check_choose, NULL, 0, false},
    {"kmers.collisions", check_collisions, NULL, 0, false},
    {"kmers.parts", check_parts, NULL, 0, false},
    {"kmers.too-many", check_too_many, NULL, 0, false},
    {"kmers.fallback", check_fallback, NULL, 0, false},
    {"kmers.faults", check_faults, NULL, 0, false},
    {NULL, NULL, NULL, 0, false},
};
