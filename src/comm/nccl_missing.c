/* Replaces nccl_cuda.cu if CUDA is not built. */
#include "meet.h"

kg_status kg__comm_nccl(kg_comm **comm, kg_comm *host, kg_context *context)
{
    (void)comm;
    (void)host;
    return kg__fail(context, KG_MISSING, "there is no NCCL: this konig was built without CUDA");
}
