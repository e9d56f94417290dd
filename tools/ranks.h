/*
 * A tool's work on several ranks: threads (--ranks N), the processes that mpirun has started, or
 * GPUs (--device cuda:all, cuda:0,1).
 *
 * A tool, or a command of one, takes part so: ranks_options is one of its tables, and its work is
 * run by tool_on_ranks(), which also does what tool_end() does. It runs on every rank, in a copy of
 * the tool's own struct, with a context that has joined a comm. The work need not care which rank
 * it is on: on all but rank 0, which talks, nothing is said, and what is written to an output of
 * tool_open() goes nowhere. An output of tool_share() gets what all ranks write, one rank's behind
 * the other's.
 */
#ifndef KG_TOOLS_RANKS_H
#define KG_TOOLS_RANKS_H

#include "common.h"

/* --ranks, of a struct tool. */
extern const struct option ranks_options[];

/* Whether a command has them. */
bool ranks_offered(const struct command *command);

/* self: the tool's own struct, of `size` bytes, which begins with a struct tool. */
typedef kg_status tool_work_fn(void *self);

/* Runs the work on as many ranks as were asked for, or found, and ends the tool. Returns the exit
 * status. */
int tool_on_ranks(void *self, size_t size, tool_work_fn *work);

/* How many ranks this process has by --ranks and --device. Where --device names several GPUs, the
 * tool's own is the first of them then. Unless --threads was given it has its share of the threads.
 * 0: the options do not fit each other, which is recorded as a failure. */
int ranks_here(struct tool *tool);

/* Fails where several ranks cannot read a path: standard input or a pipe, which can be read once.
 * what: "graph", which they would read. To be called after tool_begin(). */
kg_status tool_ranks_read(struct tool *tool, const char *path, const char *what);

/* For a command that takes no part: fails where mpirun has started several processes, each of which
 * would do all of the work. One of them says so. */
kg_status ranks_refuse(struct tool *tool);

/* For tool_begin(): makes the context of a rank, joins it, and fails on all ranks if that fails on
 * one. Without ranks it makes the context alone. */
kg_status tool_join(struct tool *tool);
/* For tool_end(): all ranks learn how all fared. */
kg_status tool_agree(struct tool *tool, kg_status status);
/* Leaves the other ranks. */
void tool_leave(struct tool *tool);
/* For tool_parse(): where a tool that takes part in ranks is one of mpirun's processes, but not the
 * first, what it prints from ranks_hush() to ranks_speak() goes nowhere: all of them read the same
 * command line, and the first tells what is wrong with it. */
void ranks_hush(const struct command *command);
void ranks_speak(void);

#endif
