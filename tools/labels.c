/* Reads the labels of edges: line i of a file is the label of edge i. A line ends with a line feed,
 * which may follow a carriage return; the last line may end with the file instead. */
#include "labels.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_BYTES = 1 << 16 };

kg_status text_read(struct tool *tool, char **text, size_t *length, const char *path)
{
    const bool standard = strcmp(path, "-") == 0;
    FILE *file = standard ? stdin : fopen(path, "rb");
    size_t room = FIRST_BYTES;
    kg_status status = KG_MEMORY;

    *length = 0;
    if (!file)
        return tool_fail(tool, KG_CANNOT_OPEN, "cannot open '%s': %s", path, strerror(errno));
    *text = malloc(room);
    while (*text) {
        char *more;

        *length += fread(*text + *length, 1, room - *length - 1, file);
        if (*length < room - 1)
            break;
        more = realloc(*text, room *= 2);
        if (!more)
            goto out;
        *text = more;
    }
    if (!*text)
        goto out;
    status = KG_OK;
    if (ferror(file))
        status = tool_fail(tool, KG_IO, "cannot read '%s': %s", path, strerror(errno));
    if (*length >= 3 && memcmp(*text, "\xef\xbb\xbf", 3) == 0)
        memmove(*text, *text + 3, *length -= 3); /* a byte order mark */
    (*text)[*length] = '\0';
out:
    if (!standard)
        fclose(file);
    return status;
}

kg_status labels_split(
    struct tool *tool, struct label_list *labels, const char *path, size_t length, uint64_t m)
{
    char *line = labels->text, *end = line + length;
    uint64_t lines = 0;

    labels->begin = calloc((size_t)m + 1, sizeof *labels->begin);
    if (!labels->begin)
        return KG_MEMORY;
    for (; line < end; lines++) {
        char *stop = memchr(line, '\n', (size_t)(end - line)), *next = stop ? stop + 1 : end;
        const char *zero;

        stop = stop ? stop : end;
        zero = memchr(line, '\0', (size_t)(stop - line));
        if (zero)
            return tool_fail(tool, KG_FORMAT, "%s:%llu:%llu: a zero byte, expected a label", path,
                (unsigned long long)lines + 1, (unsigned long long)(zero - line) + 1);
        if (stop > line && next > stop && stop[-1] == '\r')
            stop--;
        *stop = '\0';
        if (lines < m)
            labels->begin[lines] = line;
        line = next;
    }
    if (lines != m)
        return tool_fail(tool, KG_FORMAT,
            "%s has %llu lines: expected one for each of %llu edges, empty for none", path,
            (unsigned long long)lines, (unsigned long long)m);
    return KG_OK;
}

kg_status labels_read(struct tool *tool, struct label_list *labels, const char *path, uint64_t m)
{
    size_t length;
    kg_status status;

    TRY(text_read(tool, &labels->text, &length, path));
    TRY(labels_split(tool, labels, path, length, m));
out:
    return status;
}

void labels_free(struct label_list *labels)
{
    free(labels->text);
    free(labels->begin);
}
