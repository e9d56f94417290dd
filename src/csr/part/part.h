/* The inside of a graph that lies over ranks. */
#ifndef KG_CSR_PART_H
#define KG_CSR_PART_H

#include "../../comm/mail.h"
#include "../csr.h"
#include "../csr_ops.h"
#include <konig/part.h>

struct kg_part {
    kg_graph shape;  /* n and m over all ranks, directed; it has no arrays */
    uint64_t *bound; /* [ranks + 1] rank r has the edges bound[r] .. bound[r+1]-1 */
    /* [ranks + 1] rank r is the home of the vertices vertex[r] .. vertex[r+1]-1, whose rows begin
     * there. Its first edges may belong to the row of vertex[r]-1. */
    uint64_t *vertex;
    kg_edge *row;      /* [homes + 1] the beginnings of their rows and of the next row */
    kg_vertex *col;    /* [own edges] */
    kg_vertex *source; /* [own edges] */
    /* A file that holds the shape's names, to be given back; or NULL. */
    void *lender;
    void (*give_back)(kg_context *ctx, void *lender);
    bool left_values; /* the file that was read has values */
    /* For a generated de Bruijn graph whose vertices have words as names. The words are not stored,
     * but are functions of the vertices' numbers. letters: 0: there are no words. */
    struct {
        uint64_t alphabet, letters;
        kg_vertex *old; /* [n] the number of vertex v's word; NULL: v */
    } words;
};

/* An empty part. Its arrays lie in host memory, whatever the context's backend. */
kg_status kg__part_create(kg_part **part, kg_context *ctx);

/* The end of a public call that makes a part: returns it if all ranks have theirs. */
kg_status kg__part_end(kg_part **part, kg_part *made, kg_context *ctx, kg_status status);

/* As kg_part_build(), from pieces, for an empty part. Ends, less the piece's first, are below n. */
kg_status kg__part_build(kg_part *part, uint64_t n, const kg__edge_piece *piece, size_t pieces);

/* For code that fills a part itself. The first sets the size and `bound`. The second allocates the
 * arrays once `vertex` is set. The third fills the sources once `row` is set. The last two concern
 * this rank alone. */
kg_status kg__part_size(kg_part *part, uint64_t n, uint64_t m);
kg_status kg__part_allocate(kg_part *part);
void kg__part_fill_sources(kg_part *part);

/* KG_ARGUMENT: there are no such vertices. Concerns this rank alone. */
kg_status kg__part_check_vertices(const kg_part *part, uint64_t first, uint64_t count);

/* Asks, in slices, for `count` vertices from `first` on; both may differ from rank to rank. keep:
 * stores the answers for vertices first + at, ... in `to`. */
typedef void kg__part_keep_fn(void *to, uint64_t at, uint64_t count, const kg_edge *answer);
kg_status kg__part_tell(kg__mail *mail, const kg__question *question, uint64_t first,
    uint64_t count, kg__part_keep_fn *keep, void *to);

#endif
