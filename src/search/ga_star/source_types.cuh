/* The types for a problem's source, in place of problem.h: NVRTC has no headers. */
#ifndef KG_GA_SOURCE_TYPES_CUH
#define KG_GA_SOURCE_TYPES_CUH

typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef long int64_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned uint32_t;
typedef unsigned long uint64_t;

#define UINT32_MAX  0xffffffffu
#define UINT64_MAX  0xfffffffffffffffful
#define UINT32_C(n) n##u
#define UINT64_C(n) n##ul
#define NULL        nullptr

typedef struct kg_ga_star_state {
    uint64_t word[2];
} kg_ga_star_state;

#define KG__INLINE      static __device__ __forceinline__
#define KG__INLINE_BOTH static __device__ __forceinline__
#define KG__GA_KERNEL   __global__
#define KG__GA_NEVER    UINT32_MAX

/* The first fields of problem.h's struct. */
typedef struct kg__ga_problem {
    unsigned kind, words, moves;
    bool finite;
    kg_ga_star_state start, target;
    const void *user;
} kg__ga_problem;

#endif
