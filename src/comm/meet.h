/* What the files of this room tell each other of meetings. ctx has joined a comm. */
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
 * All ranks come, each with its status and with comm->mine[p].value for rank p. If all gave KG_OK,
 * comm->theirs[p].value has what the others sent. Otherwise all ranks fail alike.
 */
kg_status kg__comm_meet(kg_context *ctx, enum kg__comm_call call, kg_status status);

/* KG_OK, or why the ranks do not meet in what is left of this public call, or for ever. */
kg_status kg__comm_standing(kg_context *ctx);

/* Fails for ever with the comm's message. */
kg_status kg__comm_break(kg_context *ctx, kg_status status);

#endif
