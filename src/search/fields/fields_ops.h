/* The functions of a backend for the distance fields of grid maps. */
#ifndef KG_FIELDS_OPS_H
#define KG_FIELDS_OPS_H

#include "fields.h"

/* Fills all arrays of the fields, which lie in host memory, and checks the costs unless
 * skip_verify is set. */
#define decl_fields_find(name) kg_status name(kg__fields_work *w)

#define KG__FIELDS_FUNCTIONS(X) X(fields, find)

typedef struct kg__fields_ops {
    KG__FIELDS_FUNCTIONS(KG__POINTER)
} kg__fields_ops;

KG__FIELDS_FUNCTIONS(KG__PROTOTYPES)

/* The current backend's row of the table. */
const kg__fields_ops *kg__fields_backend(const kg_context *ctx);

#endif
