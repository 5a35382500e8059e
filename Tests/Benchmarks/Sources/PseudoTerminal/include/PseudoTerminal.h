#ifndef PSEUDO_TERMINAL_H
#define PSEUDO_TERMINAL_H

#include <sys/types.h>

/* Starts a program, found through PATH, in `folder` on a terminal of its own of this size. Gives its process, and into
 * `controller` the other end of the terminal; -1 with errno. */
pid_t pseudo_terminal_start(char *const arguments[], char *const variables[], const char *folder, int columns,
                            int rows, int *controller);

#endif
