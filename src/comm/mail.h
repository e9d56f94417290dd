/*
 * Mail: items of a few words that each rank has for others. Also gathers shares of all ranks. All
 * calls are collective.
 */
#ifndef KG_COMM_MAIL_H
#define KG_COMM_MAIL_H

#include "../base/bisect.h"
#include "comm.h"

/* Items of a few words for other ranks, and the items received from them: in the order of ranks
 * and, within a rank, in the order sent. (On a device the items of a rank have no order.) */
typedef struct kg__mail {
    kg_context *ctx;
    unsigned rank, ranks;
    bool host;                  /* its arrays lie in host memory, whatever the backend */
    uint64_t *sends, *receives; /* [ranks] numbers of items */
    uint64_t *cursor;           /* [ranks] */
    kg_edge *out, *in;          /* the backend's memory, unless `host` */
    uint64_t out_room, in_room; /* words */
    uint64_t received;          /* items in `in` */
    bool goes_on;               /* set by this rank: it will send more items later */
    bool sent;                  /* some rank has sent items, or will */
    /* On a device: counters for each rank, and the position of each item in `out`. */
    unsigned long long *tally;
    kg_edge *at;
    uint64_t at_room;
} kg__mail;

kg_status kg__mail_create(kg__mail *mail, kg_context *ctx);
/* Creates one with arrays in host memory. For it, "the backend's memory" below means host
 * memory. */
kg_status kg__mail_create_host(kg__mail *mail, kg_context *ctx);
void kg__mail_free(kg__mail *mail);
/* Frees the sent and received items, before a step that sends less. */
void kg__mail_empty(kg__mail *mail);

/* Sends from host memory, in three steps. After kg__mail_begin(), count the items for each rank in
 * mail->sends. Then kg__mail_pack() makes room, and each call of kg__mail_item() returns the place
 * of one item. kg__mail_send() sends them. */
void kg__mail_begin(kg__mail *mail);
kg_status kg__mail_pack(kg__mail *mail, unsigned words);
kg_status kg__mail_send(kg__mail *mail, unsigned words);
/* Sets the cursors to the beginning of each rank's items. */
void kg__mail_rewind(kg__mail *mail);
/* Makes an array beside the mail's arrays large enough for `count` words. Its old contents are
 * lost. */
kg_status kg__mail_make_room(const kg__mail *mail, kg_edge **words, uint64_t *room, uint64_t count);

/* An array beside the mail's arrays; an exchange between such arrays. */
kg_status kg__mail_allocate(const kg__mail *mail, void *array, uint64_t count, size_t size);
kg_status kg__mail_exchange(const kg__mail *mail, const void *send, const uint64_t *send_counts,
    void *receive, const uint64_t *receive_counts, size_t size);

static inline kg_edge *kg__mail_item(kg__mail *mail, unsigned rank, unsigned words)
{
    return mail->out + words * mail->cursor[rank]++;
}

/* Sends items [count] of `words` words. The first word of an item says which rank receives it:
 * bound[r] to bound[r+1]-1 are rank r's words; without bound, the rank is the word modulo the
 * number of ranks. Items with KG_NO_EDGE stay. All arrays lie in the backend's memory. On a device
 * the items of a rank come in no order. */
kg_status kg__mail_post(
    kg__mail *mail, const kg_edge *item, uint64_t count, unsigned words, const uint64_t *bound);

/* Computes answer[count] for key[count]. Called on the rank that owns the keys. */
typedef kg_status kg__answer_fn(void *of, const kg_edge *key, uint64_t count, kg_edge *answer);

typedef struct kg__question {
    const uint64_t *bound; /* as above */
    unsigned key_words, answer_words;
    kg__answer_fn *tell;
    void *of; /* passed to tell() */
} kg__question;

/* Asks the ranks that own the keys. key: [key_words * count], answer: [answer_words * count], in
 * the order of keys; the answer to KG_NO_EDGE is not written. */
kg_status kg__mail_ask(kg__mail *mail, const kg__question *question, const kg_edge *key,
    uint64_t count, kg_edge *answer);

/* The same in rounds, so that few items are on their way at once. Ranks may ask different
 * counts. */
kg_status kg__mail_ask_in_rounds(kg__mail *mail, const kg__question *question, const kg_edge *key,
    uint64_t count, kg_edge *answer);

/* How many items of each rank go in a round, if the largest rank has `most`. */
static inline uint64_t kg__mail_round(uint64_t most)
{
    enum { ROUNDS = 16, LEAST = 1 << 16 };
    const uint64_t round = most / ROUNDS + 1;

    return round > LEAST ? round : (uint64_t)LEAST;
}

/* How many of this rank's `count` items go in the round that begins at `at`; *at: the first of
 * them. */
static inline uint64_t kg__mail_in_round(uint64_t count, uint64_t round, uint64_t *at)
{
    if (*at > count)
        *at = count;
    return count - *at < round ? count - *at : round;
}

/* The backend's part of these two. deal: counts the items for each rank in mail->sends and copies
 * them to mail->out. keep: bring_back follows, which fetches the answer for each item from
 * there. */
#define decl_mail_deal(name)                                                                       \
    kg_status name(kg__mail *mail, const kg_edge *item, uint64_t count, unsigned words,            \
        const uint64_t *bound, bool keep)
#define decl_mail_bring_back(name)                                                                 \
    kg_status name(kg__mail *mail, const kg__question *question, const kg_edge *key,               \
        uint64_t count, kg_edge *answer)

#define KG__MAIL_FUNCTIONS(X)                                                                      \
    X(mail, deal)                                                                                  \
    X(mail, bring_back)

typedef struct kg__mail_ops {
    KG__MAIL_FUNCTIONS(KG__POINTER)
} kg__mail_ops;

KG__MAIL_FUNCTIONS(KG__PROTOTYPES)

/* The last rank r with bound[r] <= x. */
static inline unsigned kg__owner(const uint64_t *bound, unsigned ranks, uint64_t x)
{
    return KG__LAST_WHERE(i, 0, ranks, bound[i] <= x);
}

/* The number of the last rank before this one whose number is not UINT64_MAX, or UINT64_MAX. */
static inline uint64_t kg__last_before(const uint64_t *all, unsigned rank)
{
    while (rank-- > 0)
        if (all[rank] != UINT64_MAX)
            return all[rank];
    return UINT64_MAX;
}

/* Gathers one number of each rank. all: [ranks] */
kg_status kg__ranks_gather(kg_context *ctx, uint64_t mine, uint64_t *all);

/* Gathers `count` items of each rank. all: to be freed; total: [out] items of all ranks. before:
 * [out] items of the ranks before this one; may be NULL. */
kg_status kg__ranks_gather_all(kg_context *ctx, const void *mine, uint64_t count, size_t size,
    void *all, uint64_t *total, uint64_t *before, const char *what);

/* The beginning of rank r's share of `count` items. */
static inline uint64_t kg__share(uint64_t count, unsigned rank, unsigned ranks)
{
    return kg__part(count, (int)rank, (int)ranks);
}

/* Joins the shares of all ranks to a walk of m entries on rank 0, in the backend's memory. whole:
 * [out] on rank 0 [m], to be freed. */
kg_status kg__ranks_collect(kg_context *ctx, kg_edge **whole, const kg_edge *share, uint64_t m);

/* The reverse. share: [this rank's share] out. whole: [m] on rank 0. */
kg_status kg__ranks_deal(kg_context *ctx, kg_edge *share, const kg_edge *whole, uint64_t m);

/* The same two in host memory. */
kg_status kg__ranks_collect_host(
    kg_context *ctx, kg_edge **whole, const kg_edge *share, uint64_t m);
kg_status kg__ranks_deal_host(kg_context *ctx, kg_edge *share, const kg_edge *whole, uint64_t m);

#endif
