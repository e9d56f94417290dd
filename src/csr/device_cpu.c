/* Graphs of a caller's arrays on a device: not supported, because the CPU is not a device. */
#include "csr_ops.h"

decl_csr_take_rows(kg__csr_take_rows_cpu)
{
    (void)row;
    (void)col;
    (void)borrow;
    return kg__need_device(graph->ctx);
}

decl_csr_take_list(kg__csr_take_list_cpu)
{
    (void)n;
    (void)source;
    (void)target;
    return kg__need_device(graph->ctx);
}
