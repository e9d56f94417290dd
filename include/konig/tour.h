/*
 * The travelling salesman problem: solved exactly for up to some thirty cities; for more cities a
 * good tour, and a length such that no tour is shorter.
 *
 * Glossary: a closed tour comes back to the city where it began, an open one does not; n is the
 * number of cities.
 */
#ifndef KONIG_TOUR_H
#define KONIG_TOUR_H

#include <konig/matrix.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- cities ---------------------------------------------------------------------------------- */

/* Cities, and the distances between them: a matrix, or coordinates and the rule by which distances
 * are computed from them. */
typedef struct kg_cities kg_cities;

/* The rule of a distance. The last six are those of TSPLIB, whose distances are integers. */
typedef enum kg_cities_rule {
    KG_CITIES_MATRIX = 0, /* an element of a matrix */
    KG_CITIES_PLANE = 1,  /* x and y: Euclidean distance, in doubles */
    KG_CITIES_SPHERE = 2, /* latitude and longitude in degrees: great circles on a sphere of radius
                             6371.0088 km, in doubles */
    KG_CITIES_EUC_2D = 3,
    KG_CITIES_CEIL_2D = 4,
    KG_CITIES_MAN_2D = 5,
    KG_CITIES_MAX_2D = 6,
    KG_CITIES_ATT = 7,
    KG_CITIES_GEO = 8
} kg_cities_rule;

/*
 * Reads cities, from the formats of kg_tour_read().
 *
 * cities   [out] destroy with kg_cities_destroy(); NULL on failure.
 * context  [in] must outlive the cities.
 * path     [in] "-" is standard input.
 * options  [in] only `shown` is used; may be NULL.
 * Returns as kg_tour_read(). O(n) memory for coordinates; kg_tour_read() needs O(n^2).
 */
kg_status kg_cities_read(
    kg_cities **cities, kg_context *context, const char *path, const kg_matrix_options *options);
/* The same from memory and from a stream, as kg_matrix_read_memory() and kg_matrix_read_file(). */
kg_status kg_cities_read_memory(kg_cities **cities, kg_context *context, const void *bytes,
    size_t size, const kg_matrix_options *options);
kg_status kg_cities_read_file(
    kg_cities **cities, kg_context *context, FILE *file, const kg_matrix_options *options);

/*
 * Makes cities of coordinates.
 *
 * cities      [out] destroy with kg_cities_destroy(); NULL on failure.
 * context     [in] must outlive the cities.
 * rule        [in] any but KG_CITIES_MATRIX.
 * coordinate  [in] [n][2] copied; may be NULL if n is 0.
 * n           [in] below 2^32 - 2.
 * Returns KG_OK; KG_ARGUMENT (no such rule, a coordinate that is infinite or NaN, a latitude past
 * 90 or a longitude past 360 degrees for KG_CITIES_SPHERE and KG_CITIES_GEO); KG_OVERFLOW (n is too
 * large; two cities whose distance is infinite or, if an integer, above 2^53); KG_MEMORY.
 */
kg_status kg_cities_create(kg_cities **cities, kg_context *context, kg_cities_rule rule,
    const double *coordinate, uint64_t n);

/* Makes cities from a matrix of distances, as for kg_tour_find(). The matrix must outlive the
 * cities and is not copied. KG_ARGUMENT (not square, of another type), KG_OVERFLOW (n above
 * 2^32 - 3), KG_MEMORY. */
kg_status kg_cities_create_from_matrix(kg_cities **cities, kg_matrix *distance);

/* Frees the cities. NULL is legal. */
void kg_cities_destroy(kg_cities *cities);

/* The number of cities, 0 for NULL; and the type of distances, KG_I64 or KG_F64. O(1). */
uint64_t kg_cities_count(const kg_cities *cities);
kg_type kg_cities_type(const kg_cities *cities);
/* Whether distances are computed from coordinates and rounded to integers, as by KG_CITIES_EUC_2D,
 * so that cities at different places may have the distance 0. O(1). */
int kg_cities_are_rounded(const kg_cities *cities);

/*
 * All distances as a matrix.
 *
 * distance  [out] [n][n] as of kg_tour_read(). Destroy with kg_matrix_destroy().
 * cities    [in]
 * Returns KG_OK, KG_ARGUMENT (a NULL), KG_MEMORY. O(n^2).
 */
kg_status kg_cities_distances(kg_matrix **distance, kg_cities *cities);

/* ---- shortest tours -------------------------------------------------------------------------- */

/*
 * Reads distances: a TSPLIB file of type TSP or ATSP (weights EUC_2D, CEIL_2D, MAN_2D, MAX_2D, ATT,
 * GEO, and EXPLICIT in all nine layouts of the format), recognised by a letter as its first
 * character; a square matrix of numbers; or lines of two numbers. These are latitude and longitude
 * in degrees, with distances along great circles on a sphere of radius 6371.0088 km or, under a
 * first line "x y", points of a plane. Weights of TSPLIB files are exact integers of 64 bits, or of
 * 53 bits if written with a point or an exponent.
 *
 * distance  [out] n x n, KG_I64, or KG_F64 if the file has doubles: row is from, column is to.
 *           Destroy with kg_matrix_destroy().
 * context   [in] must outlive the matrix.
 * path      [in] "-" is standard input.
 * options   [in] only `shown` is used; may be NULL.
 * Returns as kg_matrix_read(); KG_FORMAT also for a distance that is infinite or NaN, except from a
 * city to itself; KG_UNSUPPORTED (a TSPLIB file of another kind).
 */
kg_status kg_tour_read(
    kg_matrix **distance, kg_context *context, const char *path, const kg_matrix_options *options);
/* The same from memory and from a stream, as kg_matrix_read_memory() and kg_matrix_read_file(). */
kg_status kg_tour_read_memory(kg_matrix **distance, kg_context *context, const void *bytes,
    size_t size, const kg_matrix_options *options);
kg_status kg_tour_read_file(
    kg_matrix **distance, kg_context *context, FILE *file, const kg_matrix_options *options);

typedef enum kg_tour_method {
    KG_TOUR_HELD_KARP = 0,  /* dynamic programming over sets: O(2^n n^2), O(2^n n) memory */
    KG_TOUR_BRUTE_FORCE = 1 /* every permutation by its number: O(n!), no memory */
} kg_tour_method;

/* The most cities without a given place that Held-Karp can count; memory ends before. */
enum { KG_TOUR_MOST = 48 };

typedef struct kg_tour_options {
    kg_tour_method method;    /* for kg_tour_find() */
    int open;                 /* the tour does not return to its start */
    int has_start;            /* the tour begins with city `start`; 0: with any city, a closed tour
                                 with city 0 */
    int has_end;              /* only for open tours: the tour ends with city `end`; 0: with any
                                 city */
    uint32_t start;           /* 0..n-1; 0 unless has_start is set */
    uint32_t end;             /* 0..n-1, not start; 0 unless has_end is set */
    double seconds;           /* stop after this many; 0: no limit; negative or NaN is refused */
    const volatile int *stop; /* stop soon after this is not 0; another thread or a signal handler
                                 may set it. Not needed after the call; may be NULL */
    uint64_t seed;            /* for kg_tour_find_heuristic() */
} kg_tour_options;

#define KG_TOUR_OPTIONS_INIT KG_ZERO

/* Bytes of the device's memory that Held-Karp takes; a GPU takes half of the CPU's. UINT64_MAX if
 * the number exceeds 64 bits, or if kg_tour_find() would refuse the arguments, which are the same.
 * O(n^2). */
uint64_t kg_tour_bytes(const kg_matrix *distance, const kg_tour_options *options);

/*
 * Finds a shortest tour through all cities. A closed tour begins with city 0, unless a start is
 * given. If distances are integers, the lexicographically first of several shortest tours is found.
 *
 * order     [out] [n] host memory: the cities as they are visited. May be NULL if n is 0.
 * cost      [out] the tour's length, by the type of distance.
 * number    [out] KG_TOUR_BRUTE_FORCE: the tour's number among the permutations of the cities
 *           without given places, in increasing order; else 0. May be NULL.
 * distance  [in] [n][n] KG_I64 or KG_F64, finite except from a city to itself, which no tour uses.
 * options   [in] may be NULL: the defaults.
 * Returns KG_OK; KG_ARGUMENT (not square, a city that does not exist, a start or end
 * without has_start or has_end, an end of a closed tour, an end equal to the start of several
 * cities, a distance that is NaN or infinite, seconds that are negative or not a number); KG_LIMIT
 * (too many cities for the method; stopped by seconds or stop, which a GPU does not check while it
 * works: there is no tour then); KG_MEMORY (the text says how much is needed); KG_OVERFLOW (sums of
 * distances exceed 62 bits, or the range of doubles); KG_DEVICE; KG_INTERNAL (the tour has another
 * length than the search found: a bug).
 */
kg_status kg_tour_find(uint32_t *order, kg_number *cost, uint64_t *number, kg_matrix *distance,
    const kg_tour_options *options);

/* ---- good tours ------------------------------------------------------------------------------ */

/* Facts about a tour that need not be a shortest one. */
typedef struct kg_tour_answer {
    kg_number cost;  /* the tour's length, by the type of distance */
    kg_number bound; /* proven: no tour is shorter. At most the cost */
    int optimal;     /* cost and bound are equal: it is a shortest tour. With doubles, except for a
                        part in 10^9, the rounding of sums */
    uint64_t kicks;  /* random exchanges that were tried */
} kg_tour_answer;

/*
 * Finds a good tour through any number of cities, and proves how far it is at most from a shortest
 * one. If distances are the same in both directions, the method is greedy edges, then 2-opt and
 * Or-opt until neither makes the tour shorter. The bound is that of Held and Karp by 1-trees, some
 * 1 % below a shortest tour (farther if all cities lie on a line). Otherwise the method is the
 * exchange of neighbouring stretches, none of which is reversed. The bound is that of the
 * assignment problem or of 1-trees, the better one; tour and bound may be farther away. Then short
 * stretches are exchanged at random (seed) and their places improved again; the result is kept
 * unless it makes the tour longer. This is done 10 times a city and at most 100,000 times or, with
 * `seconds`, until the time is over. Up to 7 cities are solved exactly.
 *
 * order    [out] [n] host memory: the cities as they are visited. A closed tour begins with city 0
 *          or `start`. May be NULL if n is 0.
 * answer   [out] cost and bound of the tour.
 * cities   [in]
 * options  [in] may be NULL: the defaults. method is ignored.
 * Returns KG_OK; KG_LIMIT (stop, or seconds that were too few for tour and bound: order and answer
 * have the tour and the bound reached by then); KG_ARGUMENT, as kg_tour_find(); KG_OVERFLOW (sums
 * of distances exceed 58 bits, or the range of doubles); KG_MEMORY.
 *
 * The result is the same for any number of threads and on every device, unless seconds or stop end
 * the search. The bound is computed in exact integers: no rounding makes it too high. O(n log n) in
 * practice for coordinates, with O(n) memory; O(n^2) for a matrix, O(n^3) if it is not symmetric.
 */
kg_status kg_tour_find_heuristic(
    uint32_t *order, kg_tour_answer *answer, kg_cities *cities, const kg_tour_options *options);

#ifdef __cplusplus
}
#endif
#endif
