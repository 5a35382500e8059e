/* What is written to the terminal, and what puts it back as it was, ready before it is needed. */
#include "CExperimentsNcurses.h"

#if CN_HAS_CURSES

#include "screen.h"

#include <errno.h>
#include <poll.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

struct cn_state cn_state;

bool cn_write_all(int descriptor, const char *bytes, size_t count) {
    while (count > 0) {
        ssize_t written = write(descriptor, bytes, count);
        if (written > 0) {
            bytes += written;
            count -= (size_t)written;
        } else if (written < 0 && errno == EAGAIN) {
            /* Somebody else who has this terminal open made it non-blocking. */
            struct pollfd ready = {descriptor, POLLOUT, 0};
            if (poll(&ready, 1, 1000) <= 0) return false;
        } else if (written < 0 && errno != EINTR) {
            return false;
        }
    }
    return true;
}

bool cn_write(const char *bytes, size_t count) { return cn_write_all(cn_state.output, bytes, count); }

/* NCURSES_CONST is nothing in the headers of a Mac, although ncurses only reads the names. */
const char *cn_capability(const char *name) {
    const char *text = tigetstr((NCURSES_CONST char *)name);
    return text == (const char *)-1 ? NULL : text;
}

/* Appends without the padding that only tputs understands: $<5/>. */
static void append_restore(int index, const char *text) {
    size_t length = cn_state.restores[index].length;
    while (text && *text && length < sizeof cn_state.restores[index].text) {
        if (text[0] == '$' && text[1] == '<') {
            const char *end = strchr(text, '>');
            if (end) {
                text = end + 1;
                continue;
            }
        }
        cn_state.restores[index].text[length++] = *text++;
    }
    cn_state.restores[index].length = length;
}

void cn_prepare_restore(void) {
    int index = 1 - cn_state.restore;
    cn_state.restores[index].length = 0;
    if (cn_state.modern) {
        append_restore(index, "\033[?2026l");
        if (cn_state.mouse) append_restore(index, "\033[?1006l\033[?1000l");
        if (cn_state.focus) append_restore(index, "\033[?1004l");
        if (cn_state.paste) append_restore(index, "\033[?2004l");
    }
    static const char *const names[] = {"sgr0", "op", "cnorm", "rmcup", "rmkx", NULL};
    for (int i = 0; names[i]; i++) append_restore(index, cn_capability(names[i]));
    append_restore(index, "\r");
    atomic_signal_fence(memory_order_release);
    cn_state.restore = index;
}

void cn_write_restore(void) {
    int index = cn_state.restore;
    cn_write(cn_state.restores[index].text, cn_state.restores[index].length);
}

void cn_restore_in_handler(void) {
    if (!cn_state.screen || cn_state.is_out) return;
    cn_state.is_out = true;
    cn_write_restore();
    if (cn_state.has_modes) tcsetattr(cn_state.input, TCSANOW, &cn_state.modes);
}

#endif
