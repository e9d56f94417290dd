/* A comm for GPUs: the front of nccl_cuda.cu. */
#include "meet.h"

kg_status kg_comm_nccl(kg_comm **comm, kg_comm *host, kg_context *context)
{
    if (comm)
        *comm = NULL;
    KG_NEED(NULL, context);
    KG_NEED(context, comm);
    KG_NEED(context, host);
    kg__begin(context);
    return kg__comm_nccl(comm, host, context);
}
