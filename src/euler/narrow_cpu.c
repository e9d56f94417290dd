/*
 * Narrow sequences (narrow.h) on the CPU: sixteen at a time, in two vectors of eight, whose steps
 * are taken in turn, so that the one is at work while the other waits.
 *
 * In:  sixteen sequences, and their keys.
 * Out: the sequences shuffled, the same bytes as kg__narrow_shuffle() gives.
 * Method: letters are transposed, so that a vector has what all sequences have at one place. A
 *     sequence that ends before the others goes on from letter to letter without being told.
 * Work: some 100 instructions on vectors of 256 bits for a step of eight sequences. Processors
 *     without these leave it to kg__narrow_shuffle().
 */
#include "narrow_cpu.h"
#include <string.h>

#ifdef __x86_64__

#define WIDE __attribute__((target("avx2")))
enum { LANES = 8, BOTH = KG__NARROW_MANY, NO_LETTER = KG__NARROW_LETTERS };

typedef uint32_t words __attribute__((vector_size(4 * LANES)));
typedef uint64_t longs __attribute__((vector_size(4 * LANES)));
typedef uint8_t bytes __attribute__((vector_size(4 * LANES)));
typedef uint8_t half __attribute__((vector_size(LANES)));
typedef uint8_t row __attribute__((vector_size(BOTH)));

/* What the sequences have at one place: letters, or their numbers. */
typedef union place {
    row all;
    half half[2];
} place;

/* The counts of eight sequences. */
typedef struct octet {
    words count[KG__NARROW_LETTERS];
    words last; /* byte v: by which letter v is left for the last time */
    longs key[2];
} octet;

typedef struct many {
    place at[KG__NARROW_LENGTH + BOTH];
    row name[KG__NARROW_LETTERS];
    row length;
    uint64_t most; /* the longest */
    octet octet[2];
} many;

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

/* The letters of one sequence by their first appearance, up to four; behind them others, where it
 * has fewer. */
static void find_names(row *name, unsigned lane, const char *from, uint64_t length)
{
    uint8_t found[KG__NARROW_LETTERS];
    uint32_t letters = 0;

    for (uint64_t i = 0; i < length && letters < KG__NARROW_LETTERS; i++) {
        uint32_t a = 0;

        while (a < letters && found[a] != (uint8_t)from[i])
            a++;
        if (a == letters)
            found[letters++] = (uint8_t)from[i];
    }
    for (uint8_t other = 0; letters < KG__NARROW_LETTERS; other++) {
        uint32_t a = 0;

        while (a < letters && found[a] != other)
            a++;
        if (a == letters)
            found[letters++] = other;
    }
    for (uint32_t a = 0; a < KG__NARROW_LETTERS; a++)
        name[a][lane] = found[a];
}

/* Puts the numbers of letters in their places; false where a letter has none. */
WIDE static bool read_letters(many *m, const char *const *from)
{
    row wrong = {0};

    for (uint64_t first = 0; first < m->most; first += BOTH) {
        row x[BOTH] = {{0}};

        for (unsigned i = 0; i < BOTH; i++)
            if (m->length[i] >= first + BOTH)
                memcpy(&x[i], from[i] + first, BOTH);
            else if (m->length[i] > first)
                memcpy(&x[i], from[i] + first, m->length[i] - first);
        transpose(x);
        for (unsigned i = 0; i < BOTH; i++) {
            const row a = (row)(x[i] == m->name[0]), b = (row)(x[i] == m->name[1]);
            const row c = (row)(x[i] == m->name[2]), d = (row)(x[i] == m->name[3]);
            const row there = (row)(m->length > (uint8_t)(first + i));

            wrong |= there & ~(a | b | c | d);
            m->at[first + i].all = (((b & 1) | (c & 2) | (d & 3)) & there) | (NO_LETTER & ~there);
        }
    }
    for (unsigned i = 0; i < BOTH; i++)
        if (wrong[i])
            return false;
    return true;
}

WIDE static void write_letters(char *const *to, const many *m)
{
    for (uint64_t first = 0; first < m->most; first += BOTH) {
        row x[BOTH];

        for (unsigned i = 0; i < BOTH; i++) {
            const row u = m->at[first + i].all;

            x[i] = ((row)(u == 0) & m->name[0]) | ((row)(u == 1) & m->name[1]) |
                   ((row)(u == 2) & m->name[2]) | ((row)(u == 3) & m->name[3]);
        }
        transpose(x);
        for (unsigned i = 0; i < BOTH; i++)
            if (m->length[i] >= first + BOTH)
                memcpy(to[i] + first, &x[i], BOTH);
            else if (m->length[i] > first)
                memcpy(to[i] + first, &x[i], m->length[i] - first);
    }
}

/* ---- the walks ------------------------------------------------------------------------------- */

/* How many steps lead from letter v to each letter. */
WIDE static void count_steps(row *count, const many *m, uint8_t v)
{
    row before = m->at[0].all, a = {0}, b = {0}, c = {0}, d = {0};

    for (uint64_t i = 1; i < m->most; i++) {
        const row now = m->at[i].all, here = (row)(before == v);

        a -= here & (row)(now == 0);
        b -= here & (row)(now == 1);
        c -= here & (row)(now == 2);
        d -= here & (row)(now == 3);
        before = now;
    }
    count[0] = a;
    count[1] = b;
    count[2] = c;
    count[3] = d;
}

WIDE static void draw_arborescences(many *m)
{
    row count[KG__NARROW_LETTERS][KG__NARROW_LETTERS];

    for (uint8_t v = 0; v < KG__NARROW_LETTERS; v++)
        count_steps(count[v], m, v);
    for (unsigned i = 0; i < BOTH; i++) {
        octet *o = &m->octet[i / LANES];
        kg__narrow s = {.letters = KG__NARROW_LETTERS, .end = m->at[m->length[i] - 1].all[i]};
        uint32_t last = 0;

        for (uint32_t v = 0; v < KG__NARROW_LETTERS; v++)
            for (uint32_t a = 0; a < KG__NARROW_LETTERS; a++)
                s.count[v] |= (uint32_t)count[v][a][i] << 8 * a;
        while (s.letters > 1 && !s.count[s.letters - 1] && s.end != s.letters - 1)
            s.letters--; /* there are not so many */
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

/* Number `index` of each lane's key: its lower and its upper half, 24 bits of each. */
WIDE static inline void draw_numbers(words *lower, words *upper, const octet *o, uint64_t index)
{
    const uint64_t at = (index + 1) * KG__RANDOM_STEP;
    const words x = (words)mix(o->key[0] + at), y = (words)mix(o->key[1] + at);

    *lower = __builtin_shufflevector(x, y, 0, 2, 4, 6, 8, 10, 12, 14) >> 8;
    *upper = __builtin_shufflevector(x, y, 1, 3, 5, 7, 9, 11, 13, 15) >> 8;
}

/* One step of eight sequences from the letters u. bits: random, 24. */
WIDE static inline words take_step(words *count, words last, words u, words bits)
{
    words sums = {0}, all, at, above, next;

    for (uint32_t v = 0; v < KG__NARROW_LETTERS; v++)
        sums |= (words)(u == v) & count[v];
    all = sums >> 24;
    at = bits * all >> 24;
    at |= at << 8;
    at |= at << 16;
    above = (words)((bytes)sums > (bytes)at) & KG__EACH_BYTE;
    for (uint32_t v = 0; v < KG__NARROW_LETTERS; v++)
        count[v] -= (words)(u == v) & above;
    next = above + (above >> 16);
    next = KG__NARROW_LETTERS - ((next + (next >> 8)) & 7);
    return ((words)(all == 0) & (last >> 8 * u & 7)) | ((words)(all != 0) & next);
}

WIDE static void walk(many *m)
{
    const octet *const a = &m->octet[0], *const b = &m->octet[1];
    words count_a[KG__NARROW_LETTERS], count_b[KG__NARROW_LETTERS], u = {0}, v = {0};

    memcpy(count_a, a->count, sizeof count_a);
    memcpy(count_b, b->count, sizeof count_b);
    m->at[0].all = (row){0};
    for (uint64_t step = 0; step + 1 < m->most; step += 2) { /* the last may be one too many */
        words lower_a, upper_a, lower_b, upper_b;

        draw_numbers(&lower_a, &upper_a, a, KG__NARROW_STEPS + step / 2);
        draw_numbers(&lower_b, &upper_b, b, KG__NARROW_STEPS + step / 2);
        u = take_step(count_a, a->last, u, lower_a);
        v = take_step(count_b, b->last, v, lower_b);
        m->at[step + 1].half[0] = __builtin_convertvector(u, half);
        m->at[step + 1].half[1] = __builtin_convertvector(v, half);
        u = take_step(count_a, a->last, u, upper_a);
        v = take_step(count_b, b->last, v, upper_b);
        m->at[step + 2].half[0] = __builtin_convertvector(u, half);
        m->at[step + 2].half[1] = __builtin_convertvector(v, half);
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
        find_names(m.name, i, from[i], length[i]);
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
