/* Files without a name, which disappear when their process dies. */
#ifndef KG_NAMELESS_H
#define KG_NAMELESS_H

/* Opens a new one for writing, which can be given a name in that directory. -1: not supported
 * here. */
int kg__nameless_open(const char *directory);

/* Gives it a name. Negative, with errno, on failure. */
int kg__nameless_name(const char *name, int fd);

#endif
