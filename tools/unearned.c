/* Turns the exit(1) of a library into status 71, since 1 is an answer: "there is none". */
#include "unearned.h"
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

static bool is_answer;

static void put(const char *text)
{
    /* There is nobody left to tell that this failed. */
    if (write(STDERR_FILENO, text, strlen(text)) < 0)
        return;
}

static void look_at(int status, void *user)
{
    (void)user;
    if (status != 1 || is_answer)
        return;
    put(program_invocation_short_name);
    put(": out of memory or threads: a library that konig uses gave up\n");
    _exit(EX_OSERR);
}

void unearned_watch(void)
{
    on_exit(look_at, NULL);
}

int unearned_not(int status)
{
    is_answer = true;
    return status;
}
