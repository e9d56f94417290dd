/*
 * Includes the text BODY once for each type of number: T is the type, K the unsigned integer of its
 * width, FLOAT says whether T is a float, SIGNED whether it is a signed integer, and NAMED(stem) is
 * the name of the type's function. If WITHOUT_NARROW is defined, integers of less than 64 bits are
 * left out.
 */
#define FLOAT  0
#define SIGNED 0
#ifndef WITHOUT_NARROW
#define K           uint8_t
#define T           uint8_t
#define NAMED(stem) stem##_u8
#include BODY
#undef T
#undef NAMED
#undef K
#define K           uint16_t
#define T           uint16_t
#define NAMED(stem) stem##_u16
#include BODY
#undef T
#undef NAMED
#undef K
#define K           uint32_t
#define T           uint32_t
#define NAMED(stem) stem##_u32
#include BODY
#undef T
#undef NAMED
#undef K
#endif
#define K           uint64_t
#define T           uint64_t
#define NAMED(stem) stem##_u64
#include BODY
#undef T
#undef NAMED
#undef K
#undef SIGNED
#define SIGNED 1
#ifndef WITHOUT_NARROW
#define K           uint8_t
#define T           int8_t
#define NAMED(stem) stem##_i8
#include BODY
#undef T
#undef NAMED
#undef K
#define K           uint16_t
#define T           int16_t
#define NAMED(stem) stem##_i16
#include BODY
#undef T
#undef NAMED
#undef K
#define K           uint32_t
#define T           int32_t
#define NAMED(stem) stem##_i32
#include BODY
#undef T
#undef NAMED
#undef K
#endif
#define K           uint64_t
#define T           int64_t
#define NAMED(stem) stem##_i64
#include BODY
#undef T
#undef NAMED
#undef K
#undef SIGNED
#undef FLOAT
#define FLOAT       1
#define SIGNED      0
#define K           uint64_t
#define T           double
#define NAMED(stem) stem##_f64
#include BODY
#undef T
#undef NAMED
#undef K
#define K           uint32_t
#define T           float
#define NAMED(stem) stem##_f32
#include BODY
#undef T
#undef NAMED
#undef K
#undef SIGNED
#undef FLOAT
#undef BODY

/* Selects the function of a type. */
#define OF_WIDE_TYPE(stem, type)                                                                   \
    ((type) == KG_U64      ? stem##_u64                                                            \
        : (type) == KG_I64 ? stem##_i64                                                            \
        : (type) == KG_F64 ? stem##_f64                                                            \
                           : stem##_f32)
#ifdef WITHOUT_NARROW
#define OF_TYPE(stem, type) OF_WIDE_TYPE(stem, type)
#else
#define OF_TYPE(stem, type)                                                                        \
    ((type) == KG_U8       ? stem##_u8                                                             \
        : (type) == KG_I8  ? stem##_i8                                                             \
        : (type) == KG_U16 ? stem##_u16                                                            \
        : (type) == KG_I16 ? stem##_i16                                                            \
        : (type) == KG_U32 ? stem##_u32                                                            \
        : (type) == KG_I32 ? stem##_i32                                                            \
                           : OF_WIDE_TYPE(stem, type))
#endif
