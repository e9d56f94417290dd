/* Turns the exit of a library into status 71, since it is mostly exit(1), and 1 is an answer:
 * "there is none". */
#include "unearned.h"
#include "process.h"
#include <stdio.h>
#include <stdlib.h>
#include <sysexits.h>
#include <unistd.h>

static bool is_ours;

/* The C library takes each entry of its list off before it calls it. Of several threads in exit(),
 * each one finds an entry of its own here, and so none of them gets to the end with its status. */
static void look(void)
{
    static bool is_told;
    char text[256];
    int length;

    if (is_ours)
        return;
    while (__atomic_exchange_n(&is_told, true, __ATOMIC_RELAXED))
        pause(); /* the first one ends the process */
    length = snprintf(text, sizeof text,
        "%s: out of memory or threads: a library that konig uses gave up\n", process_name());
    (void)!write(STDERR_FILENO, text, (size_t)length);
    _exit(EX_OSERR);
}

bool unearned_watch(void)
{
    return atexit(look) == 0;
}

int unearned_not(int status)
{
    is_ours = true;
    return status;
}
