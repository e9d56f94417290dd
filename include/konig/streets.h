/*
 * Streets: from a map to a walk along every street, or every street that needs it, and to files for
 * a phone and for paper. (The Chinese postman's problem, route inspection, arc routing; if only a
 * part of the streets must be covered, the rural postman's problem.)
 *
 * Glossary
 * - crossing: where a street begins or ends: where several meet, a dead end, a place that a table
 *   names.
 * - segment: the line between two neighbouring points of a way in the file.
 * - street: a chain of segments between two crossings, with its geometry; a loop if it comes back
 *   to its crossing. A one-way street is walked from its first end to its second.
 * - way: one object of the file, with a name and a number. A street may be made of parts of
 *   several ways, and a way may be cut into several streets.
 * - required street: one that the walk must cover. The others may be used on the way.
 */
#ifndef KONIG_STREETS_H
#define KONIG_STREETS_H

#include <konig/context.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct kg_streets kg_streets;

/* Which ways of OpenStreetMap are streets: docs/roads.md has the tags. Also used for GeoJSON and
 * tables that have `highway`. Walkers may use one-way streets both ways. */
typedef enum kg_streets_network {
    KG_STREETS_ALL = 0, /* all ways in use */
    KG_STREETS_DRIVE = 1,
    KG_STREETS_WALK = 2,
    KG_STREETS_BIKE = 3
} kg_streets_network;

typedef struct kg_streets_options {
    kg_streets_network network;
    const char *need; /* "TAG=VALUE": the ways with that tag are required; "TAG=*": with any value
                           of it. NULL: all are. Of a table, a column and its value, which is none
                           where the field is empty */
    int has_box;      /* only what lies within box */
    double box[4];    /* west, south, east, north in degrees; a west that is larger than east: over
                           the antimeridian. 0 unless has_box is set */
    const char
        *within;       /* the path of a GeoJSON file: only what lies within its polygons; or NULL */
    int keep_parts;    /* all parts stay, not the largest alone */
    const char *keep;  /* "A,B": columns of the input, or tags, that files of walks have, too; see
                          kg_streets_write(); at most 256; NULL: none */
    const char *shown; /* how messages call a file alone; NULL: its path */
} kg_streets_options;

#define KG_STREETS_OPTIONS_INIT KG_ZERO

/* Counts of the things that the reader kept and left out. */
typedef struct kg_streets_counts {
    uint64_t crossings, streets, one_way, required; /* of the streets that are left */
    double length;                                  /* of the streets together */
    uint64_t nodes, ways;   /* of the file; ways: all of them, also those that are not streets */
    uint64_t streets_ways;  /* ways that are streets of the network */
    uint64_t missing;       /* places in ways whose nodes are not in the file */
    uint64_t outside;       /* segments that have an end outside the box or the polygons */
    uint64_t parts;         /* strongly connected parts, in which one can go from anywhere to
                               anywhere; only one is kept, unless keep_parts is set */
    uint64_t left_segments; /* segments of the parts that are left out, and between parts */
    double left_length;     /* of them */
    uint64_t zero;          /* segments of length 0 between two nodes */
    uint64_t restrictions;  /* turn restrictions of the file, which are not obeyed */
    uint64_t doubles;       /* segments that are left out because an earlier file has them, too */
} kg_streets_counts;

/*
 * Reads streets. The content tells the format:
 *
 * - OpenStreetMap's XML and PBF, through libosmium.
 * - GeoJSON: its lines, which meet if they have the same coordinates; `properties` are tags. The
 *   length and length_back (or reverse_cost) of a LineString are as in a table.
 * - GraphML as OSMnx saves it, through libexpat: x and y of nodes in degrees; for edges osmid,
 *   name, length, oneway, geometry as well-known text; other data are tags. A list, "['a', 'b']",
 *   is "a; b"; of a list of numbers the first counts. In a directed graph two opposite edges of one
 *   geometry are one street, and one without its opposite is one-way.
 * - A table with a header: the crossings at the ends (source and target, or other names as
 *   kg_graph_read() knows them), or lon1, lat1, lon2, lat2 (x1, ...; from_lon, ...), or both;
 *   length; length_back (or reverse_cost), the length from target to source if it differs, uphill
 *   for example, negative if that way is closed; name; id; `oneway`, `type` as in
 *   kg_drawing_read(). Other columns are tags.
 *
 * Compressed files are unpacked: gzip, zstd and, for OpenStreetMap's XML, bzip2.
 *
 * A length that the file gives (`length`) is kept. Otherwise it is measured in metres, along the
 * geometry on the ellipsoid WGS 84 (T. Vincenty, Survey Review 23, 1975), each street rounded to
 * millimetres. Coordinates are rounded to 10^-7 degrees, as in OpenStreetMap.
 *
 * Unless keep_parts is set, only one part stays: the largest, by length, in which one can go from
 * every crossing to every other one. Then chains become streets. A chain also ends where a
 * direction or `required` changes.
 *
 * streets  [out] destroy with kg_streets_destroy().
 * context  [in] must outlive the streets.
 * path     [in] "-" is standard input.
 * options  [in] may be NULL.
 * Returns KG_OK; KG_ARGUMENT (no such network; the box is not legal; `need` is not TAG=VALUE;
 * `keep` is not a list of names); KG_NO_SOLUTION (no street is left, or none is required);
 * KG_CANNOT_OPEN; KG_IO; KG_FORMAT ("file:line:column: ..." for text; no street has a column of
 * `keep`, and the text names the columns that there are); KG_UNSUPPORTED (more than 2 GiB of
 * OpenStreetMap's XML; GraphML: konig was built without libexpat); KG_MISSING (konig was built
 * without libosmium); KG_OVERFLOW; KG_MEMORY. O(file) and sorts. Memory: the file, except for
 * GraphML, some 30 bytes a node and 150 a segment, and that of libosmium. One thread, and those of
 * libosmium.
 */
kg_status kg_streets_read(
    kg_streets **streets, kg_context *context, const char *path, const kg_streets_options *options);
/* The same from memory, [size] bytes; may be NULL if size is 0. */
kg_status kg_streets_read_memory(kg_streets **streets, kg_context *context, const void *bytes,
    size_t size, const kg_streets_options *options);
/*
 * The same from several files, neighbouring extracts say, whose streets are joined: by the numbers
 * of nodes of OpenStreetMap's maps and of OSMnx's graphs; by coordinates of GeoJSON and of tables
 * without names of crossings; by these names. A segment counts once that several files have: that
 * is one with the same ends, with the same number of its way, if the files give numbers, and with
 * the same length, if they give lengths; of OSMnx's graphs one between the same places. The tags of
 * the first file count. A node that is missing in one file may be in another one.
 *
 * path   [in] [files] "-", in one of them, is standard input.
 * files  [in] 1 to 65535.
 * Returns as kg_streets_read(); KG_FORMAT also if the files are of different kinds, whose streets
 * cannot meet, and if a crossing's name, or the id of a graph's node, has other coordinates in a
 * file before. Also a sort, and 56 bytes a segment.
 */
kg_status kg_streets_read_files(kg_streets **streets, kg_context *context, const char *const *path,
    uint64_t files, const kg_streets_options *options);
void kg_streets_destroy(kg_streets *streets);

/* Lent. O(1). */
const kg_streets_counts *kg_streets_count(const kg_streets *streets);

/* The arrays, lent. */
typedef struct kg_streets_map {
    uint64_t crossings, streets, ways;
    const kg_vertex *end;          /* [2 * streets] the crossings at both ends of each street */
    const double *length;          /* [streets] */
    const unsigned char *one_way;  /* [streets] 1: only from its first end to its second */
    const unsigned char *required; /* [streets] */
    const int64_t *crossing_id;    /* [crossings] the number of the file's node; in files other than
                                      OpenStreetMap's 0, 1, ... in the order of the file */
    const uint64_t *line;          /* [streets + 1] where each street's geometry begins in point;
                                      NULL: a table without coordinates */
    const int32_t *point;          /* [2 * line[streets]] longitude, latitude in 10^-7 degrees, from
                                      its first end to its second, ends included; or NULL */
    const uint64_t *part;          /* [streets + 1] where each street's ways begin in way */
    const uint64_t *way;           /* [part[streets]] 0 .. ways - 1, along the street */
    const int64_t *way_id;         /* [ways] of the file; without numbers 0, 1, ... */
    const double *length_back;     /* [streets] from its second end to its first; NULL: as length */
    uint64_t columns;              /* that are kept */
} kg_streets_map;

/* Lent. O(1). */
const kg_streets_map *kg_streets_look(const kg_streets *streets);

/* The name of a street, lent and not terminated: the names of its ways, "; " between different
 * ones. length: [out]. "" if it has none, or if there is no such street. O(1). */
const char *kg_streets_name(const kg_streets *streets, uint64_t street, size_t *length);
/* The name of a crossing in the file, likewise. */
const char *kg_streets_crossing_name(const kg_streets *streets, kg_vertex crossing, size_t *length);

/* The name of a column that is kept, likewise. */
const char *kg_streets_column(const kg_streets *streets, uint64_t column, size_t *length);
/* The value of a street in a column, likewise. Different values of its ways are joined by "; ". */
const char *kg_streets_kept(
    const kg_streets *streets, uint64_t street, uint64_t column, size_t *length);

/*
 * Finds a crossing: by its name; by the name of a way ("Depot Street"), or one of the names in its
 * list ("Depot Street; Mill Lane"), for the first crossing of the way; by two names of ways that
 * meet there ("Depot Street / Mill Lane"); by the number of a node; or by "lat,lon" in degrees, for
 * the nearest crossing within 10 km.
 *
 * crossing  [out]
 * text      [in] terminated.
 * Returns KG_OK; KG_ARGUMENT (there is no such crossing; the message says what was looked for).
 * O(streets and their names).
 */
kg_status kg_streets_find(kg_streets *streets, const char *text, kg_vertex *crossing);

/* ---- the walk -------------------------------------------------------------------------------- */

typedef struct kg_streets_walk kg_streets_walk;

typedef struct kg_streets_route_options {
    const char *start; /* where the walk begins, as kg_streets_find() takes it; NULL: anywhere */
    const char *end;   /* where it ends; makes it open; NULL: at its start, or anywhere if `open` is
                          set */
    int open;          /* it may end elsewhere than it begins */
    int both_sides;    /* each side of a required street: two-way streets once in each direction,
                          one-way streets twice in their direction */
    int heuristic;     /* for two-way streets: repeats found quickly, which need not be shortest, as
                          in kg_eulerise_options */
    int fewest_turns;  /* of the orders of the same steps, one with few U-turns and sharp turns */
    uint64_t vehicles; /* the number of vehicles, at most 65535; 0 means 1. Together they cover the
                          streets, each on a round from the start. Without a start, rounds begin
                          where the walk of one vehicle would */
} kg_streets_route_options;

#define KG_STREETS_ROUTE_OPTIONS_INIT KG_ZERO

/*
 * Finds a short walk that covers each required street.
 *
 * walk     [out] destroy with kg_streets_walk_destroy().
 * streets  [in] must outlive the walk.
 * options  [in] may be NULL: each street once, back to the start.
 * Returns KG_OK; KG_NO_SOLUTION (no walk covers them all; the message says why); KG_ARGUMENT (no
 * such crossing); KG_MISSING (konig was built without LEMON); KG_UNSUPPORTED (the heuristic for an
 * open walk without a given end); KG_OVERFLOW; KG_MEMORY; KG_INTERNAL (a check of the walk failed:
 * a bug).
 *
 * If all streets are required once, the walk is that of kg_euler_eulerise(). It is the shortest,
 * with a proof, unless two-way streets stand beside one-way ones, or lengths depend on the
 * direction. In the first case a closed walk has a bound as below.
 * Otherwise it is the shortest if the required streets are connected and all are two-way, or all
 * are one-way, or both sides are covered. If they are not connected, minimum spanning trees of
 * shortest paths join them (G. N. Frederickson, J. ACM 26, 1979). A minimum-cost flow or a join of
 * odd crossings turns two-way streets beside one-way ones. Branch and bound improves the better of
 * these walks, with at most 2048 flows or joins, and fewer the larger the town is; in small towns
 * it is complete. The walk is proven to be the shortest if `repeated` is `bound`. Code that shares
 * nothing with the search verifies each walk. One thread.
 *
 * Lengths that depend on the direction (the windy postman's problem: E. Minieka, Management Science
 * 25, 1979): a minimum-cost flow turns streets that must be covered once (Z. Win, Mathematical
 * Programming 44, 1989). Or a join of odd crossings by mean lengths makes the streets an Eulerian
 * graph, for which the flow is exact. The bound is the flow's, and for a closed walk also that of
 * the flow's potentials and of a join by the lengths that they leave. Then branch and bound, as
 * above.
 *
 * With fewest_turns the steps, each street as often as it is walked, are put into the order that
 * turns least. A turn costs its angle in degrees, 180 more if that is at least 120, and 1000 if it
 * is a U-turn; without coordinates only U-turns count. The turn from the last step of a closed walk
 * to its first counts, too. At each crossing the ways in are paired with the ways out at the least
 * cost, which is the bound. Exchanges of least cost join the resulting circuits (after J. B.
 * Kruskal, Proc. AMS 7, 1956). Then crossings are taken one after the other: dynamic programming
 * (R. Bellman, J. ACM 9, 1962; M. Held and R. M. Karp, J. SIAM 10, 1962) finds the best order of at
 * most 7 of the ways between a crossing's passages, until no crossing improves. A crossing that is
 * passed more than 10 times adds nothing to the bound. O(steps log steps), and O(steps) for each
 * improvement, up to a limit; 150 bytes a step.
 *
 * With several vehicles the longest round is made as short as can be found. The walk of one vehicle
 * is split into the parts of the least longest round, as in G. N. Frederickson, M. S. Hecht and C.
 * E. Kim (SIAM J. Computing 7, 1978). Then simulated annealing and local search move stretches of
 * the walk between rounds. In towns of at most 2048 crossings and 4096 streets these are single
 * streets; in larger ones they are longer, so that their distances take limited time. The bound is
 * the largest of three: the walk's bound divided by the number of vehicles; the length of the path
 * to the farthest required street and back; and that of cuts around the start, which the vehicles
 * must cross to cover what lies behind them (J. Belenguer, E. Benavent, Computers and Operations
 * Research 30, 2003). In towns of at most 16384 crossings the cuts are combined with the walk's
 * bound. O(streets log streets), at most 5 more walks of one vehicle in such towns, and a search of
 * some 5 seconds at most. Memory: 300 bytes a street, and 100 MB at most. KG_ARGUMENT: with an end
 * or an open walk.
 */
kg_status kg_streets_route(
    kg_streets_walk **walk, kg_streets *streets, const kg_streets_route_options *options);
void kg_streets_walk_destroy(kg_streets_walk *walk);

/* One street of the walk. */
typedef struct kg_streets_step {
    uint64_t street;
    uint32_t backwards; /* 1: from its second end to its first */
    uint32_t repeat;    /* 1: it is not required, or was covered before */
} kg_streets_step;

/* The steps, lent; with several vehicles one round after the other. step: [out] [count]. Returns
 * KG_OK, KG_ARGUMENT. O(1). */
kg_status kg_streets_walk_steps(
    const kg_streets_walk *walk, const kg_streets_step **step, uint64_t *count);

/* The rounds of several vehicles, lent. begin: [out] [rounds + 1] where each round begins in the
 * steps. A round has no step if the vehicle is not needed. Returns KG_OK, KG_ARGUMENT. O(1). */
kg_status kg_streets_walk_rounds(
    const kg_streets_walk *walk, const uint64_t **begin, uint64_t *rounds);

/* Figures of all rounds together, except longest and longest_bound. */
typedef struct kg_streets_figures {
    double length;        /* of the walk */
    double required;      /* of the required streets, each as often as it must be covered, in its
                             shorter direction if either will do */
    double repeated;      /* of the steps that repeat, plus the excess of other steps over
                             `required` */
    double bound;         /* every walk repeats at least this, up to rounding */
    double longest;       /* the longest round */
    double longest_bound; /* whatever the rounds are, one is at least this long, up to rounding */
    uint64_t repeats;     /* steps that repeat */
    uint64_t turns_back;  /* U-turns: steps that go back along the street of the step before */
    uint64_t dead_ends;   /* the U-turns at crossings where no other street ends */
    uint64_t sharp_turns; /* turns by 120 degrees or more that are not U-turns */
    double turning;       /* the cost of all turns; see kg_streets_route() */
    double turning_bound; /* with fewest_turns: no order of the same steps costs less; else 0 */
    int closed;           /* it ends where it begins */
    kg_vertex start, end; /* crossings; KG_NO_VERTEX: the walk has no step */
} kg_streets_figures;

/* Lent. O(1). */
const kg_streets_figures *kg_streets_measure(const kg_streets_walk *walk);

/* ---- files ----------------------------------------------------------------------------------- */

typedef enum kg_streets_format {
    KG_STREETS_AUTO = 0,    /* by the extension */
    KG_STREETS_GPX = 1,     /* the walk as a track, and the turns as a route */
    KG_STREETS_GEOJSON = 2, /* a line a step, with its properties; cut at the antimeridian */
    KG_STREETS_KML = 3,     /* the walk as a line, and the turns as places */
    KG_STREETS_CSV = 4,     /* a line a step: step, street, from, to, length, total, repeat */
    KG_STREETS_HTML = 5,    /* a page: the map, the walk that moves along it, and the turns */
    KG_STREETS_SVG = 6,     /* a picture: the map, and the steps with arrows and numbers */
    KG_STREETS_PNG = 7      /* the same by Graphviz, at most 5000 pixels wide and high */
} kg_streets_format;

/*
 * Writes a walk. Several vehicles are numbered from 1: GPX has a track and a route for each, KML a
 * folder for each. GeoJSON has a property `vehicle` and CSV a last column of that name, and `step`
 * and `total` begin anew with each vehicle. Pictures have a colour for each. Columns that are kept
 * are the last ones of CSV, properties of GeoJSON, null where there is none, and extended data of
 * the turns of KML, with "; " between the values along a turn. One whose name is that of a column
 * of CSV is called map_NAME. The file appears complete or not at all, as konig/output.h says. Names
 * of the input are escaped; characters that XML cannot have, and bytes that are not UTF-8, become
 * U+FFFD.
 *
 * walk    [in]
 * path    [in] "-" is standard output.
 * format  [in] AUTO: by .gpx, .geojson, .json, .kml, .csv, .html, .svg, .png.
 * Returns KG_OK; KG_ARGUMENT (no such format or extension); KG_UNSUPPORTED (the streets have no
 * coordinates, and it is not CSV); KG_MISSING (PNG: there is no Graphviz); KG_CANNOT_CREATE; KG_IO;
 * KG_MEMORY; KG_CANCELLED. O(points).
 */
kg_status kg_streets_write(const kg_streets_walk *walk, const char *path, kg_streets_format format);

#ifdef __cplusplus
}
#endif
#endif
