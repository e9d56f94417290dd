/*
 * The internals of streets: the contents of a file, the streets made from them, and the walk.
 */
#ifndef KG_STREETS_INSIDE_H
#define KG_STREETS_INSIDE_H

#include "../csr/files/text/intern.h"
#include "../io/input.h"
#include "maps/osm.h"
#include <konig/streets.h>

/* ---- what a file has (gather.c) -------------------------------------------------------------- */

/* A way: the segments between its nodes. */
typedef struct kg__streets_way {
    int64_t id;
    uint64_t first, count; /* its nodes in ref */
    uint64_t name;         /* where its name begins in text */
    double length;         /* that the file gives; negative: none */
    double back;           /* of the way back; negative: as length */
    uint32_t file;         /* which of the files has it */
    bool numbered;         /* the file gives its number */
    bool one_way, required;
} kg__streets_way;

/* How nodes of several files are found to be the same: by their numbers; by ids and geometry; by
 * their places; by names, with places or without. */
typedef enum kg__gathered_kind {
    KG__GATHERED_OSM,
    KG__GATHERED_GRAPHML,
    KG__GATHERED_PLACES,
    KG__GATHERED_NAMED_PLACES,
    KG__GATHERED_NAMES
} kg__gathered_kind;

struct kg__osm_reading; /* read_osm.c */

/* Arrays grow; x_room is how many elements fit. */
typedef struct kg__gathered {
    kg_context *ctx;
    const char *shown; /* the file that is read; behind the last one all of them */
    bool several;      /* there are several files */
    uint32_t files;    /* how many were begun */
    kg__gathered_kind kind;
    struct kg__osm_reading *osm; /* of maps of OpenStreetMap; or NULL */
    const kg_streets_options *options;
    size_t need_key; /* bytes of the tag's key in options->need */

    uint64_t nodes, ways, refs, text_bytes;
    int64_t *id;          /* [nodes] */
    int32_t *place;       /* [2 * nodes] longitude, latitude in 10^-7 degrees */
    uint64_t *name;       /* [nodes] where the name begins in text */
    bool *named;          /* [nodes] the file names it as a crossing, so it stays one */
    kg__streets_way *way; /* [ways] those of the network */
    kg_vertex *ref;       /* [refs] nodes of ways; KG_NO_VERTEX: one that is not in the file */
    char *text;           /* [text_bytes] names, terminated; "" at 0 */
    kg__texts keys;       /* of nodes that are found by them */
    kg_vertex *key_node;  /* [keys.count] of several files of GraphML: the node of each */
    uint64_t columns;     /* of options->keep */
    uint64_t *column;     /* [columns] where the name of each begins in text */
    uint64_t *kept;       /* [ways * columns] where a value begins in text */
    kg__texts tags;       /* all of the ways' tags; of columns alone */
    uint64_t id_room, place_room, name_room, named_room, key_node_room, way_room, ref_room,
        text_room, column_room, kept_room;

    bool has_places, from_osm, is_windy; /* is_windy: some way is not as long back as there */
    kg_streets_counts counts;
} kg__gathered;

kg_status kg__gather_begin(
    kg__gathered *gathered, kg_context *ctx, const kg_streets_options *options);
void kg__gather_end(kg__gathered *gathered);
/* Begins a file. KG_FORMAT: files before it are of another kind. */
kg_status kg__gather_file(kg__gathered *gathered, kg__gathered_kind kind);
/* A new node without a name at a place. */
kg_status kg__gather_node(kg__gathered *gathered, int64_t id, const int32_t place[2], kg_vertex *v);
/* The node of a key, which is a name or a place. A new key makes a new node, of number `nodes`. */
kg_status kg__gather_find(
    kg__gathered *gathered, const char *key, size_t length, const int32_t place[2], kg_vertex *v);
/* Adds a text; begin: [out] where it begins. */
kg_status kg__gather_text(kg__gathered *gathered, const char *text, size_t length, uint64_t *begin);
/* Adds a node to the way that kg__gather_way() will end. */
kg_status kg__gather_ref(kg__gathered *gathered, kg_vertex v);
/* Makes a way of the nodes added since the last way. direction: 1, or -1 against their order, if it
 * is one-way; else 0. */
kg_status kg__gather_way(
    kg__gathered *gathered, int64_t id, kg__tags tags, int direction, double length);

/* Which columns are kept (keep.c). KG_ARGUMENT: options->keep is no list of them. */
kg_status kg__keep_begin(kg__gathered *gathered);
/* Keeps the values of the last way. */
kg_status kg__keep_way(kg__gathered *gathered, kg__tags tags);
/* Fails with KG_FORMAT if no way has a tag that is to be kept. */
kg_status kg__keep_check(kg__gathered *gathered);

/* Degrees as 10^-7 degrees; false: not a longitude and a latitude. */
bool kg__degrees(double longitude, double latitude, int32_t place[2]);

/* ---- readers --------------------------------------------------------------------------------- */

/* The value of a tag, or NULL. */
const char *kg__tag(kg__tags tags, const char *key);
/* Whether a way of `highway` belongs to a network (network.c). */
bool kg__network_has(kg_streets_network network, kg__tags tags);
/* The direction of a way in the network, as kg__gather_way() takes it. */
int kg__network_direction(kg_streets_network network, kg__tags tags);

kg_status kg__streets_read_osm(
    kg__gathered *gathered, const char *bytes, size_t size, const char *format);
/* Finds the nodes of ways, behind the last file. */
kg_status kg__streets_find_osm_nodes(kg__gathered *gathered);
void kg__streets_free_osm(kg__gathered *gathered);
kg_status kg__streets_read_table(kg__gathered *gathered, const kg__input *input);
kg_status kg__streets_read_graphml(kg__gathered *gathered, const kg__input *input);
/* bytes: [size], followed by zeros. */
kg_status kg__streets_read_geojson(kg__gathered *gathered, const char *bytes, size_t size);

/* ---- the area -------------------------------------------------------------------------------- */

typedef struct kg__area {
    kg_context *ctx;
    const kg_streets_options *options;
    int32_t box[4];
    uint64_t rings, points; /* of polygons */
    uint64_t *ring;         /* [rings + 1] where each begins in point */
    int32_t *point;         /* [2 * points] */
    uint64_t ring_room, point_room;
} kg__area;

/* Reads the area of the options (read_area.c). */
kg_status kg__area_begin(kg__area *area, kg_context *ctx, const kg_streets_options *options);
void kg__area_end(kg__area *area);
/* Whether a place lies in the area (area.c). */
bool kg__area_has(const kg__area *area, const int32_t place[2]);

/* ---- streets --------------------------------------------------------------------------------- */

struct kg_streets {
    kg_context *ctx;
    kg_streets_counts counts;
    kg_streets_map map; /* lends the arrays below */
    bool from_osm;      /* OpenStreetMap's contributors must be named */
    kg_vertex *end;
    double *length, *back; /* back: NULL: as length */
    unsigned char *one_way, *required;
    int64_t *crossing_id, *way_id;
    uint64_t *line, *part, *way;
    int32_t *point, *place;  /* place: [2 * crossings], or NULL */
    uint64_t *way_name;      /* [ways] where each begins in text */
    uint64_t *street_name;   /* [streets] */
    uint64_t *crossing_name; /* [crossings] */
    uint64_t *column;        /* [columns] of map */
    uint64_t *way_kept;      /* [ways * columns] */
    uint64_t *street_kept;   /* [streets * columns] */
    char *text;              /* terminated names */
    uint64_t text_bytes, text_room;
};

/* Makes streets of what was gathered (layout.c, chains.c). */
kg_status kg__streets_lay_out(kg_streets *streets, kg__gathered *gathered, const kg__area *area);

/* A segment of a way. */
typedef struct kg__street_segment {
    kg_vertex end[2]; /* nodes; it is walked from the first if it is one-way */
    uint64_t way;
    double length, back;
} kg__street_segment;

/* Leaves out segments that an earlier file has, too (doubles.c). segments: [in, out] */
kg_status kg__streets_drop_doubles(
    const kg__gathered *gathered, kg__street_segment *segment, uint64_t *segments);
/* Joins segments to streets (chains.c). */
kg_status kg__streets_chain(kg_streets *streets, const kg__gathered *gathered,
    const kg__street_segment *segment, uint64_t segments);

/* Metres on the ellipsoid between two places (geodesic.c). */
double kg__geodesic(const int32_t a[2], const int32_t b[2]);

/* ---- turns (bearing.c) ----------------------------------------------------------------------- */

/* Half-street 2 e leaves the first end of street e along it, half-street 2 e + 1 its second. A walk
 * that comes to a crossing along one half-street and leaves along another turns. */

/* The half-street along which a step leaves its first crossing, or, with `end`, comes to its
 * last. */
static inline uint64_t kg__step_half(const kg_streets_step *step, bool end)
{
    return 2 * step->street + (step->backwards ^ end);
}

/* The direction of a half-street, east and north; 0 if the street has no length. */
void kg__street_leaves(const kg_streets *streets, uint64_t half, double to[2]);

/* Angles are in hundredths of a degree, from 0, straight on, to 18000. */
enum { KG__TURN_SHARP = 12000, KG__TURN_BACK = 100000 };

typedef struct kg__bearings {
    const kg_streets *streets;
    int32_t *of; /* [2 * streets] of each half-street, clockwise from the north; -1: unknown */
    unsigned char *ends; /* [crossings] how many ends of streets lie there, at most 2 */
} kg__bearings;

kg_status kg__bearings_create(kg__bearings *bearings, const kg_streets *streets);
void kg__bearings_destroy(kg__bearings *bearings);
/* Whether a turn is a U-turn: back along the street, which is no loop. */
bool kg__turn_is_back(const kg_streets *streets, uint64_t from, uint64_t to);
int64_t kg__turn_angle(const kg__bearings *bearings, uint64_t from, uint64_t to);
/* A turn costs its angle, half a turn more if it is sharp, and KG__TURN_BACK if it is a U-turn. */
int64_t kg__turn_cost(const kg__bearings *bearings, uint64_t from, uint64_t to);

/* ---- the walk -------------------------------------------------------------------------------- */

struct kg_streets_walk {
    const kg_streets *streets;
    kg_streets_step *step; /* [count] */
    uint64_t count;
    uint64_t *begin; /* [rounds + 1] where each round begins in step */
    uint64_t rounds;
    kg_streets_figures figures;
};

/* The question, and its answer: how often each street is walked each way. */
typedef struct kg__streets_tour {
    kg_context *ctx;
    const kg_streets *streets;
    bool open, both_sides, heuristic, fewest_turns;
    uint64_t vehicles;
    kg_vertex start,
        end;            /* [in, out] KG_NO_VERTEX: not given. If the walk is found to be open, both
                           are set */
    bool directed;      /* [out] `times` tells directions; else only times[0] counts */
    uint64_t *times[2]; /* [out] [streets] from the first end, from the second; zeros at first */
    bool closed;        /* [out] */
    double bound;       /* [out] no walk repeats less */
} kg__streets_tour;

/* How often a street must be covered. */
static inline uint64_t kg__tour_covers(const kg__streets_tour *tour, uint64_t street)
{
    return tour->streets->required[street] ? 1u + tour->both_sides : 0;
}

/* The cost of walking along a street. */
static inline double kg__length(const kg_streets *streets, uint64_t street, unsigned backwards)
{
    return backwards && streets->back ? streets->back[street] : streets->length[street];
}

static inline double kg__least_length(const kg_streets *streets, uint64_t street)
{
    const double there = kg__length(streets, street, 0), back = kg__length(streets, street, 1);

    return back < there ? back : there;
}

/* The least cost of any step that covers a street as this one does. */
static inline double kg__tour_least(
    const kg__streets_tour *tour, uint64_t street, unsigned backwards)
{
    return tour->both_sides ? kg__length(tour->streets, street, backwards)
                            : kg__least_length(tour->streets, street);
}

/* The cost of walking a street so many times each way, minus the cost of covering it as
 * required. */
static inline double kg__tour_extra(
    const kg__streets_tour *tour, uint64_t street, uint64_t there, uint64_t back)
{
    const double length = tour->streets->length[street];
    double extra = length * (double)(there + back - kg__tour_covers(tour, street));

    if (tour->streets->back) {
        const double more = tour->streets->back[street] - length;
        const bool each = tour->both_sides && !tour->streets->one_way[street];

        extra += more * ((double)back - (!tour->streets->required[street] ? 0
                                            : each                        ? 1
                                                                          : more < 0));
    }
    return extra;
}

/* Whether streets are left out or are covered several times, or lengths depend on the direction. */
static inline bool kg__tour_is_rural(const kg__streets_tour *tour)
{
    const kg_streets *s = tour->streets;

    return s->counts.required < s->map.streets || tour->both_sides || s->back;
}

/* Finds a tour, if all streets are required once (inspect.c), and if not (rural.c). */
kg_status kg__tour_inspect(kg__streets_tour *tour);
kg_status kg__tour_rural(kg__streets_tour *tour);
/* Makes the steps of a tour (steps.c). */
kg_status kg__tour_walk(kg_streets_walk *walk, const kg__streets_tour *tour);
/* Orders steps so that they turn little (turning.c). bound: [out] no order costs less. */
kg_status kg__tour_turn(kg_streets_step *step, uint64_t count, const kg__streets_tour *tour,
    const kg__bearings *bearings, double *bound);
/* Makes rounds for several vehicles of a closed walk (vehicles.c). */
kg_status kg__tour_share(kg_streets_walk *walk, const kg__streets_tour *tour);
/* KG_INTERNAL if anything is wrong (verify.c). Shares no code with the above. */
kg_status kg__tour_verify(const kg_streets_walk *walk, const kg__streets_tour *tour);

#endif
