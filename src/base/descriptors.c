/* The list of backends, over which all of base loops. */
#include "descriptor.h"

const kg__descriptor *const kg__descriptors[KG__BACKENDS] = {
    [KG__CPU] = &kg__backend_cpu,
    [KG__CUDA] = &kg__backend_cuda,
};
