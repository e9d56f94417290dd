/* csr shuffle: sequences in random orders that keep how often each word of k letters comes. */
#include "csr.h"
#include "document.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_COPIES = 1000000, MOST_LETTERS = 256 };

static const struct option shuffle_options[] = {
    OPTION("k", "K", NUMBER_IN(struct csr, shuffle.k, 1, UINT32_MAX),
        "the counts of words of K letters stay (default: 2)", .letter = 'k'),
    OPTION("copies", "N", NUMBER_IN(struct csr, shuffle.copies, 1, MOST_COPIES),
        "so many of each sequence (default: 1)"),
    {0}};

/* What is written: row i is copy i % copies of sequence i / copies. */
struct shuffled {
    const kg_fasta *fasta;
    const uint64_t *begin;
    const char *letters; /* [copies * begin[count]] */
    uint64_t copies;
};

static const char *letters_of(const struct shuffled *s, uint64_t row, size_t *length)
{
    const uint64_t i = row / s->copies;

    *length = (size_t)(s->begin[i + 1] - s->begin[i]);
    return s->letters + s->copies * s->begin[i] + row % s->copies * *length;
}

/* The title; of several copies the first word gets the copy's number. */
static void put_title(struct text *text, const struct shuffled *s, uint64_t row)
{
    size_t length, word = 0;
    const char *title = kg_fasta_title(s->fasta, row / s->copies, &length);

    while (word < length && title[word] != ' ' && title[word] != '\t')
        word++;
    text_put(text, title, word);
    if (s->copies > 1)
        text_format(text, "_%llu", (unsigned long long)(row % s->copies + 1));
    text_put(text, title + word, length - word);
}

static void put_sequences(struct text *text, const void *user, uint64_t first, uint64_t last)
{
    const struct shuffled *s = user;

    for (uint64_t row = first; row < last; row++) {
        size_t length;
        const char *letters = letters_of(s, row, &length);

        if (kg_fasta_title(s->fasta, row / s->copies, NULL)) {
            text_put(text, ">", 1);
            put_title(text, s, row);
            text_put(text, "\n", 1);
        }
        text_put(text, letters, length);
        text_put(text, "\n", 1);
    }
}

static void put_objects(struct text *text, const void *user, uint64_t first, uint64_t last)
{
    const struct shuffled *s = user;

    for (uint64_t row = first; row < last; row++) {
        struct text title = {0};
        size_t length;
        const char *letters = letters_of(s, row, &length);

        if (row)
            text_put(text, ",", 1);
        json_open(text, NULL, '{');
        if (kg_fasta_title(s->fasta, row / s->copies, NULL)) {
            put_title(&title, s, row);
            json_bytes(text, "title", title.bytes ? title.bytes : "", title.used);
            text->failed |= title.failed;
            free(title.bytes);
        }
        json_bytes(text, "sequence", letters, length);
        json_close(text, '}');
    }
}

static void put_summary(struct text *text, const struct csr *csr, const struct shuffled *s)
{
    const uint64_t count = kg_fasta_count(s->fasta);

    json_number(text, "sequences", count);
    json_number(text, "letters", s->begin[count]);
    json_number(text, "k", csr->shuffle.k ? csr->shuffle.k : 2);
    json_number(text, "copies", s->copies);
}

/* ---- characters of several bytes ------------------------------------------------------------- */

/* Sequences in which each character of UTF-8 is one byte, and which one. What is no UTF-8 is a
 * character a byte. */
struct characters {
    char *letters;   /* [begin[count]] */
    uint64_t *begin; /* [count + 1] */
    unsigned known;
    struct {
        char bytes[4];
        size_t length;
    } character[MOST_LETTERS];
};

static bool is_ascii(const char *letters, uint64_t count)
{
    unsigned char all = 0;

    for (uint64_t i = 0; i < count; i++)
        all |= (unsigned char)letters[i];
    return all < 0x80;
}

/* The number of the character that text begins with; MOST_LETTERS: there are too many. */
static unsigned find_character(struct characters *c, const char *text, size_t length)
{
    unsigned i = 0;

    while (i < c->known &&
           (c->character[i].length != length || memcmp(c->character[i].bytes, text, length) != 0))
        i++;
    if (i == c->known && i < MOST_LETTERS) {
        memcpy(c->character[i].bytes, text, length);
        c->character[i].length = length;
        c->known++;
    }
    return i;
}

static kg_status make_characters(struct csr *csr, struct characters *c, const struct shuffled *s,
    const char *letters, uint64_t count)
{
    uint64_t used = 0;

    c->letters = malloc(s->begin[count] + 1);
    c->begin = malloc((count + 1) * sizeof *c->begin);
    if (!c->letters || !c->begin)
        return KG_MEMORY;
    for (uint64_t i = 0; i < count; i++) {
        c->begin[i] = used;
        for (uint64_t at = s->begin[i], end = s->begin[i + 1]; at < end;) {
            const size_t whole = utf8_length(letters + at, end - at), length = whole ? whole : 1;
            const unsigned number = find_character(c, letters + at, length);

            if (number == MOST_LETTERS)
                return tool_fail(&csr->tool, KG_UNSUPPORTED,
                    "%s: more than %d different characters", csr->path, MOST_LETTERS);
            c->letters[used++] = (char)number;
            at += length;
        }
    }
    c->begin[count] = used;
    return KG_OK;
}

/* Shuffles characters. shuffled: [copies * begin[count]]: each sequence keeps its bytes. */
static kg_status shuffle_characters(
    struct csr *csr, char *shuffled, const struct shuffled *s, const char *letters)
{
    const uint64_t count = kg_fasta_count(s->fasta);
    struct characters c = {0};
    char *mixed = NULL;
    kg_status status;

    TRY(make_characters(csr, &c, s, letters, count));
    status = KG_MEMORY;
    mixed = malloc(s->copies * c.begin[count] + 1);
    if (!mixed)
        goto out;
    TRY(kg_euler_shuffle(mixed, csr->tool.ctx, count, c.begin, c.letters, &csr->shuffle));
    for (uint64_t i = 0; i < s->copies * c.begin[count]; i++) {
        const unsigned number = (unsigned char)mixed[i];

        memcpy(shuffled, c.character[number].bytes, c.character[number].length);
        shuffled += c.character[number].length;
    }
out:
    free(c.letters);
    free(c.begin);
    free(mixed);
    return status;
}

/* ---- the command ----------------------------------------------------------------------------- */

static kg_status write_document(struct csr *csr, const struct shuffled *s)
{
    struct document document = {.tool = &csr->tool};
    kg_status status;

    TRY(document_open(&document));
    put_summary(&document.text, csr, s);
    TRY(document_list(&document, "shuffled", kg_fasta_count(s->fasta) * s->copies, put_objects, s));
    TRY(document_close(&document));
out:
    document_drop(&document);
    return status;
}

static kg_status write_sequences(struct csr *csr, const struct shuffled *s)
{
    struct text text = {0};
    kg_output *output = NULL;
    kg_status status;

    TRY(tool_open(&csr->tool, &output, csr->tool.output));
    TRY(tool_rows(&csr->tool, output, kg_fasta_count(s->fasta) * s->copies, put_sequences, s));
    TRY(tool_close(&csr->tool, output));
    if (!csr->tool.json)
        goto out;
    json_open(&text, NULL, '{');
    put_summary(&text, csr, s);
    TRY(tool_print_json(&csr->tool, &text));
out:
    kg_output_destroy(output);
    free(text.bytes);
    return status;
}

static kg_status run(struct csr *csr)
{
    kg_shuffle_options *options = &csr->shuffle;
    struct shuffled s = {.copies = options->copies ? options->copies : 1};
    kg_fasta *fasta = NULL;
    const char *letters;
    char *shuffled = NULL;
    size_t bytes;
    kg_status status;

    options->seed = csr->tool.seed;
    TRY(tool_begin(&csr->tool));
    TRY(kg_fasta_read(&fasta, csr->tool.ctx, csr->path));
    tool_work(&csr->tool);
    s.fasta = fasta;
    letters = kg_fasta_letters(fasta, &s.begin);
    status = KG_MEMORY;
    if (__builtin_mul_overflow(s.begin[kg_fasta_count(fasta)], s.copies, &bytes))
        goto out;
    shuffled = malloc(bytes ? bytes : 1);
    if (!shuffled)
        goto out;
    TRY(is_ascii(letters, s.begin[kg_fasta_count(fasta)])
            ? kg_euler_shuffle(
                  shuffled, csr->tool.ctx, kg_fasta_count(fasta), s.begin, letters, options)
            : shuffle_characters(csr, shuffled, &s, letters));
    s.letters = shuffled;
    TRY((document_wanted(&csr->tool) ? write_document : write_sequences)(csr, &s));
out:
    free(shuffled);
    kg_fasta_destroy(fasta);
    return status;
}

const struct csr_command csr_shuffle_command = {
    .shown = {"shuffle", "shuffle sequences, keeping the counts of words of k letters", "FILE",
        TABLES_OF({shuffle_options}),
        "FILE is FASTA, FASTQ or a sequence a line, of any letters. Each sequence that has the "
        "same "
        "words of K letters, as often, has the same chance; it begins and ends with the same K - "
        "1 letters. --seed says which is drawn.\n\n"
        "Examples:\n"
        "  csr shuffle genes.fa -o shuffled.fa\n"
        "  csr shuffle --k 3 --copies 100 --seed 7 genes.fa.gz\n"
        "  csr shuffle --k 1 words.txt"},
    .run = run};
