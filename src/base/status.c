/* Statuses as text. */
#include <konig/status.h>

const char *kg_status_string(kg_status status)
{
    switch (status) {
    case KG_OK:
        return "done";
    case KG_NO_SOLUTION:
        return "no solution exists";
    case KG_LIMIT:
        return "stopped at a limit";
    case KG_ARGUMENT:
        return "bad argument";
    case KG_MEMORY:
        return "out of memory";
    case KG_OVERFLOW:
        return "too large for its type";
    case KG_IO:
        return "input or output failed";
    case KG_FORMAT:
        return "bad input";
    case KG_UNSUPPORTED:
        return "not supported";
    case KG_DEVICE:
        return "device not available";
    case KG_FULL:
        return "table full";
    case KG_INTERNAL:
        return "internal error";
    case KG_CANNOT_OPEN:
        return "cannot open";
    case KG_CANNOT_CREATE:
        return "cannot create";
    case KG_MISSING:
        return "a library is missing";
    case KG_CANCELLED:
        return "cancelled";
    }
    return "unknown status";
}
