/*
 * Pictures of graphs: as DOT, the text that Graphviz and many other programs read, or laid out and
 * drawn as SVG, PNG or PDF. grid.h draws pictures of grid maps, matrix.h of matrices.
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
    KG_PICTURE_AUTO = 0, /* by the path's extension: .svg, .png, .pdf, otherwise DOT */
    KG_PICTURE_DOT = 1,
    KG_PICTURE_SVG = 2,
    KG_PICTURE_PNG = 3,
    KG_PICTURE_PDF = 4 /* its date is that of SOURCE_DATE_EPOCH, or 1970 */
} kg_picture;

typedef enum kg_layout {
    KG_LAYOUT_AUTO = 0, /* dot if the graph is small enough, or has clusters; otherwise sfdp */
    KG_LAYOUT_DOT = 1,  /* in ranks; edge labels never overlap */
    KG_LAYOUT_NEATO = 2,
    KG_LAYOUT_SFDP = 3 /* for large graphs */
} kg_layout;

/*
 * The content and the look of a picture. Options combine. Arrays are lent for the call.
 *
 * An edge has the colour of its circuit, or else of its group, or else a colour that alternates
 * along the walk, or else dark grey. With a tree, the edges of the tree are red and thick, and the
 * others pale; with no_wash the others are grey unless they have a colour.
 */
typedef struct kg_draw_options {
    kg_picture picture;
    kg_layout layout;
    uint64_t out_degree, in_degree; /* vertices with that degree: out green, in yellow, both blue;
                                     * 0: not coloured */
    int clusters;                   /* a box around each weak component; needs the layout dot */
    int edge_ids;                   /* edges show #id */
    int colour_vertices;            /* vertex v has the colour of the v-th circuit */
    int no_arrows;                  /* edges without their direction */
    const kg_edge *walk;    /* [m] every edge once, or NULL: edges show their place from 1 on, and
                             * their value in brackets; undirected edges have an arrow; edges
                             * between the same vertices as an earlier one are dashed; the first
                             * vertex is green, the last has a red border. A picture, not DOT, has a
                             * legend */
    const kg_edge *circuit; /* [m] or NULL: as kg_euler_circuits() gives it */
    const kg_edge *tree;    /* [tree_edges] or NULL: as kg_graph_spanning_tree() gives it */
    uint64_t tree_edges;
    int no_wash;                   /* with tree: the other edges are not pale */
    const char *const *edge_label; /* [m] texts or NULLs, or NULL */
    int has_centre;   /* draw only what is within `radius` edges of vertex `centre`, directions
                          ignored; 0: all */
    kg_vertex centre; /* 0..n-1; 0 unless has_centre is set */
    uint64_t radius;  /* 0: the vertex with its loops; 0 unless has_centre is set */
    unsigned seconds; /* time limit of the layout; 0: 60; KG_DRAW_NO_LIMIT: none */
    int force;        /* draw even a graph that is too large for a picture */
    const kg_edge *edge_group; /* [m] any numbers, or NULL: edges with the same number have the same
                                * of 21 colours, which repeat */
    int unbalanced; /* mark what keeps the graph from having an Euler circuit: vertices of odd
                     * degree red, in a directed graph those with more edges out green and more in
                     * yellow, all with their degrees; if edges lie in several components, each
                     * component has a colour, unless edges have another. A title says it. A
                     * picture, not DOT, also shows the fewest edges that would balance all
                     * vertices, dashed, paired in the order of vertices inside each component */
    int no_values;  /* labels of edges leave out their values; DOT keeps the attribute `value` */
} kg_draw_options;

#define KG_DRAW_NO_LIMIT     UINT_MAX
#define KG_DRAW_OPTIONS_INIT KG_ZERO

/*
 * Draws a graph. path "-" is standard output; a file appears when it is complete.
 *
 * Graphviz makes SVG, PNG and PDF in a process of its own: so its layout can be stopped, and its
 * failures do not reach the caller. The process is konig-graphviz, which konig installs in its
 * libexec folder; the environment variable KONIG_GRAPHVIZ may name another place. DOT needs
 * neither; kg_graph_read() makes from it the graph, or the part of it that was drawn.
 *
 * graph    [in]
 * path     [in]
 * options  [in] may be NULL: the defaults.
 * Returns KG_OK; KG_LIMIT (too large for a picture: the message says what would work; or the layout
 * took too long); KG_MISSING (no Graphviz: the message says what to install); KG_ARGUMENT (an edge
 * or vertex out of range; a centre or radius without has_centre; clusters with another layout than
 * dot); KG_UNSUPPORTED (a name with a zero byte); KG_CANNOT_CREATE; KG_IO; KG_MEMORY; KG_INTERNAL
 * (Graphviz failed).
 */
kg_status kg_graph_draw(kg_graph *graph, const char *path, const kg_draw_options *options);

/* "auto", "dot", "svg", "png", "pdf"; "auto", "dot", "neato", "sfdp". KG_ARGUMENT for another name;
 * then nothing is set. Any thread. */
kg_status kg_picture_parse(kg_picture *picture, const char *name);
kg_status kg_layout_parse(kg_layout *layout, const char *name);

#ifdef __cplusplus
}
#endif
#endif
