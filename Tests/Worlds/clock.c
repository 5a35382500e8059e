// Lets a program believe that it starts at another time: EXPERIMENTS_WORLD_CLOCK, in seconds since 1970. From
// there, its clock runs as fast as the real one.
//
//     cc -shared -fPIC -o clock.so clock.c
//     LD_PRELOAD=$PWD/clock.so EXPERIMENTS_WORLD_CLOCK=1740787200 date

#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static long offset;

static int real(clockid_t clock, struct timespec *now) { return (int)syscall(SYS_clock_gettime, clock, now); }

__attribute__((constructor)) static void start(void) {
    const char *wanted = getenv("EXPERIMENTS_WORLD_CLOCK");
    struct timespec now;
    if (wanted && real(CLOCK_REALTIME, &now) == 0) offset = atol(wanted) - now.tv_sec;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    int result = real(clock, now);
    if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += offset;
    return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    (void)zone;
    struct timespec precise;
    if (clock_gettime(CLOCK_REALTIME, &precise) != 0) return -1;
    now->tv_sec = precise.tv_sec;
    now->tv_usec = precise.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *into) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (into) *into = now.tv_sec;
    return now.tv_sec;
}
