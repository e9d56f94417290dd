#include "answers.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

kg_status answers_show(struct answers *a)
{
    const char *bytes = a->text.bytes;
    size_t left = a->text.used;
    const char *before;

    if (a->text.failed)
        return KG_MEMORY;
    if (a->tool->output || !left)
        return KG_OK;
    progress_erase(&a->tool->progress);
    a->text.used = 0;
    before = tool_stage(a->tool, "write");
    while (left) {
        ssize_t done = write(STDOUT_FILENO, bytes, left);

        if (done < 0 && errno != EINTR)
            return tool_fail(a->tool, KG_IO, "cannot write 'standard output': %s", strerror(errno));
        if (done > 0) {
            bytes += done;
            left -= (size_t)done;
        }
    }
    tool_stage(a->tool, before);
    return KG_OK;
}

kg_status answers_end(struct answers *a)
{
    kg_output *output = NULL;
    kg_status status;

    TRY(answers_show(a));
    if (a->text.used) {
        TRY(tool_open(a->tool, &output, a->tool->output));
        TRY(text_flush(&a->text, output));
        TRY(tool_close(a->tool, output));
    }
out:
    kg_output_destroy(output);
    free(a->text.bytes);
    a->text = (struct text){0};
    return status;
}
