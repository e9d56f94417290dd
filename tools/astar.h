/* The astar tool: its commands, a file each. */
#ifndef KG_TOOLS_ASTAR_H
#define KG_TOOLS_ASTAR_H

#include "common.h"

/* Runs a command and returns the exit status. argv[0] is the name that messages begin with. */
typedef int astar_command_fn(int argc, char **argv);

astar_command_fn astar_pathfinding, astar_sliding, astar_graph, astar_pancake, astar_topspin;

#endif
