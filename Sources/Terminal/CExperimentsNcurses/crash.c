/*
 * What happens to the terminal when the program does not get to clean up after itself.
 *
 * Swift on Linux prints a backtrace from a handler of its own when a toolchain is installed, and, at a terminal,
 * waits for a key for half a minute. SWIFT_BACKTRACE=interactive=no turns the waiting off, but it is read before
 * main; so the guard takes standard input away from the dying process, which ends the conversation at once.
 */
#include "CExperimentsNcurses.h"

#if CN_HAS_CURSES

#include "screen.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/mman.h>
#endif
#include <unistd.h>

/* What a mistake in the program brings. */
static const int fatal[] = {SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGSYS};

/* What comes from outside and ends a program that has made no arrangements; those that are caught to end the loop
 * (TERM, HUP, INT, QUIT) are not among them. On a Mac, IO is ignored by itself. */
static const int ending[] = {
    SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGXFSZ, SIGPIPE,
#ifdef SIGEMT
    SIGEMT,
#endif
#ifdef __linux__
    SIGIO,   SIGPWR,
#ifdef SIGSTKFLT
    SIGSTKFLT,
#endif
#endif
};

enum { GUARDED = 128, FATAL = sizeof fatal / sizeof *fatal, ENDING = sizeof ending / sizeof *ending };
static struct {
    int signal;
    struct sigaction previous;
} guarded[GUARDED];
static volatile sig_atomic_t guarded_count;
static volatile sig_atomic_t is_guarded;
static char stack[65536];

/* The thread that draws. */
static pthread_t drawing;

static bool is_fatal(int signal) {
    for (int i = 0; i < FATAL; i++) {
        if (fatal[i] == signal) return true;
    }
    return false;
}

static void crashed(int signal, siginfo_t *info, void *context) {
    /* The system may choose any thread for what comes from outside. In another than that which draws, that one might
     * draw on after the terminal was restored. */
    if (!is_fatal(signal) && !pthread_equal(pthread_self(), drawing)) {
        pthread_kill(drawing, signal);
        return;
    }
    int before = errno;
    cn_restore_in_handler();
    cn_replay_stderr_in_handler();
    int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (null >= 0) dup2(null, STDIN_FILENO);
    errno = before;
    for (int i = 0; i < guarded_count; i++) {
        if (guarded[i].signal != signal) continue;
        const struct sigaction *previous = &guarded[i].previous;
        sigaction(signal, previous, NULL);
        if (previous->sa_flags & SA_SIGINFO) {
            previous->sa_sigaction(signal, info, context);
        } else if (previous->sa_handler == SIG_DFL) {
            sigset_t only;
            sigemptyset(&only);
            sigaddset(&only, signal);
            pthread_sigmask(SIG_UNBLOCK, &only, NULL);
            raise(signal);
        } else if (previous->sa_handler != SIG_IGN) {
            previous->sa_handler(signal);
        }
        return;
    }
}

static void guard(int signal, bool only_if_it_ends) {
    struct sigaction action = {0}, before;
    if (guarded_count == GUARDED || sigaction(signal, NULL, &before) != 0) return;
    /* Somebody who has made arrangements, or ignores it, lives on with it: a profiler, nohup. */
    if (only_if_it_ends && ((before.sa_flags & SA_SIGINFO) || before.sa_handler != SIG_DFL)) return;
    guarded[guarded_count].signal = signal;
    guarded[guarded_count].previous = before;
    guarded_count++;
    action.sa_sigaction = crashed;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    sigaction(signal, &action, NULL);
}

void cn_guard(void) {
    if (is_guarded) return;
    drawing = pthread_self();
    /* A stack overflow leaves no room for a handler. Keep a stack that somebody provided already. */
    stack_t current = {0};
    if (sigaltstack(NULL, &current) == 0 && (current.ss_flags & SS_DISABLE)) {
        stack_t own = {0};
        own.ss_sp = stack;
        own.ss_size = sizeof stack;
        sigaltstack(&own, NULL);
    }
    guarded_count = 0;
    for (int i = 0; i < FATAL; i++) guard(fatal[i], false);
    for (int i = 0; i < ENDING; i++) guard(ending[i], true);
#ifdef SIGRTMIN
    for (int signal = SIGRTMIN; signal <= SIGRTMAX; signal++) guard(signal, true);
#endif
    is_guarded = 1;
}

void cn_unguard(void) {
    if (!is_guarded) return;
    for (int i = 0; i < guarded_count; i++) sigaction(guarded[i].signal, &guarded[i].previous, NULL);
    is_guarded = 0;
}

/* ---- stderr ---- */

static int held = -1, original = -1;

static int unnamed_file(void) {
#ifdef __linux__
    return memfd_create("stderr", MFD_CLOEXEC);
#else
    char name[] = "/tmp/experiments.XXXXXX";
    int file = mkstemp(name);
    if (file < 0) return -1;
    unlink(name);
    fcntl(file, F_SETFD, FD_CLOEXEC);
    return file;
#endif
}

void cn_hold_stderr(void) {
    if (held >= 0 || !isatty(STDERR_FILENO)) return;
    held = unnamed_file();
    if (held < 0) return;
    fcntl(held, F_SETFL, fcntl(held, F_GETFL) | O_APPEND);
    original = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
    if (original < 0 || dup2(held, STDERR_FILENO) < 0) {
        if (original >= 0) close(original);
        close(held);
        held = original = -1;
    }
}

void cn_replay_stderr_in_handler(void) {
    if (held < 0) return;
    int source = held;
    held = -1;
    dup2(original, STDERR_FILENO);
    char buffer[4096];
    off_t position = 0;
    ssize_t count;
    while ((count = pread(source, buffer, sizeof buffer, position)) > 0) {
        if (!cn_write_all(STDERR_FILENO, buffer, (size_t)count)) break;
        position += count;
    }
    close(source);
    close(original);
    original = -1;
}

void cn_release_stderr(void) { cn_replay_stderr_in_handler(); }

#endif
