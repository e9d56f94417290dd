/*
 * Stages 2 and 1 of a directed graph over ranks, on CUDA.
 *
 * in   the slots' targets
 * out  pred[]; the vertices whose in- and out-degrees differ
 *
 * As on the CPU (pair.c), but in other steps. The slots are sorted by the homes of their targets;
 * slots whose target has a row of several ranks come after all others (homes_cuda.cu). A home sorts
 * the slots that it receives by target, stably. This gives pred for its rows, one after the other,
 * if there are as many as the rows have slots. The check then reads the first and the last of each
 * row. The edges to a row of several ranks are in order already. How many each rank has determines
 * which slots they precede. So only the edges are sent, once the graph is known to be balanced.
 *
 * A radix sort by the vertices at home; 8 bytes an edge.
 */
#include "../../scan/cub.cuh"
#include "ranks_cuda.cuh"
#include <cub/device/device_radix_sort.cuh>
#include <utility>

static const char what[] = "edges to other ranks";

/* Slots begin .. end - 1. */
typedef struct span {
    uint64_t begin, end;
} span;

typedef struct pairing {
    kg__ranks *r;
    span *crossing;        /* [ranks] the row that begins on each rank and goes on after it: that of
                              its last vertex; or none */
    uint64_t *crosses;     /* [ranks] on the device: whether there is one */
    uint64_t *begin;       /* [2 * ranks + 1] where each class begins: homes, then crossing rows */
    uint64_t *all_many;    /* [ranks * ranks] every rank's edges to crossing rows */
    kg_vertex *out_vertex; /* [count] targets, as numbered at home */
    kg_edge *out_slot;     /* [count]; later only slots of edges to crossing rows */
    kg_vertex *vertex[2];  /* [received] the first is sorted */
    kg_edge *slot[2];      /* [before + received] sorted along, after rows that cross to here */
    uint64_t received;
    uint64_t rows, first, slots; /* this home's rows that do not cross; their slots */
    uint64_t before;             /* slots of this rank before those */
} pairing;

/* Returns the number of slots that slot[] must hold: received ones, and all of this rank's. */
static uint64_t room_of(const pairing *p)
{
    const uint64_t all = p->before + p->received;

    return all > p->r->count ? all : p->r->count;
}

/* ---- to the homes ---------------------------------------------------------------------------- */

static kg_status find_crossings(pairing *p)
{
    kg__ranks *r = p->r;
    kg_context *ctx = r->w->ctx;
    span mine = {0, 0};
    kg_edge begin[3] = {0}; /* where the first row, the last one, and the next row begin */
    uint64_t *crosses = NULL;
    kg_status status;

    if (r->homes) {
        KG_TRY(kg__fetch_edge(ctx, r->row, &begin[0]));
        KG_TRY(kg__cuda_fetch(ctx, begin + 1, r->row + r->homes - 1, 2 * sizeof *begin));
        if (begin[2] > r->lo + r->count)
            mine = {begin[1], begin[2]};
    }
    p->rows = r->homes - (mine.begin < mine.end);
    p->first = begin[0];
    p->before = r->homes ? begin[0] - r->lo : r->count;
    p->slots = (mine.begin < mine.end ? begin[1] : begin[2]) - begin[0];
    KG_TRY(kg__host_allocate(ctx, &p->crossing, r->ranks, sizeof *p->crossing, what));
    KG_TRY(kg__comm_gather(ctx, &mine, sizeof mine, p->crossing, NULL));
    KG_TRY(kg__host_allocate(ctx, &crosses, r->ranks, sizeof *crosses, what));
    for (unsigned q = 0; q < r->ranks; q++)
        crosses[q] = p->crossing[q].begin < p->crossing[q].end;
    KG_TRY(kg__allocate(ctx, &p->crosses, r->ranks, sizeof *p->crosses, what));
    KG_TRY(kg__memory(ctx)->upload(ctx, p->crosses, crosses, r->ranks * sizeof *crosses));
out:
    kg__free(ctx, crosses);
    return status;
}

/* Fills out_vertex, out_slot and begin. The targets are not needed after that. */
static kg_status sort_out(pairing *p)
{
    kg__ranks *r = p->r;
    kg_context *ctx = r->w->ctx;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &p->begin, 2 * r->ranks + 1, sizeof *p->begin, what));
    KG_TRY(kg__allocate(ctx, &p->out_vertex, r->count, sizeof *p->out_vertex, what));
    KG_TRY(kg__allocate(ctx, &p->out_slot, r->count, sizeof *p->out_slot, what));
    KG_TRY(kg__ranks_sort_homes_cuda(r, p->crosses, p->begin, p->out_vertex, p->out_slot));
    kg__free(ctx, r->own_col);
    r->own_col = NULL;
    r->col = NULL;
out:
    return status;
}

/* Keeps the entries of out_slot for rows that span several ranks. */
static kg_status keep_crossing(pairing *p)
{
    const unsigned ranks = p->r->ranks;
    const uint64_t count = p->begin[2 * ranks] - p->begin[ranks];
    kg_context *ctx = p->r->w->ctx;
    kg_edge *kept = NULL;
    kg_status status;

    KG_TRY(kg__allocate(ctx, &kept, count, sizeof *kept, what));
    KG_TRY(kg__memory(ctx)->copy(ctx, kept, p->out_slot + p->begin[ranks], count * sizeof *kept));
    kg__free(ctx, p->out_slot);
    p->out_slot = kept;
out:
    return status;
}

/* Fills vertex[0] and slot[0] with the received items. */
static kg_status tell_homes(pairing *p)
{
    kg__ranks *r = p->r;
    kg__mail *mail = &r->mail;
    kg_context *ctx = r->w->ctx;
    kg_status status;

    p->received = 0;
    for (unsigned q = 0; q < r->ranks; q++)
        mail->sends[q] = p->begin[q + 1] - p->begin[q];
    KG_TRY(kg__comm_counts(ctx, mail->sends, mail->receives));
    for (unsigned q = 0; q < r->ranks; q++)
        p->received += mail->receives[q];
    KG_TRY(kg__allocate(ctx, &p->vertex[0], p->received, sizeof *p->vertex[0], what));
    KG_TRY(kg__comm_exchange(
        ctx, p->out_vertex, mail->sends, p->vertex[0], mail->receives, sizeof *p->vertex[0]));
    kg__free(ctx, p->out_vertex);
    p->out_vertex = NULL;
    KG_TRY(kg__allocate(ctx, &p->slot[0], room_of(p), sizeof *p->slot[0], what));
    KG_TRY(kg__comm_exchange(
        ctx, p->out_slot, mail->sends, p->slot[0] + p->before, mail->receives, sizeof *p->slot[0]));
    KG_TRY(keep_crossing(p));
out:
    return status;
}

/* Sorts the received items. They become pred, if there are as many as the rows have slots. */
static kg_status sort_home(pairing *p)
{
    kg__ranks *r = p->r;
    kg_context *ctx = r->w->ctx;
    cub::DoubleBuffer<kg_vertex> vertex;
    cub::DoubleBuffer<kg_edge> slot;
    kg_status status;

    KG_TRY(kg__allocate(ctx, &p->vertex[1], p->received, sizeof *p->vertex[1], what));
    KG_TRY(kg__allocate(ctx, &p->slot[1], room_of(p), sizeof *p->slot[1], what));
    vertex = cub::DoubleBuffer<kg_vertex>(p->vertex[0], p->vertex[1]);
    slot = cub::DoubleBuffer<kg_edge>(p->slot[0] + p->before, p->slot[1] + p->before);
    if (p->received)
        KG_TRY_CUB(ctx, cub::DeviceRadixSort::SortPairs, vertex, slot, p->received, 0,
            kg__vertex_bits(r->homes), kg__stream(ctx));
    if (vertex.selector)
        std::swap(p->vertex[0], p->vertex[1]);
    r->pred = p->slot[slot.selector];
    p->slot[slot.selector] = NULL;
out:
    return status;
}

/* ---- the check ------------------------------------------------------------------------------- */

/* Finds this rank's part of the witness. */
static kg_status find_unbalanced(const pairing *p, kg_euler_witness *no)
{
    kg__ranks *r = p->r;
    kg_context *ctx = r->w->ctx;
    const span *row = &p->crossing[r->rank];
    const kg__pairs pairs = {
        r->row, p->vertex[0], p->rows, p->slots, p->received, p->first, r->vertex[r->rank]};
    uint64_t in = 0;
    kg_status status;

    KG_TRY(kg__euler_compare_degrees(ctx, no, &r->device->tally->other, &pairs));
    for (unsigned q = 0; q < r->ranks; q++)
        in += p->all_many[q * r->ranks + r->rank];
    if (row->begin < row->end)
        kg__euler_add_witness(no, r->vertex[r->rank + 1] - 1, row->end - row->begin, in);
out:
    return status;
}

/* ---- rows of several ranks ------------------------------------------------------------------- */

/* Returns how many slots of [begin, end) are on rank q. *at: the first of them. */
static uint64_t on_rank(const kg__ranks *r, uint64_t begin, uint64_t end, unsigned q, uint64_t *at)
{
    *at = begin < r->bound[q] ? r->bound[q] : begin;
    end = end < r->bound[q + 1] ? end : r->bound[q + 1];
    return *at < end ? end - *at : 0;
}

/* Returns the slots that rank q's edges to the crossing row of a home precede. */
static span slots_of(const pairing *p, unsigned q, unsigned home)
{
    const unsigned ranks = p->r->ranks;
    span slots = {p->crossing[home].begin, 0};

    for (unsigned before = 0; before < q; before++)
        slots.begin += p->all_many[before * ranks + home];
    slots.end = slots.begin + p->all_many[q * ranks + home];
    return slots;
}

/* In a balanced graph: sends the edges to the slots that they precede. */
static kg_status pair_crossing(pairing *p)
{
    kg__ranks *r = p->r;
    kg__mail *mail = &r->mail;
    kg_context *ctx = r->w->ctx;
    kg_edge *in = NULL;
    uint64_t at, received = 0;
    kg_status status;

    for (unsigned q = 0; q < r->ranks; q++) {
        mail->sends[q] = mail->receives[q] = 0;
        for (unsigned home = 0; home < r->ranks; home++) {
            const span mine = slots_of(p, r->rank, home), theirs = slots_of(p, q, home);

            mail->sends[q] += on_rank(r, mine.begin, mine.end, q, &at);
            mail->receives[q] += on_rank(r, theirs.begin, theirs.end, r->rank, &at);
        }
        received += mail->receives[q];
    }
    KG_TRY(kg__allocate(ctx, &in, received, sizeof *in, what));
    KG_TRY(kg__comm_exchange(ctx, p->out_slot, mail->sends, in, mail->receives, sizeof *in));
    received = 0;
    for (unsigned q = 0; q < r->ranks; q++)
        for (unsigned home = 0; home < r->ranks; home++) {
            const span theirs = slots_of(p, q, home);
            const uint64_t count = on_rank(r, theirs.begin, theirs.end, r->rank, &at);

            if (count)
                KG_TRY(kg__memory(ctx)->copy(
                    ctx, r->pred + (at - r->lo), in + received, count * sizeof *in));
            received += count;
        }
out:
    kg__free(ctx, in);
    return status;
}

static void free_pairing(pairing *p, kg_context *ctx)
{
    kg__free(ctx, p->crossing);
    kg__free(ctx, p->crosses);
    kg__free(ctx, p->begin);
    kg__free(ctx, p->all_many);
    kg__free(ctx, p->out_vertex);
    kg__free(ctx, p->out_slot);
    for (int i = 0; i < 2; i++) {
        kg__free(ctx, p->vertex[i]);
        kg__free(ctx, p->slot[i]);
    }
}

/* Gathers how many edges each rank has to crossing rows. */
static kg_status gather_many(pairing *p)
{
    kg__ranks *r = p->r;
    kg_context *ctx = r->w->ctx;
    uint64_t *many = p->r->mail.cursor;
    kg_status status;

    for (unsigned home = 0; home < r->ranks; home++)
        many[home] = p->begin[r->ranks + home + 1] - p->begin[r->ranks + home];
    KG_TRY(kg__host_allocate(ctx, &p->all_many, r->ranks, r->ranks * sizeof *p->all_many, what));
    KG_TRY(kg__comm_gather(ctx, many, r->ranks * sizeof *many, p->all_many, NULL));
out:
    return status;
}

decl_ranks_pair(kg__ranks_pair_cuda)
{
    kg_context *ctx = r->w->ctx;
    pairing p = {};
    kg_euler_witness mine = {};
    kg_status status;

    p.r = r;
    if (r->ranks > KG__HOMES_MOST)
        return kg__fail(ctx, KG_UNSUPPORTED, "%u ranks are too many for GPUs", r->ranks);
    kg__stage(ctx, "2 predecessors");
    KG_TRY(find_crossings(&p));
    KG_TRY(sort_out(&p));
    KG_TRY(tell_homes(&p));
    KG_TRY(sort_home(&p));
    KG_TRY(gather_many(&p));
    kg__stage(ctx, "1 check");
    KG_TRY(find_unbalanced(&p, &mine));
    KG_TRY(kg__ranks_witness(r, &mine));
    if (!r->w->witness.count)
        KG_TRY(pair_crossing(&p));
out:
    free_pairing(&p, ctx);
    return status;
}
