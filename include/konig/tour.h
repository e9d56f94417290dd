/*
 * The travelling salesman's problem: solved exactly for some thirty cities, not more; for more of
 * them a good tour, and a length that no tour is shorter than.
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

/* Cities, and how far it is from one to another: a matrix of distances, or coordinates and the rule
 * by which distances are computed from them. */
typedef struct kg_cities kg_cities;

/* How a distance is computed. The last six are those of TSPLIB, whose distances are integers. */
typedef enum kg_cities_rule {
    KG_CITIES_MATRIX = 0, /* it is a number of a matrix */
    KG_CITIES_PLANE = 1,  /* x and y: as the crow flies, in doubles */
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
 * Reads cities, from what kg_tour_read() reads.
 *
 * cities   [out] destroy with kg_cities_destroy(); NULL on failure.
 * context  [in] must outlive the cities.
 * path     [in] "-" is standard input.
 * options  [in] only `shown` counts; may be NULL.
 * Returns as kg_tour_read(). O(n) memory for coordinates, where that needs O(n^2).
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
 * coordinate  [in] [n][2] which are copied; may be NULL where n is 0.
 * n           [in] below 2^32 - 2.
 * Returns KG_OK; KG_ARGUMENT (no such rule, a coordinate that is infinite or NaN, a latitude past
 * 90 or a longitude past 360 degrees for KG_CITIES_SPHERE and KG_CITIES_GEO); KG_OVERFLOW (n; two
 * cities whose distance is infinite or, of integers, past 2^53); KG_MEMORY.
 */
kg_status kg_cities_create(kg_cities **cities, kg_context *context, kg_cities_rule rule,
    const double *coordinate, uint64_t n);

/* Makes cities of a matrix of distances, as kg_tour_find() takes it, which must outlive them and
 * is not copied. KG_ARGUMENT (not square, of another type), KG_OVERFLOW (n past 2^32 - 3),
 * KG_MEMORY. */
kg_status kg_cities_create_from_matrix(kg_cities **cities, kg_matrix *distance);

/* Frees the cities. NULL is legal. */
void kg_cities_destroy(kg_cities *cities);

/* How many there are, 0 for NULL; and of which type distances are, KG_I64 or KG_F64. O(1). */
uint64_t kg_cities_count(const kg_cities *cities);
kg_type kg_cities_type(const kg_cities *cities);
/* Whether distances are computed from coordinates and rounded to integers, as KG_CITIES_EUC_2D has
 * it, so that cities of different places may have the distance 0. O(1). */
int kg_cities_are_rounded(const kg_cities *cities);

/*
 * All distances as a matrix.
 *
 * distance  [out] [n][n] as kg_tour_read() gives it. Destroy with kg_matrix_destroy().
 * cities    [in]
 * Returns KG_OK, KG_ARGUMENT (a NULL), KG_MEMORY. O(n^2).
 */
kg_status kg_cities_distances(kg_matrix **distance, kg_cities *cities);

/* ---- shortest tours -------------------------------------------------------------------------- */

/*
 * Reads distances: a TSPLIB file of type TSP or ATSP (weights EUC_2D, CEIL_2D, MAN_2D, MAX_2D, ATT,
 * GEO, and EXPLICIT in all nine layouts of the format), told by a letter as its first character; a
 * square matrix of numbers; or lines of two numbers, latitude and longitude in degrees, between
 * which distances are great circles on a sphere of radius 6371.0088 km, or under a first line "x y"
 * points of a plane. Weights of TSPLIB files are integers of 64 bits, exact; written with a point
 * or an exponent, of 53.
 *
 * distance  [out] n x n, KG_I64, or KG_F64 where the file has doubles: row is from, column is to.
 *           Destroy with kg_matrix_destroy().
 * context   [in] must outlive the matrix.
 * path      [in] "-" is standard input.
 * options   [in] only `shown` counts; may be NULL.
 * Returns as kg_matrix_read(), KG_FORMAT also for a distance that is infinite or NaN, but from a
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

/* So many cities whose place is not given Held-Karp's method can count; memory ends before. */
enum { KG_TOUR_MOST = 48 };

typedef struct kg_tour_options {
    kg_tour_method method;    /* of kg_tour_find() */
    int open;                 /* ends elsewhere than it began */
    int has_start;            /* the tour begins with city `start`; 0: with any, a closed one with
                                 city 0 */
    int has_end;              /* for open tours only: it ends with city `end`; 0: with any */
    uint32_t start;           /* 0..n-1; 0 unless has_start is set */
    uint32_t end;             /* 0..n-1, another than start; 0 unless has_end is set */
    double seconds;           /* stop after so long; 0: no limit; negative or NaN is refused */
    const volatile int *stop; /* stop soon after this is not 0, which another thread or a signal's
                                 handler may see to. Not needed after the call; may be NULL */
    uint64_t seed;            /* of kg_tour_find_heuristic() */
} kg_tour_options;

#define KG_TOUR_OPTIONS_INIT KG_ZERO

/* Bytes of the device's memory that Held-Karp takes, on a GPU half of what the CPU's takes;
 * UINT64_MAX where that is past 64 bits, or kg_tour_find() would refuse the arguments, which it
 * takes. O(n^2). */
uint64_t kg_tour_bytes(const kg_matrix *distance, const kg_tour_options *options);

/*
 * Finds a shortest tour through all cities. Closed ones begin with city 0, unless a start is given.
 * Of several shortest ones it is the lexicographically first, where distances are integers.
 *
 * order     [out] [n] host memory: the cities as they are visited. May be NULL where n is 0.
 * cost      [out] the tour's length, by the type of distance.
 * number    [out] KG_TOUR_BRUTE_FORCE: which permutation it is of the cities whose places are not
 *           given, in increasing order; else 0. May be NULL.
 * distance  [in] [n][n] KG_I64 or KG_F64, finite but from a city to itself, which is never gone.
 * options   [in] may be NULL: the defaults.
 * Returns KG_OK; KG_ARGUMENT (not square, a city that is not there, a start or end
 * without has_start or has_end, an end of a closed tour, one that is the start of several cities, a
 * distance that is NaN or infinite, seconds that are negative or not a number); KG_LIMIT (too many
 * cities for the method; stopped by seconds or stop, which a GPU does not look at while it works:
 * there is no tour then); KG_MEMORY (the text says how much is needed); KG_OVERFLOW (distances
 * whose sums pass 62 bits, or what doubles hold); KG_DEVICE; KG_INTERNAL (the tour's length is not
 * what the search found: a bug).
 */
kg_status kg_tour_find(uint32_t *order, kg_number *cost, uint64_t *number, kg_matrix *distance,
    const kg_tour_options *options);

/* ---- good tours ------------------------------------------------------------------------------ */

/* What is known of a tour that need not be a shortest one. */
typedef struct kg_tour_answer {
    kg_number cost;  /* the tour's length, by the type of distance */
    kg_number bound; /* proven: no tour is shorter. At most cost */
    int optimal;     /* they are equal: it is a shortest tour; of doubles, but for a part in 10^9 by
                        which sums may be rounded */
    uint64_t kicks;  /* exchanges at random that were tried */
} kg_tour_answer;

/*
 * Finds a good tour through all cities, of any number, and proves how far at most it is from a
 * shortest one. Where distances are the same in both directions: greedy edges, then 2-opt and
 * Or-opt until neither makes the tour shorter; and the bound of Held and Karp by 1-trees, some 1 %
 * below a shortest tour (farther where all cities lie on a line). Where they are not: the exchange
 * of neighbouring stretches, none of which is reversed, and the bound of the assignment problem or
 * of 1-trees, the better one; both may be farther away. Then short stretches are exchanged at
 * random (seed) and the places improved anew, which is kept unless the tour gets longer by it: 10
 * times a city, 100,000 times at most or, with `seconds`, for as long as that time lasts. Up to 7
 * cities are solved exactly.
 *
 * order    [out] [n] host memory: the cities as they are visited. A closed tour begins with city 0
 *          or `start`. May be NULL where n is 0.
 * answer   [out] what is known of it.
 * cities   [in]
 * options  [in] may be NULL: the defaults. method does not count.
 * Returns KG_OK; KG_LIMIT (stop, or seconds that did not suffice for tour and bound: order and
 * answer hold what was found and proven by then); KG_ARGUMENT, as kg_tour_find(); KG_OVERFLOW
 * (distances whose sums pass 58 bits, or what doubles hold); KG_MEMORY.
 *
 * The same at any number of threads and on every device, unless seconds or stop end it. The bound
 * is exact arithmetic of integers: no rounding makes it too high. O(n log n) in practice for
 * coordinates, with O(n) memory; O(n^2) for a matrix, O(n^3) where it is not symmetric.
 */
kg_status kg_tour_find_heuristic(
    uint32_t *order, kg_tour_answer *answer, kg_cities *cities, const kg_tour_options *options);

#ifdef __cplusplus
}
#endif
#endif
