/* The lock around Graphviz, and its messages. */
#include "graphviz.h"
#include <cgraph.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

/* All that konig keeps outside of contexts, because Graphviz' handler of messages takes no
 * argument; the lock is theirs and Graphviz'. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char said[512];
static agusererrf handler_before;

/* A message comes in pieces, "Error", ": ", and the rest with its newline. Warnings are dropped. */
static int hear(char *piece)
{
    size_t used = strlen(said);

    if (used ? !strchr(said, '\n') : strncmp(piece, "Error", 5) == 0)
        snprintf(said + used, sizeof said - used, "%s", piece);
    return 0;
}

void kg__graphviz_begin(void)
{
    pthread_mutex_lock(&lock);
    said[0] = '\0';
    handler_before = agseterrf(hear);
}

void kg__graphviz_end(void)
{
    agseterrf(handler_before);
    pthread_mutex_unlock(&lock);
}

const char *kg__graphviz_said(void)
{
    said[strcspn(said, "\n")] = '\0';
    return strncmp(said, "Error: ", 7) == 0 ? said + 7 : said;
}
