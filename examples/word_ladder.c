/*
 * A word ladder by GA*: from one word to another, a letter at a time, over words of a dictionary.
 * On the CPU or, with KONIG_DEVICE=cuda, on a GPU, which gets a copy of the dictionary, and for
 * which the same text is compiled at run time.
 */
#include <konig/konig.h>
#include <stdio.h>
#include <string.h>

/* Text that is compiled here, and once more for a GPU. */
#define FOR_BOTH(...)                                                                              \
    __VA_ARGS__                                                                                    \
    static const char source[] = #__VA_ARGS__;

/* A state is a word, a byte a letter, the first one highest. Move 26 * place + letter writes a
 * letter. */
FOR_BOTH(
    struct dictionary {
        uint64_t goal;
        unsigned letters;
        unsigned words;
        uint64_t word[64]; /* [words] in order */
    };

    static int step(const void *user, const kg_ga_star_state *from, unsigned move,
        kg_ga_star_state *to, uint32_t *cost) {
        const struct dictionary *d = (const struct dictionary *)user;
        const unsigned at = 8 * (d->letters - 1 - move / 26);
        unsigned low = 0;
        unsigned high = d->words;

        to->word[0] = (from->word[0] & ~(UINT64_C(255) << at)) | (uint64_t)('a' + move % 26) << at;
        to->word[1] = 0;
        *cost = 1;
        while (low < high) {
            const unsigned middle = (low + high) / 2;

            if (d->word[middle] < to->word[0])
                low = middle + 1;
            else
                high = middle;
        }
        return low < d->words && d->word[low] == to->word[0];
    }

    static int is_goal(const void *user, const kg_ga_star_state *state) {
        return state->word[0] == ((const struct dictionary *)user)->goal;
    }

    /* As many letters differ. */
    static uint32_t estimate(const void *user, const kg_ga_star_state *state) {
        uint64_t other = state->word[0] ^ ((const struct dictionary *)user)->goal;
        uint32_t letters = 0;

        for (; other; other >>= 8)
            letters += (other & 255) != 0;
        return letters;
    })

static const char *const words[] = {"bale", "ball", "bare", "bark", "barn", "bold", "bolt", "bore",
    "born", "card", "care", "cart", "cold", "colt", "cord", "core", "corn", "dare", "dark", "fare",
    "farm", "fold", "fond", "food", "fool", "ford", "form", "gold", "good", "hard", "hare", "harm",
    "hold", "lard", "lord", "mare", "mold", "pond", "pool", "pore", "told", "tore", "torn", "wand",
    "ward", "ware", "warm", "warn", "wart", "wood", "wool", "word", "wore", "work", "worm", "worn"};

static uint64_t key_of(const char *word)
{
    uint64_t key = 0;

    for (; *word; word++)
        key = key << 8 | (unsigned char)*word;
    return key;
}

int main(void)
{
    const kg_ga_star_state start = {{key_of("fool"), 0}};
    struct dictionary dictionary = {0};
    kg_ga_star_problem problem = {0};
    kg_context *context = NULL;
    kg_ga_star *answer = NULL;
    kg_status status;

    dictionary.goal = key_of("warm");
    dictionary.letters = 4;
    for (; dictionary.words < sizeof words / sizeof *words; dictionary.words++)
        dictionary.word[dictionary.words] = key_of(words[dictionary.words]);
    problem.moves = 26 * dictionary.letters;
    problem.step = step;
    problem.is_goal = is_goal;
    problem.estimate = estimate;
    problem.user = &dictionary;
    problem.source = source;
    problem.user_bytes = sizeof dictionary;
    if ((status = kg_context_create(&context, NULL)) == KG_OK)
        status = kg_ga_star_find(&answer, context, &problem, &start, NULL);
    if (status == KG_MISSING || status == KG_UNSUPPORTED) { /* the CPU needs no source */
        fprintf(stderr, "%s\n", kg_context_message(context));
        problem.source = NULL;
        status = kg_ga_star_find(&answer, context, &problem, &start, NULL);
    }
    if (status) {
        fprintf(stderr, "%s: %s\n", kg_status_string(status), kg_context_message(context));
    } else {
        char word[] = "fool";

        printf("%u steps\n", (unsigned)kg_ga_star_cost(answer));
        for (size_t i = 0; i < kg_ga_star_length(answer); i++) {
            const unsigned move = kg_ga_star_moves(answer)[i];

            word[move / 26] = (char)('a' + move % 26);
            fprintf(stderr, "%s ", word);
        }
        fprintf(stderr, "on %s\n", problem.source ? kg_context_device(context) : "cpu");
    }
    kg_ga_star_destroy(answer);
    kg_context_destroy(context);
    return status != KG_OK;
}
