/*
 * The travelling salesman's problem, solved exactly: for some thirty cities, not more.
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

typedef struct kg_tour_options {
    kg_tour_method method;
    int open;       /* ends elsewhere than it began */
    int has_start;  /* the tour begins with city `start`; 0: with any, a closed one with city 0 */
    int has_end;    /* for open tours only: it ends with city `end`; 0: with any */
    uint32_t start; /* 0..n-1; 0 unless has_start is set */
    uint32_t end;   /* 0..n-1, another than start; 0 unless has_end is set */
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
 * distance that is NaN or infinite); KG_LIMIT (too many cities for the
 * method); KG_MEMORY (the text says how much is needed); KG_OVERFLOW (distances whose sums pass 62
 * bits, or what doubles hold); KG_DEVICE; KG_INTERNAL (the tour's length is not what the search
 * found: a bug).
 */
kg_status kg_tour_find(uint32_t *order, kg_number *cost, uint64_t *number, kg_matrix *distance,
    const kg_tour_options *options);

#ifdef __cplusplus
}
#endif
#endif
