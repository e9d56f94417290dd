/*
 * Includes the text BODY once for each width of element: T is the type, and NAMED(stem) is the name
 * of the type's function.
 */
#define T           uint32_t
#define NAMED(stem) stem##_u32_cpu
#include BODY
#undef T
#undef NAMED
#define T           uint64_t
#define NAMED(stem) stem##_u64_cpu
#include BODY
#undef T
#undef NAMED
#undef BODY
