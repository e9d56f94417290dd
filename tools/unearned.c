/* Turns the exit of a library into status 71, since it is mostly exit(1), and 1 is an answer:
 * "there is none". */
#include "unearned.h"
#include "process.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

static bool is_ours;

static void put(const char *text)
{
    /* There is nobody left to tell that this failed. */
    if (write(STDERR_FILENO, text, strlen(text)) < 0)
        return;
}

static void look(void)
{
    if (is_ours)
        return;
    put(process_name());
    put(": out of memory or threads: a library that konig uses gave up\n");
    _exit(EX_OSERR);
}

void unearned_watch(void)
{
    atexit(look);
}

int unearned_not(int status)
{
    is_ours = true;
    return status;
}
