#include <emulator_cub.h>
