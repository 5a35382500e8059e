#include "CExperimentsNcurses.h"

#if CN_HAS_CURSES

#include "screen.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static const int caught[] = {SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGWINCH, SIGCONT, SIGTSTP};
enum { CAUGHT = sizeof caught / sizeof *caught };
static struct sigaction previous[CAUGHT];
static bool is_caught[CAUGHT];
static int pipe_ends[2] = {-1, -1};
static sigset_t previous_mask;
static bool has_previous_mask;

int cn_pipe(int descriptors[2]) {
    if (pipe(descriptors) != 0) return -1;
    for (int i = 0; i < 2; i++) {
        fcntl(descriptors[i], F_SETFD, FD_CLOEXEC);
        fcntl(descriptors[i], F_SETFL, fcntl(descriptors[i], F_GETFL) | O_NONBLOCK);
    }
    return 0;
}

/* The signal that came last of those that are to end the program, and that are not the business of a child that has the
 * terminal. */
static volatile sig_atomic_t ending_signal;

/* The same with INT and QUIT, which end the program where it has no child. */
static volatile sig_atomic_t is_ending;

int cn_ending_signal(void) { return ending_signal; }

static void note(int signal) {
    int before = errno;
    if (signal == SIGTERM || signal == SIGHUP) ending_signal = signal;
    if (signal == SIGTERM || signal == SIGHUP || signal == SIGINT || signal == SIGQUIT) is_ending = 1;
    unsigned char byte = (unsigned char)signal;
    /* A full pipe has woken the loop already. */
    ssize_t written = write(pipe_ends[1], &byte, 1);
    (void)written;
    errno = before;
}

int cn_catch_signals(void) {
    if (pipe_ends[0] < 0 && cn_pipe(pipe_ends) != 0) return -1;
    ending_signal = is_ending = 0;
    for (int i = 0; i < CAUGHT; i++) {
        if (is_caught[i]) continue;
        struct sigaction action = {0};
        action.sa_handler = note;
        action.sa_flags = SA_RESTART;
        sigfillset(&action.sa_mask);
        sigaction(caught[i], NULL, &previous[i]);
        /* nohup, and shells that start background jobs, have signals ignored on purpose. */
        if (i < 4 && previous[i].sa_handler == SIG_IGN) continue;
        is_caught[i] = sigaction(caught[i], &action, NULL) == 0;
    }
    /* Blocked signals survive exec: whoever started us may have had them blocked, and they would never arrive. */
    sigset_t ours, before;
    sigemptyset(&ours);
    for (int i = 0; i < CAUGHT; i++)
        if (is_caught[i]) sigaddset(&ours, caught[i]);
    if (pthread_sigmask(SIG_UNBLOCK, &ours, &before) == 0 && !has_previous_mask) {
        previous_mask = before;
        has_previous_mask = true;
    }
    return pipe_ends[0];
}

void cn_release_signals(void) {
    /* Blocked again before the handlers go: what is on its way must not meet the usual action instead. */
    if (has_previous_mask) pthread_sigmask(SIG_SETMASK, &previous_mask, NULL);
    has_previous_mask = false;
    ending_signal = is_ending = 0;
    for (int i = 0; i < CAUGHT; i++) {
        if (is_caught[i]) sigaction(caught[i], &previous[i], NULL);
        is_caught[i] = false;
    }
    for (int i = 0; i < 2; i++) {
        if (pipe_ends[i] >= 0) close(pipe_ends[i]);
        pipe_ends[i] = -1;
    }
}

/* The whole group, as the terminal does it: with `make run`, make must stop too, or the shell waits for it. */
static void stop_group(int signal) {
    struct sigaction standard = {0}, before;
    standard.sa_handler = SIG_DFL;
    sigaction(signal, &standard, &before);
    kill(0, signal);
    sigaction(signal, &before, NULL);
}

bool cn_is_in_background(void) {
    pid_t foreground = isatty(cn_state.input) ? tcgetpgrp(cn_state.input) : -1;
    return foreground > 0 && foreground != getpgrp();
}

bool cn_await_foreground(void) {
    enum { PAUSE = 20 };
    while (!is_ending) {
        if (!cn_is_in_background()) return true;
        /* A signal that came together with the one that made us run may not have been delivered yet. The pause is for a
         * group that cannot be stopped, too, because no shell is left that could continue it. */
        poll(NULL, 0, PAUSE);
        if (!is_ending && cn_is_in_background()) stop_group(SIGTTOU);
    }
    return false;
}

bool cn_stop(void) {
    stop_group(SIGTSTP);
    return cn_await_foreground();
}

#endif
