/*
 * FASTA or FASTQ in two files as unitigs, by one thread and by three. Both must give the same
 * status, message and unitigs. Each unitig has a word at least, each link leads back and joins
 * equal letters, and all unitigs have as many words as the graph of distinct words has edges. The
 * first byte chooses k, the second how often words must be there, the third where the first file
 * ends.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "fuzz.h"
#include <konig/unitigs.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

/* Puts bytes into a file in memory that is made once. */
static const char *put_file(int which, const uint8_t *bytes, size_t size)
{
    static char path[2][32];
    static int fd[2] = {-1, -1};

    if (fd[which] < 0) {
        fd[which] = memfd_create("fuzz", 0);
        snprintf(path[which], sizeof path[which], "/dev/fd/%d", fd[which]);
    }
    if (fd[which] < 0 || ftruncate(fd[which], 0) != 0 ||
        pwrite(fd[which], bytes, size, 0) != (ssize_t)size)
        abort();
    return path[which];
}

/* The letter at a place of a unitig that is read from the end `from` on. */
static char letter(const char *letters, const uint64_t *begin, uint64_t from, uint64_t i)
{
    static const char other[] = {['A'] = 'T', ['C'] = 'G', ['G'] = 'C', ['T'] = 'A'};
    const uint64_t u = from / 2;

    return from & 1 ? other[(int)letters[begin[u + 1] - 1 - i]] : letters[begin[u] + i];
}

/* Whether a link leads back, and its k - 1 letters are the same on both sides. */
static int is_link(const kg_unitigs *unitigs, uint64_t k, uint64_t end, uint64_t to)
{
    const uint64_t *begin, *row, *link = kg_unitigs_links(unitigs, &row);
    const char *letters = kg_unitigs_letters(unitigs, &begin);
    const uint64_t length = begin[end / 2 + 1] - begin[end / 2];
    int back = 0;

    for (uint64_t i = row[to]; i < row[to + 1]; i++)
        back += link[i] == end;
    for (uint64_t i = 0; i < k - 1; i++)
        if (letter(letters, begin, end ^ 1, length - k + 1 + i) != letter(letters, begin, to, i))
            return 0;
    return back == 1;
}

static void check(const kg_unitigs *unitigs, const kg_graph *words, uint64_t k)
{
    const uint64_t *begin, *row, *link = kg_unitigs_links(unitigs, &row);
    const uint64_t *occurrences = kg_unitigs_occurrences(unitigs);
    const uint64_t count = kg_unitigs_count(unitigs);

    kg_unitigs_letters(unitigs, &begin);
    for (uint64_t u = 0; u < count; u++)
        if (begin[u + 1] - begin[u] < k || occurrences[u] < begin[u + 1] - begin[u] - k + 1)
            abort();
    if (begin[count] - count * (k - 1) != kg_graph_edges(words))
        abort();
    for (uint64_t end = 0; end < 2 * count; end++)
        for (uint64_t i = row[end]; i < row[end + 1]; i++)
            if (link[i] >= 2 * count || !is_link(unitigs, k, end, link[i]))
                abort();
}

static void compare(const kg_unitigs *one, const kg_unitigs *other)
{
    const uint64_t count = kg_unitigs_count(one);
    const uint64_t *begin[2], *row[2];
    const char *letters[2] = {
        kg_unitigs_letters(one, &begin[0]), kg_unitigs_letters(other, &begin[1])};
    const uint64_t *link[2] = {kg_unitigs_links(one, &row[0]), kg_unitigs_links(other, &row[1])};

    if (kg_unitigs_count(other) != count ||
        memcmp(begin[0], begin[1], (count + 1) * sizeof *begin[0]) != 0 ||
        memcmp(row[0], row[1], (2 * count + 1) * sizeof *row[0]) != 0)
        abort();
    if (count && (memcmp(letters[0], letters[1], begin[0][count]) != 0 ||
                     memcmp(link[0], link[1], row[0][2 * count] * sizeof *link[0]) != 0 ||
                     memcmp(kg_unitigs_occurrences(one), kg_unitigs_occurrences(other),
                         count * sizeof(uint64_t)) != 0))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    kg_context *ctx[2] = {fuzz_context(1), fuzz_context(3)};
    kg_kmers_options options = KG_KMERS_OPTIONS_INIT;
    kg_kmers_counts counts[2] = {{0}};
    kg_unitigs *unitigs[2] = {NULL};
    kg_graph *words = NULL;
    const char *path[2];
    kg_status status[2];
    size_t first;

    if (size < 3)
        return 0;
    first = data[2] % (size - 2);
    path[0] = put_file(0, data + 3, first);
    path[1] = put_file(1, data + 3 + first, size - 3 - first);
    options.k = 2 + data[0] % 126;
    options.min_count = data[1] & 3;
    for (int i = 0; i < 2; i++) {
        status[i] = kg_unitigs_read(&unitigs[i], &counts[i], ctx[i], path, 2, &options);
        if ((status[i] == KG_OK) != (unitigs[i] != NULL))
            abort();
    }
    if (status[0] != status[1] || memcmp(&counts[0], &counts[1], sizeof counts[0]) != 0 ||
        strcmp(kg_context_message(ctx[0]), kg_context_message(ctx[1])) != 0)
        abort();
    if (status[0] == KG_OK) {
        compare(unitigs[0], unitigs[1]);
        options.distinct = 1;
        status[0] = kg_graph_read_kmers_files(&words, NULL, ctx[0], path, 2, &options);
        if (status[0] == KG_OK)
            check(unitigs[0], words, options.k);
    }
    kg_graph_destroy(words);
    for (int i = 0; i < 2; i++) {
        kg_unitigs_destroy(unitigs[i]);
        fuzz_settle(ctx[i], status[i]);
    }
    return 0;
}
