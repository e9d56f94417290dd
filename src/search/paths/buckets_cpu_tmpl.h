/*
 * The work on a bucket, for one kind of lengths.
 *
 * Included by: buckets_cpu.c, once a kind.
 * Expects: NAME(f), the name of function f for the kind; LENGTH(i), the length of entry i, which
 *     may use `lengths`.
 * Leaves nothing defined.
 */

/* Expands the entries of a bucket from *at on, until it has no more, or TICK entries are done. */
static kg_status NAME(work)(queue *q, bucket *b, uint64_t *at)
{
    kg__paths_work *w = q->w;
    const kg_edge *row = w->along->row;
    const kg_vertex *col = w->along->col;
    const void *lengths = w->along_lengths->entry;
    double *distance = w->distance;
    const double limit = w->limit;
    const uint64_t last = *at + TICK;
    uint64_t i = *at, looks = 0;
    kg_status status = KG_OK;

    (void)lengths;
    for (; i < b->count && i < last; i++) {
        const entry e = b->entry[i];
        const double here = distance[e.vertex];

        fetch_ahead(q, b->entry, i, b->count);
        if (digest_of(here) != e.digest)
            continue;
        for (uint64_t k = row[e.vertex], end = row[(uint64_t)e.vertex + 1]; k < end; k++, looks++) {
            const double there = here + LENGTH(k);
            const kg_vertex v = col[k];

            if (there < distance[v] && there <= limit) {
                if (distance[v] == INFINITY)
                    KG_TRY(kg__paths_note(w, v));
                distance[v] = there;
                KG_TRY(push(q, bucket_of(q, there), (entry){v, digest_of(there)}));
            }
        }
    }
out:
    q->looks += looks;
    *at = i;
    return status;
}

/* All threads expand `count` entries of a bucket. */
static void NAME(share)(queue *q, const entry *e, uint64_t count)
{
    const kg__paths_work *w = q->w;
    const kg_edge *row = w->along->row;
    const kg_vertex *col = w->along->col;
    const void *lengths = w->along_lengths->entry;
    uint64_t taken = 0;

    (void)lengths;
    KG_PARALLEL(q->threads)
    {
        notes *own = &q->of_thread[kg__thread_index()];
        uint64_t looks = 0;

        for (;;) {
            const uint64_t first = __atomic_fetch_add(&taken, CHUNK, __ATOMIC_RELAXED);
            const uint64_t end = first + CHUNK < count ? first + CHUNK : count;

            if (first >= count || own->status != KG_OK)
                break;
            for (uint64_t i = first; i < end; i++) {
                const uint64_t u = e[i].vertex;
                const double here = load(&w->distance[u]);

                fetch_ahead(q, e, i, end);
                if (digest_of(here) != e[i].digest)
                    continue;
                for (uint64_t k = row[u]; k < row[u + 1]; k++, looks++) {
                    const double there = here + LENGTH(k);
                    const double was =
                        there <= w->limit ? lower(&w->distance[col[k]], there) : there;

                    if (there < was)
                        own->status = add_note(w->ctx, own,
                            (note){
                                {col[k], digest_of(there)}, bucket_of(q, there), was == INFINITY},
                            own->status);
                }
            }
        }
        own->looks += looks;
    }
}

#undef LENGTH
#undef NAME
