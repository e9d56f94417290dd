/* Replaces png.c and png_read.c if konig is built without libpng. */
#include "png.h"

kg_status kg__png_write(kg_context *ctx, const char *path, const kg__png *picture)
{
    (void)picture;
    return kg__fail(ctx, KG_UNSUPPORTED,
        "cannot draw '%s': this konig was built without libpng, which PNG pictures need", path);
}

kg_status kg__png_read(const kg__input *input, const kg__png_reader *reader)
{
    (void)reader;
    return kg__fail(input->ctx, KG_UNSUPPORTED,
        "%s: cannot read a PNG picture: this konig was built without libpng", input->shown);
}
