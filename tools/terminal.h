/* What is done with a terminal, and with one alone: a line of progress, colours. */
#ifndef KG_TOOLS_TERMINAL_H
#define KG_TOOLS_TERMINAL_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether escapes may be written to a descriptor: a terminal that $TERM does not call dumb. */
bool terminal_obeys(int fd);
/* The same for colours, which $NO_COLOR forbids where it is not empty. */
bool terminal_shows_colours(int fd);
/* Its width in characters; otherwise where it is unknown or fd is no terminal. */
uint32_t terminal_columns(int fd, uint32_t otherwise);

/* Writes all of text to standard error, in one call unless the system takes a part. */
bool terminal_say(const char *text, size_t length);

/* Writes a message as a line behind the program's name, as kg_text_show() makes it. */
bool terminal_tell(const char *name, const char *format, va_list list)
    __attribute__((format(printf, 2, 0)));

/* The line of progress on standard error. All zero but began: nothing is shown yet. */
struct progress {
    double began; /* when the process did: what is done within a second needs no line */
    bool shown;
    bool hushed;       /* results go to the terminal: no line may come between them */
    double last;       /* when the line was last changed */
    char stage[32];    /* what it counts, */
    double since;      /* from when on, */
    uint64_t done_yet; /* and how many there were then */
};

/* As a kg_progress_fn whose user is a struct progress. */
int progress_show(void *progress, const char *what, uint64_t done, uint64_t total);
void progress_erase(struct progress *progress);

#endif
