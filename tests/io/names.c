#include "io.h"
void io_names(void)
{
}
