/* WITH_AVX2 marks a function that is compiled for AVX2, where the compiler can do so. Its caller
 * asks __builtin_cpu_supports() first. */
#ifndef KG_SCAN_AVX2_H
#define KG_SCAN_AVX2_H

#ifdef __x86_64__
#define WITH_AVX2 __attribute__((target("avx2")))
#endif

#endif
