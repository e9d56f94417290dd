/* Sends items to the ranks that own them; asks questions and returns the answers. */
#include "mail.h"

static const kg__mail_ops table[KG__BACKENDS] = KG__TABLE(KG__MAIL_FUNCTIONS);

static const kg__mail_ops *ops_of(const kg__mail *mail)
{
    return &table[mail->host ? KG__CPU : kg__context_backend(mail->ctx)];
}

kg_status kg__mail_post(
    kg__mail *mail, const kg_edge *item, uint64_t count, unsigned words, const uint64_t *bound)
{
    kg_status status;

    KG_TRY(ops_of(mail)->deal(mail, item, count, words, bound, false));
    KG_TRY(kg__mail_send(mail, words));
out:
    return status;
}

kg_status kg__mail_ask(kg__mail *mail, const kg__question *question, const kg_edge *key,
    uint64_t count, kg_edge *answer)
{
    const unsigned words = question->answer_words;
    kg_context *ctx = mail->ctx;
    kg_edge *told = NULL;
    kg_status status;

    KG_TRY(ops_of(mail)->deal(mail, key, count, question->key_words, question->bound, true));
    KG_TRY(kg__mail_send(mail, question->key_words));
    KG_TRY(kg__mail_allocate(mail, &told, words * mail->received, sizeof *told));
    KG_TRY(question->tell(question->of, mail->in, mail->received, told));
    KG_TRY(kg__mail_make_room(mail, &mail->out, &mail->out_room, words * count));
    KG_TRY(kg__mail_exchange(
        mail, told, mail->receives, mail->out, mail->sends, words * sizeof *told));
    KG_TRY(ops_of(mail)->bring_back(mail, question, key, count, answer));
out:
    kg__free(ctx, told);
    return status;
}

kg_status kg__mail_ask_in_rounds(kg__mail *mail, const kg__question *question, const kg_edge *key,
    uint64_t count, kg_edge *answer)
{
    uint64_t most = count, round;
    kg_status status;

    KG_TRY(kg__comm_reduce(mail->ctx, &most, 1, KG__COMM_MAX));
    round = kg__mail_round(most);
    for (uint64_t at = 0; at < most; at += round) {
        uint64_t from = at;
        const uint64_t asked = kg__mail_in_round(count, round, &from);

        KG_TRY(kg__mail_ask(mail, question, key + question->key_words * from, asked,
            answer + question->answer_words * from));
    }
out:
    return status;
}
