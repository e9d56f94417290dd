/* The peer NetworkX, which runs eulerian_circuit() on a MultiDiGraph in a process of its own. */
#include "../bench.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct loaded {
    uint64_t m;
    const char *kind;
    char folder[32];
    char edges[64], walk[64]; /* the paths of files in it */
} loaded;

static void unload(void *made)
{
    loaded *l = made;

    unlink(l->edges);
    unlink(l->walk);
    rmdir(l->folder);
    free(l);
}

static void *load(const bench_graph *graph)
{
    loaded *made = malloc(sizeof *made);
    FILE *file;
    int bad;

    if (!made)
        return NULL;
    made->m = graph->m;
    made->kind = graph->row ? "directed" : "undirected";
    strcpy(made->folder, "/tmp/konig-bench-XXXXXX");
    if (system("python3 -c 'import networkx' 2>/dev/null") != 0 || !mkdtemp(made->folder)) {
        free(made);
        return NULL;
    }
    snprintf(made->edges, sizeof made->edges, "%s/edges", made->folder);
    snprintf(made->walk, sizeof made->walk, "%s/walk", made->folder);
    file = fopen(made->edges, "wb");
    if (!file) {
        unload(made);
        return NULL;
    }
    for (uint64_t e = 0; e < graph->m; e++) {
        uint32_t pair[2] = {graph->src[e], graph->col[e]};

        fwrite(pair, sizeof pair, 1, file);
    }
    bad = ferror(file);
    if (!fclose(file) && !bad)
        return made;
    unload(made);
    return NULL;
}

static double circuit(void *made, kg_edge *walk)
{
    const loaded *l = made;
    char command[512], answer[64] = "";
    FILE *pipe, *file;
    uint64_t i = 0;
    uint32_t edge;

    snprintf(command, sizeof command, "python3 '%s' %s %s %s", NETWORKX_PEER, l->edges, l->walk,
        l->kind);
    pipe = popen(command, "r");
    if (!pipe)
        return -1;
    if (!fgets(answer, sizeof answer, pipe))
        answer[0] = '\0';
    if (pclose(pipe) != 0 || !(file = fopen(l->walk, "rb")))
        return -1;
    while (i < l->m && fread(&edge, sizeof edge, 1, file) == 1)
        walk[i++] = edge;
    fclose(file);
    return i == l->m ? atof(answer) : -1;
}

const bench_peer bench_networkx = {"NetworkX", 500000, load, circuit, unload};
