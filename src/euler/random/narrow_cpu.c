/*
 * Narrow sequences (narrow.h) on the CPU: sixteen at a time, in two vectors of eight. Their steps
 * alternate, so that one vector computes while the other waits.
 *
 * In:  sixteen sequences, and their keys.
 * Out: the sequences shuffled, the same bytes as kg__narrow_shuffle() gives.
 * Method: letters are transposed, so that a vector holds the letters of all sequences at one place.
 *     A sequence that ends before the others goes on to steps that are not written.
 * Work: some 60 instructions on vectors of 256 bits for a step of eight sequences. Processors
 *     without such vectors use kg__narrow_shuffle().
 */
#include "narrow_cpu.h"
#include <string.h>

#ifdef __x86_64__

#include <immintrin.h>

#define WIDE __attribute__((target("avx2")))
/* NO_LETTER: fills a vector after the end of a sequence. A pair in which it is the second letter,
 * or both, has a number above those of all pairs of letters. */
enum { LANES = 8, BOTH = KG__NARROW_MANY, NO_LETTER = 0x80, PAIRS = 16, TOGETHER = 8 };

typedef uint32_t words __attribute__((vector_size(4 * LANES)));
typedef uint64_t longs __attribute__((vector_size(4 * LANES)));
typedef uint8_t row __attribute__((vector_size(BOTH)));

/* The counts of eight sequences. */
typedef struct octet {
    words count[KG__NARROW_LETTERS];
    words last; /* byte v: the letter to which letter v is left for the last time */
    longs key[2];
} octet;

typedef struct many {
    row at[KG__NARROW_LENGTH + BOTH]; /* the numbers of the letters at one place */
    row name[KG__NARROW_LETTERS];
    row length;
    uint64_t most; /* the length of the longest */
    octet octet[2];
} many;

/* GCC has this function of Clang's since version 12, and another form of it before. */
#if !__has_builtin(__builtin_shufflevector)
#define __builtin_shufflevector(x, y, ...) __builtin_shuffle(x, y, (__typeof__(x)){__VA_ARGS__})
#endif

/* ---- letters in, letters out ----------------------------------------------------------------- */

/* x[i][j] becomes x[j][i], by four perfect shuffles. */
WIDE static inline void transpose(row *x)
{
    row y[BOTH];

    for (int round = 0; round < 4; round++) {
        for (int i = 0; i < BOTH / 2; i++) {
            y[2 * i] = __builtin_shufflevector(
                x[i], x[i + 8], 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
            y[2 * i + 1] = __builtin_shufflevector(
                x[i], x[i + 8], 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        }
        memcpy(x, y, sizeof y);
    }
}

/* Finds the numbers of letters. Returns which letters have one. A number that is not yet used
 * stands for the first letter, which is searched for first. */
WIDE static inline row find_numbers(row *number, const many *m, row letter)
{
    const row a = (row)(letter == m->name[0]), b = (row)(letter == m->name[1]);
    const row c = (row)(letter == m->name[2]), d = (row)(letter == m->name[3]);

    *number = ~a & ((b & 1) | (c & 2) | (d & 3));
    return a | b | c | d;
}

/* Gives new letters the next numbers of their sequences. named: how many letters each sequence has.
 * False: a sequence has more than four. */
static bool name_letters(many *m, uint8_t *named, row letter, unsigned lanes)
{
    for (; lanes; lanes &= lanes - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(lanes);

        if (named[lane] == KG__NARROW_LETTERS)
            return false;
        m->name[named[lane]++][lane] = letter[lane];
    }
    return true;
}

/* Stores the numbers of letters, by their first appearance, in their places. False: a sequence has
 * more than four different letters. */
WIDE static bool read_letters(many *m, const char *const *from)
{
    uint8_t named[BOTH];

    for (unsigned i = 0; i < BOTH; i++) {
        named[i] = 1;
        for (unsigned a = 0; a < KG__NARROW_LETTERS; a++)
            m->name[a][i] = (uint8_t)*from[i];
    }
    for (uint64_t first = 0; first < m->most; first += BOTH) {
        row x[BOTH];

        for (unsigned i = 0; i < BOTH; i++)
            if (m->length[i] >= first + BOTH) {
                memcpy(&x[i], from[i] + first, BOTH);
            } else {
                x[i] = (row){0};
                if (m->length[i] > first)
                    memcpy(&x[i], from[i] + first, m->length[i] - first);
            }
        transpose(x);
        for (unsigned i = 0; i < BOTH; i++) {
            const row there = (row)(m->length > (uint8_t)(first + i));
            row number;
            unsigned lanes =
                (unsigned)_mm_movemask_epi8((__m128i)(there & ~find_numbers(&number, m, x[i])));

            if (lanes && !name_letters(m, named, x[i], lanes))
                return false;
            if (lanes)
                find_numbers(&number, m, x[i]);
            m->at[first + i] = (number & there) | (NO_LETTER & ~there);
        }
    }
    m->at[m->most] = (row){0} + NO_LETTER;
    return true;
}

WIDE static void write_letters(char *const *to, const many *m)
{
    __m128i names[BOTH]; /* of each sequence */

    for (unsigned i = 0; i < BOTH; i++)
        names[i] = _mm_setr_epi8((char)m->name[0][i], (char)m->name[1][i], (char)m->name[2][i],
            (char)m->name[3][i], 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    for (uint64_t first = 0; first < m->most; first += BOTH) {
        row x[BOTH];

        memcpy(x, &m->at[first], sizeof x);
        transpose(x);
        for (unsigned i = 0; i < BOTH; i++) {
            const __m128i letters = _mm_shuffle_epi8(names[i], (__m128i)x[i]);

            if (m->length[i] >= first + BOTH)
                memcpy(to[i] + first, &letters, BOTH);
            else if (m->length[i] > first)
                memcpy(to[i] + first, &letters, m->length[i] - first);
        }
    }
}

/* ---- the walks ------------------------------------------------------------------------------- */

/* Counts the steps from each letter to each, in 16 sequences. A pair of letters is a number. Two
 * places are read together, for TOGETHER of the pairs. */
WIDE static void count_steps(row *count, const many *m, int first)
{
    __m256i found[TOGETHER];

    for (int p = 0; p < TOGETHER; p++)
        found[p] = _mm256_setzero_si256();
    for (uint64_t i = 1; i < m->most; i += 2) {
        const __m256i before = _mm256_loadu_si256((const __m256i *)&m->at[i - 1]);
        const __m256i now = _mm256_loadu_si256((const __m256i *)&m->at[i]);
        const __m256i twice = _mm256_add_epi8(before, before);
        const __m256i pair = _mm256_add_epi8(_mm256_add_epi8(twice, twice), now);

        for (int p = 0; p < TOGETHER; p++)
            found[p] = _mm256_sub_epi8(
                found[p], _mm256_cmpeq_epi8(pair, _mm256_set1_epi8((char)(first + p))));
    }
    for (int p = 0; p < TOGETHER; p++)
        count[first + p] = (row)_mm_add_epi8(
            _mm256_castsi256_si128(found[p]), _mm256_extracti128_si256(found[p], 1));
}

/* Joins the counts of the steps from one letter into a word for each sequence. count: to each
 * letter. */
WIDE static void join_counts(uint32_t *word, const row *count)
{
    const __m128i a = (__m128i)count[0], b = (__m128i)count[1];
    const __m128i c = (__m128i)count[2], d = (__m128i)count[3];
    const __m128i ab[2] = {_mm_unpacklo_epi8(a, b), _mm_unpackhi_epi8(a, b)};
    const __m128i cd[2] = {_mm_unpacklo_epi8(c, d), _mm_unpackhi_epi8(c, d)};

    for (int i = 0; i < 2; i++) {
        _mm_storeu_si128((__m128i *)(word + 8 * i), _mm_unpacklo_epi16(ab[i], cd[i]));
        _mm_storeu_si128((__m128i *)(word + 8 * i + 4), _mm_unpackhi_epi16(ab[i], cd[i]));
    }
}

WIDE static void draw_arborescences(many *m)
{
    uint32_t counts[KG__NARROW_LETTERS][BOTH];
    row count[PAIRS];

    for (int first = 0; first < PAIRS; first += TOGETHER)
        count_steps(count, m, first);
    for (uint32_t v = 0; v < KG__NARROW_LETTERS; v++)
        join_counts(counts[v], count + KG__NARROW_LETTERS * v);
    for (unsigned i = 0; i < BOTH; i++) {
        octet *o = &m->octet[i / LANES];
        kg__narrow s = {.letters = KG__NARROW_LETTERS, .end = m->at[m->length[i] - 1][i]};
        uint32_t last = 0;

        for (uint32_t v = 0; v < KG__NARROW_LETTERS; v++)
            s.count[v] = counts[v][i];
        while (s.letters > 1 && !s.count[s.letters - 1] && s.end != s.letters - 1)
            s.letters--; /* the sequence has fewer letters */
        kg__narrow_arborescence(&s, o->key[i / 4 % 2][i % 4]);
        for (uint32_t v = 0; v < KG__NARROW_LETTERS; v++) {
            o->count[v][i % LANES] = s.count[v];
            last |= s.last[v] << 8 * v;
        }
        o->last[i % LANES] = last;
    }
}

WIDE static inline longs mix(longs x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}

/* Draws number `index` of each lane's key: 24 bits of its lower and 24 of its upper half. */
WIDE static inline void draw_numbers(words *lower, words *upper, const octet *o, uint64_t index)
{
    const uint64_t at = (index + 1) * KG__RANDOM_STEP;
    const words x = (words)mix(o->key[0] + at), y = (words)mix(o->key[1] + at);

    *lower = __builtin_shufflevector(x, y, 0, 2, 4, 6, 8, 10, 12, 14) >> 8;
    *upper = __builtin_shufflevector(x, y, 1, 3, 5, 7, 9, 11, 13, 15) >> 8;
}

/* One step of eight sequences. The lowest two bits of u, and of the result, are the numbers of the
 * letters. bits: random, 24. */
WIDE static inline __m256i take_step(__m256i *count, __m256i last, __m256i u, __m256i bits)
{
    const __m256i tops = _mm256_setr_epi32(0x03030303, 0x07070707, 0x0b0b0b0b, 0x0f0f0f0f,
        0x03030303, 0x07070707, 0x0b0b0b0b, 0x0f0f0f0f);
    const __m256i odd = _mm256_srai_epi32(_mm256_slli_epi32(u, 31), 31);  /* letters 1 and 3 */
    const __m256i high = _mm256_srai_epi32(_mm256_slli_epi32(u, 30), 31); /* letters 2 and 3 */
    const __m256i sums = _mm256_blendv_epi8(_mm256_blendv_epi8(count[0], count[1], odd),
        _mm256_blendv_epi8(count[2], count[3], odd), high);
    const __m256i all = _mm256_srli_epi32(sums, 24);
    const __m256i at = _mm256_shuffle_epi8(_mm256_mullo_epi32(bits, all), tops);
    const __m256i above = _mm256_min_epu8(_mm256_subs_epu8(sums, at), _mm256_set1_epi8(1));
    const __m256i upper = _mm256_and_si256(above, high), lower = _mm256_andnot_si256(high, above);
    const __m256i end =
        _mm256_srlv_epi32(last, _mm256_slli_epi32(_mm256_and_si256(u, _mm256_set1_epi32(3)), 3));
    /* The next letter is 4 minus the number of bytes above. Without the 4 it has the same two
     * bits. */
    const __m256i next =
        _mm256_madd_epi16(_mm256_maddubs_epi16(above, _mm256_set1_epi8(-1)), _mm256_set1_epi16(1));

    count[0] = _mm256_sub_epi32(count[0], _mm256_andnot_si256(odd, lower));
    count[1] = _mm256_sub_epi32(count[1], _mm256_and_si256(odd, lower));
    count[2] = _mm256_sub_epi32(count[2], _mm256_andnot_si256(odd, upper));
    count[3] = _mm256_sub_epi32(count[3], _mm256_and_si256(odd, upper));
    return _mm256_blendv_epi8(next, end, _mm256_cmpeq_epi32(all, _mm256_setzero_si256()));
}

/* Moves the lowest bytes of words to bytes from..from+3 of each half of the vector. The other bytes
 * become 0. */
WIDE static inline __m256i gather_bytes(__m256i word, int from)
{
    const int lowest = 0x0c080400, none = -1;

    return _mm256_shuffle_epi8(word,
        _mm256_setr_epi32(from == 0 ? lowest : none, from == 4 ? lowest : none,
            from == 8 ? lowest : none, from == 12 ? lowest : none, from == 0 ? lowest : none,
            from == 4 ? lowest : none, from == 8 ? lowest : none, from == 12 ? lowest : none));
}

/* Stores two places of sixteen sequences: a and b at the first, c and d at the second. */
WIDE static inline void put_places(row *at, __m256i a, __m256i b, __m256i c, __m256i d)
{
    const __m256i first = _mm256_or_si256(gather_bytes(a, 0), gather_bytes(b, 4));
    const __m256i then = _mm256_or_si256(gather_bytes(c, 8), gather_bytes(d, 12));

    _mm256_storeu_si256(
        (__m256i *)at, _mm256_and_si256(_mm256_permutevar8x32_epi32(_mm256_or_si256(first, then),
                                            _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7)),
                           _mm256_set1_epi8(3)));
}

WIDE static void walk(many *m)
{
    const octet *const a = &m->octet[0], *const b = &m->octet[1];
    __m256i count_a[KG__NARROW_LETTERS], count_b[KG__NARROW_LETTERS];
    __m256i u = _mm256_setzero_si256(), v = u;

    memcpy(count_a, a->count, sizeof count_a);
    memcpy(count_b, b->count, sizeof count_b);
    m->at[0] = (row){0};
    for (uint64_t step = 0; step + 1 < m->most; step += 2) { /* may make one step too many */
        words lower_a, upper_a, lower_b, upper_b;
        __m256i w, x;

        draw_numbers(&lower_a, &upper_a, a, KG__NARROW_STEPS + step / 2);
        draw_numbers(&lower_b, &upper_b, b, KG__NARROW_STEPS + step / 2);
        w = take_step(count_a, (__m256i)a->last, u, (__m256i)lower_a);
        x = take_step(count_b, (__m256i)b->last, v, (__m256i)lower_b);
        u = take_step(count_a, (__m256i)a->last, w, (__m256i)upper_a);
        v = take_step(count_b, (__m256i)b->last, x, (__m256i)upper_b);
        put_places(&m->at[step + 1], w, x, u, v);
    }
}

WIDE static bool shuffle_many(
    char *const *to, const char *const *from, const uint64_t *length, const uint64_t *key)
{
    many m;

    m.most = 0;
    for (unsigned i = 0; i < BOTH; i++) {
        if (length[i] < KG__NARROW_LEAST || length[i] > KG__NARROW_LENGTH)
            return false;
        m.length[i] = (uint8_t)length[i];
        m.most = length[i] > m.most ? length[i] : m.most;
        m.octet[i / LANES].key[i / 4 % 2][i % 4] = key[i];
    }
    if (!read_letters(&m, from))
        return false;
    draw_arborescences(&m);
    walk(&m);
    write_letters(to, &m);
    return true;
}

bool kg__narrow_shuffle_many(
    char *const *to, const char *const *from, const uint64_t *length, const uint64_t *key)
{
    return __builtin_cpu_supports("avx2") && shuffle_many(to, from, length, key);
}

#else

bool kg__narrow_shuffle_many(
    char *const *to, const char *const *from, const uint64_t *length, const uint64_t *key)
{
    (void)to;
    (void)from;
    (void)length;
    (void)key;
    return false;
}

#endif
