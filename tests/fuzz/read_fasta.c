/*
 * Sequences, FASTA or a line each, read by one thread and by three: the same status, message,
 * titles and letters. They are then shuffled, by a k that the first byte chooses: each keeps its
 * letters, and three threads give what one does.
 */
#include "fuzz.h"

static void compare(const kg_fasta *one, const kg_fasta *three)
{
    const uint64_t count = kg_fasta_count(one), *begin, *other;
    const char *letters = kg_fasta_letters(one, &begin), *others = kg_fasta_letters(three, &other);

    if (count != kg_fasta_count(three) || memcmp(begin, other, (count + 1) * sizeof *begin) != 0 ||
        memcmp(letters, others, begin[count]) != 0)
        abort();
    for (uint64_t i = 0; i < count; i++) {
        size_t length, other_length;
        const char *title = kg_fasta_title(one, i, &length);
        const char *other_title = kg_fasta_title(three, i, &other_length);

        if (!title != !other_title || length != other_length ||
            (title && memcmp(title, other_title, length) != 0))
            abort();
    }
}

static int64_t sum_of(const char *letters, uint64_t count)
{
    int64_t sum = 0;

    for (uint64_t i = 0; i < count; i++)
        sum += letters[i] * (int64_t)letters[i];
    return sum;
}

static void shuffle(kg_context *one, kg_context *three, const kg_fasta *fasta, uint64_t k)
{
    const kg_shuffle_options options = {.k = k};
    const uint64_t count = kg_fasta_count(fasta), *begin;
    const char *letters = kg_fasta_letters(fasta, &begin);
    char *a = malloc(begin[count] + 1), *b = malloc(begin[count] + 1);

    if (kg_euler_shuffle(a, one, count, begin, letters, &options) != KG_OK ||
        kg_euler_shuffle(b, three, count, begin, letters, &options) != KG_OK ||
        memcmp(a, b, begin[count]) != 0)
        abort();
    for (uint64_t i = 0; i < count; i++)
        if (sum_of(a + begin[i], begin[i + 1] - begin[i]) !=
            sum_of(letters + begin[i], begin[i + 1] - begin[i]))
            abort();
    free(a);
    free(b);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    kg_context *one = fuzz_context(1), *three = fuzz_context(3);
    kg_fasta *fasta = NULL, *other = NULL;
    kg_status status, other_status;

    if (size < 1)
        return 0;
    status = kg_fasta_read_memory(&fasta, one, data + 1, size - 1);
    other_status = kg_fasta_read_memory(&other, three, data + 1, size - 1);
    if (status != other_status || strcmp(kg_context_message(one), kg_context_message(three)) != 0)
        abort();
    if (status == KG_OK) {
        compare(fasta, other);
        shuffle(one, three, fasta, data[0] % 8);
    }
    kg_fasta_destroy(fasta);
    kg_fasta_destroy(other);
    fuzz_settle(one, status);
    fuzz_settle(three, other_status);
    return 0;
}
