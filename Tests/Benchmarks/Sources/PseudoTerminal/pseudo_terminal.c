#define _GNU_SOURCE
#include "PseudoTerminal.h"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#if defined(__APPLE__)
#include <util.h>
extern char **environ;
#else
#include <pty.h>
#endif

pid_t pseudo_terminal_start(char *const arguments[], char *const variables[], const char *folder, int columns,
                            int rows, int *controller) {
    struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
    pid_t child = forkpty(controller, NULL, NULL, &size);
    if (child == 0) {
        if (chdir(folder) != 0) _exit(126);
        environ = (char **)variables;
        execvp(arguments[0], arguments);
        _exit(127);
    }
    if (child > 0) fcntl(*controller, F_SETFD, FD_CLOEXEC);
    return child;
}
