/*
 * Pictures of graphs: as DOT, the text that Graphviz and many other programs read, or laid out and
 * drawn as SVG, PNG or PDF. Pictures of grid maps are drawn by grid.h, of matrices by matrix.h.
 *
 * Glossary: a layout is a way to place vertices, by the name of Graphviz' program for it.
 */
#ifndef KONIG_DRAW_H
#define KONIG_DRAW_H

#include <konig/graph.h>
#include <limits.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum kg_picture {
    KG_PICTURE_AUTO = 0, /* by the path's extension: .svg, .png, .pdf, else DOT */
    KG_PICTURE_DOT = 1,
    KG_PICTURE_SVG = 2,
    KG_PICTURE_PNG = 3,
    KG_PICTURE_PDF = 4 /* its date is that of SOURCE_DATE_EPOCH, else 1970 */
} kg_picture;

typedef enum kg_layout {
    KG_LAYOUT_AUTO = 0, /* dot where the graph is small enough for it, or has clusters; else sfdp */
    KG_LAYOUT_DOT = 1,  /* in ranks; edge labels never overlap */
    KG_LAYOUT_NEATO = 2,
    KG_LAYOUT_SFDP = 3 /* for large graphs */
} kg_layout;

/*
 * What is drawn, and how. What is asked for combines. Arrays are lent for the call.
 *
 * An edge has the colour of its circuit; else of its group; else it alternates along the walk; else
 * it is dark grey. Then, with a tree, an edge of the tree is red and thick, another pale, or unless
 * it has a colour, with no_wash, grey.
 */
typedef struct kg_draw_options {
    kg_picture picture;
    kg_layout layout;
    uint64_t out_degree, in_degree; /* vertices with so many edges: out green, in yellow, both blue;
                                       0: not coloured */
    int clusters;                   /* a box round each weak component; wants the layout dot */
    int edge_ids;                   /* edges say #id */
    int colour_vertices;            /* vertex v has the colour of the v-th circuit */
    int no_arrows;                  /* edges without their direction */
    const kg_edge *walk;    /* [m] every edge once, or NULL: edges say their place from 1 on, and
                                       their value in brackets; undirected ones have an arrow; those
                                       between the same vertices as one before are dashed; the first
                                       vertex is green, the last has a red border. A picture, not
                                       DOT, has a legend */
    const kg_edge *circuit; /* [m] or NULL: as kg_euler_circuits() gives it */
    const kg_edge *tree;    /* [tree_edges] or NULL: as kg_graph_spanning_tree() gives it */
    uint64_t tree_edges;
    int no_wash;                   /* with tree: the other edges are not pale */
    const char *const *edge_label; /* [m] texts or NULLs, or NULL */
    int has_centre;   /* draw only what is within `radius` edges of vertex `centre`, directions
                          ignored; 0: all */
    kg_vertex centre; /* 0..n-1; 0 unless has_centre is set */
    uint64_t radius;  /* 0: the vertex with its loops; 0 unless has_centre is set */
    unsigned seconds; /* that the layout may take; 0: 60; KG_DRAW_NO_LIMIT: as many as it needs */
    int force;        /* draw what is too large for a picture all the same */
    const kg_edge *edge_group; /* [m] any numbers, or NULL: edges of one number have one colour,
                                * of 21 that repeat */
    int unbalanced; /* mark what keeps the graph from having an Euler circuit: vertices of odd
                     * degree red, of a directed graph those with more edges out green and more in
                     * yellow, all with their degrees; of edges in several components each a
                     * colour, where nothing else gives them one. A title says it. A picture, not
                     * DOT, has the fewest edges dashed that would balance all vertices, paired in
                     * the order of vertices inside each component */
    int no_values;  /* labels of edges leave out their values; DOT keeps the attribute `value` */
} kg_draw_options;

#define KG_DRAW_NO_LIMIT     UINT_MAX
#define KG_DRAW_OPTIONS_INIT KG_ZERO

/*
 * Draws a graph. path "-" is standard output; a file appears when it is complete.
 *
 * SVG, PNG and PDF are made by Graphviz, in a process of its own: so its layout can be stopped, and
 * a failure of it is none of the caller's. The process is konig-graphviz, which konig installs in
 * its libexec folder; the environment variable KONIG_GRAPHVIZ may name another place. DOT needs
 * neither; what kg_graph_read() makes of it is the graph, or the part of it that was drawn.
 *
 * graph    [in]
 * path     [in]
 * options  [in] may be NULL: the defaults.
 * Returns KG_OK; KG_LIMIT (too large for a picture: the text says what would work; or the layout
 * took too long); KG_MISSING (no Graphviz: the text says what to install); KG_ARGUMENT (an edge or
 * vertex out of range; a centre or radius without has_centre; clusters with another layout than
 * dot); KG_UNSUPPORTED (a name with a zero byte); KG_CANNOT_CREATE; KG_IO; KG_MEMORY; KG_INTERNAL
 * (Graphviz failed).
 */
kg_status kg_graph_draw(kg_graph *graph, const char *path, const kg_draw_options *options);

/* "auto", "dot", "svg", "png", "pdf"; "auto", "dot", "neato", "sfdp". KG_ARGUMENT for another name;
 * then nothing is written. Any thread. */
kg_status kg_picture_parse(kg_picture *picture, const char *name);
kg_status kg_layout_parse(kg_layout *layout, const char *name);

#ifdef __cplusplus
}
#endif
#endif
