/*
 * What euler-find's answer spells.
 *
 * Where vertices have names, each of which begins with the one before it less its first character,
 * the first name and the last character of each later one: a walk of a de Bruijn graph. A vertex of
 * a bidirected graph that is passed from its plus side to its minus side is called by the reverse
 * complement of its name. Where the graph was read from unitigs, these are spelled: each but the
 * first of a trail without its first k - 1 letters, which end the one before.
 */
#include "euler-answer.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* BLOCK: unitigs that are looked up at once, so that their cache misses overlap. FETCHED: letters
 * of each, at these places: they lie in the lines, of 64 bytes, that most unitigs touch.
 * CERTIFIED: unitigs whose lengths are summed at once. */
enum { BLOCK = 64, FETCHED = 3, CERTIFIED = 1 << 14 };
static const unsigned letters_at[FETCHED] = {0, 64, 96};

bool has_letters(const struct answer *answer)
{
    return kg_graph_unitig(answer->graph, 0, NULL, NULL) != NULL;
}

/* ---- letters --------------------------------------------------------------------------------- */

/* The complements of eight letters, in capitals: A and T, and C and G, differ by a number each, and
 * bit 1 tells these pairs. */
static uint64_t complement_eight(uint64_t letters)
{
    const uint64_t capital = letters & UINT64_C(0xdfdfdfdfdfdfdfdf);
    const uint64_t c_or_g = capital >> 1 & UINT64_C(0x0101010101010101);

    return capital ^ UINT64_C(0x1515151515151515) ^ c_or_g * 0x11;
}

static char complement_of(char letter)
{
    return (char)complement_eight((unsigned char)letter);
}

static inline void turn_eight(char *to, const char *letters)
{
    uint64_t eight;

    memcpy(&eight, letters, 8);
    eight = complement_eight(__builtin_bswap64(eight));
    memcpy(to, &eight, 8);
}

static inline void capitalise_eight(char *to, const char *letters)
{
    uint64_t eight;

    memcpy(&eight, letters, 8);
    eight &= UINT64_C(0xdfdfdfdfdfdfdfdf);
    memcpy(to, &eight, 8);
}

/* The reverse complement of the letters. What eights leave over is put with letters that were put
 * before, as one eight more: the end of a loop over single letters would be mispredicted. */
static void put_turned(char *to, const char *letters, uint64_t count)
{
    uint64_t left = count;

    for (; left > 8; left -= 8, to += 8)
        turn_eight(to, letters + left - 8);
    if (count >= 8)
        turn_eight(to + left - 8, letters);
    else
        while (left-- > 0)
            *to++ = complement_of(letters[left]);
}

/* Takes eights as put_turned() does. */
void put_capitals(char *to, const char *letters, uint64_t count)
{
    uint64_t left = count;

    for (; left > 8; left -= 8, letters += 8, to += 8)
        capitalise_eight(to, letters);
    if (count >= 8)
        capitalise_eight(to + left - 8, letters + left - 8);
    else
        while (left-- > 0)
            *to++ = (char)(*letters++ & 0xdf);
}

static void put_title(struct text *text, const struct answer *answer, uint64_t t)
{
    if (!answer->titles)
        return;
    text_put(text, ">", 1);
    text_number(text, t);
    text_put(text, "\n", 1);
}

/* ---- unitigs --------------------------------------------------------------------------------- */

/* Edges [first, last) of the walk. */
static void put_unitigs(struct text *text, const void *user, uint64_t first, uint64_t last)
{
    const struct answer *answer = user;
    uint64_t t = trail_of(answer, first, 0), k, put = 0;
    const char *unitig[BLOCK];

    for (; first < last; first += BLOCK) {
        const uint64_t count = last - first < BLOCK ? last - first : BLOCK;

        for (uint64_t i = 0; i < count; i++)
            unitig[i] = kg_graph_unitig(answer->graph, answer->walk[first + i] / 2, NULL, NULL);
        for (uint64_t i = 0; i < count; i++)
            for (unsigned line = 0; line < FETCHED; line++)
                __builtin_prefetch(unitig[i] + letters_at[line]);
        for (uint64_t i = 0; i < count; i++) {
            const uint64_t at = first + i;
            const bool turned = answer->walk[at] & 1;
            uint64_t length, more;

            kg_graph_unitig(answer->graph, answer->walk[at] / 2, &length, &k);
            more = length - (k - 1);
            t += at == answer->begin[t + 1];
            if (at == answer->begin[t]) {
                put_title(text, answer, t);
                more = length;
            }
            if (!text_reserve(text, more + 1))
                return;
            (turned ? put_turned : put_capitals)(
                text->bytes + text->used, unitig[i] + (turned ? 0 : length - more), more);
            text->used += more;
            put += more;
            if (at + 1 == answer->begin[t + 1])
                text->bytes[text->used++] = '\n';
        }
    }
    __atomic_fetch_add(answer->letters, put, __ATOMIC_RELAXED);
}

/* ---- names ----------------------------------------------------------------------------------- */

/* Bytes of a name's first character, and of its last. */
static size_t first_character(const char *name, size_t length)
{
    size_t bytes = utf8_length(name, length);

    return bytes ? bytes : length > 0;
}

static size_t last_character(const char *name, size_t length)
{
    for (size_t bytes = 1; bytes <= 4 && bytes <= length; bytes++)
        if (utf8_length(name + length - bytes, bytes) == bytes)
            return bytes;
    return length > 0;
}

/* Whether a name is letters A, C, G, T, so that it has a reverse complement. */
static bool is_word(const char *name, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (!memchr("ACGTacgt", name[i], 8))
            return false;
    return true;
}

/* Names as they are read where the walk passes the vertices: in scratch where that is backwards. Of
 * a name that is no word the reverse complement is empty. */
static void turn_names(struct names *names, struct text *scratch, const struct answer *answer,
    uint64_t t, uint64_t first, size_t count)
{
    size_t room = 0;

    if (!answer->side)
        return;
    for (size_t i = 0; i < count; i++)
        room += names->length[i];
    scratch->used = 0;
    if (!text_reserve(scratch, room))
        return;
    for (size_t i = 0; i < count; i++) {
        char *to = scratch->bytes + scratch->used;

        if (sign_of(answer, t, first + i) != '-')
            continue;
        if (!is_word(names->name[i], names->length[i]))
            names->length[i] = 0;
        put_turned(to, names->name[i], names->length[i]);
        names->name[i] = to;
        scratch->used += names->length[i];
    }
}

/* A vertex of a spelled walk adds the last character of its name. */
static void put_names(struct text *text, const void *user, uint64_t first, uint64_t last)
{
    const struct answer *answer = user;
    struct text scratch = {0};
    struct names names;
    struct piece piece;

    for (; first < last; first += piece.count) {
        piece = piece_at(answer, first, last, 1, NAMES);
        look_up_names(answer, piece.trail, first, piece.count, &names);
        turn_names(&names, &scratch, answer, piece.trail, first, piece.count);
        if (piece.begins)
            put_title(text, answer, piece.trail);
        for (size_t i = 0; i < piece.count; i++) {
            size_t length = names.length[i];
            size_t letter = piece.begins && !i ? length : last_character(names.name[i], length);

            text_put(text, names.name[i] + length - letter, letter);
        }
        if (piece.ends)
            text_put(text, "\n", 1);
    }
    text->failed |= scratch.failed;
    free(scratch.bytes);
}

/* Whether names i and i + 1 overlap: name i without its first character is name i + 1 without its
 * last. */
static bool overlap(const struct names *names, size_t i)
{
    const char *const *name = &names->name[i];
    const size_t *length = &names->length[i];
    size_t first = first_character(name[0], length[0]), last = last_character(name[1], length[1]);

    return length[0] - first == length[1] - last &&
           memcmp(name[0] + first, name[1], length[0] - first) == 0;
}

/* The first of the steps [first, last) whose names do not overlap, or last. */
static uint64_t first_misspelled(const struct answer *answer, uint64_t first, uint64_t last)
{
    struct text scratch = {0};
    struct names names;
    struct piece piece;
    uint64_t bad = last;

    for (; first < bad; first += piece.count) {
        piece = piece_at(answer, first, last, 0, NAMES - 1);
        look_up_names(answer, piece.trail, first + piece.trail, piece.count + 1, &names);
        turn_names(&names, &scratch, answer, piece.trail, first + piece.trail, piece.count + 1);
        for (size_t i = 0; i < piece.count && bad == last; i++)
            if (!overlap(&names, i) || (answer->side && !(names.length[i] && names.length[i + 1])))
                bad = first + i;
    }
    free(scratch.bytes);
    return bad;
}

kg_status check_spelling(struct euler *euler, const struct answer *answer)
{
    enum { STEPS = 1 << 12 };
    int threads = kg_context_threads(euler->tool.ctx);
    uint64_t bad = UINT64_MAX, t; /* the first step that does not overlap, and its trail */
    struct text text = {0};
    kg_vertex vertex[2];

    (void)threads;
#pragma omp parallel for num_threads(threads) reduction(min : bad)
    for (uint64_t step = 0; step < answer->length; step += STEPS) {
        uint64_t last = answer->length - step < STEPS ? answer->length : step + STEPS;
        uint64_t at = first_misspelled(answer, step, last);

        if (at < last && at < bad)
            bad = at;
    }
    if (bad == UINT64_MAX)
        return KG_OK;
    t = trail_of(answer, bad, 0);
    look_up(answer, t, bad + t, 2, vertex);
    for (unsigned i = 0; i < 2; i++) {
        const char sign = answer->side ? sign_of(answer, t, bad + t + i) : 0;

        text_name_shown(&text, answer->graph, vertex[i]);
        text_put(&text, &sign, sign != 0);
        text_string(&text, i ? "" : " -> ");
    }
    tool_fail(&euler->tool, KG_FORMAT,
        "cannot spell %.*s: a name must begin with the one before it less its first character%s",
        (int)text.used, text.bytes, answer->side ? ", and one with a - be letters A, C, G, T" : "");
    free(text.bytes);
    return KG_FORMAT;
}

/* ---- both ------------------------------------------------------------------------------------ */

kg_status write_spelling(struct euler *euler, kg_output *output, const struct answer *answer)
{
    if (has_letters(answer))
        return tool_rows(&euler->tool, output, answer->length, put_unitigs, answer);
    return tool_rows(&euler->tool, output, answer->vertices, put_names, answer);
}

kg_status certify(struct euler *euler, struct certificate *proof, const struct answer *answer)
{
    const int threads = kg_context_threads(euler->tool.ctx);
    uint64_t words = 0, k = 0;
    kg_status status;

    (void)threads;
    *proof = (struct certificate){.strings = answer->trails, .letters = *answer->letters};
    TRY(kg_euler_missing(answer->graph, &proof->missing, &proof->balanced));
    kg_graph_unitig(answer->graph, 0, NULL, &k);
#pragma omp parallel for num_threads(threads) schedule(dynamic, CERTIFIED) reduction(+ : words)
    for (uint64_t e = 0; e < answer->length; e++) {
        uint64_t length;

        kg_graph_unitig(answer->graph, (kg_edge)e, &length, NULL);
        words += length - (k - 1);
    }
    proof->k = k;
    proof->words = words;
    if (proof->strings != proof->missing / 2 + proof->balanced ||
        proof->letters != proof->words + (proof->k - 1) * proof->strings)
        status = tool_fail(&euler->tool, KG_INTERNAL,
            "self-check: %" PRIu64 " strings of %" PRIu64 " letters, but the fewest are %" PRIu64
            " of %" PRIu64,
            proof->strings, proof->letters, proof->missing / 2 + proof->balanced,
            proof->words + (proof->k - 1) * (proof->missing / 2 + proof->balanced));
out:
    return status;
}
