/* The astar tool: its commands, which have a file each. */
#ifndef KG_TOOLS_ASTAR_H
#define KG_TOOLS_ASTAR_H

#include "common.h"

struct astar_command {
    struct command shown;
    int (*run)(int argc, char **argv); /* argv[0] names tool and command; the exit status */
};

extern const struct astar_command astar_pathfinding_command, astar_fields_command,
    astar_index_command, astar_graph_command, astar_sliding_command, astar_pancake_command,
    astar_topspin_command;

#endif
