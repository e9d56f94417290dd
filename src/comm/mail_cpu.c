/* Sorts items of a few words by their receiving ranks, on the CPU. */
#include "mail.h"

static inline unsigned to_whom(const kg__mail *mail, kg_edge word, const uint64_t *bound)
{
    return bound ? kg__owner(bound, mail->ranks, word) : (unsigned)(word % mail->ranks);
}

decl_mail_deal(kg__mail_deal_cpu)
{
    kg_status status;

    (void)keep; /* the place of each item is found out again */
    kg__mail_begin(mail);
    for (uint64_t i = 0; i < count; i++)
        if (item[words * i] != KG_NO_EDGE)
            mail->sends[to_whom(mail, item[words * i], bound)]++;
    KG_TRY(kg__mail_pack(mail, words));
    for (uint64_t i = 0; i < count; i++) {
        kg_edge *to;

        if (item[words * i] == KG_NO_EDGE)
            continue;
        to = kg__mail_item(mail, to_whom(mail, item[words * i], bound), words);
        for (unsigned k = 0; k < words; k++)
            to[k] = item[words * i + k];
    }
out:
    return status;
}

decl_mail_bring_back(kg__mail_bring_back_cpu)
{
    const unsigned words = question->answer_words;

    kg__mail_rewind(mail);
    for (uint64_t i = 0; i < count; i++) {
        const kg_edge word = key[question->key_words * i];
        const kg_edge *from;

        if (word == KG_NO_EDGE)
            continue;
        from = kg__mail_item(mail, to_whom(mail, word, question->bound), words);
        for (unsigned k = 0; k < words; k++)
            answer[words * i + k] = from[k];
    }
    return KG_OK;
}
