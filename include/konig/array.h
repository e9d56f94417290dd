/* Array primitives. Arrays lie in the memory of the context's device: for "cpu" any host memory. */
#ifndef KONIG_ARRAY_H
#define KONIG_ARRAY_H

#include <konig/context.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifdef __cplusplus
}
#endif
#endif
