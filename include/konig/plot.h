/*
 * Drawings for pen plotters, laser cutters and mills: segments become strokes, as few as can be,
 * in an order in which the lifted pen travels little.
 *
 * Glossary
 * - segment: a line between two vertices that is drawn once. A fixed one is drawn from its first
 *   end to its second, a free one either way.
 * - stroke: segments drawn one after the other without lifting the pen. A closed stroke ends where
 *   it begins.
 * - pen-up: how far the lifted pen travels, from its start to the first stroke and from each stroke
 *   to the next.
 * - half: half 2s is the first end of segment s, half 2s + 1 its second. A step of a stroke is the
 *   half that the pen leaves from: an odd one draws the segment from its second end.
 */
#ifndef KONIG_PLOT_H
#define KONIG_PLOT_H

#include <konig/graph.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct kg_plot kg_plot;
typedef struct kg_drawing kg_drawing;

/* The segments to draw. */
typedef struct kg_segments {
    uint64_t count;             /* segments */
    uint64_t vertices;          /* at most KG_NO_VERTEX */
    const kg_vertex *end;       /* [2 * count] of each half; may be NULL if count is 0 */
    const unsigned char *fixed; /* [count] 1: the segment is fixed; NULL: all are free */
    const double *length;       /* [count] NULL: the distances, or 1 each without places */
    const double *place;        /* [2 * vertices] x, y of each vertex, at most 1e100 in size; NULL:
                                   then strokes are not put in an order */
    const uint32_t *layer; /* [count] or NULL. A stroke holds segments of one layer. The layer with
                              the least number comes first, and the pen starts anew for each
                              layer */
} kg_segments;

/* Where closed strokes begin. */
typedef enum kg_seam {
    KG_SEAM_NEAR = 0,  /* where the lifted pen travels least */
    KG_SEAM_FIXED = 1, /* with their segment of least number */
    KG_SEAM_RANDOM = 2 /* at any of their vertices, so that marks of the pen make no line */
} kg_seam;

typedef struct kg_plot_options {
    int straight;    /* strokes go on as straight as they can; needs places */
    int keep_order;  /* strokes stay as they are found; pen_up is still measured */
    double seconds;  /* for improving the order, at most; 0: until nothing helps */
    double start[2]; /* where the pen is at first */
    kg_seam seam;    /* not with keep_order, which leaves it fixed */
    uint64_t seed;   /* of random seams; the same seed gives the same seams everywhere */
    int inner_first; /* a stroke comes before the smallest closed one that it lies in, by its first
                        point and its frame; not with keep_order. pen_up may exceed pen_up_found */
} kg_plot_options;

#define KG_PLOT_OPTIONS_INIT KG_ZERO

/*
 * Finds the fewest strokes that draw each of the segments as they are given, and an order of them.
 * Segments that cross or touch between their ends do not meet there: kg_drawing_build() splits
 * them.
 *
 * plot      [out] destroy with kg_plot_destroy().
 * context   [in] must outlive the plot.
 * segments  [in] not needed after the call. Loops, and several segments between the same vertices,
 *           are legal.
 * options   [in] may be NULL.
 * Returns KG_OK; KG_ARGUMENT (an end is not a vertex, a place or length is not a legal number,
 * `straight` without places); KG_OVERFLOW (more segments than half-edges have ids); KG_MEMORY;
 * KG_INTERNAL (a check of the answer failed: a bug).
 *
 * A flow gives free segments the directions that leave the fewest ends. Numbers on the vertices
 * prove that strokes are the fewest. Independent code checks this proof, and that each segment is
 * drawn once, fixed ones in their direction. The order is built by going to the nearest end again
 * and again. Then it is improved by reversing pieces of it and by moving strokes. Closed strokes
 * begin as `seam` says; those without fixed segments may be drawn backwards. About m log m; the
 * flow takes m sqrt(m) at worst. One thread. Deterministic unless `seconds` ends the improvement.
 */
kg_status kg_plot_find(kg_plot **plot, kg_context *context, const kg_segments *segments,
    const kg_plot_options *options);
void kg_plot_destroy(kg_plot *plot);

/*
 * The strokes in order: stroke i is step[begin[i]] .. step[begin[i + 1] - 1].
 *
 * begin    [out] [strokes + 1], lent.
 * step     [out] [segments] halves, lent.
 * strokes  [out]
 * Returns KG_OK, KG_ARGUMENT. O(1).
 */
kg_status kg_plot_strokes(
    const kg_plot *plot, const uint64_t **begin, const kg_edge **step, uint64_t *strokes);

typedef struct kg_plot_figures {
    uint64_t strokes;    /* no strokes that draw the segments are fewer */
    uint64_t closed;     /* how many of them end where they begin */
    double drawn;        /* the length of all segments */
    double pen_up;       /* 0 without places */
    double pen_up_found; /* in the order and in the directions in which strokes were found */
    double turned;       /* the sum of the angles between segments of one stroke, in degrees */
    int stopped;         /* `seconds` ended the improvement of the order */
} kg_plot_figures;

/* Lent. O(1). */
const kg_plot_figures *kg_plot_measure(const kg_plot *plot);

/* ---- drawings -------------------------------------------------------------------------------- */

/* Which layers a drawing in SVG has. */
typedef enum kg_layers {
    KG_LAYERS_AUTO = 0,    /* Inkscape's; without them the drawing is one layer */
    KG_LAYERS_GROUPS = 1,  /* Inkscape's; without them each group directly below the root is one */
    KG_LAYERS_COLOURS = 2, /* paths of one stroke colour are one */
    KG_LAYERS_NONE = 3     /* the drawing is one layer */
} kg_layers;

typedef struct kg_drawing_options {
    double tolerance;    /* ends of lines no farther apart than this are one vertex, and so are all
                            ends that such steps connect. It has the place of the first in the file.
                            0: ends at the same place are one */
    const char *places;  /* a file of places for vertices with names: "name,x,y" a line, or "x,y"
                            for the vertices called 0, 1, ...; NULL: none */
    const char *shown;   /* how messages call the file; NULL: its path */
    const char *columns; /* of a table, as in kg_read_options; NULL: names in use */
    uint64_t skip_lines; /* how many of the first lines to leave out */
    int split;           /* segments become pieces that meet only at their ends, see below; needs
                            places in the file */
    double flatness;     /* of curves in SVG: how far from a curve its segments may lie, in
                            millimetres; 0: 0.02 */
    int distinct;        /* of segments with the same ends, in one layer, one is kept; fixed ones in
                            different directions are not the same. Needs places in the file */
    double straighten;   /* a run of segments becomes one, as long as no end between them is farther
                            than this from it; 0: none does. Needs places in the file */
    double retrace;      /* the cost of lifting the pen once, its travel included, as a length:
                            segments are drawn again if that makes strokes fewer and costs less.
                            They follow the others. 0: none is. Needs places in the file */
    kg_layers layers;    /* the layers of SVG; with KG_LAYERS_NONE a table has none either */
} kg_drawing_options;

#define KG_DRAWING_OPTIONS_INIT KG_ZERO

/*
 * `split`: each segment is split where it crosses another and where an end of another lies on it,
 * and so at both ends of a part that two share. The drawing's segments are then the pieces, in the
 * order of their segments, each from the segment's first end to its second, fixed if the segment
 * is. A part that several segments share is drawn as often as before. A length is divided by
 * distances. Whether segments meet is decided without rounding, for the doubles as they are; the
 * place where two cross is rounded to the nearest doubles. With a tolerance, an end no farther from
 * a segment than that lies on it, and then ends and crossings are merged like ends. About
 * m log m, and the pairs of segments that are close to each other. One thread.
 */

/*
 * `retrace`: a path along free segments between the ends of two strokes is drawn again if it is
 * shorter than a lift costs, and the connected part of the drawing takes more than one stroke.
 * Shorter paths are taken first. Parts with a fixed segment stay as they are. No path costs more
 * than it saves; the sum is not proven to be the least.
 */

/*
 * Reads segments, one a line: "x1 y1 x2 y2 [fixed|free]", or between vertices with names "u v
 * [length] [fixed|free]". Fields stand between commas, semicolons, tabs or blanks. The first record
 * tells the form: four numbers are places. # begins a comment. Without such a word a segment is
 * free; "directed" and "one-way" mean fixed, "undirected" and "two-way" free.
 *
 * If the first line names columns, the file is a table as kg_graph_read() reads tables. The columns
 * may stand in any order: the ends of an edge, or x1,y1,x2,y2; a length, by the names of values
 * there, or with places `length`, `len`, `distance` or `dist`; `type`, directed or undirected;
 * `oneway`, yes, no or -1; `reverse_cost`, negative or empty if a segment goes one way; `layer` or
 * `pen`, a name. Other columns are ignored.
 *
 * Or a drawing in SVG: the outlines of its paths and shapes, filled or not, that are not hidden, in
 * millimetres from the page's upper left corner, 96 of the file's units an inch. Curves become
 * segments whose ends lie on them, and no point of a curve is farther from its segment than
 * `flatness`. Ends within a millionth of a millimetre are one. Groups, transforms, units, view
 * boxes, `use`, `symbol`, nested `svg` and style sheets are read. A warning names texts and images,
 * and selectors in style sheets other than types, classes, ids, `*` and lists of them.
 *
 * drawing  [out] destroy with kg_drawing_destroy().
 * context  [in] must outlive the drawing.
 * path     [in] "-" is standard input.
 * options  [in] may be NULL.
 * Returns KG_OK, KG_CANNOT_OPEN, KG_IO, KG_FORMAT ("file:line:column: what is wrong, what was
 * expected"), KG_ARGUMENT (the tolerance is not a length; `split` with names), KG_UNSUPPORTED (SVG,
 * in a build without libexpat), KG_OVERFLOW, KG_MEMORY.
 */
kg_status kg_drawing_read(
    kg_drawing **drawing, kg_context *context, const char *path, const kg_drawing_options *options);
/* The same from memory, [size] bytes; may be NULL if size is 0. */
kg_status kg_drawing_read_memory(kg_drawing **drawing, kg_context *context, const void *bytes,
    size_t size, const kg_drawing_options *options);
/* The same from a stream, as kg_graph_read_file(). */
kg_status kg_drawing_read_file(
    kg_drawing **drawing, kg_context *context, FILE *file, const kg_drawing_options *options);
/*
 * A drawing of segments in memory. Vertices at the same place become one, and all get new numbers,
 * in the order in which segments have them; crossings follow.
 *
 * drawing   [out] destroy with kg_drawing_destroy().
 * context   [in] must outlive the drawing.
 * segments  [in] with places, not needed after the call.
 * options   [in] `tolerance`, `split`, `distinct`, `straighten` and `retrace`; the others are not
 *           used. May be NULL.
 * Returns KG_OK; KG_ARGUMENT (as kg_plot_find(); no places; the tolerance is not a length);
 * KG_OVERFLOW; KG_MEMORY.
 */
kg_status kg_drawing_build(kg_drawing **drawing, kg_context *context, const kg_segments *segments,
    const kg_drawing_options *options);
void kg_drawing_destroy(kg_drawing *drawing);

/* A layer. Paths outside all groups of SVG are a layer without a name. */
typedef struct kg_drawing_layer {
    const char *name; /* [length] as the file has it, in UTF-8; not terminated */
    size_t length;
    char colour[24]; /* of its first stroke: "#rrggbb", a colour's name in letters, or "" */
} kg_drawing_layer;

/* The layers, lent, in the order in which the file first draws in them; NULL: there are none.
 * count: [out] may be NULL. O(1). */
const kg_drawing_layer *kg_drawing_layers(const kg_drawing *drawing, uint64_t *count);

/* Width and height of the page in millimetres, lent; it begins at 0,0. NULL: the file has no page.
 * O(1). */
const double *kg_drawing_page(const kg_drawing *drawing);

/* The segments, lent. O(1). */
const kg_segments *kg_drawing_segments(const kg_drawing *drawing);

/* The name of a vertex, lent; *length: [out]. "" if the file has only places, or if there is no
 * such vertex. O(1). */
const char *kg_drawing_name(const kg_drawing *drawing, kg_vertex vertex, size_t *length);

/* An undirected graph of the segments with their names, and with values if the file has lengths or
 * places. graph: [out] destroy with kg_graph_destroy(). Returns as kg_graph_build_undirected(). */
kg_status kg_drawing_graph(kg_graph **graph, const kg_drawing *drawing);

/* ---- files ----------------------------------------------------------------------------------- */

typedef enum kg_strokes_format {
    KG_STROKES_AUTO = 0,  /* by the extension: .txt, .csv, .svg, .hpgl or .plt, .gcode or .nc */
    KG_STROKES_LINES = 1, /* a stroke a line: "x,y x,y ...", or names with " -> " between */
    KG_STROKES_CSV = 2,   /* a point a line: stroke, x, y and, if there are layers, layer */
    KG_STROKES_SVG = 3,   /* a path for each stroke, a group of Inkscape for each layer */
    KG_STROKES_HPGL = 4,  /* a pen for each layer; places of at most 26843545 millimetres */
    KG_STROKES_GCODE = 5  /* in millimetres; M0 before each layer except the first */
} kg_strokes_format;

/* Strokes to write. */
typedef struct kg_strokes {
    uint64_t count;
    const uint64_t *begin;       /* [count + 1] of kg_plot_strokes(); may be NULL if count is 0 */
    const kg_edge *step;         /* [begin[count]] */
    const kg_segments *segments; /* that they draw; with places, or as lines with names */
    const kg_drawing_layer *layers; /* [layer_count] by the numbers of the segments' layers; NULL:
                                       there is one, without a name */
    uint64_t layer_count;
    const double *page;        /* [2] its width and height in millimetres, or NULL */
    const char *const *name;   /* [vertices] of which lines tell, instead of places; or NULL */
    const size_t *name_length; /* [vertices] their bytes */
} kg_strokes;

/* Settings of the machine or the program that reads a file of strokes. */
typedef struct kg_plot_profile {
    int travel;   /* of SVG, for looking at: the ways of the lifted pen in red */
    double feed;  /* of G-code, of the pen when it draws, in millimetres a minute; 0: 1000 */
    double rapid; /* of the lifted pen; 0: as fast as the machine can */
    const char *pen_down; /* of G-code: a line that lowers the pen; NULL: "G0 Z0" */
    const char *pen_up;   /* a line that lifts it; NULL: "G0 Z5" */
    double start[2];      /* where the pen is at first, as for kg_plot_find() */
} kg_plot_profile;

#define KG_PLOT_PROFILE_INIT KG_ZERO

/*
 * Writes strokes in their order. Lines, tables and SVG have the coordinates of the segments, in
 * which y grows downwards; HPGL and G-code have y upwards, from the lower edge of the page on, or
 * without one from that of the drawing. Texts of layers are escaped. The file is written as by
 * kg_output_open(), packed if its name ends in .gz or .zst.
 *
 * path     [in] "-" is standard output.
 * profile  [in] may be NULL.
 * Returns KG_OK; KG_ARGUMENT (a step, layer, speed or start out of range; no places; HPGL: a place
 * is too far; the extension is unknown); KG_CANNOT_CREATE; KG_IO; KG_MEMORY. O(strokes + segments)
 * and the text, in threads. The bytes do not depend on the number of threads, nor on the locale.
 */
kg_status kg_plot_write(kg_context *context, const kg_strokes *strokes, const char *path,
    kg_strokes_format format, const kg_plot_profile *profile);

#ifdef __cplusplus
}
#endif
#endif
