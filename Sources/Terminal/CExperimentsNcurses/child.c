#include "CExperimentsNcurses.h"

#if CN_HAS_CURSES

#include "screen.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* Waits until the child ends. A signal that is to end us ends it, too: nobody else has the terminal then. The one that
 * came may have gone to any of our threads, so that it would not interrupt a wait here. */
static int wait_for(pid_t child) {
    enum { PAUSE = 20, PATIENCE = 2000 };
    int status = 0, waited = 0, signal = 0;
    while (true) {
        pid_t ended = waitpid(child, &status, WNOHANG);
        if (ended == child) return status;
        if (ended < 0 && errno != EINTR) return -1;
        if (signal == 0 && (signal = cn_ending_signal()) != 0) kill(child, signal);
        /* One that does not care is left behind. */
        if (signal != 0 && (waited += PAUSE) > PATIENCE) return signal;
        poll(NULL, 0, PAUSE);
    }
}

int cn_run(const char *const arguments[]) { return cn_run_in(arguments, NULL, NULL); }

int cn_run_in(const char *const arguments[], const char *const environment[], const char *folder) {
    /* The child belongs to our process group, so that it is in the foreground, and ctrl-z stops both of us. While it
     * runs, keys that mean signals are its own business. */
    struct sigaction ignore = {0}, standard = {0}, interrupt, quit, stop;
    ignore.sa_handler = SIG_IGN;
    standard.sa_handler = SIG_DFL;
    sigaction(SIGINT, &ignore, &interrupt);
    sigaction(SIGQUIT, &ignore, &quit);
    sigaction(SIGTSTP, &standard, &stop);

    posix_spawnattr_t attributes;
    posix_spawn_file_actions_t actions;
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_init(&actions);
    sigset_t defaults, none;
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGINT);
    sigaddset(&defaults, SIGQUIT);
    sigaddset(&defaults, SIGTSTP);
    sigemptyset(&none);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    if (cn_state.screen) {
        if (cn_state.input != STDIN_FILENO)
            posix_spawn_file_actions_adddup2(&actions, cn_state.input, STDIN_FILENO);
        if (cn_state.output != STDOUT_FILENO)
            posix_spawn_file_actions_adddup2(&actions, cn_state.output, STDOUT_FILENO);
        if (!isatty(STDERR_FILENO)) posix_spawn_file_actions_adddup2(&actions, cn_state.output, STDERR_FILENO);
    }

    pid_t child = 0;
    int status = 0;
    int problem = folder ? posix_spawn_file_actions_addchdir_np(&actions, folder) : 0;
    if (problem == 0)
        problem = posix_spawnp(&child, arguments[0], &actions, &attributes, (char *const *)arguments,
                               environment ? (char *const *)environment : environ);
    if (problem == 0) {
        status = wait_for(child);
        if (status < 0) problem = errno;
        cn_take_foreground();
    }
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    sigaction(SIGINT, &interrupt, NULL);
    sigaction(SIGQUIT, &quit, NULL);
    sigaction(SIGTSTP, &stop, NULL);
    if (problem != 0) {
        errno = problem;
        return -1;
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : WIFSIGNALED(status) ? 128 + WTERMSIG(status) : -1;
}

int cn_start(const char *const arguments[], const char *const environment[], const char *folder, int *output) {
    return cn_start_with(arguments, environment, folder, -1, -1, output);
}

int cn_start_with(const char *const arguments[], const char *const environment[], const char *folder, int input,
                  int errors, int *output) {
    int ends[2];
    if (cn_pipe(ends) != 0) return -1;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_t actions;
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_init(&actions);
    sigset_t all, none;
    sigfillset(&all);
    sigemptyset(&none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSID);
    if (input < 0)
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    else
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, errors < 0 ? ends[1] : errors, STDERR_FILENO);
    pid_t child = 0;
    int problem = folder ? posix_spawn_file_actions_addchdir_np(&actions, folder) : 0;
    /* Programs expect to be able to wait in a write; the reading end has its own flags. */
    fcntl(ends[1], F_SETFL, fcntl(ends[1], F_GETFL) & ~O_NONBLOCK);
    if (problem == 0)
        problem = posix_spawnp(&child, arguments[0], &actions, &attributes, (char *const *)arguments,
                               (char *const *)environment);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    close(ends[1]);
    if (problem != 0) {
        close(ends[0]);
        errno = problem;
        return -1;
    }
    *output = ends[0];
    return child;
}

bool cn_has_ended(int process) {
    siginfo_t information = {0};
    return waitid(P_PID, (id_t)process, &information, WEXITED | WNOHANG | WNOWAIT) != 0 || information.si_pid != 0;
}

int cn_status(int process) {
    int status = 0;
    while (waitpid(process, &status, 0) < 0)
        if (errno != EINTR) return 0;
    return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

void cn_signal_group(int process, int signal) {
    if (process > 1) kill(-process, signal);
}

int cn_run_apart(const char *path, const char *const arguments[], const char *const environment[], int input,
                 int milliseconds) {
    enum { PAUSE = 5 };
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_t actions;
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_init(&actions);
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    pid_t child = 0;
    int problem =
        posix_spawn(&child, path, &actions, &attributes, (char *const *)arguments, (char *const *)environment);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    if (problem != 0) return -1;
    int status = 0;
    for (int waited = 0; waitpid(child, &status, WNOHANG) == 0; waited += PAUSE) {
        if (waited >= milliseconds) {
            kill(child, SIGKILL);
            waitpid(child, &status, 0);
            return -1;
        }
        poll(NULL, 0, PAUSE);
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

#endif
