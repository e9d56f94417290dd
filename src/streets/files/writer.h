/* Text of files of walks. */
#ifndef KG_WRITER_H
#define KG_WRITER_H

#include "../../io/output.h"
#include "../streets.h"

/* A part of a walk along streets of one name, and how it begins. */
typedef struct kg__turn {
    uint64_t first, steps;
    uint64_t round;   /* the vehicle's */
    const char *verb; /* "Turn left onto", say */
    const char *name; /* of the street, terminated */
    double length;
} kg__turn;

/* An output and its first failure, after which nothing more is written. */
typedef struct kg__writer {
    kg_output *output;
    kg_status status;
    kg__turn *turn; /* [turns] of the walk, where the format has them */
    uint64_t turns;
} kg__writer;

void kg__put(kg__writer *writer, const char *text);
/* A text escaped for XML between tags and in attributes, for a string of JSON, for a field of a
 * table. Bytes that are not UTF-8, and characters that XML cannot have, become U+FFFD. */
void kg__put_xml(kg__writer *writer, const char *text);
void kg__put_json(kg__writer *writer, const char *text);
void kg__put_field(kg__writer *writer, const char *text);
void kg__put_integer(kg__writer *writer, int64_t number);
/* The shortest decimal; a sum is rounded to 10^-6 first. */
void kg__put_double(kg__writer *writer, double number);
void kg__put_sum(kg__writer *writer, double number);
/* 10^-7 degrees as degrees. */
void kg__put_degrees(kg__writer *writer, int64_t number);

/* The makers of the map, named in files of streets from OpenStreetMap. */
#define KG__ATTRIBUTION "OpenStreetMap contributors"
#define KG__LICENCE     "https://www.openstreetmap.org/copyright"

/* The turns of a walk with geometry. turns: [out] [count] a block of the context; NULL at first. */
kg_status kg__turns_find(kg__turn **turns, uint64_t *count, const kg_streets_walk *walk);

/* The name of a column that is kept, with map_ before one that files have of their own. */
void kg__put_column(kg__writer *writer, const kg_streets *streets, uint64_t column,
    void (*put)(kg__writer *writer, const char *text));
/* A value that is kept, terminated. */
static inline const char *kg__kept(const kg_streets *s, uint64_t street, uint64_t column)
{
    return s->text + s->street_kept[s->map.columns * street + column];
}

/* Puts the number of a round after some words, if there are several vehicles. */
void kg__put_vehicle(
    kg__writer *writer, const kg_streets_walk *walk, const char *words, uint64_t round);

/* Point i of a step, 0 .. kg__step_points() - 1, in the order in which they are passed. */
uint64_t kg__step_points(const kg_streets_walk *walk, uint64_t step);
const int32_t *kg__step_point(const kg_streets_walk *walk, uint64_t step, uint64_t i);

/* Each function writes a whole file (write_FORMAT.c). */
void kg__walk_write_gpx(kg__writer *writer, const kg_streets_walk *walk);
void kg__walk_write_geojson(kg__writer *writer, const kg_streets_walk *walk);
void kg__walk_write_kml(kg__writer *writer, const kg_streets_walk *walk);
void kg__walk_write_csv(kg__writer *writer, const kg_streets_walk *walk);
void kg__walk_write_html(kg__writer *writer, const kg_streets_walk *walk);
void kg__walk_write_svg(kg__writer *writer, const kg_streets_walk *walk);
void kg__walk_write_png(kg__writer *writer, const kg_streets_walk *walk);

#endif
