/* Exit status 1 is an answer: "there is none". Nobody but tool_end() may give it. */
#ifndef UNEARNED_H
#define UNEARNED_H

/* From now on an exit(1) of some library ends the process with status 71 and a message instead:
 * OpenMP's libraries do that when they run out of memory or threads. */
void unearned_watch(void);

/* The status is the answer's. Returns it. */
int unearned_not(int status);

#endif
