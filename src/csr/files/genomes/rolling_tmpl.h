/*
 * Words that roll along letters, by windows of type WINDOW.
 *
 * Included by: stretches.c, once a type of windows.
 * Expects: WINDOW, an unsigned type with two bits a letter; ROLL, the name of the function.
 *     Undefines both.
 * Leaves nothing defined.
 */

/* Writes the results of kg__rolled_pack(), or of kg__rolled_compare() if order is not NULL, for
 * `count` words, the first of which begins at text. */
static void ROLL(const kg__rolled *r, const char *text, uint64_t count, uint64_t from, uint64_t to,
    uint64_t *key, signed char *order)
{
    const uint64_t letters = r->letters, most = 4 * sizeof(WINDOW);
    const uint64_t window = letters < most ? letters : most;
    const unsigned top = 2 * (unsigned)(window - 1), behind = 2 * (unsigned)(letters - to);
    const WINDOW mask = ((WINDOW)1 << top) - 1;
    const uint64_t bits = UINT64_MAX >> (64 - 2 * (to - from));
    const bool both = r->s->both, whole = window == letters;
    WINDOW forward = 0, back = 0;

    for (uint64_t at = 0, n; at < window; at += n) {
        n = window - at < 32 ? window - at : 32;
        forward = forward << n << n | kg__letters_part(text, letters, false, at, at + n);
        back = back << n << n | kg__letters_part(text, letters, true, at, at + n);
    }
    for (uint64_t i = 0;; text++) {
        int way = (forward > back) - (forward < back);

        if (!whole && way == 0)
            way = kg__letters_compare(text, letters, window);
        if (order)
            order[i] = (signed char)way;
        else if (whole)
            key[i] = (uint64_t)((both && way > 0 ? back : forward) >> behind) & bits;
        else
            key[i] = kg__letters_part(text, letters, both && way > 0, from, to);
        if (++i == count)
            return;
        forward = (forward & mask) << 2 | kg__letter_number(text[window]);
        back = back >> 2 | (WINDOW)(3 - kg__letter_number(text[letters])) << top;
    }
}

#undef WINDOW
#undef ROLL
