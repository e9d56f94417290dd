/* The statuses that the calls of konig return. */
#ifndef KONIG_STATUS_H
#define KONIG_STATUS_H

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The value of each KG_..._OPTIONS_INIT. All options are zero by default: a struct of zeros,
 * however it was made, means the same as NULL.
 */
/* clang-format off */
#ifdef __cplusplus
#define KG_ZERO {}
#else
#define KG_ZERO {0}
#endif
/* clang-format on */

/*
 * Zero: done. Positive: a valid answer that is not a result. Negative: an error. For every status
 * except KG_OK, kg_context_message() gives the text. The values are part of the ABI and never
 * change.
 */
typedef enum kg_status {
    KG_OK = 0,
    KG_NO_SOLUTION = 1,     /* what was asked for does not exist: the message says why */
    KG_LIMIT = 2,           /* stopped at a limit that the caller set */
    KG_ARGUMENT = -1,       /* an argument is out of its stated range */
    KG_MEMORY = -2,         /* out of memory, or past the context's memory limit */
    KG_OVERFLOW = -3,       /* a count does not fit its type */
    KG_IO = -4,             /* a read, write or close failed */
    KG_FORMAT = -5,         /* the input does not follow its format */
    KG_UNSUPPORTED = -6,    /* not in this build, or not for this graph */
    KG_DEVICE = -7,         /* the device is not available, or failed */
    KG_FULL = -8,           /* a table of fixed size is full */
    KG_INTERNAL = -9,       /* a self-check failed: a bug in konig */
    KG_CANNOT_OPEN = -10,   /* an input file cannot be opened */
    KG_CANNOT_CREATE = -11, /* an output file cannot be created */
    KG_MISSING = -12,       /* a library that this needs is missing */
    KG_CANCELLED = -13      /* the progress function asked for the call to end */
} kg_status;

/* The name of a status as a short English phrase, such as "out of memory". Static storage; any
 * value is legal. */
const char *kg_status_string(kg_status status);

#ifdef __cplusplus
}
#endif
#endif
