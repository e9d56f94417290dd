/* The process: its standard descriptors, its signals. */
#ifndef KG_TOOLS_PROCESS_H
#define KG_TOOLS_PROCESS_H

/*
 * To be called before anything else; a second call does nothing.
 *
 * Standard descriptors that are closed are opened, so that no other file takes their numbers, in a
 * way that every use of them fails. Signals that end the process remove its temporary files first.
 * SIGBUS from a mapped file says which file it was and ends with 74. At the end the status is 74 if
 * standard output could not be written, whatever exit() was called with.
 */
void process_prepare(void);

#endif
