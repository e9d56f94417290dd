/* In place of nccl_cuda.cu where CUDA is not built. */
#include "comm.h"

kg_status kg_comm_nccl(kg_comm **comm, kg_comm *host, kg_context *context)
{
    if (comm)
        *comm = NULL;
    KG_NEED(NULL, context);
    KG_NEED(context, comm);
    KG_NEED(context, host);
    kg__begin(context);
    return kg__fail(context, KG_MISSING, "there is no NCCL: this konig was built without CUDA");
}
