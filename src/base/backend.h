/*
 * Backends, and how a room writes its table of what they do for it. A room has a list of its slots,
 *
 *     #define KG__CSR_SLOTS(X) X(csr, build) X(csr, sources) ...
 *
 * and beside it decl_csr_build(name), decl_csr_sources(name), ..., which declare a function of that
 * name. From the list come the pointers, the prototypes and the rows:
 *
 *     typedef struct kg__csr_ops { KG__CSR_SLOTS(KG__POINTER) } kg__csr_ops;
 *     KG__CSR_SLOTS(KG__PROTOTYPES)
 *     static const kg__csr_ops row[KG__BACKENDS] = KG__TABLE(KG__CSR_SLOTS);
 *
 * This is the one place that knows whether CUDA is built.
 */
#ifndef KG_BACKEND_H
#define KG_BACKEND_H

/* The row of a backend that is not built is all zeros; such a backend is never in force. */
typedef enum kg__backend { KG__CPU = 0, KG__CUDA = 1, KG__BACKENDS = 2 } kg__backend;

#define KG__POINTER(room, slot) decl_##room##_##slot((*slot));
#define KG__PROTOTYPES(room, slot)                                                                 \
    decl_##room##_##slot(kg__##room##_##slot##_cpu);                                               \
    decl_##room##_##slot(kg__##room##_##slot##_cuda);
#define KG__CPU_SLOT(room, slot)  .slot = kg__##room##_##slot##_cpu,
#define KG__CUDA_SLOT(room, slot) .slot = kg__##room##_##slot##_cuda,

#ifdef KG__WITH_CUDA
#define KG__TABLE(slots)                                                                           \
    {                                                                                              \
        [KG__CPU] = {slots(KG__CPU_SLOT)}, [KG__CUDA] = { slots(KG__CUDA_SLOT) }                   \
    }
#else
#define KG__TABLE(slots)                                                                           \
    {                                                                                              \
        [KG__CPU] = { slots(KG__CPU_SLOT) }                                                        \
    }
#endif

#endif
