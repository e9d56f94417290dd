/*
 * Compiles the source of a user's problem for a GPU by NVRTC, together with the types that it needs
 * and the kernels of GA*. NVRTC is opened here, because nothing else needs it.
 */
#include "ga_star_compile.h"
#include "problem.h"
#include <assert.h>
#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* source_types.cuh has the same fields up to there. */
static_assert(offsetof(kg__ga_problem, user) == 48, "the problem as NVRTC knows it");

enum { MOST_TEXTS = 16 };

/* a value of nvrtcResult, an int; 0 is success */
enum { COMPILATION_FAILED = 6 };
typedef struct nvrtc {
    void *library;
    const char *name;
    int (*CreateProgram)(void **program, const char *text, const char *name, int headers,
        const char *const *header, const char *const *header_name);
    int (*AddNameExpression)(void *program, const char *expression);
    int (*CompileProgram)(void *program, int options, const char *const *option);
    int (*GetProgramLogSize)(void *program, size_t *size);
    int (*GetProgramLog)(void *program, char *log);
    int (*GetLoweredName)(void *program, const char *expression, const char **name);
    int (*GetCUBINSize)(void *program, size_t *size);
    int (*GetCUBIN)(void *program, char *code);
    int (*DestroyProgram)(void **program);
    const char *(*GetErrorString)(int result);
} nvrtc;

#define NVRTC_CALLS(X)                                                                             \
    X(CreateProgram)                                                                               \
    X(AddNameExpression)                                                                           \
    X(CompileProgram)                                                                              \
    X(GetProgramLogSize)                                                                           \
    X(GetProgramLog)                                                                               \
    X(GetLoweredName)                                                                              \
    X(GetCUBINSize)                                                                                \
    X(GetCUBIN)                                                                                    \
    X(DestroyProgram)                                                                              \
    X(GetErrorString)

static kg_status open_library(nvrtc *n, kg_context *ctx, const char *asked)
{
    static const char *const names[] = {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so"};
    const size_t count = asked ? 1 : sizeof names / sizeof *names;
    const char *missing = NULL;

    for (size_t i = 0; i < count && !n->library; i++) {
        n->name = asked ? asked : names[i];
        n->library = dlopen(n->name, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    }
    if (!n->library)
        return kg__fail(ctx, KG_MISSING,
            "a problem's source needs NVRTC, CUDA's compiler, and there is no %s: %s",
            asked ? asked : "libnvrtc.so.13, libnvrtc.so.12 or libnvrtc.so", dlerror());
#define FIND(call)                                                                                 \
    *(void **)&n->call = dlsym(n->library, "nvrtc" #call);                                         \
    missing = n->call ? missing : #call;
    NVRTC_CALLS(FIND)
#undef FIND
    if (missing)
        return kg__fail(
            ctx, KG_MISSING, "%s lacks nvrtc%s: NVRTC 12 or newer is needed", n->name, missing);
    return KG_OK;
}

static const char *const expression[KG__GA_KERNELS] = {"konig::k_ga_expand<konig::given>",
    "konig::k_ga_rounds<konig::given>", "konig::k_ga_bound<konig::given>",
    "konig::k_ga_bound_queues<konig::given>", "konig::k_ga_goals<konig::given>"};

#define NVRTC(ctx, n, call, ...) check_call(ctx, n, #call, (n)->call(__VA_ARGS__))

static kg_status check_call(kg_context *ctx, const nvrtc *n, const char *call, int result)
{
    if (!result)
        return KG_OK;
    return kg__fail(
        ctx, KG_UNSUPPORTED, "%s failed in nvrtc%s: %s", n->name, call, n->GetErrorString(result));
}

static kg_status create(void **program, kg_context *ctx, const nvrtc *n, const char *source)
{
    static const char form[] = "#include \"source_types.cuh\"\n#line 1 \"source\"\n%s\n"
                               "#line 1 \"konig\"\n"
                               "namespace konig {\n"
                               "#include \"device.cuh\"\n"
                               "#include \"source_problem.cuh\"\n"
                               "}\n";
    const char *name[MOST_TEXTS], *text[MOST_TEXTS];
    const size_t size = sizeof form + strlen(source);
    char *whole = NULL;
    int texts = 0;
    kg_status status;

    for (; kg__ga_texts[texts][0]; texts++) {
        name[texts] = kg__ga_texts[texts][0];
        text[texts] = kg__ga_texts[texts][1];
    }
    KG_TRY(kg__host_allocate(ctx, &whole, size, 1, "a problem's source"));
    snprintf(whole, size, form, source);
    KG_TRY(NVRTC(ctx, n, CreateProgram, program, whole, "problem", texts, text, name));
    for (int i = 0; i < KG__GA_KERNELS; i++)
        KG_TRY(NVRTC(ctx, n, AddNameExpression, *program, expression[i]));
out:
    kg__free(ctx, whole);
    return status;
}

/* Fails with the first error in the compiler's log. */
static kg_status fail_compiling(kg_context *ctx, const nvrtc *n, void *program)
{
    size_t size = 0;
    char *log = NULL, *line;
    kg_status status;

    KG_TRY(NVRTC(ctx, n, GetProgramLogSize, program, &size));
    KG_TRY(kg__host_allocate(ctx, &log, size + 1, 1, "a compiler's messages"));
    log[size] = '\0';
    KG_TRY(NVRTC(ctx, n, GetProgramLog, program, log));
    line = strstr(log, "error");
    while (line && line > log && line[-1] != '\n')
        line--;
    line = line ? line : log;
    line[strcspn(line, "\n")] = '\0';
    status = kg__fail(ctx, KG_ARGUMENT, "the problem's source does not compile: %s", line);
out:
    kg__free(ctx, log);
    return status;
}

static kg_status compile(kg_context *ctx, const nvrtc *n, void *program,
    const kg_ga_star_problem *problem, unsigned capability)
{
    char architecture[40];
    const char *option[] = {
        architecture, "-std=c++17", "-default-device", "-device-int128", "-DKG__GA_NO_ESTIMATE"};
    const int options = (int)(sizeof option / sizeof *option) - (problem->estimate != NULL);
    int result;

    snprintf(architecture, sizeof architecture, "-arch=sm_%u", capability);
    result = n->CompileProgram(program, options, option);
    if (result == COMPILATION_FAILED)
        return fail_compiling(ctx, n, program);
    if (result)
        return kg__fail(ctx, KG_UNSUPPORTED, "%s does not compile for compute capability %u.%u: %s",
            n->name, capability / 10, capability % 10, n->GetErrorString(result));
    return KG_OK;
}

static kg_status take_code(kg__ga_code *code, kg_context *ctx, const nvrtc *n, void *program)
{
    kg_status status = KG_OK;

    for (int i = 0; i < KG__GA_KERNELS; i++) {
        const char *name;

        KG_TRY(NVRTC(ctx, n, GetLoweredName, program, expression[i], &name));
        if (strlen(name) >= sizeof code->name[i])
            return kg__fail(ctx, KG_INTERNAL, "a kernel's name is too long: %s", name);
        snprintf(code->name[i], sizeof code->name[i], "%s", name);
    }
    KG_TRY(NVRTC(ctx, n, GetCUBINSize, program, &code->size));
    KG_TRY(kg__host_allocate(ctx, &code->bytes, code->size, 1, "the kernels of a problem"));
    KG_TRY(NVRTC(ctx, n, GetCUBIN, program, code->bytes));
out:
    return status;
}

kg_status kg__ga_compile(kg__ga_code *code, kg_context *ctx, const kg_ga_star_problem *problem,
    const char *library, unsigned capability)
{
    nvrtc n = {0};
    void *program = NULL;
    kg_status status;

    *code = (kg__ga_code){0};
    KG_TRY(open_library(&n, ctx, library));
    KG_TRY(create(&program, ctx, &n, problem->source));
    KG_TRY(compile(ctx, &n, program, problem, capability));
    status = take_code(code, ctx, &n, program);
out:
    if (program)
        n.DestroyProgram(&program);
    return status;
}

void kg__ga_free_code(kg_context *ctx, kg__ga_code *code)
{
    kg__free(ctx, code->bytes);
    code->bytes = NULL;
}
