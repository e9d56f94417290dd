/* csr generate kmers: the graph of the words of sequences. */
#include "csr.h"
#include <stdlib.h>

void csr_take_sequences(struct command_line *line, char *argument)
{
    struct csr *csr = line->input;

    if (csr->kmers.files == CSR_MOST_FILES)
        usage_error(line, "more than %d files", CSR_MOST_FILES);
    csr->kmers.path[csr->kmers.files++] = argument;
}

void csr_check_sequences(struct command_line *line)
{
    struct csr *csr = line->input;

    csr->kmers.files += csr->kmers.files == 0;
    for (uint64_t i = 0; i < csr->kmers.files; i++)
        csr->kmers.path[i] = parse_input(line, &csr->tool, csr->kmers.path[i], "FILE");
}

void csr_check_kmers(struct command_line *line, struct csr *csr)
{
    static const char *const others[] = {"vertices", "edges", "max-degree", "alphabet", "length",
        "width", "height", "dimension", "path", "relabel", "undirected"};

    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (option_given(line, others[i]))
            usage_error(line, "kmers takes -k, --single-strand, --distinct, --min-count and files, "
                              "and no other option of its kind");
    if (!csr->kmers.options.k)
        usage_error(line, "-k is missing: kmers needs the letters of a word");
    csr_check_sequences(line);
}

void csr_warn(struct csr *csr)
{
    const char *warning = kg_context_warning(csr->tool.ctx);

    if (*warning && !csr->tool.quiet)
        tool_say(&csr->tool, "warning: %s", warning);
}

void csr_put_kmers(struct text *text, const kg_kmers_counts *counts)
{
    json_number(text, "sequences", counts->sequences);
    json_number(text, "letters", counts->letters);
    json_number(text, "other_letters", counts->others);
    json_number(text, "pieces", counts->pieces);
    json_number(text, "short_pieces", counts->short_pieces);
    json_number(text, "words", counts->words);
}

kg_status csr_generate_kmers(struct csr *csr)
{
    kg_kmers_counts counts;
    kg_graph *graph = NULL;
    struct text text = {0};
    kg_status status;

    TRY(tool_begin(&csr->tool));
    TRY(tool_blame(&csr->tool, "-k",
        kg_graph_read_kmers_files(&graph, &counts, csr->tool.ctx, csr->kmers.path, csr->kmers.files,
            &csr->kmers.options)));
    tool_work(&csr->tool);
    csr_warn(csr);
    csr->tool.edges = kg_graph_edges(graph);
    if (!csr->to && !csr->tool.output && !csr->kmers.options.single_strand)
        csr->to = KG_FORMAT_KCSR; /* which carries sides, and vertices of one side */
    TRY(tool_write_graph(&csr->tool, graph, csr->to));
    if (!csr->tool.json)
        goto out;
    json_open(&text, NULL, '{');
    csr_put_sizes(&text, graph);
    json_number(&text, "k", csr->kmers.options.k);
    csr_put_kmers(&text, &counts);
    TRY(tool_print_json(&csr->tool, &text));
out:
    free(text.bytes);
    kg_graph_destroy(graph);
    return status;
}
