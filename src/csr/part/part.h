/* The inside of a graph that lies over ranks. */
#ifndef KG_CSR_PART_H
#define KG_CSR_PART_H

#include "../../comm/mail.h"
#include "../csr.h"
#include "../csr_ops.h"
#include <konig/part.h>

struct kg_part {
    kg_graph shape;  /* n and m of all ranks, directed; it has no arrays */
    uint64_t *bound; /* [ranks + 1] rank r has the edges bound[r] .. bound[r+1]-1, */
    /* [ranks + 1] and is the home of the vertices whose rows begin there: vertex[r] ..
     * vertex[r+1]-1. The first edges may belong to the row of vertex[r]-1. */
    uint64_t *vertex;
    kg_edge *row;      /* [homes + 1] where their rows and the next one begin */
    kg_vertex *col;    /* [own edges] */
    kg_vertex *source; /* [own edges] */
    /* A file that the shape's names lie in, to be given back; or NULL. */
    void *lender;
    void (*give_back)(kg_context *ctx, void *lender);
    bool left_values; /* the file that it was read from has values */
    /* Of a generated de Bruijn graph whose vertices have words for names: these are not held, but
     * are functions of the vertices' numbers. letters: 0: there are none. */
    struct {
        uint64_t alphabet, letters;
        kg_vertex *old; /* [n] which word vertex v is, or NULL: the v-th */
    } words;
};

/* An empty part. Its arrays lie in host memory, whatever the context's backend. */
kg_status kg__part_create(kg_part **part, kg_context *ctx);

/* The end of a public call that makes a part: hands it over if all ranks have theirs. */
kg_status kg__part_end(kg_part **part, kg_part *made, kg_context *ctx, kg_status status);

/* As kg_part_build(), from pieces, for a part that is empty. Ends, less the piece's first, are
 * below n. */
kg_status kg__part_build(kg_part *part, uint64_t n, const kg__edge_piece *piece, size_t pieces);

/* For those who fill a part themselves: its size and `bound`; arrays once `vertex` is there; the
 * sources once `row` is. The second is of this rank alone, and so is the third. */
kg_status kg__part_size(kg_part *part, uint64_t n, uint64_t m);
kg_status kg__part_allocate(kg_part *part);
void kg__part_fill_sources(kg_part *part);

/* KG_ARGUMENT: there are no such vertices. Of this rank alone. */
kg_status kg__part_check_vertices(const kg_part *part, uint64_t first, uint64_t count);

/* Asks, in slices, for `count` vertices from `first` on, which differ from rank to rank. keep: puts
 * what has been told of those from first + at on into `to`. */
typedef void kg__part_keep_fn(void *to, uint64_t at, uint64_t count, const kg_edge *answer);
kg_status kg__part_tell(kg__mail *mail, const kg__question *question, uint64_t first,
    uint64_t count, kg__part_keep_fn *keep, void *to);

#endif
