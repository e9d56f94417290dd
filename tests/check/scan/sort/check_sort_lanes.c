/* Cases of the vector sorts: each set of instructions that this processor has, beside qsort(). */
#include "check.h"
#include "scan/sort/lanes.h"
#include <stdlib.h>
#include <string.h>

/* SIZES: all up to here are tried. GUARD: bytes before and behind the keys, which must stay. */
enum { SIZES = 1100, GUARD = 64 };

/* The patterns besides check.h's. */
enum { SAWTOOTH = CHECK_PATTERNS, ORGAN_PIPE, MANY_LEAST, MANY_MOST, SAMPLED, PATTERNS };

static const char *name_of(int pattern)
{
    static const char *const name[] = {"sawtooth", "organ pipe", "half of them the least",
        "half of them the greatest", "few great ones, in the sample"};

    return pattern < CHECK_PATTERNS ? check_pattern_name((check_pattern)pattern)
                                    : name[pattern - CHECK_PATTERNS];
}

static void fill(uint64_t *key, uint64_t n, size_t width, int pattern, uint64_t seed)
{
    const uint64_t most = UINT64_MAX >> (64 - 8 * width), sign = most / 2 + 1;

    check_fill(
        key, n, width, pattern < CHECK_PATTERNS ? (check_pattern)pattern : CHECK_RANDOM, seed);
    for (uint64_t i = 0; i < n; i++)
        switch (pattern) {
        case SAWTOOTH:
            key[i] = i % 37;
            break;
        case ORGAN_PIPE:
            key[i] = (i < n / 2 ? i : n - i) & most;
            break;
        case MANY_LEAST: /* of signed keys, too */
            key[i] = key[i] & 1 ? (n & 1 ? 0 : sign) : key[i];
            break;
        case MANY_MOST:
            key[i] = key[i] & 1 ? (n & 1 ? most : sign - 1) : key[i];
            break;
        case SAMPLED: /* a pivot is the median of keys about 1/8, 3/8, ... of the way */
            key[i] = i * 8 / n % 2 == 1 && i % (n / 8 + 1) < 70 ? most - (i & 1) : key[i] / 2;
            break;
        }
}

typedef int compare_fn(const void *a, const void *b);

#define COMPARE(T, type)                                                                           \
    static int compare_##type(const void *a, const void *b)                                        \
    {                                                                                              \
        const T x = *(const T *)a, y = *(const T *)b;                                              \
                                                                                                   \
        return x < y ? -1 : x > y;                                                                 \
    }
COMPARE(uint16_t, u16)
COMPARE(int16_t, i16)
COMPARE(uint32_t, u32)
COMPARE(int32_t, i32)
COMPARE(uint64_t, u64)
COMPARE(int64_t, i64)

static void sort(const kg__lanes *lanes, kg_type type, void *key, size_t n, unsigned bad)
{
    switch (type) {
    case KG_U16:
        lanes->u16(key, n, bad);
        break;
    case KG_I16:
        lanes->i16(key, n, bad);
        break;
    case KG_U32:
        lanes->u32(key, n, bad);
        break;
    case KG_I32:
        lanes->i32(key, n, bad);
        break;
    case KG_U64:
        lanes->u64(key, n, bad);
        break;
    default:
        lanes->i64(key, n, bad);
    }
}

static const struct {
    kg_type type;
    const char *name;
    compare_fn *compare;
} types[] = {{KG_U16, "u16", compare_u16}, {KG_I16, "i16", compare_i16},
    {KG_U32, "u32", compare_u32}, {KG_I32, "i32", compare_i32}, {KG_U64, "u64", compare_u64},
    {KG_I64, "i64", compare_i64}};

/* Sorts keys by each set of instructions and by the public call, and compares. */
static void compare_sorts(check *c, int t, uint64_t n, int pattern, unsigned bad)
{
    const size_t width = kg_type_size(types[t].type);
    uint64_t *number = check_array(n, 8);
    void *key = check_array(n, width), *expected = check_array(n, width);
    char *room = check_array(n * width + 2 * GUARD, 1), *exact = check_array(n, width);
    const kg__lanes *lanes;
    void *array;

    fill(number, n, width, pattern, c->seed + n);
    check_pack(key, number, n, width);
    memcpy(expected, key, n * width);
    qsort(expected, n, width, types[t].compare);
    for (unsigned which = 0; (lanes = kg__sort_lanes(which)); which++) {
        check_say(c, "%llu keys, %s, %s, %s", (unsigned long long)n, types[t].name,
            name_of(pattern), lanes->name);
        memset(room, 0x5a, n * width + 2 * GUARD);
        memcpy(room + GUARD, key, n * width);
        sort(lanes, types[t].type, room + GUARD, n, bad);
        check_equal(c, c->context[0], "keys", room + GUARD, expected, n, width);
        for (int i = 0; i < GUARD; i++)
            if (room[i] != 0x5a || room[GUARD + n * width + (unsigned)i] != 0x5a)
                check_fail(c, c->context[0], "bytes beside the keys have changed");
        memcpy(exact, key, n * width); /* where AddressSanitizer sees each access beyond it */
        sort(lanes, types[t].type, exact, n, bad);
        check_equal(c, c->context[0], "keys", exact, expected, n, width);
    }
    check_say(c, "%llu keys, %s, %s", (unsigned long long)n, types[t].name, name_of(pattern));
    array = check_upload(c->context[0], key, n, width);
    if (check_status(c, c->context[0],
            kg_array_sort(array, NULL, c->context[0], types[t].type, n, array, KG_ASCENDING),
            KG_OK)) {
        check_download(c->context[0], exact, array, n, width);
        check_equal(c, c->context[0], "by the public call", exact, expected, n, width);
    }
    kg__free(c->context[0], array);
    free(exact);
    free(room);
    free(expected);
    free(key);
    free(number);
}

static void lanes_test(check *c)
{
    static const uint64_t large[] = {2047, 2048, 2049, 5000, 33333, 100000};
    const int count = (int)(sizeof types / sizeof *types);

    for (int t = 0; t < count; t++) {
        for (uint64_t n = 0; n <= SIZES; n++)
            compare_sorts(c, t, n, (int)(n % PATTERNS), kg__sort_patience(n));
        for (int pattern = 0; pattern < PATTERNS; pattern++)
            for (size_t i = 0; i < sizeof large / sizeof *large; i++) {
                const bool long_one = large[i] > 5000;

                if (long_one && (check_is_small() || (pattern + t) % 2))
                    continue;
                compare_sorts(c, t, large[i], pattern, kg__sort_patience(large[i]));
                for (unsigned bad = 0; bad < 3 && !long_one; bad++) /* heapsort ends it */
                    compare_sorts(c, t, large[i], pattern, bad);
            }
    }
}

const check_case check_sort_lanes_cases[] = {
    {"scan.sort_lanes", lanes_test, NULL, 0, false}, {NULL}};
