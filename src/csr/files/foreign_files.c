/*
 * Recognising files that have a structure or a mark of their own. Each recogniser asks for so much
 * of this that a list of edges is unlikely to have it by chance.
 */
#include "foreign.h"
#include <string.h>

bool kg__is_mtx(const kg__beginning *file)
{
    return kg__line_begins(kg__all_of(file), "%%MatrixMarket") ||
           kg__line_begins(kg__all_of(file), "%MatrixMarket ");
}

static kg__line skip_white(const kg__beginning *file)
{
    kg__line text = kg__all_of(file);

    while (text.begin < text.end && (kg__is_blank(*text.begin) || *text.begin == '\n'))
        text.begin++;
    return text;
}

bool kg__is_xml(const kg__beginning *file)
{
    kg__line text = skip_white(file);
    const char *name_end;

    if (kg__line_begins(text, "<?xml") || kg__line_begins(text, "<!DOCTYPE") ||
        kg__line_begins(text, "<!--"))
        return true;
    if (kg__line_length(text) < 3 || *text.begin != '<' ||
        !kg__line_is_letters((kg__line){text.begin + 1, text.begin + 2}, ""))
        return false;
    for (name_end = text.begin + 1; name_end < text.end && !strchr(" \t\r\n/>", *name_end);)
        name_end++;
    for (const char *p = name_end; p < text.end && *p != '<'; p++)
        if (*p == '>') /* the tag ends: as its line, or an element follows or ends */
            return kg__line_has((kg__line){p, text.end}, "</") || p[-1] == '/';
    return false;
}

bool kg__is_graphml(const kg__beginning *file)
{
    return kg__is_xml(file) && kg__line_has(kg__all_of(file), "<graphml");
}

bool kg__is_gexf(const kg__beginning *file)
{
    return kg__is_xml(file) && kg__line_has(kg__all_of(file), "<gexf");
}

/* Behind the value that begins at p with a bracket, or NULL where the text ends in it. */
static const char *skip_json(const char *p, const char *end)
{
    int depth = 0;

    for (; p < end; p++) {
        if (*p == '"') {
            for (p++; p < end && *p != '"'; p++)
                p += *p == '\\';
        } else if (*p == '{' || *p == '[') {
            depth++;
        } else if (*p == '}' || *p == ']') {
            if (--depth == 0)
                return p + 1;
        }
    }
    return NULL;
}

bool kg__is_json(const kg__beginning *file)
{
    kg__line text = skip_white(file), inside = text, line;
    const char *behind;
    kg__beginning rest = *file;

    if (text.begin == text.end || (*text.begin != '{' && *text.begin != '['))
        return false;
    inside.begin++;
    while (inside.begin < inside.end && (kg__is_blank(*inside.begin) || *inside.begin == '\n'))
        inside.begin++;
    if (inside.begin == inside.end || *inside.begin == '\0' ||
        !strchr(*text.begin == '{' ? "\"}" : "{[\"]-0123456789tfn", *inside.begin))
        return false;
    behind = skip_json(text.begin, text.end);
    if (!behind)
        return true;
    rest.begin = behind;
    rest.end = kg__line_end(behind, text.end);
    return !kg__next_line(&rest, &behind, "", &line); /* nothing else stands in its last line */
}

bool kg__is_pajek(const kg__beginning *file)
{
    const char *at = file->begin;
    kg__line line, word;

    if (!kg__next_line(file, &at, "%", &line) || *line.begin != '*' || kg__line_has(line, "->"))
        return false;
    at = line.begin;
    word = kg__next_field(&at, line.end);
    if (word.end[-1] == ':')
        word.end--;
    return kg__line_is_one_of(
        word, "*network *vertices *arcs *edges *arcslist *edgeslist *matrix ");
}

bool kg__is_gml(const kg__beginning *file)
{
    const char *at = file->begin;
    kg__line line, word;

    while (kg__next_line(file, &at, "#", &line)) {
        const char *p = line.begin;

        word = kg__next_field(&p, line.end);
        if (kg__line_is(word, "graph")) {
            p = word.end;
            while (p < file->end && (kg__is_blank(*p) || *p == '\n'))
                p++;
            return p < file->end && *p == '[';
        }
        if (!kg__line_is_one_of(word, "creator version comment label directed "))
            return kg__line_is(word, "graph[");
    }
    return false;
}

/* Groups of lines: "# vertex", then a neighbour a line, some of them with a weight. What stands
 * behind # is one word in all such lines, and words are no numbers, or it might be an edge list. */
bool kg__is_lgl(const kg__beginning *file)
{
    unsigned groups = 0, weights = 0;
    bool empty = false;
    const char *at = file->begin;
    kg__line line;

    while (kg__next_line(file, &at, "", &line)) {
        const char *p = line.begin;
        bool begins = *p == '#';
        kg__line first, second;

        if (at > file->end && !file->whole)
            break; /* it is cut */
        if (begins && (p++, empty || p[0] != ' '))
            return false;
        groups += begins;
        empty = begins;
        first = kg__next_field(&p, line.end);
        second = kg__next_field(&p, line.end);
        if (!groups || !kg__line_length(first) || kg__line_is_number(first) || p < line.end)
            return false;
        if (kg__line_length(second) && (begins || !kg__line_is_number(second)))
            return false;
        weights += kg__line_length(second) > 0;
    }
    return groups > 1 && weights;
}

bool kg__is_dgs(const kg__beginning *file)
{
    const char *at = file->begin;
    kg__line line;

    return kg__next_line(file, &at, "#", &line) && kg__line_length(line) == 6 &&
           kg__line_begins(line, "DGS00") && kg__is_digit(line.end[-1]);
}

bool kg__is_ucinet(const kg__beginning *file)
{
    kg__line text = skip_white(file);
    const char *p = text.begin + 2;

    if (!kg__line_begins(text, "dl") || !(kg__is_blank(*p) || *p == '\n' || *p == ','))
        return false;
    while (p < text.end && (kg__is_blank(*p) || *p == '\n' || *p == ','))
        p++;
    while (p < text.end && kg__line_is_letters((kg__line){p, p + 1}, ""))
        p++;
    while (p < text.end && kg__is_blank(*p))
        p++;
    return p < text.end && *p == '=';
}

/* Counts of lines, a type of three letters with counts, and Fortran's formats in brackets. */
bool kg__is_boeing(const kg__beginning *file)
{
    static const char *const letters[] = {"RCIPQ", "SUHZR", "AEF"};
    const char *at = file->begin, *p;
    kg__line line, field;
    uint64_t number;
    int counts = 0;

    if (!kg__next_line(file, &at, "", &line) || !kg__next_line(file, &at, "", &line))
        return false;
    p = line.begin;
    for (; kg__field_number(field = kg__next_field(&p, line.end), &number); counts++)
        ;
    if (counts < 4 || field.begin < field.end || !kg__next_line(file, &at, "", &line))
        return false;
    p = line.begin;
    field = kg__next_field(&p, line.end);
    for (int i = 0; i < 3; i++)
        if (kg__line_length(field) != 3 || !strchr(letters[i], field.begin[i] & ~32))
            return false;
    return kg__next_line(file, &at, "", &line) && *line.begin == '(';
}

/* Behind comments, which are lines "c ...", the line "p" with the problem, n and m. */
bool kg__is_dimacs(const kg__beginning *file)
{
    const char *at = file->begin;
    kg__line line, field;
    uint64_t number;

    while (kg__next_line(file, &at, "", &line)) {
        const char *p = line.begin;

        field = kg__next_field(&p, line.end);
        if (kg__line_is(field, "c"))
            continue;
        if (!kg__line_is(field, "p"))
            return false;
        field = kg__next_field(&p, line.end);
        if (kg__line_is(field, "aux"))
            return true;
        return kg__line_is_one_of(
                   field, "sp edge edges col max min asn cnf tw td ds vc fvs hs ocr ") &&
               kg__field_number(kg__next_field(&p, line.end), &number) &&
               (kg__field_number(kg__next_field(&p, line.end), &number) ||
                   kg__line_is(field, "asn"));
    }
    return false;
}

/* The next field between tabs. */
static kg__line next_column(const char **at, const char *end)
{
    kg__line column = {*at, *at};

    while (column.end < end && *column.end != '\t')
        column.end++;
    *at = column.end < end ? column.end + 1 : end;
    return column;
}

/* Whether a line is one of GFA. sure: [out] it is a segment, a link, or a header with a tag. */
static bool is_gfa_line(kg__line line, bool *sure)
{
    const char *p = line.begin;
    const kg__line kind = next_column(&p, line.end), second = next_column(&p, line.end);
    const kg__line third = next_column(&p, line.end), fourth = next_column(&p, line.end);
    const kg__line fifth = next_column(&p, line.end);

    *sure = true;
    if (kg__line_is(kind, "S")) /* version 2 has the length before the sequence */
        return kg__line_length(second) &&
               kg__line_is_letters(kg__is_digit(*third.begin) ? fourth : third, "*=.") &&
               (kg__line_length(third) > 1 || kg__line_is(third, "*") || kg__line_length(fourth));
    if (kg__line_is(kind, "L"))
        return kg__line_length(third) == 1 && strchr("+-", *third.begin) &&
               kg__line_length(fifth) == 1 && strchr("+-", *fifth.begin) && kg__line_length(fourth);
    if (kg__line_is(kind, "H")) { /* a tag has two letters, a type and a value */
        *sure = kg__line_length(second) > 4 && second.begin[2] == ':' && second.begin[4] == ':';
        return *sure || !kg__line_length(second);
    }
    *sure = false;
    return kg__line_length(kind) == 1 && strchr("CPWJ", *kind.begin) && kg__line_length(third);
}

bool kg__is_gfa(const kg__beginning *file)
{
    const char *at = file->begin;
    kg__line line;
    bool sure = false;

    while (!sure)
        if (!kg__next_line(file, &at, "#", &line) || !is_gfa_line(line, &sure))
            return false;
    return true;
}

/* Four lines a read. */
bool kg__is_fastq(const kg__beginning *file)
{
    const char *at = file->begin;
    kg__line name, sequence, plus, quality;

    if (!kg__next_line(file, &at, "", &name) || *name.begin != '@' ||
        !kg__next_line(file, &at, "", &sequence) || !kg__line_is_letters(sequence, ".*-"))
        return false;
    if (!kg__next_line(file, &at, "", &plus))
        return !file->whole;
    return *plus.begin == '+' && kg__next_line(file, &at, "", &quality) &&
           (kg__line_length(quality) == kg__line_length(sequence) ||
               (at > file->end && !file->whole));
}

bool kg__is_fasta(const kg__beginning *file)
{
    const char *at = file->begin;
    kg__line name, sequence;

    return kg__next_line(file, &at, ";", &name) && *name.begin == '>' &&
           kg__next_line(file, &at, ";", &sequence) && kg__line_is_letters(sequence, "*-");
}

bool kg__is_metis(const kg__beginning *file)
{
    kg__metis_fit fit = kg__metis(file);

    return fit == KG__METIS_YES || fit == KG__METIS_DAMAGED;
}

bool kg__may_be_metis(const kg__beginning *file)
{
    return kg__metis(file) != KG__METIS_NO;
}

bool kg__is_mermaid(const kg__beginning *file)
{
    const char *at = file->begin;
    kg__line line, word;

    if (!kg__next_line(file, &at, "%", &line))
        return false;
    at = line.begin;
    word = kg__next_field(&at, line.end);
    return kg__line_is_one_of(word, "graph flowchart ") &&
           kg__line_is_one_of(kg__next_field(&at, line.end), "TD TB BT LR RL ") && at == line.end;
}

/* Text of two bytes a character, which has no byte order mark. */
bool kg__is_utf16(const kg__beginning *file)
{
    const char *p = file->begin;

    return file->end - p >= 4 &&
           ((!p[0] && p[1] && !p[2] && p[3]) || (p[0] && !p[1] && p[2] && !p[3]));
}

bool kg__is_bzip2(const kg__beginning *file)
{
    return file->end - file->begin > 9 && memcmp(file->begin, "BZh", 3) == 0 &&
           memcmp(file->begin + 4, "1AY&SY", 6) == 0;
}

bool kg__is_tar(const kg__beginning *file)
{
    return file->end - file->begin > 262 && memcmp(file->begin + 257, "ustar", 5) == 0;
}
