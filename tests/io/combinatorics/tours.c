/* Distances between cities: TSPLIB in all layouts, places, matrices, and damaged ones. */
#include "combinatorics/read_tour.h"
#include "io.h"

#define HEAD        "NAME: x\nTYPE : TSP\nDIMENSION: 3\n"
#define FULL        HEAD "EDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: "
#define SECTION     "\nEDGE_WEIGHT_SECTION\n"
#define COORDINATES "\nNODE_COORD_SECTION\n"

static const struct {
    const char *content;
    const char *distances; /* of a good file, row by row */
} good[] = {
    {FULL "FULL_MATRIX" SECTION "0 1 2 3 0 4 5 6 0 EOF", "0 1 2 3 0 4 5 6 0"},
    {FULL "UPPER_ROW" SECTION "1 2 3\nEOF\n", "0 1 2 1 0 3 2 3 0"},
    {FULL "LOWER_ROW" SECTION "1\n2 3\nEOF\n", "0 1 2 1 0 3 2 3 0"},
    {FULL "UPPER_DIAG_ROW" SECTION "9 1 2 9 3 9", "9 1 2 1 9 3 2 3 9"},
    {FULL "LOWER_DIAG_ROW" SECTION "9 1 9 2 3 9", "9 1 2 1 9 3 2 3 9"},
    {FULL "UPPER_COL" SECTION "1\n2 3\n", "0 1 2 1 0 3 2 3 0"},
    {FULL "LOWER_COL" SECTION "1 2 3\n", "0 1 2 1 0 3 2 3 0"},
    {FULL "UPPER_DIAG_COL" SECTION "9 1 9 2 3 9", "9 1 2 1 9 3 2 3 9"},
    {FULL "LOWER_DIAG_COL" SECTION "9 1 2 9 3 9", "9 1 2 1 9 3 2 3 9"},
    {FULL "LOWER_ROW" SECTION "1 2 3 DISPLAY_DATA_SECTION\n1 1.5 -2\n2 3 4\nEOF\n",
        "0 1 2 1 0 3 2 3 0"},
    {FULL "LOWER_ROW" SECTION "1 2 3 DISPLAY_DATA_SECTION\n1 1e5 -2\n2 3E-1 +4\n3 .5 5.\nEOF\n",
        "0 1 2 1 0 3 2 3 0"},
    {FULL "LOWER_ROW" SECTION "1 2 3 DISPLAY_DATA_SECTION\n1 1e5 -2e3\nCOMMENT: behind it",
        "0 1 2 1 0 3 2 3 0"},
    /* integers are exact past what doubles hold; others may be written with an exponent */
    {FULL "UPPER_ROW" SECTION "9007199254740993 -9007199254740995 +4611686018427387903",
        "0 9007199254740993 -9007199254740995 9007199254740993 0 4611686018427387903 "
        "-9007199254740995 4611686018427387903 0"},
    {FULL "UPPER_ROW" SECTION "1e3 -9223372036854775808 9223372036854775807",
        "0 1000 -9223372036854775808 1000 0 9223372036854775807 "
        "-9223372036854775808 9223372036854775807 0"},
    {HEAD "EDGE_WEIGHT_TYPE: EUC_2D" COORDINATES "1 0 0\n3 3 4\n2 1.4 0\nEOF", "0 1 5 1 0 4 5 4 0"},
    {HEAD "EDGE_WEIGHT_TYPE: EUC_2D\nEDGE_WEIGHT_FORMAT: FUNCTION " COORDINATES
          "1 0 0\n3 3 4\n2 1.4 0\nEOF",
        "0 1 5 1 0 4 5 4 0"},
    {HEAD "EDGE_WEIGHT_TYPE: CEIL_2D" COORDINATES "1 0 0\n2 1.4 0\n3 3 4\n", "0 2 5 2 0 5 5 5 0"},
    {HEAD "EDGE_WEIGHT_TYPE: MAN_2D" COORDINATES "1 0 0\n2 1 1\n3 3 4\n", "0 2 7 2 0 5 7 5 0"},
    {HEAD "EDGE_WEIGHT_TYPE: MAX_2D" COORDINATES "1 0 0\n2 1 1\n3 3 4\n", "0 1 4 1 0 3 4 3 0"},
    {HEAD "EDGE_WEIGHT_TYPE: ATT" COORDINATES "1 0 0\n2 10 0\n3 0 20\n", "0 4 7 4 0 8 7 8 0"},
    /* burma14: the published distances 1-2, 1-3 and 2-3 */
    {HEAD "EDGE_WEIGHT_TYPE: GEO" COORDINATES "1 16.47 96.10\n2 16.47 94.44\n3 20.09 92.54\nEOF",
        "0 153 510 153 0 422 510 422 0"},
    {"0 1\n2 0\n", "0 1 2 0"},
    {"0 0\n0 90\n0 180\n", "0 10007.557 20015.114 10007.557 0 10007.557 20015.114 10007.557 0"},
    /* from a city to itself nobody goes */
    {"inf 1.5\n2 nan\n", "inf 1.5 2 nan"},
    {"", ""},
};

static const struct {
    const char *content;
    kg_status status;
    const char *message;
} damaged[] = {
    {FULL "FULL_MATRIX" SECTION "0 1 2 3 0 4 5 6\nEOF\n", KG_FORMAT, "f:8:1: expected a number"},
    {FULL "FULL_MATRIX" SECTION "0 1 2 3 x 4 5 6 0", KG_FORMAT, "f:7:9: expected a number"},
    {FULL "FULL_MATRIX" SECTION "0 1 2 3 0.5 4 5 6 0", KG_FORMAT, "f:7:9: expected an integer"},
    {FULL "UPPER_ROW" SECTION "1 2 9223372036854775808", KG_FORMAT,
        "f:7:5: expected an integer from -2^63"},
    {FULL "UPPER_ROW" SECTION "1 2 -9223372036854775809", KG_FORMAT,
        "f:7:5: expected an integer from -2^63"},
    {FULL "UPPER_ROW" SECTION "1 9007199254740994.0 3", KG_FORMAT, "one to 2^53"},
    {FULL "UPPER_ROW" SECTION "1 1x 3", KG_FORMAT, "f:7:3: expected a number"},
    {FULL "UPPER_ROW" SECTION "1 - 3", KG_FORMAT, "f:7:3: expected a number"},
    {FULL "LOWER_ROW" SECTION "1 2 3 DISPLAY_DATA_SECTION\n1 1e 2\n", KG_FORMAT,
        "f:8:3: expected a number"},
    {FULL "FULL_MATRIX" SECTION "0 1 2 3 inf 4 5 6 0", KG_FORMAT, "expected a number"},
    {FULL "FULL_MATRIX" SECTION "0 1 2 3 0 4 5 6 0 7", KG_FORMAT, "'7' is no keyword"},
    {"TYPE: TSP\nEDGE_WEIGHT_SECTION\n1 2\n", KG_FORMAT, "weights before DIMENSION"},
    {HEAD, KG_FORMAT, "no EDGE_WEIGHT_TYPE"},
    {"NAME: x\nEOF\n", KG_FORMAT, "no DIMENSION"},
    {HEAD "EDGE_WEIGHT_TYPE: GEO\nEOF\n", KG_FORMAT, "no NODE_COORD_SECTION"},
    {HEAD "EDGE_WEIGHT_TYPE: EXPLICIT\n", KG_FORMAT, "no EDGE_WEIGHT_SECTION"},
    {HEAD "EDGE_WEIGHT_TYPE: XRAY1\n", KG_UNSUPPORTED, "EDGE_WEIGHT_TYPE XRAY1"},
    {FULL "FUNCTION\n", KG_FORMAT, "no EDGE_WEIGHT_SECTION"},
    {FULL "FUNCTION" SECTION "1 2 3\n", KG_FORMAT,
        "weights before DIMENSION and EDGE_WEIGHT_FORMAT"},
    {FULL "UPPER_ROW" SECTION "1 2 3\nDIMENSION: 4\n", KG_FORMAT,
        "f:8:12: expected this before the section"},
    {FULL "UPPER_ROW" SECTION "1 2 3\nEDGE_WEIGHT_FORMAT: FULL_MATRIX\n", KG_FORMAT,
        "f:8:21: expected this before the section"},
    {FULL "UPPER_ROW" SECTION "1 2 3\nEDGE_WEIGHT_FORMAT: FUNCTION\n", KG_FORMAT,
        "f:8:21: expected this before the section"},
    {HEAD "EDGE_WEIGHT_TYPE: EUC_2D" COORDINATES "1 0 0\n3 3 4\n2 1.4 0\nDIMENSION: 9\n", KG_FORMAT,
        "expected this before the section"},
    {FULL "SPARSE\n", KG_UNSUPPORTED, "EDGE_WEIGHT_FORMAT SPARSE"},
    {"TYPE: CVRP\n", KG_UNSUPPORTED, "TYPE CVRP"},
    {"DIMENSION: 99999999999\n", KG_FORMAT, "f:1:12: expected the number of cities"},
    {"DIMENSION: -3\n", KG_FORMAT, "f:1:12: expected the number of cities"},
    {"DIMENSION: 25\nEDGE_WEIGHT_FORMAT: UPPER_ROW\nEDGE_WEIGHT_SECTION\n1 2 3\n", KG_FORMAT,
        "too short for 25 cities"},
    {HEAD "EDGE_WEIGHT_TYPE: EUC_2D" COORDINATES "1 0 0\n1 3 4\n2 1 0\n", KG_FORMAT,
        "f:7:1: expected a city from 1 to 3"},
    {HEAD "EDGE_WEIGHT_TYPE: EUC_2D" COORDINATES "1 0 0\n4 3 4\n2 1 0\n", KG_FORMAT,
        "f:7:1: expected a city from 1 to 3"},
    {HEAD "EDGE_WEIGHT_TYPE: EUC_2D" COORDINATES "1 0 0\n2 1e300 4\n3 1 0\n", KG_OVERFLOW,
        "too far apart"},
    {"HELLO: 1\n", KG_FORMAT, "f:1:1: 'HELLO' is no keyword"},
    {"0 1 2\n3 4 5\n", KG_FORMAT, "2 x 3 numbers"},
    {"0 1 2\n3 4\n", KG_FORMAT, "f:2:3: the row"},
    {"1 2\n3 4\n95 6\n", KG_FORMAT, "f:3:1: expected a latitude from -90 to 90"},
    {"1 2 # 3 nan\n3 4\n\n5 nan\n", KG_FORMAT, "f:4:3: expected a longitude"},
    {"0 1\nnan 0\n", KG_FORMAT, "f:2:1: the distance from city 2 to 1 is not finite"},
    {"0 1 2\n3 0#-inf\n  -inf 1\n1 0.5 0\n", KG_FORMAT, "f:2:3: the row that ends here"},
    {"0 1 2 # inf\n3 0\t  -inf\n1 0.5 0\n", KG_FORMAT,
        "f:2:7: the distance from city 2 to 3 is not finite"},
    {"\xef\xbb\xbf"
     "0 inf\n1 0.5\n",
        KG_FORMAT, "f:1:3: the distance from city 1 to 2 is not finite"},
};

static kg_status read_bytes(kg_matrix **distance, kg_context *ctx, const char *content)
{
    kg__input input = {.ctx = ctx, .shown = "f", .fd = -1, .size = strlen(content)};
    kg_status status;

    kg__begin(ctx);
    *distance = NULL;
    KG_TRY(kg__host_allocate(ctx, &input.owned, input.size, 1, "test input"));
    memcpy(input.owned, content, input.size);
    input.bytes = input.owned;
    status = kg__tour_read_input(distance, &input);
    kg__input_close(&input);
out:
    return status;
}

static void check_good(kg_context *ctx, size_t i)
{
    kg_matrix *distance;
    char text[400] = "";
    size_t used = 0;

    for (uint64_t k = 1;; k++) {
        kg_status status;

        kg__fault_set(ctx, KG__FAULT_ALLOCATE, k);
        status = read_bytes(&distance, ctx, good[i].content);
        kg__fault_set(ctx, KG__FAULT_ALLOCATE, 0);
        CHECK(status == KG_OK || status == KG_MEMORY, "%s: %s", good[i].content,
            kg_context_message(ctx));
        if (status != KG_MEMORY)
            break;
        CHECK(kg_context_memory(ctx).current == 0, "%s leaks", good[i].content);
    }
    if (!distance)
        return;
    for (uint64_t k = 0; k < kg_matrix_rows(distance) * kg_matrix_columns(distance); k++) {
        const void *data = kg_matrix_data(distance);
        char *to = text + used;

        if (kg_matrix_type(distance) == KG_F64)
            used += (size_t)sprintf(to, k ? " %.8g" : "%.8g", ((const double *)data)[k]);
        else
            used +=
                (size_t)sprintf(to, k ? " %lld" : "%lld", (long long)((const int64_t *)data)[k]);
    }
    CHECK(strcmp(text, good[i].distances) == 0, "%s: %s, expected %s", good[i].content, text,
        good[i].distances);
    kg_matrix_destroy(distance);
    CHECK(kg_context_memory(ctx).current == 0, "%s leaks", good[i].content);
}

void io_tours(void)
{
    kg_context *ctx = io_context(1);

    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        check_good(ctx, i);
    for (size_t i = 0; i < sizeof damaged / sizeof *damaged; i++) {
        kg_matrix *distance;
        kg_status status = read_bytes(&distance, ctx, damaged[i].content);

        CHECK(status == damaged[i].status && !distance &&
                  strstr(kg_context_message(ctx), damaged[i].message),
            "%s: %s '%s', expected '%s'", damaged[i].content, kg_status_string(status),
            kg_context_message(ctx), damaged[i].message);
        CHECK(kg_context_memory(ctx).current == 0, "%s leaks", damaged[i].content);
    }
    kg_context_destroy(ctx);
}
