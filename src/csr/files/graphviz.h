/* Graphviz, one thread at a time: it keeps its state in globals. For files that include
 * cgraph.h. */
#ifndef KG_GRAPHVIZ_H
#define KG_GRAPHVIZ_H

/* Takes the lock, and from then on collects what Graphviz has to say, which it else prints. */
void kg__graphviz_begin(void);
void kg__graphviz_end(void);

/* The first error that it told of, without its line's end; "" if there was none. Valid until
 * kg__graphviz_end(). */
const char *kg__graphviz_said(void);

#endif
