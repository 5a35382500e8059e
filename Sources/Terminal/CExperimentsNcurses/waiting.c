#include "CExperimentsNcurses.h"

#if CN_HAS_CURSES

#include <errno.h>
#include <fcntl.h>
#include <sys/select.h>
#include <sys/time.h>

static bool is_open(int descriptor) { return descriptor >= 0 && fcntl(descriptor, F_GETFD) >= 0; }

int cn_poll(struct pollfd *descriptors, size_t count, int milliseconds) {
    int ready = poll(descriptors, (nfds_t)count, milliseconds);
    for (size_t i = 0; ready > 0 && i < count; i++)
        if ((descriptors[i].revents & POLLNVAL) && is_open(descriptors[i].fd))
            return cn_select(descriptors, count, milliseconds);
    return ready;
}

int cn_select(struct pollfd *descriptors, size_t count, int milliseconds) {
    fd_set readable;
    FD_ZERO(&readable);
    int last = -1;
    for (size_t i = 0; i < count; i++) {
        int descriptor = descriptors[i].fd;
        descriptors[i].revents = 0;
        if (descriptor < 0 || descriptor >= FD_SETSIZE) continue;
        FD_SET(descriptor, &readable);
        if (descriptor > last) last = descriptor;
    }
    struct timeval patience = {milliseconds / 1000, milliseconds % 1000 * 1000};
    int ready = select(last + 1, &readable, NULL, NULL, milliseconds < 0 ? NULL : &patience);
    for (size_t i = 0; ready > 0 && i < count; i++) {
        int descriptor = descriptors[i].fd;
        if (descriptor < 0 || descriptor >= FD_SETSIZE || !FD_ISSET(descriptor, &readable)) continue;
        /* At the end there is something to be read, too: nothing. */
        descriptors[i].revents = cn_has_bytes(descriptor) ? POLLIN : POLLIN | POLLHUP;
    }
    return ready;
}

#endif
