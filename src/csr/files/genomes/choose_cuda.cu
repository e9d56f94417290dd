/*
 * Words of k letters, chosen by their number of occurrences, on CUDA.
 *
 * In:  stretches (stretches.h), whose letters the host packs.
 * Out: the CPU's: a bitmap of the places of words that occur often enough, and how often.
 * Method: each word has a key of 64 bits: up to 32 letters are packed, and mixed if their bits are
 *     many; the key of a longer word is a hash. A stable sort by the highest bits of keys brings
 *     the places of equal words together. It sorts by so few bits that about one word in 2^15 has
 *     the same bits as another word. So neighbours are compared: their keys, and if these are equal
 *     hashes, their letters. If two differ, a thread sorts all places with these bits by word. Each
 *     run of equal words then writes its length to its first place, or to all its places.
 * Parts: if the device has too little memory to sort all words at once, they are divided by
 *     BIN_BITS bits of a hash of their keys, and sorted in parts that fit. The host waits for each
 *     part a few times, because its launches depend on how many words and runs it has.
 * Work: O(words) a pass of the sort, one for 8 bits. The thread that sorts places works alone: a
 *     word that occurs often takes it long if the bits of another one are the same.
 * Memory: with edge ids of 32 bits 5 bytes a word, a quarter of a byte a letter, 16 a stretch, and
 *     24 for each word of a part.
 * Deterministic: all; the sort is stable.
 */
#include "../../csr_cuda.cuh"
#include <cub/device/device_radix_sort.cuh>
extern "C" {
#include "genomes_ops.h"
}

/* BIN_BITS: a block has a thread for each bin of its histogram of words. SPARED: one part in so
 * many of the free memory is left alone. FEW_BYTES: CUB's memory for few words. WORD_BYTES: the
 * memory of a word of a part: its key and place, twice for the sort, and CUB's. RARE_BITS: bits of
 * the sort beyond those that number the words. DIGIT_BITS: of a pass of the sort. */
enum { SHORT = 32, BIN_BITS = 8, BINS = 1 << BIN_BITS, SPARED = 16, FEW_BYTES = 1 << 18 };
enum { WORD_BYTES = 2 * (sizeof(uint64_t) + sizeof(kg_edge)) + 1, RARE_BITS = 15, DIGIT_BITS = 8 };

/* Words on the device. */
typedef struct packed_words {
    const uint64_t *letters; /* of kg__stretches_pack() */
    const kg__stretch *list; /* [stretches + 1]; their `begin` is the host's */
    const kg_edge *start; /* [words / 64 + 2] the stretch of each 64th word and of the last one */
    uint64_t words;
    uint64_t hash_mask; /* of the keys of words of more than SHORT letters */
    unsigned k;
    unsigned from, to; /* the bits of keys that are sorted */
    bool both, mixed;  /* mixed: each letter changes all bits of a key */
} packed_words;

/* Where sorted bits differ from those before, and where only the words differ. */
typedef enum mark { NONE, FIRST, OTHER } mark;

/* ---- letters --------------------------------------------------------------------------------- */

/* n letters from letter `at` on, 1 to 32. */
static __device__ __forceinline__ uint64_t cut(const uint64_t *letters, uint64_t at, unsigned n)
{
    const unsigned before = 2 * (unsigned)(at % 32);
    const uint64_t high = letters[at / 32] << before;
    const uint64_t low = letters[at / 32 + 1] >> 1 >> (63 - before);

    return (high | low) >> (64 - 2 * n);
}

/* The reverse complement of n letters, 1 to 32. */
static __device__ __forceinline__ uint64_t complement(uint64_t packed, unsigned n)
{
    const uint64_t x = __brevll(~packed);
    const uint64_t odd = 0x5555555555555555;

    return ((x >> 1 & odd) | (x & odd) << 1) >> (64 - 2 * n);
}

/* The first letter of a word. */
static __device__ __forceinline__ uint64_t letter_of(const packed_words &w, uint64_t word)
{
    const uint64_t from = w.start[word / 64], last = w.start[word / 64 + 1];
    const uint64_t stretch = KG__LAST_WHERE(p, from, last + 1, w.list[p].first <= word);

    return word + stretch * (w.k - 1);
}

/* A word, read in the direction in which it is the lesser one. */
typedef struct directed {
    uint64_t at;
    bool turned;
} directed;

/* Letters from..to-1 of a word, at most 32. */
static __device__ __forceinline__ uint64_t part_of(
    const packed_words &w, directed word, unsigned from, unsigned to)
{
    if (word.turned)
        return complement(cut(w.letters, word.at + (w.k - to), to - from), to - from);
    return cut(w.letters, word.at + from, to - from);
}

static __device__ __forceinline__ unsigned end_of(const packed_words &w, unsigned from)
{
    return w.k - from < SHORT ? w.k : from + SHORT;
}

/* Compares two words: less than 0, 0 or more. */
static __device__ int compare(const packed_words &w, directed one, directed other)
{
    for (unsigned from = 0, to; from < w.k; from = to) {
        uint64_t a, b;

        to = end_of(w, from);
        a = part_of(w, one, from, to);
        b = part_of(w, other, from, to);
        if (a != b)
            return a < b ? -1 : 1;
    }
    return 0;
}

static __device__ directed direct(const packed_words &w, uint64_t word)
{
    const uint64_t at = letter_of(w, word);

    return {at, w.both && compare(w, {at, false}, {at, true}) > 0};
}

/* A bijection that spreads each bit of x over all bits: the finaliser of MurmurHash3. */
static __device__ __forceinline__ uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 33) * 0xff51afd7ed558ccd;
    x = (x ^ x >> 33) * 0xc4ceb9fe1a85ec53;
    return x ^ x >> 33;
}

static __device__ uint64_t key_of(const packed_words &w, uint64_t word)
{
    uint64_t key = 0;
    directed it;

    if (w.k <= SHORT) {
        key = cut(w.letters, letter_of(w, word), w.k);
        if (w.both)
            key = min(key, complement(key, w.k));
        return w.mixed ? mix(key) : key;
    }
    it = direct(w, word);
    for (unsigned from = 0, to; from < w.k; from = to) {
        to = end_of(w, from);
        key = mix((key + 0x9e3779b97f4a7c15) ^ part_of(w, it, from, to));
    }
    return key & w.hash_mask;
}

static __device__ __forceinline__ unsigned bin_of(const packed_words &w, uint64_t word)
{
    return (unsigned)(mix(key_of(w, word)) >> (64 - BIN_BITS));
}

/* ---- kernels --------------------------------------------------------------------------------- */

/* Thread i owns start[i]. */
static __global__ void k_genomes_start(
    kg_edge *start, uint64_t count, const kg__stretch *list, uint64_t stretches, uint64_t words)
{
    const uint64_t i = kg__item(), word = 64 * i < words ? 64 * i : words - 1;

    if (i < count)
        start[i] = (kg_edge)KG__LAST_WHERE(p, 0, stretches, list[p].first <= word);
}

/* Thread t of a block owns its count of bin t. */
static __global__ void __launch_bounds__(BINS)
    k_genomes_count_bins(unsigned long long *bin, packed_words w)
{
    __shared__ unsigned s_bin[BINS];

    s_bin[threadIdx.x] = 0;
    __syncthreads();
    KG__FOR_EACH (i, w.words)
        atomicAdd(&s_bin[bin_of(w, i)], 1u);
    __syncthreads();
    if (s_bin[threadIdx.x])
        atomicAdd(&bin[threadIdx.x], (unsigned long long)s_bin[threadIdx.x]);
}

/* A thread owns the flags of KG__EACH words: whether they are in bins from..to-1. */
static __global__ void k_genomes_flag_bins(
    uint8_t *flag, packed_words w, unsigned from, unsigned to)
{
    KG__FOR_EACH (i, w.words) {
        const unsigned bin = bin_of(w, i);

        flag[i] = from <= bin && bin < to;
    }
}

/* A thread owns KG__EACH keys, and their places if these are all words. */
static __global__ void k_genomes_keys(
    uint64_t *key, packed_words w, kg_edge *place, uint64_t count, bool all)
{
    KG__FOR_EACH (i, count) {
        if (all)
            place[i] = (kg_edge)i;
        key[i] = key_of(w, place[i]);
    }
}

/* Words in the order of the sort. */
typedef struct sorted_words {
    packed_words w;
    uint64_t *key;
    kg_edge *place;
    uint64_t count;
} sorted_words;

/* Compares the words of two keys and places. */
static __device__ __forceinline__ int compare_keys(
    const packed_words &w, uint64_t key, kg_edge place, uint64_t other, kg_edge there)
{
    if (key != other)
        return key < other ? -1 : 1;
    return w.k <= SHORT ? 0 : compare(w, direct(w, place), direct(w, there));
}

/* Thread i owns mark[i]. *differ is set if there is an OTHER. */
static __global__ void k_genomes_mark(uint8_t *mark, unsigned *differ, sorted_words s)
{
    const uint64_t i = kg__item();
    uint8_t is = NONE;

    if (i >= s.count)
        return;
    if (i == 0 || (s.key[i] ^ s.key[i - 1]) >> s.w.from) {
        is = FIRST;
    } else if (compare_keys(s.w, s.key[i - 1], s.place[i - 1], s.key[i], s.place[i])) {
        is = OTHER;
        kg__atomic_store(differ, 1u);
    }
    mark[i] = is;
}

/* Sorts words first..end-1 by insertion; equal ones keep their order. */
static __device__ void sort_words(const sorted_words &s, uint64_t first, uint64_t end)
{
    for (uint64_t i = first + 1; i < end; i++) {
        const uint64_t key = s.key[i];
        const kg_edge place = s.place[i];
        uint64_t to = i;

        for (; to > first && compare_keys(s.w, s.key[to - 1], s.place[to - 1], key, place) > 0;
             to--) {
            s.key[to] = s.key[to - 1];
            s.place[to] = s.place[to - 1];
        }
        s.key[to] = key;
        s.place[to] = place;
    }
}

/* The thread of the first OTHER after a FIRST owns the words from there to the next FIRST. */
static __global__ void k_genomes_separate(sorted_words s, const uint8_t *mark)
{
    const uint64_t i = kg__item();
    uint64_t from = i, to = i + 1;

    if (i >= s.count || mark[i] != OTHER)
        return;
    do
        from--;
    while (mark[from] == NONE);
    if (mark[from] == OTHER)
        return;
    while (to < s.count && mark[to] != FIRST)
        to++;
    sort_words(s, from, to);
}

/* Thread v owns run v. times: [words], written at the run's first place if it is long enough. */
static __global__ void k_genomes_times(kg_edge *times, uint64_t least, const kg_edge *place,
    const kg_edge *row, uint64_t runs, uint64_t count)
{
    const uint64_t v = kg__item();

    if (v < runs) {
        const uint64_t from = row[v], to = v + 1 < runs ? row[v + 1] : count;

        if (to - from >= least)
            times[place[from]] = (kg_edge)(to - from);
    }
}

/* The same at all places of a run. Thread i owns place i. */
static __global__ void k_genomes_times_all(kg_edge *times, uint64_t least, const kg_edge *place,
    const kg_edge *row, uint64_t runs, uint64_t count)
{
    const uint64_t i = kg__item();

    if (i < count) {
        const uint64_t v = KG__LAST_WHERE(v, 0, runs, row[v] <= i);
        const uint64_t length = (v + 1 < runs ? row[v + 1] : count) - row[v];

        if (length >= least)
            times[place[i]] = (kg_edge)length;
    }
}

/* Thread i owns flag[i], and the first lane of a warp its 32 bits of keep. */
static __global__ void k_genomes_keep(
    uint32_t *keep, uint8_t *flag, const kg_edge *times, uint64_t words, uint64_t bits)
{
    const uint64_t i = kg__item();
    const bool kept = i < words && times[i] != 0;
    const unsigned all = __ballot_sync(~0u, kept);

    if (i < words)
        flag[i] = kept;
    if (i < bits && threadIdx.x % 32 == 0)
        keep[i / 32] = all;
}

/* ---- the work -------------------------------------------------------------------------------- */

typedef struct chooser {
    kg_context *ctx;
    packed_words w;
    uint64_t least, room; /* room: the words of the largest part */
    bool distinct;
    void *letters;
    kg__stretch *list;
    kg_edge *start, *times; /* times: [words], 0 if the word at that place is not kept */
    uint8_t *flag;          /* [words] */
    unsigned *differ;
    uint64_t *key[2];   /* [room]; the second is scratch, also of the next */
    kg_edge *place[2];  /* [room] */
    uint64_t *keep;     /* bits [words] */
    uint64_t bin[BINS]; /* words */
} chooser;

/* Brings the letters to the device. */
static kg_status copy_letters(chooser *c, const kg__stretches *s)
{
    const kg__memory_ops *memory = kg__memory(c->ctx);
    const uint64_t bytes = (kg__stretches_letters(s) / 32 + 2) * sizeof(uint64_t);
    const uint64_t starts = c->w.words / 64 + 2;
    uint64_t *packed = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(c->ctx, &packed, bytes, 1, "packed letters"));
    kg__stretches_pack(s, packed);
    KG_TRY(kg__allocate(c->ctx, &c->letters, bytes, 1, "packed letters"));
    KG_TRY(memory->upload(c->ctx, c->letters, packed, bytes));
    KG_TRY(kg__allocate(c->ctx, &c->list, s->count + 1, sizeof *c->list, "pieces"));
    KG_TRY(memory->upload(c->ctx, c->list, s->list, (s->count + 1) * sizeof *c->list));
    KG_TRY(kg__allocate(c->ctx, &c->start, starts, sizeof *c->start, "pieces of words"));
    KG_TRY(KG_LAUNCH(
        c->ctx, k_genomes_start, starts, c->start, starts, c->list, s->count, c->w.words));
    c->w.letters = (const uint64_t *)c->letters;
    c->w.list = c->list;
    c->w.start = c->start;
out:
    kg__free(c->ctx, packed);
    return status;
}

/* The end of the part that begins with bin `from`: as many bins as fit. count: [out] its words. */
static unsigned part_end(const chooser *c, unsigned from, uint64_t fit, uint64_t *count)
{
    unsigned to = from;

    for (*count = 0; to < BINS && (to == from || *count + c->bin[to] <= fit); to++)
        *count += c->bin[to];
    return to;
}

/* Counts the words of bins, if they do not all fit at once, and finds the largest part. */
static kg_status divide(chooser *c, uint64_t fit)
{
    unsigned long long *bin = NULL;
    uint64_t count;
    kg_status status = KG_OK;

    c->room = c->bin[0] = c->w.words;
    if (c->w.words <= fit)
        goto out;
    KG_TRY(kg__allocate(c->ctx, &bin, BINS, sizeof *bin, "parts of words"));
    KG_TRY(kg__memory(c->ctx)->clear(c->ctx, bin, 0, BINS * sizeof *bin));
    KG_TRY(KG_LAUNCH_EACH(c->ctx, k_genomes_count_bins, c->w.words, bin, c->w));
    KG_TRY(kg__cuda_fetch(c->ctx, c->bin, bin, sizeof c->bin));
    c->room = 0;
    for (unsigned from = 0; from < BINS;) {
        from = part_end(c, from, fit, &count);
        c->room = count > c->room ? count : c->room;
    }
out:
    kg__free(c->ctx, bin);
    return status;
}

/* Allocates the arrays of all words, and then those of a part. */
static kg_status make_room(chooser *c)
{
    const uint64_t words = c->w.words;
    uint64_t left;
    kg_status status;

    KG_TRY(kg__allocate(c->ctx, &c->times, words, sizeof *c->times, "counts of words"));
    KG_TRY(kg__memory(c->ctx)->clear(c->ctx, c->times, 0, words * sizeof *c->times));
    KG_TRY(kg__allocate(c->ctx, &c->flag, words, 1, "flags of words"));
    KG_TRY(kg__allocate(c->ctx, &c->keep, kg__words(words), sizeof *c->keep, "words to keep"));
    KG_TRY(kg__allocate(c->ctx, &c->differ, 1, sizeof *c->differ, "a flag"));
    KG_TRY(kg__device_left(c->ctx, &left, SPARED));
    KG_TRY(divide(c, left > FEW_BYTES ? (left - FEW_BYTES) / WORD_BYTES : 0));
    for (int i = 0; i < 2; i++) {
        KG_TRY(kg__allocate(c->ctx, &c->key[i], c->room, sizeof **c->key, "keys of words"));
        KG_TRY(kg__allocate(c->ctx, &c->place[i], c->room, sizeof **c->place, "places of words"));
    }
out:
    return status;
}

/* Sorts the words of a part by their keys. scratch: [out] room for a number a word. */
static kg_status sort_keys(chooser *c, sorted_words *sorted, kg_edge **scratch)
{
    cub::DoubleBuffer<uint64_t> keys(c->key[0], c->key[1]);
    cub::DoubleBuffer<kg_edge> places(c->place[0], c->place[1]);
    kg_status status;

    KG_TRY_CUB(c->ctx, cub::DeviceRadixSort::SortPairs, keys, places, sorted->count, (int)c->w.from,
        (int)c->w.to, kg__stream(c->ctx));
    sorted->key = keys.Current();
    sorted->place = places.Current();
    *scratch = places.Alternate();
out:
    return status;
}

/* Marks where equal words begin, and brings equal words together if others have the same bits. */
static kg_status mark_runs(chooser *c, const sorted_words *sorted)
{
    kg_context *ctx = c->ctx;
    const uint64_t count = sorted->count;
    unsigned differ = 0;
    kg_status status;

    KG_TRY(kg__memory(ctx)->clear(ctx, c->differ, 0, sizeof differ));
    KG_TRY(KG_LAUNCH(ctx, k_genomes_mark, count, c->flag, c->differ, *sorted));
    KG_TRY(kg__cuda_fetch(ctx, &differ, c->differ, sizeof differ));
    if (differ) {
        KG_TRY(KG_LAUNCH(ctx, k_genomes_separate, count, *sorted, c->flag));
        KG_TRY(KG_LAUNCH(ctx, k_genomes_mark, count, c->flag, c->differ, *sorted));
    }
out:
    return status;
}

/* Counts the words of bins from..to-1, `count` > 0 of them. */
static kg_status count_part(chooser *c, unsigned from, unsigned to, uint64_t count)
{
    kg_context *ctx = c->ctx;
    const bool all = count == c->w.words;
    sorted_words sorted = {.w = c->w, .count = count};
    kg_edge *row;
    uint64_t runs;
    kg_status status;

    kg__stage(ctx, "make keys");
    if (!all) {
        KG_TRY(KG_LAUNCH_EACH(ctx, k_genomes_flag_bins, c->w.words, c->flag, c->w, from, to));
        KG_TRY(kg__csr_compact(ctx, c->place[0], &count, c->w.words, NULL, c->flag));
    }
    KG_TRY(KG_LAUNCH_EACH(ctx, k_genomes_keys, count, c->key[0], c->w, c->place[0], count, all));
    kg__stage(ctx, "sort keys");
    KG_TRY(sort_keys(c, &sorted, &row));
    kg__stage(ctx, "count keys");
    KG_TRY(mark_runs(c, &sorted));
    KG_TRY(kg__csr_compact(ctx, row, &runs, count, NULL, c->flag));
    if (c->distinct)
        KG_TRY(KG_LAUNCH(
            ctx, k_genomes_times, runs, c->times, c->least, sorted.place, row, runs, count));
    else
        KG_TRY(KG_LAUNCH(
            ctx, k_genomes_times_all, count, c->times, c->least, sorted.place, row, runs, count));
out:
    return status;
}

/* Brings the bitmap to the host, and the counts of kept words, by as many words as a part has. */
static kg_status bring_results(chooser *c, uint64_t *keep, kg_edge **times)
{
    kg_context *ctx = c->ctx;
    const kg__memory_ops *memory = kg__memory(ctx);
    const uint64_t words = c->w.words, numbers = kg__words(words);
    uint64_t kept = 0, got;
    kg_status status;

    KG_TRY(KG_LAUNCH(ctx, k_genomes_keep, 64 * numbers, (uint32_t *)c->keep, c->flag, c->times,
        words, 64 * numbers));
    kg__stage(ctx, "copy counts");
    KG_TRY(memory->download(ctx, keep, c->keep, numbers * sizeof *keep));
    if (!times)
        goto out;
    for (uint64_t i = 0; i < numbers; i++)
        kept += (unsigned)__builtin_popcountll(keep[i]);
    KG_TRY(kg__host_allocate(ctx, times, kept, sizeof **times, "counts of words"));
    kept = 0;
    for (uint64_t first = 0, n; first < words; first += n) {
        n = words - first < c->room ? words - first : c->room;
        KG_TRY(kg__csr_compact(ctx, c->place[0], &got, n, c->times + first, c->flag + first));
        KG_TRY(memory->download(ctx, *times + kept, c->place[0], got * sizeof **times));
        kept += got;
    }
out:
    return status;
}

/* The words on the device, except for their arrays. */
static packed_words describe(const kg__stretches *s)
{
    packed_words w = {.words = kg__stretches_words(s), .k = (unsigned)s->k, .both = s->both};
    unsigned bits = RARE_BITS;

    while (bits < 64 && w.words >> (bits - RARE_BITS))
        bits++;
    bits = s->hash_bits ? s->hash_bits : (bits + DIGIT_BITS - 1) / DIGIT_BITS * DIGIT_BITS;
    w.hash_mask = s->hash_bits ? ~(UINT64_MAX >> bits) : UINT64_MAX;
    w.mixed = w.k > SHORT || 2 * w.k > bits;
    w.from = w.mixed ? 64 - bits : 0;
    w.to = w.mixed ? 64 : 2 * w.k;
    return w;
}

decl_genomes_choose(kg__genomes_choose_cuda)
{
    chooser c = {};
    uint64_t count;
    kg_status status;

    c.ctx = s->ctx;
    c.w = describe(s);
    c.least = least;
    c.distinct = distinct;
    KG_TRY(copy_letters(&c, s));
    KG_TRY(make_room(&c));
    for (unsigned from = 0, to; from < BINS; from = to) {
        to = part_end(&c, from, c.room, &count);
        if (count)
            KG_TRY(count_part(&c, from, to, count));
    }
    KG_TRY(kg__host_allocate(s->ctx, keep, kg__words(c.w.words), sizeof **keep, "words to keep"));
    KG_TRY(bring_results(&c, *keep, times));
out:
    kg__free_all(s->ctx, c.letters, c.list, c.start, c.times, c.flag, c.differ, c.key[0],
        c.place[0], c.key[1], c.place[1], c.keep);
    return status;
}
