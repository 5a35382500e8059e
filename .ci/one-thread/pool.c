// Loaded into a Swift program, it runs all tasks of the global executor on one thread.
//
// A program must not need more threads than that: each task gives its thread away while it waits for another.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

struct waiting {
    void *job;
    struct waiting *next;
};

static struct waiting *first;
static struct waiting **last = &first;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t arrival = PTHREAD_COND_INITIALIZER;
static __attribute__((swiftcall)) void (*run_job)(void *job, void *executor, uintptr_t implementation);

static void add(void *job) {
    struct waiting *new = malloc(sizeof *new);
    new->job = job;
    new->next = NULL;
    pthread_mutex_lock(&lock);
    *last = new;
    last = &new->next;
    pthread_cond_signal(&arrival);
    pthread_mutex_unlock(&lock);
}

static void *run_jobs(void *unused) {
    for (;;) {
        pthread_mutex_lock(&lock);
        while (!first) pthread_cond_wait(&arrival, &lock);
        struct waiting *next = first;
        first = next->next;
        if (!first) last = &first;
        pthread_mutex_unlock(&lock);
        run_job(next->job, NULL, 0);
        free(next);
    }
    return unused;
}

struct delayed {
    void *job;
    struct timespec due;
    struct delayed *next;
};

static struct delayed *soonest;
static pthread_mutex_t timer_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t timer_change;

static int is_before(const struct timespec *one, const struct timespec *other) {
    return one->tv_sec < other->tv_sec || (one->tv_sec == other->tv_sec && one->tv_nsec < other->tv_nsec);
}

// Adds each job once it is due.
static void *run_timer(void *unused) {
    pthread_mutex_lock(&timer_lock);
    for (;;) {
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        struct delayed *next = soonest;
        if (next && !is_before(&now, &next->due)) {
            soonest = next->next;
            add(next->job);
            free(next);
        } else if (next) {
            struct timespec due = next->due;
            pthread_cond_timedwait(&timer_change, &timer_lock, &due);
        } else {
            pthread_cond_wait(&timer_change, &timer_lock);
        }
    }
    return unused;
}

static void add_later(void *job, int64_t nanoseconds) {
    if (nanoseconds <= 0) return add(job);
    struct delayed *delayed = malloc(sizeof *delayed);
    delayed->job = job;
    clock_gettime(CLOCK_MONOTONIC, &delayed->due);
    delayed->due.tv_sec += nanoseconds / 1000000000;
    delayed->due.tv_nsec += nanoseconds % 1000000000;
    if (delayed->due.tv_nsec >= 1000000000) {
        delayed->due.tv_sec += 1;
        delayed->due.tv_nsec -= 1000000000;
    }
    pthread_mutex_lock(&timer_lock);
    struct delayed **place = &soonest;
    while (*place && !is_before(&delayed->due, &(*place)->due)) place = &(*place)->next;
    delayed->next = *place;
    *place = delayed;
    pthread_cond_signal(&timer_change);
    pthread_mutex_unlock(&timer_lock);
}

// The functions that Swift's runtime calls in place of its own.

static __attribute__((swiftcall)) void enqueue(void *job, void *original) { add(job); }

static __attribute__((swiftcall)) void enqueue_with_delay(uint64_t nanoseconds, void *job, void *original) {
    add_later(job, (int64_t)nanoseconds);
}

static __attribute__((swiftcall)) void enqueue_with_deadline(
    long long seconds, long long nanoseconds, long long leeway, long long nanoseconds_of_leeway, int clock, void *job,
    void *original) {
    struct timespec now;
    clock_gettime(clock == 1 ? CLOCK_BOOTTIME : CLOCK_MONOTONIC, &now);
    add_later(job, (seconds - now.tv_sec) * 1000000000 + (nanoseconds - now.tv_nsec));
}

static void replace(const char *name, void *function) {
    void **hook = dlsym(RTLD_DEFAULT, name);
    if (hook) *hook = function;
}

__attribute__((constructor)) static void begin(void) {
    *(void **)&run_job = dlsym(RTLD_DEFAULT, "swift_job_run");
    // Programs that are not in Swift have no tasks.
    if (!run_job) return;
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&timer_change, &attributes);
    pthread_t thread;
    if (pthread_create(&thread, NULL, run_jobs, NULL) != 0 || pthread_create(&thread, NULL, run_timer, NULL) != 0) abort();
    replace("swift_task_enqueueGlobal_hook", enqueue);
    replace("swift_task_enqueueGlobalWithDelay_hook", enqueue_with_delay);
    replace("swift_task_enqueueGlobalWithDeadline_hook", enqueue_with_deadline);
}
