/*
 * Reading graphs as JSON: the node-link form of NetworkX and D3, and Cytoscape's.
 *
 * In:  an object with a list `nodes` of objects, and a list `links` or `edges` of objects with a
 *     `source` and a `target`; or these lists in an object `elements`, or one list `elements` of
 *     both, whose objects have their members in an object `data`. A node's `id` is a text or a
 *     number; if no node has one, nodes are called by their places from 0 on.
 * Out: the graph, as nodes.h and node_list.c say. A label is a node's `label`, else its `name`. The
 *     graph is directed if `directed` is true. Members of other names are ignored.
 * Method: one pass over the text; texts are decoded in place.
 * Work: O(text). Memory: the text, node_list.c, and a stack of at most MOST_DEPTH calls.
 * Source: T. Bray, The JavaScript Object Notation (JSON) Data Interchange Format, RFC 8259, 2017.
 *     NaN and Infinity are numbers, as Python writes them.
 */
#include "../../../base/utf8.h"
#include "../../../io/json_escape.h"
#include "../../../io/number.h"
#include "../read.h"
#include "node_list.h"
#include "whole_text.h"

enum { MOST_DEPTH = 256, MOST_NUMBERS = 16 };

typedef enum kind { TEXT, NUMBER, WORD, OBJECT, ARRAY } kind;

/* The kinds of objects that a list may have. */
typedef enum member_of { NODE, EDGE, EITHER } member_of;

/* A value that is neither an object nor an array. */
typedef struct scalar {
    kind kind;
    kg__line text;
} scalar;

/* A member of the open node or edge that may be kept as a column. */
typedef struct member {
    kg__line name;
    scalar value;
    bool is_other; /* konig has no use for it otherwise */
} member;

typedef struct reading {
    kg__whole text;
    kg__node_list list;
    member *member; /* [members] */
    uint64_t members, member_room;
    uint64_t nodes;   /* so far */
    bool with_ids;    /* some node has one */
    bool without_ids; /* some node has none */
    bool found;       /* there is a list of nodes or edges */
} reading;

/* The members of a node or an edge that konig uses. */
typedef struct element {
    const char *at;
    scalar id, label, name, source, target;
    struct {
        unsigned rank;
        kg__line name;
        double number;
    } number[MOST_NUMBERS];
    int numbers;
} element;

/* ---- values ---------------------------------------------------------------------------------- */

static void skip_blank(reading *r)
{
    while (*r->text.p == ' ' || *r->text.p == '\t' || *r->text.p == '\n' || *r->text.p == '\r')
        r->text.p++;
}

static kg_status expect(reading *r, char c)
{
    skip_blank(r);
    if (*r->text.p != c)
        return kg__whole_fail(&r->text, r->text.p,
            r->text.p == r->text.end ? "the text ends here, expected %c" : "expected %c", c);
    r->text.p++;
    return KG_OK;
}

/* Reads the escape at *from, after its backslash. */
static kg_status read_escape(reading *r, const char **from, char **to)
{
    uint32_t code;
    const char *end = kg__json_escape(*from, &code);

    if (!end)
        return kg__whole_fail(&r->text, *from - 1, "this escape is none of JSON's");
    if (!code || (code >= 0xd800 && code < 0xe000))
        return kg__whole_fail(&r->text, *from - 1, "this escape is no character");
    *to = kg__print_utf8(*to, code);
    *from = end;
    return KG_OK;
}

/* Reads a text at its quote. */
static kg_status read_text(reading *r, kg__line *text)
{
    const char *open = r->text.p, *p = open + 1;
    char *to = (char *)open + 1;
    kg_status status = KG_OK;

    text->begin = to;
    while (*p != '"') {
        const bool plain = *p >= ' ' && *p <= '~' && *p != '\\';
        uint32_t code = ' ';
        const size_t bytes = plain             ? 1
                             : p < r->text.end ? kg__utf8(p, (size_t)(r->text.end - p), &code)
                                               : 0;

        if (p == r->text.end)
            return kg__whole_fail(&r->text, open, "this text does not end");
        if (!bytes || code < ' ')
            return kg__whole_fail(&r->text, p,
                bytes ? "a control character in a text, expected its escape" : "expected UTF-8");
        if (*p == '\\') {
            p++;
            KG_TRY(read_escape(r, &p, &to));
        } else if (plain) {
            *to++ = *p++;
        } else {
            memmove(to, p, bytes);
            to += bytes;
            p += bytes;
        }
    }
    text->end = to;
    r->text.p = p + 1;
out:
    return status;
}

/* Reads a number or a word of JSON or Python. */
static kg_status read_plain(reading *r, scalar *s)
{
    static const char *const words[] = {"true", "false", "null"};
    const char *p = r->text.p, *end = p;
    double number;

    while (kg__is_digit(*end) || *end == '+' || *end == '-' || *end == '.' ||
           (*end >= 'a' && *end <= 'z') || (*end >= 'A' && *end <= 'Z'))
        end++;
    s->text = (kg__line){p, end};
    r->text.p = end;
    for (int i = 0; i < 3; i++)
        if ((size_t)(end - p) == strlen(words[i]) && memcmp(p, words[i], strlen(words[i])) == 0) {
            s->kind = WORD;
            return KG_OK;
        }
    s->kind = NUMBER;
    if (p < end && *p != '+' && *p != '.' && kg__whole_number(s->text, &number))
        return KG_OK;
    return kg__whole_fail(&r->text, p,
        p == r->text.end ? "the text ends here, expected a value" : "expected a value of JSON");
}

/* Reads a value; reads only the kind if it is an object or an array. */
static kg_status read_scalar(reading *r, scalar *s)
{
    skip_blank(r);
    *s = (scalar){*r->text.p == '{'   ? OBJECT
                  : *r->text.p == '[' ? ARRAY
                                      : TEXT,
        {r->text.p, r->text.p}};
    return s->kind != TEXT ? KG_OK : *r->text.p == '"' ? read_text(r, &s->text) : read_plain(r, s);
}

/* Goes to the next member of an object, whose { is read, or past its }; *more: there is a
 * member. */
static kg_status next_member(reading *r, bool first, bool *more, kg__line *name)
{
    kg_status status = KG_OK;

    skip_blank(r);
    *more = *r->text.p != '}';
    if (!*more) {
        r->text.p++;
        return KG_OK;
    }
    if (!first)
        KG_TRY(expect(r, ','));
    skip_blank(r);
    if (*r->text.p != '"')
        return kg__whole_fail(&r->text, r->text.p,
            r->text.p == r->text.end ? "the text ends here, expected } at the end of the object"
                                     : "expected the name of a member in quotes");
    KG_TRY(read_text(r, name));
    KG_TRY(expect(r, ':'));
    skip_blank(r);
out:
    return status;
}

/* The same of an array, whose [ is read. */
static kg_status next_item(reading *r, bool first, bool *more)
{
    kg_status status = KG_OK;

    skip_blank(r);
    *more = *r->text.p != ']';
    if (!*more)
        r->text.p++;
    else if (!first)
        KG_TRY(expect(r, ','));
    skip_blank(r);
out:
    return status;
}

static kg_status skip_value(reading *r, int depth)
{
    bool more = true;
    kg__line name;
    scalar s;
    kg_status status;

    KG_TRY(read_scalar(r, &s));
    if (s.kind != OBJECT && s.kind != ARRAY)
        return KG_OK;
    if (depth == MOST_DEPTH)
        return kg__whole_fail(&r->text, r->text.p, "more than %d brackets deep", MOST_DEPTH);
    r->text.p++;
    for (bool first = true; more; first = false) {
        KG_TRY(s.kind == OBJECT ? next_member(r, first, &more, &name) : next_item(r, first, &more));
        if (more)
            KG_TRY(skip_value(r, depth + 1));
    }
out:
    return status;
}

/* ---- nodes and edges ------------------------------------------------------------------------- */

/* Notes a member in a list that keeps columns. */
static kg_status note_member(reading *r, kg__line name, scalar value, bool is_other)
{
    kg_status status = KG_OK;

    if (!r->list.columns)
        return KG_OK;
    KG_TRY(kg__host_grow(r->list.ctx, &r->member, &r->member_room, r->members + 1,
        sizeof *r->member, "members of an object"));
    r->member[r->members++] = (member){name, value, is_other};
out:
    return status;
}

/* Keeps the members of a node or an edge that are asked for, once it is known to be which. */
static kg_status keep_members(reading *r, kg_element of)
{
    kg_status status = KG_OK;

    for (uint64_t i = 0; i < r->members; i++) {
        const member *m = &r->member[i];
        const size_t length = kg__line_length(m->name), bytes = kg__line_length(m->value.text);
        const bool is_whole = kg__column_type_of(m->value.text.begin, bytes) == KG_COLUMN_INTEGER;
        bool kept = false;

        if (*m->value.text.begin != 'n' || m->value.kind != WORD) /* not null */
            KG_TRY(kg__node_list_keep(&r->list, of, m->name.begin, length, m->value.text,
                m->value.kind == TEXT                  ? KG_COLUMN_TEXT
                : m->value.kind == NUMBER && !is_whole ? KG_COLUMN_REAL
                                                       : KG_COLUMN_INTEGER,
                &kept));
        if (!kept && m->is_other)
            KG_TRY(kg__node_list_other(&r->list, m->name.begin, length));
    }
    r->members = 0;
out:
    return status;
}

/* Reads a member that may be a node's or an edge's. */
static kg_status read_member(reading *r, element *e, kg__line name, member_of role)
{
    scalar *const known = kg__line_is(name, "id")       ? &e->id
                          : kg__line_is(name, "label")  ? &e->label
                          : kg__line_is(name, "name")   ? &e->name
                          : kg__line_is(name, "source") ? &e->source
                          : kg__line_is(name, "target") ? &e->target
                                                        : NULL;
    const unsigned rank =
        known || role == NODE ? KG__RANK_NONE : kg__edge_rank(name.begin, kg__line_length(name));
    bool is_other;
    double number;
    scalar s;
    kg_status status;

    KG_TRY(read_scalar(r, &s));
    if (known && s.kind != OBJECT && s.kind != ARRAY) {
        if (s.kind != WORD)
            *known = s;
        return known == &e->label || known == &e->name ? note_member(r, name, s, false) : KG_OK;
    }
    if (known && known != &e->label && known != &e->name)
        return kg__whole_fail(&r->text, s.text.begin, "expected a text or a number as %s",
            KG__SHOW(name.begin, kg__line_length(name)));
    if (rank != KG__RANK_NONE && s.kind == NUMBER && kg__whole_number(s.text, &number) &&
        e->numbers < MOST_NUMBERS) {
        e->number[e->numbers].rank = rank;
        e->number[e->numbers].name = name;
        e->number[e->numbers++].number = number;
        return note_member(r, name, s, false);
    }
    is_other = !kg__line_is(name, "key") && /* names in NetworkX, and in Cytoscape: */
               !(kg__line_is(name, "group") && kg__line_is_one_of(s.text, "nodes edges "));
    if (s.kind == OBJECT || s.kind == ARRAY)
        KG_TRY(skip_value(r, 0));
    else if (r->list.columns && (is_other || kg__line_is(name, "key")))
        return note_member(r, name, s, is_other);
    if (is_other)
        KG_TRY(kg__node_list_other(&r->list, name.begin, kg__line_length(name)));
out:
    return status;
}

static kg_status put_node(reading *r, const element *e)
{
    char place[KG__NUMBER_BYTES];
    const scalar *label = e->label.text.begin ? &e->label : &e->name;
    kg__line id = e->id.text;
    kg_vertex node;
    bool again;
    kg_status status;

    *(id.begin ? &r->with_ids : &r->without_ids) = true;
    if (r->with_ids && r->without_ids)
        return kg__whole_fail(&r->text, e->at, "a node %s id, unlike those before it",
            id.begin ? "with an" : "without an");
    if (!id.begin)
        id = (kg__line){place, kg__print_label(place, r->nodes)};
    r->nodes++;
    KG_TRY(kg__node_list_declare(&r->list, id.begin, kg__line_length(id), &node, &again));
    if (again)
        return kg__whole_fail(&r->text, e->at, "a second node with the id '%s'",
            KG__SHOW(id.begin, kg__line_length(id)));
    if (label->text.begin)
        KG_TRY(
            kg__node_list_label(&r->list, node, label->text.begin, kg__line_length(label->text)));
    KG_TRY(keep_members(r, KG_ELEMENT_VERTEX));
    KG_TRY(kg__node_list_keep_node(&r->list, node));
    for (int i = 0; i < e->numbers && !r->list.columns; i++)
        KG_TRY(kg__node_list_other(
            &r->list, e->number[i].name.begin, kg__line_length(e->number[i].name)));
out:
    return status;
}

static kg_status put_edge(reading *r, const element *e)
{
    const scalar *const end[] = {&e->source, &e->target};
    kg__edge_says says = {0};
    kg_status status;

    for (int i = 0; i < 2; i++) {
        if (!end[i]->text.begin)
            return kg__whole_fail(&r->text, e->at, "this edge has no %s", i ? "target" : "source");
        KG_TRY(kg__node_list_end(&r->list, i, end[i]->text.begin, kg__line_length(end[i]->text),
            (uint64_t)(end[i]->text.begin - r->text.text)));
    }
    for (int i = 0; i < e->numbers; i++)
        kg__edge_say(&r->list, &says, e->number[i].rank, e->number[i].name.begin,
            kg__line_length(e->number[i].name), e->number[i].number);
    KG_TRY(keep_members(r, KG_ELEMENT_EDGE));
    KG_TRY(kg__node_list_add(&r->list, &says));
out:
    return status;
}

/* Reads an object; its members may be in an object `data`. */
static kg_status read_element(reading *r, member_of role)
{
    element e = {.at = r->text.p};
    bool more = true, inner = true, inside = false, first = true;
    kg__line name;
    kg_status status;

    KG_TRY(expect(r, '{'));
    while (more) {
        KG_TRY(next_member(r, first, &more, &name));
        first = false;
        if (!more && inside) { /* the end of data: go on after it */
            inside = false;
            more = true;
        } else if (more && inner && *r->text.p == '{' && kg__line_is(name, "data")) {
            r->text.p++;
            inner = false;
            inside = first = true;
        } else if (more) {
            KG_TRY(read_member(r, &e, name, role));
        }
    }
    KG_TRY(role == EDGE || (role == EITHER && (e.source.text.begin || e.target.text.begin))
               ? put_edge(r, &e)
               : put_node(r, &e));
out:
    return status;
}

static kg_status read_list(reading *r, member_of role)
{
    bool more = true;
    kg_status status;

    r->found = true;
    KG_TRY(expect(r, '['));
    for (bool first = true; more; first = false) {
        KG_TRY(next_item(r, first, &more));
        if (more)
            KG_TRY(read_element(r, role));
    }
out:
    return status;
}

static kg_status read_directed(reading *r)
{
    scalar s;
    kg_status status;

    KG_TRY(read_scalar(r, &s));
    if (s.kind != WORD || *s.text.begin == 'n')
        return kg__whole_fail(&r->text, s.text.begin, "expected true or false");
    r->list.directed = *s.text.begin == 't';
out:
    return status;
}

/* Reads the object of the file, and its object `elements`. */
static kg_status read_object(void *reader)
{
    reading *r = reader;
    bool more = true, inside = false, first = true;
    kg__line name;
    kg_status status;

    KG_TRY(expect(r, '{'));
    while (more) {
        KG_TRY(next_member(r, first, &more, &name));
        first = false;
        if (!more) {
            more = inside;
            inside = false;
        } else if (kg__line_is(name, "elements") && *r->text.p == '{' && !inside) {
            r->text.p++;
            inside = first = true;
        } else {
            KG_TRY(kg__line_is(name, "nodes")                 ? read_list(r, NODE)
                   : kg__line_is_one_of(name, "links edges ") ? read_list(r, EDGE)
                   : kg__line_is(name, "elements")            ? read_list(r, EITHER)
                   : kg__line_is(name, "directed")            ? read_directed(r)
                                                              : skip_value(r, 0));
        }
    }
    skip_blank(r);
    if (r->text.p < r->text.end)
        return kg__whole_fail(&r->text, r->text.p, "expected the end of the text");
    if (!r->found)
        return kg__whole_fail(
            &r->text, r->text.end, "the text ends here, expected a list of nodes");
out:
    return status;
}

kg_status kg__read_json(kg_graph **graph, const kg__input *input, const kg__record *record,
    const kg_read_options *options, size_t block_bytes)
{
    reading r = {{.input = input, .shown = "JSON"},
        kg__node_list_empty(input, record, "JSON", false), .members = 0};
    kg_status status;

    (void)block_bytes;
    r.list.strict = true;
    status = kg__whole_read_list(graph, &r.text, &r.list, options, read_object, &r);
    kg__free(input->ctx, r.member);
    return status;
}
