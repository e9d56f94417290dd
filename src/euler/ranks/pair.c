/*
 * Stages 2 and 1 of a directed graph over ranks.
 *
 * in   the slots' targets
 * out  pred[]; the vertices whose in- and out-degrees differ
 *
 * Each slot is sent to the home of its target. Ranks are in the order of their slots. So the home
 * receives slots in order of ids, and the k-th edge to a vertex precedes the k-th slot of its row.
 *
 * A row that spans several ranks may be as long as the graph; at most one begins on each rank. The
 * ranks gather how many edges each has to its vertex. Its edges go straight to the ranks of the
 * slots that they precede.
 *
 * O(slots of the rank, and received slots). Two words a slot.
 */
#include "ranks.h"

/* The prefetch distance of random reads and writes. */
enum { AHEAD = 32 };

/* A row that goes on after the slots of its home. begin == end: there is none. */
typedef struct crossing {
    uint64_t begin, end;
} crossing;

typedef struct pairing {
    kg__ranks *r;
    crossing *crossing; /* [ranks] the one that begins on each rank: the row of its last vertex */
    uint64_t *many;     /* [ranks] this rank's edges to those rows */
    uint64_t *all_many; /* [ranks * ranks] `many` of every rank */
    kg_edge *cursor;    /* [homes] where the next edge to a vertex goes */
} pairing;

static bool crosses(const pairing *p, unsigned home, kg_vertex v)
{
    return p->crossing[home].begin < p->crossing[home].end && v + 1u == p->r->vertex[home + 1];
}

static kg_status find_crossings(pairing *p)
{
    const kg__ranks *r = p->r;
    kg_context *ctx = r->w->ctx;
    crossing mine = {0, 0};
    kg_status status;

    if (r->homes && r->row[r->homes] > r->lo + r->count)
        mine = (crossing){r->row[r->homes - 1], r->row[r->homes]};
    KG_TRY(kg__host_allocate(
        ctx, &p->crossing, r->ranks, sizeof *p->crossing, "rows of several ranks"));
    KG_TRY(kg__comm_gather(ctx, &mine, sizeof mine, p->crossing, NULL));
out:
    return status;
}

/* Sends slots to homes, and counts the edges to crossing rows. */
static kg_status tell_homes(pairing *p)
{
    kg__ranks *r = p->r;
    kg__mail *mail = &r->mail;
    kg_status status;

    kg__mail_begin(mail);
    for (uint64_t i = 0; i < r->count; i++) {
        const unsigned home = kg__owner(r->vertex, r->ranks, r->col[i]);

        if (crosses(p, home, r->col[i]))
            p->many[home]++;
        else
            mail->sends[home]++;
    }
    KG_TRY(kg__mail_pack(mail, 2));
    for (uint64_t i = 0; i < r->count; i++) {
        const unsigned home = kg__owner(r->vertex, r->ranks, r->col[i]);

        if (!crosses(p, home, r->col[i])) {
            kg_edge *item = kg__mail_item(mail, home, 2);

            item[0] = r->col[i];
            item[1] = (kg_edge)(r->lo + i);
        }
    }
    KG_TRY(kg__mail_send(mail, 2));
out:
    return status;
}

static void pair_at_home(pairing *p)
{
    kg__ranks *r = p->r;
    const uint64_t first = r->vertex[r->rank];

    for (uint64_t i = 0; i < r->homes; i++)
        p->cursor[i] = r->row[i];
    for (uint64_t i = 0; i < r->mail.received; i++) {
        const uint64_t ahead = i + AHEAD < r->mail.received ? i + AHEAD : i;
        const uint64_t v = r->mail.in[2 * i] - first, soon = r->mail.in[2 * ahead] - first;
        kg_edge slot;

        __builtin_prefetch(&p->cursor[soon], 1);
        __builtin_prefetch(&r->row[soon + 1]);
        slot = p->cursor[v]++;
        if (slot < r->row[v + 1])
            r->pred[slot - r->lo] = r->mail.in[2 * i + 1];
    }
}

/* Sends the edges to crossing rows to the ranks of the slots that they precede. */
static kg_status pair_crossing(pairing *p)
{
    kg__ranks *r = p->r;
    kg_edge *item = NULL;
    uint64_t count = 0, *next = p->many;
    kg_status status;

    KG_TRY(kg__comm_gather(r->w->ctx, p->many, r->ranks * sizeof *p->many, p->all_many, NULL));
    for (unsigned home = 0; home < r->ranks; home++) {
        count += p->many[home];
        next[home] = p->crossing[home].begin;
        for (unsigned q = 0; q < r->rank; q++)
            next[home] += p->all_many[q * r->ranks + home];
    }
    KG_TRY(kg__host_allocate(
        r->w->ctx, &item, count, 2 * sizeof *item, "edges to rows of several ranks"));
    count = 0;
    for (uint64_t i = 0; i < r->count; i++) {
        const unsigned home = kg__owner(r->vertex, r->ranks, r->col[i]);

        if (!crosses(p, home, r->col[i]))
            continue;
        if (next[home] < p->crossing[home].end) {
            item[2 * count] = (kg_edge)next[home];
            item[2 * count++ + 1] = (kg_edge)(r->lo + i);
        }
        next[home]++;
    }
    KG_TRY(kg__mail_post(&r->mail, item, count, 2, r->bound));
    for (uint64_t i = 0; i < r->mail.received; i++)
        r->pred[r->mail.in[2 * i] - r->lo] = r->mail.in[2 * i + 1];
out:
    kg__free(r->w->ctx, item);
    return status;
}

/* ---- the check ------------------------------------------------------------------------------- */

/* Finds this rank's part of the witness. */
static void find_unbalanced(const pairing *p, kg_euler_witness *no)
{
    const kg__ranks *r = p->r;

    for (uint64_t i = 0; i < r->homes; i++) {
        const kg_vertex v = (kg_vertex)(r->vertex[r->rank] + i);
        const uint64_t out = r->row[i + 1] - r->row[i];
        uint64_t in = p->cursor[i] - r->row[i];

        if (crosses(p, r->rank, v))
            for (unsigned q = 0; q < r->ranks; q++)
                in += p->all_many[q * r->ranks + r->rank];
        if (in == out)
            continue;
        no->count++;
        if (no->listed == KG_EULER_WITNESSES)
            continue;
        no->vertex[no->listed] = v;
        no->out_degree[no->listed] = out;
        no->in_degree[no->listed++] = in;
    }
}

kg_status kg__ranks_witness(kg__ranks *r, const kg_euler_witness *mine)
{
    kg_context *ctx = r->w->ctx;
    kg_euler_witness *all = NULL, *no = &r->w->witness;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &all, r->ranks, sizeof *all, "vertices that are unbalanced"));
    KG_TRY(kg__comm_gather(ctx, mine, sizeof *mine, all, NULL));
    no->count = no->listed = 0;
    for (unsigned q = 0; q < r->ranks; q++) {
        no->count += all[q].count;
        for (unsigned i = 0; i < all[q].listed && no->listed < KG_EULER_WITNESSES; i++) {
            no->vertex[no->listed] = all[q].vertex[i];
            no->out_degree[no->listed] = all[q].out_degree[i];
            no->in_degree[no->listed++] = all[q].in_degree[i];
        }
    }
out:
    kg__free(ctx, all);
    return status;
}

decl_ranks_pair(kg__ranks_pair_cpu)
{
    kg_context *ctx = r->w->ctx;
    pairing p = {.r = r};
    kg_euler_witness mine = {0};
    kg_status status;

    kg__stage(ctx, "2 predecessors");
    KG_TRY(find_crossings(&p));
    KG_TRY(kg__host_allocate(ctx, &p.many, r->ranks, sizeof *p.many, "rows of several ranks"));
    KG_TRY(kg__host_allocate(
        ctx, &p.all_many, r->ranks, r->ranks * sizeof *p.all_many, "rows of several ranks"));
    KG_TRY(kg__host_allocate(ctx, &p.cursor, r->homes, sizeof *p.cursor, "in-degrees"));
    for (unsigned q = 0; q < r->ranks; q++)
        p.many[q] = 0;
    KG_TRY(tell_homes(&p));
    pair_at_home(&p);
    KG_TRY(pair_crossing(&p));
    kg__stage(ctx, "1 check");
    find_unbalanced(&p, &mine);
    KG_TRY(kg__ranks_witness(r, &mine));
out:
    kg__free_all(ctx, p.crossing, p.many, p.all_many, p.cursor);
    return status;
}
