/*
 * Backends, and how a room writes the table of its functions. A room has a list of its functions,
 *
 *     #define KG__CSR_FUNCTIONS(X) X(csr, build) X(csr, sources) ...
 *
 * and beside it decl_csr_build(name), decl_csr_sources(name), ..., which declare a function of that
 * name. The list gives the pointers, the prototypes and the rows:
 *
 *     typedef struct kg__csr_ops { KG__CSR_FUNCTIONS(KG__POINTER) } kg__csr_ops;
 *     KG__CSR_FUNCTIONS(KG__PROTOTYPES)
 *     static const kg__csr_ops row[KG__BACKENDS] = KG__TABLE(KG__CSR_FUNCTIONS);
 *
 * This is the one place that knows whether CUDA is built.
 */
#ifndef KG_BACKEND_H
#define KG_BACKEND_H

/* The row of a backend that is not built is all zeros. Such a backend is never in force. */
typedef enum kg__backend { KG__CPU = 0, KG__CUDA = 1, KG__BACKENDS = 2 } kg__backend;

#define KG__POINTER(room, function) decl_##room##_##function((*function));
#define KG__PROTOTYPES(room, function)                                                             \
    decl_##room##_##function(kg__##room##_##function##_cpu);                                       \
    decl_##room##_##function(kg__##room##_##function##_cuda);
#define KG__CPU_FUNCTION(room, function)  .function = kg__##room##_##function##_cpu,
#define KG__CUDA_FUNCTION(room, function) .function = kg__##room##_##function##_cuda,

#ifdef KG__WITH_CUDA
#define KG__TABLE(functions)                                                                       \
    {                                                                                              \
        [KG__CPU] = {functions(KG__CPU_FUNCTION)}, [KG__CUDA] = { functions(KG__CUDA_FUNCTION) }   \
    }
#else
#define KG__TABLE(functions)                                                                       \
    {                                                                                              \
        [KG__CPU] = { functions(KG__CPU_FUNCTION) }                                                \
    }
#endif

#endif
