/*
 * Ranks of a tool. Where several were asked for, or mpirun has started several processes, the
 * tool's struct is copied for each rank of this process, and its work runs in a thread a rank.
 *
 * That mpirun started the process is told by its environment: of Open MPI, of MPICH and Intel MPI
 * (PMI), or of Slurm with PMIx.
 */
#include "ranks.h"
#include "unearned.h"
#include "values.h"
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { RANKS_MOST = 1024, RANKS_MPI = -1 };

static void take_ranks(struct command_line *line, const struct option *option, char *value)
{
    struct tool *tool = line->to;
    uint64_t ranks = 0;

    (void)option;
    if (strcmp(value, "mpi") == 0)
        tool->ranks = RANKS_MPI;
    else if (value_number(value, RANKS_MOST, &ranks) && ranks > 0)
        tool->ranks = (int)ranks;
    else
        refuse_value(line, value, "a number from 1 to %d, or mpi", RANKS_MOST);
}

const struct option ranks_options[] = {
    OPTION(
        "ranks", "N", DOES(take_ranks), "work as N ranks, each with its part of the graph; or mpi"),
    {0}};

/* ---- what there is --------------------------------------------------------------------------- */

/* The number that one of the environment's variables has; otherwise where none has any. */
static int environment_number(const char *const *name, size_t names, int otherwise)
{
    for (size_t i = 0; i < names; i++) {
        const char *text = getenv(name[i]);
        uint64_t number;

        if (text && value_number(text, INT32_MAX, &number))
            return (int)number;
    }
    return otherwise;
}

#define ENVIRONMENT_NUMBER(otherwise, ...)                                                         \
    environment_number((const char *const[]){__VA_ARGS__},                                         \
        sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *), otherwise)

/* How many processes mpirun has started; 1: it has not. Slurm sets its variable for programs that
 * have nothing to do with MPI, too. */
static int processes(void)
{
    const int started = ENVIRONMENT_NUMBER(1, "OMPI_COMM_WORLD_SIZE", "PMI_SIZE");

    if (started > 1 || !getenv("PMIX_RANK"))
        return started;
    return ENVIRONMENT_NUMBER(1, "SLURM_STEP_NUM_TASKS");
}

/* Which of them this is, as far as is known before MPI begins. */
static int process_rank(void)
{
    return ENVIRONMENT_NUMBER(0, "OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK");
}

/* Copies of standard output and error while they go nowhere, or -1. */
static int kept[] = {-1, -1};

bool ranks_offered(const struct command *command)
{
    return has_options(command, ranks_options);
}

void ranks_hush(const struct command *command)
{
    int nowhere;

    if (processes() < 2 || process_rank() == 0 || !ranks_offered(command))
        return;
    nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    for (int i = 0; nowhere >= 0 && i < 2; i++) {
        kept[i] = dup(STDOUT_FILENO + i);
        dup2(nowhere, STDOUT_FILENO + i);
    }
    if (nowhere >= 0)
        close(nowhere);
}

void ranks_speak(void)
{
    for (int i = 0; i < 2; i++)
        if (kept[i] >= 0) {
            dup2(kept[i], STDOUT_FILENO + i);
            close(kept[i]);
            kept[i] = -1;
        }
}

/* Which process this is of those on its machine, and how many these are. */
static int local_process(void)
{
    return ENVIRONMENT_NUMBER(0, "OMPI_COMM_WORLD_LOCAL_RANK", "MPI_LOCALRANKID", "SLURM_LOCALID");
}

static int local_processes(void)
{
    return ENVIRONMENT_NUMBER(1, "OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS");
}

/* Threads of a rank where nobody has said how many: its share of the processors, unless mpirun has
 * given it some of its own, or OpenMP's variable says what a process is to use. */
static int share_of_threads(int ranks)
{
    cpu_set_t mine;
    int processors;

    if (getenv("OMP_NUM_THREADS") || sched_getaffinity(0, sizeof mine, &mine) != 0)
        return 0;
    processors = CPU_COUNT(&mine);
    return processors > ranks ? processors / ranks : 1;
}

/* ---- devices --------------------------------------------------------------------------------- */

/* Whether --device names several GPUs, or may. */
static bool names_devices(const char *device)
{
    return device && (strcmp(device, "cuda:all") == 0 || strchr(device, ','));
}

/* How many GPUs --device names; 0: a usage error, which is recorded. */
static int count_devices(struct tool *tool)
{
    const char *at = tool->options.device + strlen("cuda:");
    int devices = kg_device_count("cuda"), named = 0;
    bool right = strncmp(tool->options.device, "cuda:", strlen("cuda:")) == 0;

    if (right && strcmp(at, "all") == 0)
        return devices > 0 ? devices : 1; /* the context will say why there is none */
    while (right) {
        const size_t digits = strspn(at, "0123456789");

        right = digits > 0 && digits < 5 && (at[digits] == ',' || !at[digits]);
        named++;
        if (!at[digits])
            break;
        at += digits + 1;
    }
    if (!right)
        tool_fail(tool, KG_ARGUMENT,
            "--device '%s': expected cuda:all, or cuda: and numbers with "
            "commas between, such as cuda:0,1",
            tool->options.device);
    return right ? named : 0;
}

/* The name of GPU number i of those that --device names. false: there are not so many. */
static bool name_device(char *name, size_t size, const char *devices, int i)
{
    const char *at = devices + strlen("cuda:");

    if (strcmp(at, "all") == 0) {
        snprintf(name, size, "cuda:%d", i);
        return true;
    }
    for (; i > 0 && at; i--) {
        at = strchr(at, ',');
        at += at != NULL;
    }
    if (at)
        snprintf(name, size, "cuda:%.*s", (int)strcspn(at, ","), at);
    return at != NULL;
}

/* Fails where --device names a GPU twice. */
static kg_status check_devices(struct tool *tool, int devices)
{
    char name[32], other[32];

    for (int i = 1; i < devices; i++)
        for (int k = 0; k < i; k++)
            if (name_device(name, sizeof name, tool->options.device, i) &&
                name_device(other, sizeof other, tool->options.device, k) &&
                atoi(name + strlen("cuda:")) == atoi(other + strlen("cuda:")))
                return tool_fail(tool, KG_ARGUMENT, "--device %s: %s is named twice",
                    tool->options.device, name);
    return KG_OK;
}

int ranks_here(struct tool *tool)
{
    int ranks = tool->ranks > 0 ? tool->ranks : 1;

    if (names_devices(tool->options.device)) {
        ranks = count_devices(tool);
        if (!ranks || check_devices(tool, ranks) != KG_OK)
            return 0;
        if (tool->ranks && tool->ranks != ranks) {
            tool_fail(tool, KG_ARGUMENT, "--device %s: %d devices for %d ranks",
                tool->options.device, ranks, tool->ranks);
            return 0;
        }
        tool->gpu = 1;
    }
    if (!tool->options.threads && ranks > 1)
        tool->options.threads = share_of_threads(ranks);
    if (tool->options.memory_limit && ranks > 1) {
        tool->shares_memory = true;
        tool->options.memory_limit = tool->options.memory_limit / (unsigned)ranks + 1;
    }
    return ranks;
}

/* ---- a rank ---------------------------------------------------------------------------------- */

static kg_status make_context(struct tool *tool)
{
    kg_context_options options = tool->options;
    char device[32] = "cpu"; /* only to say that there is no other */
    bool named = true;
    kg_status status;

    if (tool->gpu) {
        named = name_device(device, sizeof device, tool->options.device, tool->gpu - 1);
        options.device = device;
    }
    if (tool->host) /* all ranks are to know at once whether all have their devices */
        options.start_aside = 0;
    status = kg_context_create(&tool->ctx, &options);
    return status != KG_OK || named
               ? status
               : tool_fail(tool, KG_ARGUMENT,
                     "--device %s: too few devices for the %d ranks on a machine",
                     tool->options.device, local_processes());
}

kg_status tool_agree(struct tool *tool, kg_status status)
{
    if (!tool->joined)
        return status;
    status = kg_context_agree(tool->ctx, status, tool->message[0] ? tool->message : NULL);
    tool->message[0] = '\0'; /* the context has the one that all ranks have */
    if (!kg_comm_speaks(tool->host))
        tool->mute = true;
    else if (status < KG_OK)
        tool->mute = false;
    return status;
}

kg_status tool_join(struct tool *tool)
{
    kg_status status = make_context(tool);

    if (!tool->host)
        return status;
    if (!tool->ctx) { /* there is nothing to tell it with but that this rank is gone */
        kg_comm_destroy(tool->host);
        tool->host = NULL;
        return KG_MEMORY;
    }
    kg_context_join(tool->ctx, tool->host);
    tool->joined = true;
    TRY(tool_agree(tool, status));
    if (tool->gpu) {
        kg_context_join(tool->ctx, NULL);
        TRY(kg_comm_nccl(&tool->comm, tool->host, tool->ctx));
        kg_context_join(tool->ctx, tool->comm);
    }
out:
    return status;
}

void tool_leave(struct tool *tool)
{
    /* Where ranks are lost, mpirun ends all processes as soon as one has ended: the one that says
     * why goes first. */
    if (tool->mute && *kg_comm_message(tool->host))
        sleep(1);
    kg_comm_destroy(tool->comm);
    kg_comm_destroy(tool->host);
    tool->comm = tool->host = NULL;
}

kg_status tool_ranks_read(struct tool *tool, const char *path, const char *what)
{
    const bool standard = strcmp(path, "-") == 0;
    struct stat file;

    if ((!tool->joined && tool->ranks < 2) ||
        (!standard && (stat(path, &file) != 0 || S_ISREG(file.st_mode) || S_ISDIR(file.st_mode))))
        return KG_OK;
    return tool_fail(tool, KG_ARGUMENT,
        "%s can be read once, and each of %d ranks reads the %s: give a file",
        standard ? "standard input" : path, tool->joined ? kg_comm_ranks(tool->host) : tool->ranks,
        what);
}

/* ---- all of them ----------------------------------------------------------------------------- */

/* Where the threads of ranks wait until all of them are there. */
struct gate {
    pthread_mutex_t lock;
    bool open; /* whether they are to begin */
};

/* A rank that is a thread. */
struct worker {
    pthread_t thread;
    struct gate *gate;
    tool_work_fn *work;
    struct tool *self; /* what the tool's own struct begins with */
};

/* Only rank 0 talks. */
static void hush(struct tool *tool, int rank)
{
    tool->mute = rank != 0;
    if (!tool->mute)
        return;
    tool->quiet = true;
    tool->verbose = tool->timing = tool->kernels = false;
}

static void *run_worker(void *argument)
{
    struct worker *worker = argument;

    pthread_mutex_lock(&worker->gate->lock);
    pthread_mutex_unlock(&worker->gate->lock);
    if (worker->gate->open)
        tool_finish(worker->self, worker->work(worker->self));
    return NULL;
}

/* Starts the threads of all ranks but 0, which begin their work only if all could be started.
 * Returns how many ranks have threads. */
static int start_workers(struct worker *worker, int ranks, struct gate *gate)
{
    int started = 1;

    pthread_mutex_lock(&gate->lock);
    while (started < ranks && unearned_watch() &&
           pthread_create(&worker[started].thread, NULL, run_worker, &worker[started]) == 0)
        started++;
    gate->open = started == ranks;
    pthread_mutex_unlock(&gate->lock);
    return started;
}

/* Copies of the tool's struct for all ranks but this thread's, which is rank 0. */
static bool make_workers(struct worker *worker, void *self, size_t size, kg_comm **comm, int ranks)
{
    for (int r = 1; r < ranks; r++) {
        worker[r].self = malloc(size);
        if (!worker[r].self)
            return false;
        memcpy(worker[r].self, self, size);
        worker[r].self->host = comm[r];
        worker[r].self->gpu = worker[r].self->gpu ? r + 1 : 0;
        hush(worker[r].self, r);
    }
    return true;
}

static int run_threads(void *self, size_t size, tool_work_fn *work, int ranks)
{
    struct tool *tool = self;
    struct worker *worker = calloc((size_t)ranks, sizeof *worker);
    kg_comm **comm = calloc((size_t)ranks, sizeof(kg_comm *));
    struct gate gate = {.lock = PTHREAD_MUTEX_INITIALIZER};
    int started = 1, code;
    kg_status status = KG_OK;

    if (!worker || !comm || kg_comm_threads(comm, ranks) != KG_OK ||
        !make_workers(worker, self, size, comm, ranks)) {
        status = tool_fail(tool, KG_MEMORY, "out of memory for %d ranks", ranks);
    } else {
        for (int r = 1; r < ranks; r++) {
            worker[r].gate = &gate;
            worker[r].work = work;
        }
        started = start_workers(worker, ranks, &gate);
        if (!gate.open)
            status = tool_fail(tool, KG_MEMORY, "cannot start the threads of %d ranks", ranks);
    }
    if (gate.open) {
        tool->host = comm[0];
        status = work(self);
    }
    code = tool_finish(tool, status);
    for (int r = 0; comm && r < ranks && !gate.open; r++)
        kg_comm_destroy(comm[r]);
    for (int r = 1; r < started; r++)
        pthread_join(worker[r].thread, NULL);
    for (int r = 1; worker && r < ranks; r++)
        free(worker[r].self);
    free(comm);
    free(worker);
    return unearned_not(code); /* only now can no other rank exit() */
}

/* This process is one of those that mpirun has started. */
static int run_process(void *self, tool_work_fn *work)
{
    struct tool *tool = self;
    const kg_status status = kg_comm_mpi(&tool->host);

    if (status == KG_OK)
        hush(tool, kg_comm_rank(tool->host));
    return tool_end(tool,
        status == KG_OK ? work(self) : tool_fail(tool, status, "%s", kg_comm_message(tool->host)));
}

/* Whether the processes of mpirun are the ranks. */
static bool is_under_mpi(const struct tool *tool)
{
    return tool->ranks == RANKS_MPI || (tool->ranks == 0 && processes() > 1);
}

/* The library goes by it, but has no message yet for one that is no number. */
static kg_status check_timeout(struct tool *tool)
{
    const char *timeout = getenv("KONIG_RANK_TIMEOUT");
    double seconds;

    if (!timeout || value_seconds(timeout, &seconds))
        return KG_OK;
    return tool_fail(tool, KG_ARGUMENT,
        "KONIG_RANK_TIMEOUT is '%s': expected seconds, from 0.001 to 1000000000", timeout);
}

kg_status ranks_refuse(struct tool *tool)
{
    if (processes() < 2)
        return KG_OK;
    hush(tool, process_rank());
    return tool_fail(tool, KG_ARGUMENT,
        "this is not shared among ranks: each of the %d processes that mpirun has started would do "
        "all of it. Where that is wanted: env -u OMPI_COMM_WORLD_SIZE -u PMI_SIZE -u PMIX_RANK %s "
        "...",
        processes(), tool->name);
}

/* The same for a process of mpirun: the GPU of its number on its machine, its share of the threads.
 * Returns 0, too, where --device is not as it should be. */
static int ranks_of_process(struct tool *tool)
{
    if (names_devices(tool->options.device)) {
        if (!count_devices(tool))
            return 0;
        tool->gpu = local_process() + 1;
    }
    if (!tool->options.threads)
        tool->options.threads = share_of_threads(local_processes());
    return 1;
}

int tool_on_ranks(void *self, size_t size, tool_work_fn *work)
{
    struct tool *tool = self;
    const bool mpi = is_under_mpi(tool);
    int ranks;

    if (mpi)
        hush(tool, process_rank());
    if ((mpi || tool->ranks > 1) && check_timeout(tool) != KG_OK)
        return tool_end(tool, KG_ARGUMENT);
    ranks = mpi ? ranks_of_process(tool) : ranks_here(tool);
    if (!ranks)
        return tool_end(tool, KG_ARGUMENT);
    /* NVLink's multicast: what a program that dies leaves behind may stop others. RAS: a thread
     * that listens on a port of the machine, and is known to spoil memory. */
    if (tool->gpu) {
        setenv("NCCL_NVLS_ENABLE", "0", 0);
        setenv("NCCL_RAS_ENABLE", "0", 0);
    }
    if (mpi)
        return run_process(self, work);
    return ranks > 1 ? run_threads(self, size, work, ranks) : tool_end(tool, work(self));
}
