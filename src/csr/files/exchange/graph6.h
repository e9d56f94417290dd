/* graph6, sparse6 and digraph6: what their reader and writer share. */
#ifndef KG_GRAPH6_H
#define KG_GRAPH6_H

/* Six bits are the character that comes so many behind this one. */
#define KG__GRAPH6_ZERO '?'

#endif
