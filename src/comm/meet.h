/* Meetings, as the files of this room share them. ctx has joined a comm. */
#ifndef KG_COMM_MEET_H
#define KG_COMM_MEET_H

#include "../base/context.h"
#include "comm.h"
#include "row.h"

enum kg__comm_call {
    KG__COMM_CALL_STOP,
    KG__COMM_CALL_AGREE,
    KG__COMM_CALL_EXCHANGE,
    KG__COMM_CALL_COUNTS,
    KG__COMM_CALL_REDUCE,
    KG__COMM_CALL_GATHER,
    KG__COMM_CALL_MOVED
};

/*
 * All ranks come, each with its status and with comm->mine[p].value for rank p. If all statuses are
 * KG_OK, comm->theirs[p].value is the value from rank p. Otherwise all ranks fail alike.
 */
kg_status kg__comm_meet(kg_context *ctx, enum kg__comm_call call, kg_status status);

/* KG_OK, or the failure that keeps the ranks from meeting: in the rest of this public call, or
 * permanently. */
kg_status kg__comm_standing(kg_context *ctx);

/* Fails permanently with the comm's message. */
kg_status kg__comm_break(kg_context *ctx, kg_status status);

#endif
