/* csr unitigs: the compacted de Bruijn graph of sequences. */
#include "csr.h"
#include "document.h"
#include <stdlib.h>

static const struct option unitigs_options[] = {
    OPTION("k", "K", NUMBER_IN(struct csr, kmers.options.k, 2, UINT32_MAX), "the letters of a word",
        .letter = 'k'),
    OPTION("min-count", "N", NUMBER_IN(struct csr, kmers.options.min_count, 1, UINT64_MAX),
        "leave out words that are there less often (default 1)"),
    OPTION("format", "FORMAT", WORD_IN(struct csr, kmers.format, CSR_UNITIGS_FASTA, "fasta or gfa"),
        "write % (default: by FILE's extension)"),
    {0}};

/* What is written. */
struct unitigs {
    uint64_t k, count;
    const char *letters;
    const uint64_t *begin, *occurrences, *link, *row;
};

static struct unitigs look_at(const kg_unitigs *made, uint64_t k)
{
    struct unitigs u = {.k = k, .count = kg_unitigs_count(made)};

    u.letters = kg_unitigs_letters(made, &u.begin);
    u.occurrences = kg_unitigs_occurrences(made);
    u.link = kg_unitigs_links(made, &u.row);
    return u;
}

static uint64_t length_of(const struct unitigs *u, uint64_t i)
{
    return u->begin[i + 1] - u->begin[i];
}

static double mean_of(const struct unitigs *u, uint64_t i)
{
    return (double)u->occurrences[i] / (double)(length_of(u, i) - u->k + 1);
}

/* LN, KC and km of a unitig, each behind `before`. */
static void put_counts(struct text *text, const struct unitigs *u, uint64_t i, char before)
{
    text_format(text, "%cLN:i:%llu%cKC:i:%llu%ckm:f:%.1f", before,
        (unsigned long long)length_of(u, i), before, (unsigned long long)u->occurrences[i], before,
        mean_of(u, i));
}

static void put_fasta(struct text *text, const void *user, uint64_t first, uint64_t last)
{
    const struct unitigs *u = user;

    for (uint64_t i = first; i < last; i++) {
        text_put(text, ">", 1);
        text_number(text, i);
        put_counts(text, u, i, ' ');
        for (uint64_t end = 2 * i; end < 2 * i + 2; end++)
            for (uint64_t l = u->row[end]; l < u->row[end + 1]; l++)
                text_format(text, " L:%c:%llu:%c", end & 1 ? '+' : '-',
                    (unsigned long long)u->link[l] / 2, u->link[l] & 1 ? '-' : '+');
        text_put(text, "\n", 1);
        text_put(text, u->letters + u->begin[i], length_of(u, i));
        text_put(text, "\n", 1);
    }
}

static void put_segments(struct text *text, const void *user, uint64_t first, uint64_t last)
{
    const struct unitigs *u = user;

    for (uint64_t i = first; i < last; i++) {
        text_put(text, "S\t", 2);
        text_number(text, i);
        text_put(text, "\t", 1);
        text_put(text, u->letters + u->begin[i], length_of(u, i));
        put_counts(text, u, i, '\t');
        text_put(text, "\n", 1);
    }
}

/* Each link in one of its two forms. */
static void put_links(struct text *text, const void *user, uint64_t first, uint64_t last)
{
    const struct unitigs *u = user;

    for (uint64_t end = 2 * first; end < 2 * last; end++)
        for (uint64_t l = u->row[end]; l < u->row[end + 1]; l++)
            if (end <= u->link[l])
                text_format(text, "L\t%llu\t%c\t%llu\t%c\t%lluM\n", (unsigned long long)end / 2,
                    end & 1 ? '+' : '-', (unsigned long long)u->link[l] / 2,
                    u->link[l] & 1 ? '-' : '+', (unsigned long long)u->k - 1);
}

static void put_objects(struct text *text, const void *user, uint64_t first, uint64_t last)
{
    const struct unitigs *u = user;

    for (uint64_t i = first; i < last; i++) {
        if (i)
            text_put(text, ",", 1);
        json_open(text, NULL, '{');
        json_bytes(text, "sequence", u->letters + u->begin[i], length_of(u, i));
        json_number(text, "occurrences", u->occurrences[i]);
        json_open(text, "links", '[');
        for (uint64_t end = 2 * i; end < 2 * i + 2; end++)
            for (uint64_t l = u->row[end]; l < u->row[end + 1]; l++) {
                json_open(text, NULL, '{');
                json_string(text, "from", end & 1 ? "+" : "-");
                json_number(text, "unitig", u->link[l] / 2);
                json_string(text, "to", u->link[l] & 1 ? "-" : "+");
                json_close(text, '}');
            }
        json_close(text, ']');
        json_close(text, '}');
    }
}

static void put_summary(
    struct text *text, const struct unitigs *u, const kg_kmers_counts *counts, uint64_t least)
{
    json_number(text, "k", u->k);
    json_number(text, "min_count", least ? least : 1);
    csr_put_kmers(text, counts);
    json_number(text, "distinct_words", u->begin[u->count] - u->count * (u->k - 1));
    json_number(text, "unitig_letters", u->begin[u->count]);
    json_number(text, "links", u->row[2 * u->count]);
}

static kg_status write_text(struct csr *csr, const struct unitigs *u)
{
    struct text text = {0};
    kg_output *output = NULL;
    kg_status status;

    TRY(tool_open(&csr->tool, &output, csr->tool.output));
    if (csr->kmers.format == CSR_UNITIGS_GFA) {
        text_string(&text, "H\tVN:Z:1.0\n");
        TRY(text_flush(&text, output));
        TRY(tool_rows(&csr->tool, output, u->count, put_segments, u));
        TRY(tool_rows(&csr->tool, output, u->count, put_links, u));
    } else {
        TRY(tool_rows(&csr->tool, output, u->count, put_fasta, u));
    }
    TRY(tool_close(&csr->tool, output));
out:
    kg_output_destroy(output);
    free(text.bytes);
    return status;
}

static kg_status run(struct csr *csr)
{
    const kg_kmers_options *options = &csr->kmers.options;
    struct document document = {.tool = &csr->tool};
    struct unitigs u;
    kg_kmers_counts counts;
    kg_unitigs *made = NULL;
    kg_status status;

    TRY(tool_begin(&csr->tool));
    TRY(tool_blame(&csr->tool, "-k",
        kg_unitigs_read(
            &made, &counts, csr->tool.ctx, csr->kmers.path, csr->kmers.files, options)));
    tool_work(&csr->tool);
    csr_warn(csr);
    u = look_at(made, options->k);
    csr->tool.edges = u.begin[u.count] - u.count * (u.k - 1);
    if (!document_wanted(&csr->tool)) {
        TRY(write_text(csr, &u));
        if (!csr->tool.json)
            goto out;
    }
    TRY(document_open(&document));
    put_summary(&document.text, &u, &counts, options->min_count);
    if (document_wanted(&csr->tool))
        TRY(document_list(&document, "unitigs", u.count, put_objects, &u));
    TRY(document_close(&document));
out:
    document_drop(&document);
    kg_unitigs_destroy(made);
    return status;
}

static void check(struct command_line *line)
{
    struct csr *csr = line->input;
    const char *path = csr->tool.output;

    if (!csr->kmers.options.k)
        usage_error(line, "-k is missing: unitigs needs the letters of a word");
    csr_check_sequences(line);
    if (!csr->kmers.format && path && has_extension(path, ".gfa ", true))
        csr->kmers.format = CSR_UNITIGS_GFA;
}

const struct csr_command csr_unitigs_command = {
    .shown = {"unitigs", "make unitigs, the compacted de Bruijn graph, of sequences", "FILE...",
        TABLES_OF({unitigs_options}),
        "FILE is FASTA or FASTQ. A word of K letters and its reverse complement are one. Unitigs "
        "are written as FASTA with links, as BCALM 2 writes them, or as GFA, in alphabetical "
        "order, each in the direction in which it is less.\n\n"
        "Examples:\n"
        "  csr unitigs -k 31 --min-count 3 reads_1.fq.gz reads_2.fq.gz -o unitigs.fa\n"
        "  csr unitigs -k 63 genome.fa -o graph.gfa\n"
        "  csr unitigs -k 31 genome.fa | euler-find --trails -k 31 --format fasta -"},
    .argument = csr_take_sequences,
    .check = check,
    .run = run};
