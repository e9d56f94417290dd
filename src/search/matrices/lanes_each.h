/*
 * Includes a template of lanes for each type of lengths, and once more for AVX2.
 *
 * TEMPLATE is the template. It uses T, FAR, PLUS, LENGTHS (the array of kg__ancestors), WITH
 * (attributes of a function) and NAMED (the name of a function), and undefines all but WITH.
 */
#define WITH
#define T           uint32_t
#define FAR         UINT32_MAX
#define PLUS(a, b)  kg__plus_u32(a, b)
#define LENGTHS     whole
#define NAMED(stem) stem##_u32
#include TEMPLATE

#define T           double
#define FAR         INFINITY
#define PLUS(a, b)  kg__plus_f64(a, b)
#define LENGTHS     real
#define NAMED(stem) stem##_f64
#include TEMPLATE
#undef WITH

#ifdef KG__WITH_AVX2
#define WITH        KG__WITH_AVX2
#define T           uint32_t
#define FAR         UINT32_MAX
#define PLUS(a, b)  kg__plus_u32(a, b)
#define LENGTHS     whole
#define NAMED(stem) stem##_u32_avx2
#include TEMPLATE

#define T           double
#define FAR         INFINITY
#define PLUS(a, b)  kg__plus_f64(a, b)
#define LENGTHS     real
#define NAMED(stem) stem##_f64_avx2
#include TEMPLATE
#undef WITH
#endif
