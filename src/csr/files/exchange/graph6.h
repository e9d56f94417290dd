/* graph6, sparse6 and digraph6: what their reader and writer share. */
#ifndef KG_GRAPH6_H
#define KG_GRAPH6_H

/* The character of six zero bits. The value of six bits is added to it. */
#define KG__GRAPH6_ZERO '?'

#endif
