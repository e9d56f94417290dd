/*
 * Counts the digits of look-and-say without making them.
 *
 * In: a seed of digits, a number of rounds. Out: the lengths after these rounds, and after one
 * less.
 *
 * Method: a string splits into atoms where no later round can join the runs on both sides; from
 * then on each atom evolves on its own. So a round is determined by the number of each atom, and by
 * the atoms that each becomes. There are few: 92 of which all strings consist after 24 rounds, and
 * those of the seed. Rounds are made digit by digit until the string is two days old, as the rule
 * for splitting requires. Runs of ten and more delay that, because two digits count them.
 *
 * Work: one number for each atom in each round. Memory: the atoms; two rounds of the seed.
 *
 * Source: Conway 1987, "The weird and wonderful chemistry of audioactive decay", the splitting
 * theorem.
 */
#include "../io/number.h"
#include "combinatorics_ops.h"
#include <string.h>

enum { BUCKETS = 1 << 10, OLD = 2 };

typedef struct atom {
    char *digits;
    uint64_t length;
    uint64_t next;          /* index of the next atom in its bucket, plus 1 */
    uint64_t first, pieces; /* its pieces are piece[first .. first + pieces - 1]; 0: unknown */
    unsigned __int128 count, later;
} atom;

typedef struct atoms {
    kg_context *ctx;
    atom *atom;
    uint64_t *piece;
    uint64_t count, room, pieces, piece_room;
    uint64_t bucket[BUCKETS]; /* index of the first atom, plus 1 */
} atoms;

static uint64_t run_at(const char *digits, uint64_t length)
{
    uint64_t i = 0;

    while (i < length && digits[i] == digits[0])
        i++;
    return i;
}

/* Makes the digits of the next round. said: [out] 0-terminated. *single: [out] whether one digit
 * counts each run. */
static kg_status say(
    kg_context *ctx, char **said, uint64_t *size, const char *digits, uint64_t length, bool *single)
{
    char *to;
    kg_status status;

    *single = true;
    KG_TRY(kg__host_allocate(ctx, said, 2 * length + KG__NUMBER_BYTES, 1, "digits of a round"));
    to = *said;
    for (uint64_t i = 0, run; i < length; i += run) {
        run = run_at(digits + i, length - i);
        *single = *single && run < 10;
        to = kg__print_label(to, run);
        *to++ = digits[i];
    }
    *size = (uint64_t)(to - *said);
out:
    return status;
}

/* Returns whether a digit cannot count runs of a string that is two days old. */
static bool is_other(char digit)
{
    return digit < '1' || digit > '3';
}

/* Returns whether digits begin with one 1 and one other digit, with three 1s, or with one 3 and not
 * three of another digit. */
static bool begins_apart(const char *digits, uint64_t length)
{
    const uint64_t run = length ? run_at(digits, length) : 0;
    const uint64_t next = run < length ? run_at(digits + run, length - run) : 0;

    if (!run)
        return false;
    return digits[0] == '1' ? run == 3 || (run == 1 && next == 1)
                            : digits[0] == '3' && run == 1 && next != 3;
}

/* Returns whether a string splits between a digit and the digits after it. */
static bool splits(char last, const char *digits, uint64_t length)
{
    const uint64_t run = run_at(digits, length);

    if (is_other(last))
        return !is_other(digits[0]);
    if (last == '2')
        return begins_apart(digits, length) || (is_other(digits[0]) && run == 1);
    if (digits[0] != '2' || run != 2)
        return false;
    return length == 2 || begins_apart(digits + 2, length - 2) ||
           (is_other(digits[2]) && run_at(digits + 2, length - 2) == 1);
}

/* Makes room for one more element. */
static kg_status grow(kg_context *ctx, void *array, uint64_t count, uint64_t *room, size_t size)
{
    void *from, *made = NULL;
    kg_status status;

    if (count < *room)
        return KG_OK;
    KG_TRY(kg__host_allocate(ctx, &made, 2 * count + BUCKETS, size, "atoms of look-and-say"));
    memcpy(&from, array, sizeof from);
    if (count)
        memcpy(made, from, count * size);
    kg__free(ctx, from);
    memcpy(array, &made, sizeof made);
    *room = 2 * count + BUCKETS;
out:
    return status;
}

/* Finds an atom, or adds it. */
static kg_status find(atoms *all, uint64_t *index, const char *digits, uint64_t length)
{
    uint64_t hash = 0, *bucket;
    char *copy = NULL;
    kg_status status;

    for (uint64_t i = 0; i < length; i++)
        hash = hash * 31 + (unsigned char)digits[i];
    bucket = &all->bucket[hash % BUCKETS];
    for (uint64_t a = *bucket; a; a = all->atom[a - 1].next) {
        *index = a - 1;
        if (all->atom[*index].length == length &&
            memcmp(all->atom[*index].digits, digits, length) == 0)
            return KG_OK;
    }
    KG_TRY(grow(all->ctx, &all->atom, all->count, &all->room, sizeof *all->atom));
    KG_TRY(kg__host_allocate(all->ctx, &copy, length, 1, "an atom of look-and-say"));
    memcpy(copy, digits, length);
    *index = all->count++;
    all->atom[*index] = (atom){.digits = copy, .length = length, .next = *bucket};
    *bucket = all->count;
out:
    return status;
}

/* Adds the atoms of a string that is two days old to the list of pieces. */
static kg_status split(atoms *all, const char *digits, uint64_t length)
{
    kg_status status = KG_OK;

    for (uint64_t begin = 0, end; begin < length; begin = end) {
        for (end = begin + 1; end < length; end++)
            if (splits(digits[end - 1], digits + end, length - end))
                break;
        KG_TRY(grow(all->ctx, &all->piece, all->pieces, &all->piece_room, sizeof *all->piece));
        KG_TRY(find(all, &all->piece[all->pieces], digits + begin, end - begin));
        all->pieces++;
    }
out:
    return status;
}

/* Finds the atoms that an atom becomes in a round. */
static kg_status decay(atoms *all, uint64_t index)
{
    const uint64_t first = all->pieces;
    uint64_t size;
    char *said = NULL;
    bool single;
    kg_status status;

    KG_TRY(say(all->ctx, &said, &size, all->atom[index].digits, all->atom[index].length, &single));
    KG_TRY(split(all, said, size));
    all->atom[index].first = first;
    all->atom[index].pieces = all->pieces - first;
out:
    kg__free(all->ctx, said);
    return status;
}

/* Makes a round by atoms. */
static kg_status do_round(atoms *all, uint64_t *length)
{
    const uint64_t count = all->count;
    unsigned __int128 sum = 0;
    kg_status status = KG_OK;

    for (uint64_t i = 0; i < count; i++) {
        if (!all->atom[i].pieces)
            KG_TRY(decay(all, i));
        for (uint64_t p = 0; p < all->atom[i].pieces; p++)
            all->atom[all->piece[all->atom[i].first + p]].later += all->atom[i].count;
    }
    for (uint64_t i = 0; i < all->count; i++) {
        all->atom[i].count = all->atom[i].later;
        all->atom[i].later = 0;
        sum += all->atom[i].count * all->atom[i].length;
    }
    *length = (uint64_t)sum;
    status = sum > UINT64_MAX ? KG_OVERFLOW : KG_OK;
out:
    return status;
}

kg_status kg__say_lengths(
    kg_context *ctx, uint64_t *length, uint64_t *before, const char *seed, uint64_t rounds)
{
    atoms *all = NULL;
    char *now = NULL, *next = NULL;
    uint64_t round = 0, age = 0;
    kg_status status;

    *length = *before = strlen(seed);
    if (*length == 0 || strcmp(seed, "22") == 0) /* these stay the same */
        return KG_OK;
    KG_TRY(kg__host_allocate(ctx, &all, 1, sizeof *all, "atoms of look-and-say"));
    memset(all, 0, sizeof *all);
    all->ctx = ctx;
    for (; round < rounds && age < OLD; round++) {
        bool single;

        *before = *length;
        KG_TRY(say(ctx, &next, length, now ? now : seed, *before, &single));
        kg__free(ctx, now);
        now = next;
        next = NULL;
        age = single ? age + 1 : 0;
    }
    if (round < rounds) {
        KG_TRY(split(all, now, *length));
        for (uint64_t p = 0; p < all->pieces; p++)
            all->atom[all->piece[p]].count++;
    }
    for (; round < rounds; round++) {
        *before = *length;
        KG_TRY(do_round(all, length));
    }
out:
    for (uint64_t i = 0; all && i < all->count; i++)
        kg__free(ctx, all->atom[i].digits);
    if (all) {
        kg__free_all(ctx, all->piece, all->atom);
    }
    kg__free_all(ctx, all, next, now);
    return status;
}
