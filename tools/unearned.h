/* Exit status 1 is an answer: "there is none". No library may give it. */
#ifndef UNEARNED_H
#define UNEARNED_H

#include <stdbool.h>

/* From now on an exit() that unearned_not() did not announce ends the process with status 71 and a
 * message instead: OpenMP's libraries do exit(1) when they run out of memory or threads. Several
 * threads may exit() at the same moment: each thread that starts others by OpenMP needs a call of
 * its own. Returns false if there is no memory for it. */
bool unearned_watch(void);

/* The status with which this program itself is about to exit. Returns it. */
int unearned_not(int status);

#endif
