/*
 * Sequences from files: FASTA, FASTQ, or one a line.
 *
 * In:  an input.
 * Out: the letters of all sequences one after the other, and where each begins. For FASTA and FASTQ
 *     also the file itself, which has the titles.
 * Work: O(bytes). Memory: the file twice, and 24 bytes a sequence.
 * Deterministic: all, and the reported error is the first in the file.
 */
#include "../detect.h"
#include "fasta.h"
#include <konig/fasta.h>
#include <string.h>

struct kg_fasta {
    kg_context *ctx;
    uint64_t count;
    uint64_t *begin; /* [count+1] */
    char *letters;   /* [begin[count]] */
    bool titled;
    kg__fasta file; /* of FASTA and FASTQ */
};

static kg_status read_fasta(kg_fasta *made, const kg__input *input, const kg__record *record)
{
    static const kg__fasta_rules rules = {.what = "a sequence", .format = "FASTA"};
    kg__fasta *file = &made->file;
    kg_status status;

    if (*record->begin == '>')
        KG_TRY(kg__fasta_read(file, input, record, &rules, KG__TEXT_BLOCK));
    else
        KG_TRY(kg__fastq_read(file, input, record, KG__TEXT_BLOCK));
    made->titled = true;
    made->count = file->count;
    KG_TRY(kg__host_allocate(
        made->ctx, &made->begin, made->count + 1, sizeof *made->begin, "list of sequences"));
    made->begin[0] = 0;
    for (uint64_t i = 0; i < made->count; i++)
        made->begin[i + 1] = made->begin[i] + file->length[i];
    KG_TRY(kg__host_allocate(made->ctx, &made->letters, made->begin[made->count], 1, "letters"));
    for (uint64_t i = 0; i < made->count; i++)
        memcpy(made->letters + made->begin[i], file->text + file->begin[i], file->length[i]);
out:
    return status;
}

/* The end of the line that begins at p: its line feed, or the end of the text. */
static const char *end_of_line(const char *p, const char *end)
{
    const char *feed = memchr(p, '\n', (size_t)(end - p));

    return feed ? feed : end;
}

static kg_status read_lines(kg_fasta *made, const kg__input *input, uint64_t start)
{
    const uint64_t size = input->size - start;
    const char *end, *stop;
    uint64_t room = 0, used = 0;
    char *text;
    kg_status status;

    KG_TRY(kg__host_allocate(made->ctx, &made->letters, size + 1, 1, "letters"));
    text = made->letters;
    KG_TRY(kg__input_read(input, text, start, size));
    end = text + size;
    KG_TRY(
        kg__host_grow(made->ctx, &made->begin, &room, 1, sizeof *made->begin, "list of sequences"));
    made->begin[0] = 0;
    for (const char *p = text; p < end; p = stop + 1) {
        size_t length;

        stop = end_of_line(p, end);
        length = (size_t)(stop - p);
        if (length && p[length - 1] == '\r')
            length--;
        memmove(text + used, p, length);
        used += length;
        KG_TRY(kg__host_grow(made->ctx, &made->begin, &room, ++made->count + 1, sizeof *made->begin,
            "list of sequences"));
        made->begin[made->count] = used;
    }
out:
    return status;
}

/* Whether the lines that follow are those of FASTQ, and not lines of any text. */
static bool is_fastq(const kg__record *record)
{
    const kg__beginning file = {record->begin, record->end, false};

    return kg__pattern_begins(&file, KG__BEGINS_FASTQ);
}

static kg_status read_sequences(void *result, const kg__input *input, const void *options)
{
    static const kg__expected expected = {
        "FASTA, FASTQ or a sequence a line", {{"FASTA", NULL}, {"FASTQ", NULL}}};
    kg_fasta *made = result;
    kg__record record;
    char *head = NULL;
    kg_status status;

    (void)options;
    KG_TRY(kg__foreign_refuse(input, &expected));
    KG_TRY(kg__host_allocate(
        input->ctx, &head, KG__HEAD_BYTES + KG__TEXT_PAD, 1, "beginning of the file"));
    KG_TRY(kg__find_record(input, head, ";", &record));
    if (record.begin && (*record.begin == '>' || is_fastq(&record)))
        KG_TRY(read_fasta(made, input, &record));
    else
        KG_TRY(read_lines(made, input, record.start));
out:
    kg__free(input->ctx, head);
    return status;
}

static kg_status read_from(kg_fasta **fasta, kg_context *context, const kg__source *source)
{
    kg_fasta *made = NULL;
    kg_status status;

    KG_NEED_RESULT(context, fasta, context);
    kg__begin(context);
    kg__stage(context, "read");
    KG_TRY(kg__host_allocate(context, &made, 1, sizeof *made, "sequences"));
    *made = (kg_fasta){.ctx = context};
    KG_TRY(kg__input_read_from(context, source, NULL, read_sequences, made, NULL));
    *fasta = made;
    made = NULL;
out:
    kg__stage(context, NULL);
    kg_fasta_destroy(made);
    return status;
}

KG__READ_CALLS(kg_fasta_read, read_from, kg_fasta, kg_context)

void kg_fasta_destroy(kg_fasta *fasta)
{
    if (!fasta)
        return;
    kg__fasta_free(&fasta->file, fasta->ctx);
    kg__free_all(fasta->ctx, fasta->begin, fasta->letters, fasta);
}

KG__GETTER(uint64_t, kg_fasta_count, kg_fasta, fasta, fasta->count, 0)

const char *kg_fasta_letters(const kg_fasta *fasta, const uint64_t **begin)
{
    if (begin)
        *begin = fasta ? fasta->begin : NULL;
    return fasta ? fasta->letters : NULL;
}

const char *kg_fasta_title(const kg_fasta *fasta, uint64_t i, size_t *length)
{
    uint64_t found = 0;
    const char *title = NULL;

    if (fasta && fasta->titled && i < fasta->count)
        title = kg__fasta_title(&fasta->file, i, &found);
    if (length)
        *length = (size_t)found;
    return title;
}
