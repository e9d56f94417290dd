#include "document.h"
#include <stdlib.h>

bool document_wanted(const struct tool *tool)
{
    return tool->json && !tool->output;
}

void document_refuse(struct command_line *line, const struct tool *tool, const char *what)
{
    if (document_wanted(tool))
        usage_error(line,
            "--json needs -o FILE here: the answer is %s, which no JSON document "
            "holds; the document then says what was written",
            what);
}

kg_status document_open(struct document *document)
{
    kg_status status;

    TRY(tool_open(document->tool, &document->output, NULL));
    json_open(&document->text, NULL, '{');
out:
    return status;
}

kg_status document_rows(
    struct document *document, uint64_t count, tool_rows_fn *format, const void *user)
{
    kg_status status;

    TRY(text_flush(&document->text, document->output));
    TRY(tool_rows(document->tool, document->output, count, format, user));
out:
    return status;
}

kg_status document_list(struct document *document, const char *key, uint64_t count,
    tool_rows_fn *format, const void *user)
{
    kg_status status;

    json_open(&document->text, key, '[');
    TRY(document_rows(document, count, format, user));
    json_close(&document->text, ']');
out:
    return status;
}

kg_status document_close(struct document *document)
{
    kg_status status;

    tool_statistics_json(document->tool, &document->text);
    json_close(&document->text, '}');
    text_put(&document->text, "\n", 1);
    TRY(text_flush(&document->text, document->output));
    TRY(tool_close(document->tool, document->output));
out:
    return status;
}

void document_drop(struct document *document)
{
    kg_output_destroy(document->output);
    free(document->text.bytes);
    document->output = NULL;
    document->text = (struct text){0};
}
