/*
 * Merging the names that several workers interned into one set.
 *
 * In:  each worker's table and list of names, and which names of the list came with which block.
 * Out: the file's names in the order of first appearance, and the edges' ends as numbers of these.
 * Method: a table is in the order of the hash, so equal names stand at about the same place in all
 *     tables. The hash is cut into shards; each shard is merged by one thread, which walks all
 *     tables side by side and fills a table of entries. An entry keeps the first block in which its
 *     name appears. The names that appear first in a block stand together in the list of the
 *     block's worker, so ids are a prefix sum over the blocks.
 * Work: O(names * workers + m), in parallel. Memory: 24 to 56 bytes per name and worker.
 * Deterministic: the first appearance does not depend on which worker read a block.
 */
#include "text.h"

/* One name of the file. */
typedef struct entry {
    const kg__name_entry *name; /* of the worker that brought it to the table; NULL: free */
    int worker;
    uint32_t number; /* the least block that has it (a petabyte has 2^32); in the end, its id */
} entry;

typedef struct merge {
    kg__load *load;
    kg_context *ctx;
    int shards;
    entry **table;     /* [shards] */
    uint64_t **found;  /* [workers][count] the block that has a name; then its entry; then its id */
    uint64_t *first;   /* [blocks + 1] the first new id of a block */
    kg_status *status; /* [shards] */
} merge;

static int shard_of(const merge *m, uint64_t hash)
{
    return (int)(((hash >> 32) * (uint64_t)m->shards) >> 32);
}

/* Whether worker t's entry has the name of an entry. */
static bool same_name(const merge *m, const entry *e, int t, const kg__name_entry *name)
{
    const uint64_t *a = e->name->key, *b = name->key;

    if (e->name->length != name->length || a[0] != b[0] || a[1] != b[1])
        return false;
    if (name->length <= KG__NAME_INLINE)
        return a[2] == b[2];
    return memcmp(m->load->worker[e->worker].names.text + a[2],
               m->load->worker[t].names.text + b[2], name->length) == 0;
}

/* Puts worker t's name into the shard's table of 1 << bits entries. */
static void merge_name(
    const merge *m, entry *table, unsigned bits, int t, const kg__name_entry *name)
{
    uint64_t mask = ((uint64_t)1 << bits) - 1, block = m->found[t][name->id];
    /* Within a shard the top bits hardly differ, so the hash is multiplied by the number of
     * shards. */
    uint64_t i = (kg__name_hash(name->key, name->length) * (uint64_t)m->shards) >> (64 - bits);

    while (table[i].name && !same_name(m, &table[i], t, name))
        i = (i + 1) & mask;
    if (!table[i].name)
        table[i] = (entry){name, t, (uint32_t)block};
    else if (block < table[i].number)
        table[i].number = (uint32_t)block;
    m->found[t][name->id] = (uintptr_t)&table[i];
}

/* Calls merge_name for each name of a shard; with table NULL only counts them. */
static uint64_t walk_shard(const merge *m, int shard, entry *table, unsigned bits)
{
    uint64_t count = 0;

    for (int t = 0; t < m->load->workers; t++) {
        const kg__interner *names = &m->load->worker[t].names;
        uint64_t size = (uint64_t)1 << names->bits;
        uint64_t from = kg__part(size, shard, m->shards);
        uint64_t to = kg__part(size, shard + 1, m->shards) + 1;

        /* A name may stand after its place, as far as the next free entry. */
        for (uint64_t k = from; k < to || names->entry[k & (size - 1)].length; k++) {
            const kg__name_entry *name = &names->entry[k & (size - 1)];

            if (!name->length || shard_of(m, kg__name_hash(name->key, name->length)) != shard)
                continue;
            count++;
            if (table)
                merge_name(m, table, bits, t, name);
        }
    }
    return count;
}

static kg_status merge_shard(merge *m, int shard)
{
    uint64_t count = walk_shard(m, shard, NULL, 0);
    unsigned bits = 4;
    kg_status status;

    while ((uint64_t)1 << bits < count + count / 2)
        bits++;
    KG_TRY(kg__host_allocate(
        m->ctx, &m->table[shard], (uint64_t)1 << bits, sizeof **m->table, "merged names"));
    memset(m->table[shard], 0, sizeof **m->table << bits);
    walk_shard(m, shard, m->table[shard], bits);
out:
    return status;
}

/* The entry of a worker's name; OWNS in the lowest bit: this name is the first appearance. */
enum { OWNS = 1 };

static entry *entry_of(uint64_t found)
{
    return (entry *)(uintptr_t)(found & ~(uint64_t)OWNS);
}

/* Finds the first appearances. first[b] becomes the first id of block b, and *count the number of
 * ids. */
static void find_owners(merge *m, uint64_t *count)
{
    const kg__load *load = m->load;

    KG_PARALLEL_FOR(load->workers, schedule(dynamic, 16))
    for (uint64_t b = 0; b < load->blocks; b++) {
        const kg__names_block *brought = &load->names_block[b];
        uint64_t *found = m->found[brought->worker];

        m->first[b] = 0;
        for (kg_vertex i = brought->first; i < brought->end; i++) {
            uint64_t owns = entry_of(found[i])->number == b;

            found[i] |= owns;
            m->first[b] += owns;
        }
    }
    *count = 0;
    for (uint64_t b = 0; b < load->blocks; b++) {
        uint64_t brings = m->first[b];

        m->first[b] = *count;
        *count += brings;
    }
}

/* Numbers the entries, and notes how long each name is. */
static void number_entries(merge *m, uint64_t *begin)
{
    const kg__load *load = m->load;

    begin[0] = 0;
    KG_PARALLEL_FOR(load->workers, schedule(dynamic, 16))
    for (uint64_t b = 0; b < load->blocks; b++) {
        const kg__names_block *brought = &load->names_block[b];
        const kg__interner *from = &load->worker[brought->worker].names;
        const uint64_t *found = m->found[brought->worker];
        uint64_t id = m->first[b];

        for (kg_vertex i = brought->first; i < brought->end; i++) {
            if (found[i] & OWNS) {
                entry_of(found[i])->number = (uint32_t)id++;
                begin[id] = from->begin[i + 1] - from->begin[i];
            }
        }
    }
}

static void copy_text(const merge *m, kg__names *names)
{
    const kg__load *load = m->load;

    KG_PARALLEL_FOR(load->workers, schedule(dynamic, 16))
    for (uint64_t b = 0; b < load->blocks; b++) {
        const kg__names_block *brought = &load->names_block[b];
        const kg__interner *from = &load->worker[brought->worker].names;
        char *to = names->text + names->begin[m->first[b]];

        for (kg_vertex i = brought->first; i < brought->end; i++)
            if (m->found[brought->worker][i] & OWNS) {
                const size_t length = from->begin[i + 1] - from->begin[i];

                memcpy(to, from->text + from->begin[i], length);
                to += length;
            }
    }
}

/* Replaces each worker's numbers in its edges by ids. */
static void renumber_edges(merge *m)
{
    const kg__load *load = m->load;

    KG_PARALLEL_FOR(load->workers, schedule(static, 1))
    for (int t = 0; t < load->workers; t++) {
        const kg__worker *w = &load->worker[t];
        const uint64_t *found = m->found[t];
        unsigned char *id = (unsigned char *)m->found[t]; /* in place: they are half as wide */

        for (uint64_t i = 0; i < w->names.count; i++) {
            kg_vertex number = entry_of(found[i])->number;

            memcpy(id + i * sizeof number, &number, sizeof number);
        }
        for (size_t k = 0; k < w->runs; k++) {
            kg_vertex *pair = w->run[k].pair;

            for (size_t e = 0; e < 2 * w->run[k].count; e++)
                memcpy(&pair[e], id + pair[e] * sizeof *pair, sizeof *pair);
        }
    }
}

static kg_status create_merge(merge *m, kg__load *load)
{
    int workers = load->workers;
    kg_status status;

    *m = (merge){.load = load, .ctx = load->input->ctx, .shards = workers};
    KG_TRY(kg__host_allocate(m->ctx, &m->table, workers, sizeof *m->table, "merged names"));
    memset(m->table, 0, (size_t)workers * sizeof *m->table);
    KG_TRY(kg__host_allocate(m->ctx, &m->found, workers, sizeof *m->found, "merged names"));
    memset(m->found, 0, (size_t)workers * sizeof *m->found);
    KG_TRY(kg__host_allocate(m->ctx, &m->status, workers, sizeof *m->status, "merged names"));
    KG_TRY(kg__host_allocate(m->ctx, &m->first, load->blocks, sizeof *m->first, "names of blocks"));
    for (int t = 0; t < workers; t++)
        KG_TRY(kg__host_allocate(m->ctx, &m->found[t], load->worker[t].names.count,
            sizeof *m->found[t], "merged names"));
    for (uint64_t b = 0; b < load->blocks; b++) {
        const kg__names_block *brought = &load->names_block[b];

        for (kg_vertex i = brought->first; i < brought->end; i++)
            m->found[brought->worker][i] = b;
    }
out:
    return status;
}

static void destroy_merge(merge *m)
{
    for (int t = 0; t < m->shards; t++) {
        if (m->table)
            kg__free(m->ctx, m->table[t]);
        if (m->found)
            kg__free(m->ctx, m->found[t]);
    }
    kg__free_all(m->ctx, m->table, m->found, m->status, m->first);
}

static kg_status merge_names(kg__names *names, kg__load *load, uint64_t *count)
{
    merge m;
    kg_status status;

    KG_TRY(create_merge(&m, load));
    KG_PARALLEL_FOR(load->workers, schedule(static, 1))
    for (int s = 0; s < m.shards; s++)
        m.status[s] = merge_shard(&m, s);
    for (int s = 0; s < m.shards; s++)
        KG_TRY(m.status[s]);
    find_owners(&m, count);
    if (*count > KG__VERTICES_MAX)
        KG_TRY(kg__fail(m.ctx, KG_OVERFLOW, "more than %llu different names",
            (unsigned long long)KG__VERTICES_MAX));
    KG_TRY(
        kg__host_allocate(m.ctx, &names->begin, *count + 1, sizeof *names->begin, "list of names"));
    number_entries(&m, names->begin);
    for (uint64_t v = 0; v < *count; v++)
        names->begin[v + 1] += names->begin[v];
    KG_TRY(kg__host_allocate(m.ctx, &names->text, names->begin[*count], 1, "text of names"));
    copy_text(&m, names);
    renumber_edges(&m);
out:
    destroy_merge(&m);
    return status;
}

kg_status kg__names_finish(kg__names **names, kg__load *load, uint64_t *count)
{
    kg_context *ctx = load->input->ctx;
    kg__interner *only = &load->worker[0].names;
    kg_status status;

    KG_TRY(kg__names_create(names, ctx));
    (*names)->differ = true;
    if (load->workers > 1) {
        KG_TRY(merge_names(*names, load, count));
        goto out;
    }
    *count = only->count;
    KG_TRY(
        kg__host_resize(ctx, &only->begin, only->count + 1, sizeof *only->begin, "list of names"));
    KG_TRY(kg__host_resize(ctx, &only->text, only->begin[only->count], 1, "text of names"));
    (*names)->begin = only->begin;
    (*names)->text = only->text;
    only->begin = NULL;
    only->text = NULL;
out:
    if (status != KG_OK) {
        kg__names_release(*names, ctx);
        *names = NULL;
    }
    return status;
}
