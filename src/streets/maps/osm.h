/*
 * Reading a file of OpenStreetMap by libosmium (osm_osmium.cpp; osm_missing.c in a build without
 * it). libosmium allocates C++ memory of its own, starts threads that end with the call, and lets
 * no exception out.
 */
#ifndef KG_OSM_H
#define KG_OSM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The tags of a way: keys and values in turn, terminated. */
typedef struct kg__tags {
    const char *const *pair; /* [2 * count] */
    size_t count;
} kg__tags;

/* The receiver of what is read, on the calling thread. Each function returns false to stop. */
typedef struct kg__osm_sink {
    void *user;
    /* x, y: longitude and latitude in 10^-7 degrees. */
    bool (*node)(void *user, int64_t id, int32_t x, int32_t y);
    bool (*way)(void *user, int64_t id, const int64_t *node, size_t nodes, kg__tags tags);
    bool (*relation)(void *user, int64_t id, kg__tags tags);
} kg__osm_sink;

typedef enum kg__osm_status {
    KG__OSM_OK,
    KG__OSM_STOPPED, /* by the sink */
    KG__OSM_MEMORY,
    KG__OSM_FAILED, /* the file is damaged */
    KG__OSM_MISSING
} kg__osm_status;

/* The error in a file. line: 0 if it is not known. */
typedef struct kg__osm_fault {
    uint64_t line, column;
    char text[200];
} kg__osm_fault;

/* format: "osm", "osm.bz2" or "pbf". */
kg__osm_status kg__osm_read(const char *bytes, size_t size, const char *format,
    const kg__osm_sink *sink, kg__osm_fault *fault);

#ifdef __cplusplus
}
#endif
#endif
