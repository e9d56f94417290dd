/*
 * Includes the text BODY once for each width of element: T is the type, NARROW says whether it has
 * less than 32 bits, and NAMED(stem) is the name of the type's function. Narrow types are left out
 * unless WITH_NARROW is defined.
 */
#ifdef WITH_NARROW
#define T           uint8_t
#define NARROW      1
#define NAMED(stem) stem##_u8_cpu
#include BODY
#undef T
#undef NARROW
#undef NAMED
#define T           uint16_t
#define NARROW      1
#define NAMED(stem) stem##_u16_cpu
#include BODY
#undef T
#undef NARROW
#undef NAMED
#endif
#define T           uint32_t
#define NARROW      0
#define NAMED(stem) stem##_u32_cpu
#include BODY
#undef T
#undef NARROW
#undef NAMED
#define T           uint64_t
#define NARROW      0
#define NAMED(stem) stem##_u64_cpu
#include BODY
#undef T
#undef NARROW
#undef NAMED
#undef BODY
#undef WITH_NARROW
