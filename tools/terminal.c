#include "terminal.h"
#include "common.h"
#include "hints.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static const double patience = 1, gap = 0.1; /* s: before the first line, between two */

bool terminal_obeys(int fd)
{
    const char *term = getenv("TERM");

    return isatty(fd) && term && *term && strcmp(term, "dumb") != 0;
}

bool terminal_shows_colours(int fd)
{
    const char *no_color = getenv("NO_COLOR");

    return terminal_obeys(fd) && !(no_color && *no_color);
}

uint32_t terminal_columns(int fd, uint32_t otherwise)
{
    struct winsize size;

    return isatty(fd) && ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col ? size.ws_col : otherwise;
}

bool terminal_say(const char *text, size_t length)
{
    while (length) {
        ssize_t done = write(STDERR_FILENO, text, length);

        if (done < 0 && errno != EINTR)
            return false;
        if (done > 0) {
            text += done;
            length -= (size_t)done;
        }
    }
    return true;
}

/* One write, so that lines of several processes do not mix, as long as memory allows. */
bool terminal_tell(const char *name, const char *format, va_list list)
{
    char brief[1024], least[1024], *text = brief, *shown;
    const size_t begin = (size_t)snprintf(brief, sizeof brief, "%.200s: ", name);
    size_t length, room;
    struct text line = {0};
    const char *hinted;
    va_list again;
    bool said;

    va_copy(again, list);
    length = begin + (size_t)vsnprintf(brief + begin, sizeof brief - begin, format, list);
    if (length >= sizeof brief) {
        text = malloc(length + 1);
        if (text) {
            memcpy(text, brief, begin);
            vsnprintf(text + begin, length + 1 - begin, format, again);
        } else {
            text = brief;
            length = sizeof brief - 1;
        }
    }
    va_end(again);
    hinted = text;
    hints_put(&line, text);
    if (!line.failed) {
        hinted = line.bytes;
        length = line.used;
    }
    room = 4 * length + 4; /* a byte becomes four at most */
    shown = malloc(room);
    if (!shown) {
        shown = least;
        room = sizeof least;
    }
    kg_text_show(shown, room - 1, hinted, length);
    length = strlen(shown);
    shown[length] = '\n';
    said = terminal_say(shown, length + 1);
    if (text != brief)
        free(text);
    if (shown != least)
        free(shown);
    free(line.bytes);
    return said;
}

/* Three digits and a power of 1000: 12.3 M. Returns its length. */
static int put_count(char *text, size_t size, double count)
{
    static const char *const suffix[] = {"", " k", " M", " G", " T"};
    unsigned i = 0;

    for (; count >= 999.5 && i < 4; i++)
        count /= 1000;
    return snprintf(
        text, size, "%.*f%s", i && count < 99.95 ? count < 9.995 ? 2 : 1 : 0, count, suffix[i]);
}

/* How many a second, since what is counted is the same. Its name ends at a comma. */
static double rate_of(struct progress *p, const char *what, uint64_t done, double now)
{
    size_t name = strcspn(what, ",");

    if (name >= sizeof p->stage)
        name = sizeof p->stage - 1;
    if (strncmp(p->stage, what, name) != 0 || p->stage[name] || done < p->done_yet) {
        memcpy(p->stage, what, name);
        p->stage[name] = '\0';
        p->since = now;
        p->done_yet = done;
    }
    return now > p->since ? (double)(done - p->done_yet) / (now - p->since) : 0;
}

int progress_show(void *progress, const char *what, uint64_t done, uint64_t total)
{
    struct progress *p = progress;
    char line[200] = "\r";
    double now = tool_now(), rate;
    uint32_t columns;
    int length = 1;

    if (p->hushed)
        return 0;
    rate = total ? 0 : rate_of(p, what, done, now);
    if (now - p->began < patience || now - p->last < gap)
        return 0;
    p->last = now;
    if (done && !total) {
        length += put_count(line + length, 20, (double)done);
        length += snprintf(line + length, 100, " %s", what);
        if (rate > 0) {
            length += snprintf(line + length, 3, "; ");
            length += put_count(line + length, 20, rate);
            length += snprintf(line + length, 12, "/s");
        }
    } else {
        length += snprintf(line + length, 100, "%s", what);
        if (total)
            length += snprintf(line + length, 8, " %.0f%%", 100 * (double)done / (double)total);
    }
    columns = terminal_columns(STDERR_FILENO, 80);
    if (length > (int)columns) /* a line that wraps could not be erased */
        length = (int)columns;
    length += snprintf(line + length, 4, "\033[K");
    terminal_say(line, (size_t)length);
    p->shown = true;
    return 0;
}

void progress_erase(struct progress *p)
{
    static const char erase[] = "\r\033[K";

    if (p->shown)
        terminal_say(erase, sizeof erase - 1);
    p->shown = false;
}
