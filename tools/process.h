/* The process: its standard descriptors, its signals. */
#ifndef KG_TOOLS_PROCESS_H
#define KG_TOOLS_PROCESS_H

/*
 * To be called before anything else, with argv[0]; a second call does nothing.
 *
 * Standard descriptors that are closed are opened, so that no other file takes their numbers, in a
 * way that every use of them fails. Signals that end the process remove its temporary files first.
 * SIGXFSZ is ignored: the write that is too much for the limit fails. SIGBUS from a mapped file
 * says which file it was and ends with 74. At the end the status is 74 if
 * standard output could not be written, whatever exit() was called with.
 */
void process_prepare(const char *path);
/* What the program is called, for messages. */
const char *process_name(void);

/*
 * From now on the first SIGINT or SIGTERM does not end the process, but puts its number where the
 * result points, so that work can stop and what is done can be told; the second one ends it. A
 * signal that was ignored when the process began stays so.
 */
const volatile int *process_defer_signals(void);
/* Ends that: the next signal ends the process. */
void process_defer_no_more(void);
/* The number of the signal that was put there, or 0. */
int process_signal(void);

#endif
