/* GeoJSON (RFC 7946): the lists of places of some kinds of geometry. */
#ifndef KG_GEOJSON_H
#define KG_GEOJSON_H

#include "json.h"
#include "osm.h"
#include "tag_list.h"

/* A wanted kind of geometry, and the depth of its lists of places. */
typedef struct kg__geometry {
    const char *type;
    unsigned depth; /* 1: coordinates are one list of places */
} kg__geometry;

typedef struct kg__geojson {
    kg__json json;
    void *user;
    kg__geometry wanted[3]; /* the last one has no type */
    /* Called when a feature begins; may be NULL. tags: its properties. *wanted: [out] whether to
     * read it. */
    kg_status (*feature)(struct kg__geojson *geojson, kg__tags tags, bool *wanted);
    kg_status (*place)(struct kg__geojson *geojson, const int32_t place[2]);
    /* Called when a list of places ends. alone: it is the only one of its geometry. */
    kg_status (*list)(struct kg__geojson *geojson, bool alone);

    const char *feature_at; /* where the feature stands, for messages */
    kg__tag_list tags;      /* the properties of a feature */
} kg__geojson;

/* Reads all of json's text, and frees its own memory. */
kg_status kg__geojson_read(kg__geojson *geojson);

#endif
