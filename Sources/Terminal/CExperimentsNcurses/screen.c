#include "CExperimentsNcurses.h"

#if CN_HAS_CURSES

#include "screen.h"

#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static bool is_utf8(void) {
    const char *codeset = nl_langinfo(CODESET);
    return codeset && (strcmp(codeset, "UTF-8") == 0 || strcmp(codeset, "utf8") == 0);
}

bool cn_adopt_locale(void) {
    setlocale(LC_CTYPE, "");
    if (is_utf8()) return true;
    const char *locale = setlocale(LC_CTYPE, NULL);
    /* Somebody chose another encoding: their terminal has it too. */
    if (locale && strcmp(locale, "C") != 0 && strcmp(locale, "POSIX") != 0) return false;
    static const char *const names[] = {"C.UTF-8", "en_US.UTF-8", "UTF-8", NULL};
    for (int i = 0; names[i]; i++)
        if (setlocale(LC_CTYPE, names[i]) && is_utf8()) return true;
    setlocale(LC_CTYPE, "");
    return false;
}

static void write_text(const char *text) { cn_write(text, strlen(text)); }

bool cn_terminal_size(int descriptor, int *columns, int *rows) {
    struct winsize size;
    if (ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) return false;
    *columns = size.ws_col;
    *rows = size.ws_row;
    return true;
}

/* ---- Modes ---- */

void cn_enter_modes(void) {
    if (!cn_state.modern) return;
    if (cn_state.paste) write_text("\033[?2004h");
    if (cn_state.focus) write_text("\033[?1004h");
    if (cn_state.mouse) write_text("\033[?1000h\033[?1006h");
}

void cn_leave_modes(void) {
    if (!cn_state.modern) return;
    if (cn_state.mouse) write_text("\033[?1006l\033[?1000l");
    if (cn_state.focus) write_text("\033[?1004l");
    if (cn_state.paste) write_text("\033[?2004l");
}

/* Not for consoles that take xterm's private modes for something else, or print them. */
bool cn_is_modern(const char *term) {
    static const char *const others[] = {"linux", "vt", "cons", "sun", "ansi", "wy", "tvi", "hurd", NULL};
    for (int i = 0; others[i]; i++) {
        if (strncmp(term, others[i], strlen(others[i])) != 0) continue;
        return strncmp(term, "vte", 3) == 0;
    }
    return true;
}

/* For exit() called by somebody who does not know that a screen is open; maybe on another thread. */
static void restore_at_exit(void) {
    if (!cn_state.screen) return;
    cn_restore_in_handler();
    cn_replay_stderr_in_handler();
}

/* ---- Opening and closing ---- */

static int open_terminal(const char *path) {
    int descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOCTTY);
    if (descriptor < 0 || isatty(descriptor)) return descriptor;
    close(descriptor);
    return -1;
}

int cn_open_keyboard(int output) {
    /* By its own name: what /dev/tty stands for cannot be waited for on a Mac. */
    char name[1024];
    int descriptor = ttyname_r(output, name, sizeof name) == 0 ? open_terminal(name) : -1;
    return descriptor >= 0 ? descriptor : open_terminal("/dev/tty");
}

void cn_close_descriptor(int descriptor) { close(descriptor); }

static FILE *open_stream(int descriptor, const char *mode) {
    int copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
    if (copy < 0) return NULL;
    FILE *stream = fdopen(copy, mode);
    if (!stream) close(copy);
    return stream;
}

static void forget(void) {
    if (cn_state.input_stream) fclose(cn_state.input_stream);
    if (cn_state.output_stream) fclose(cn_state.output_stream);
    memset(&cn_state, 0, sizeof cn_state);
}

/* Of a description with 24-bit colours: how many of the low numbers mean the palette. */
static int indexed_colors(const char *term) {
    size_t length = strlen(term);
    if (length > 3 && strcmp(term + length - 3, "256") == 0) return 256;
    if (length > 2 && strcmp(term + length - 2, "16") == 0) return 16;
    return 8;
}

static void start_colors(const struct cn_options *options, struct cn_screen *screen, const char *term) {
    if (options->max_colors == 0 || !has_colors() || start_color() == ERR) return;
    use_default_colors();
    int colors = COLORS < options->max_colors ? COLORS : options->max_colors;
    if (COLORS >= 1 << 24 && colors > indexed_colors(term)) colors = indexed_colors(term);
    screen->colors = colors >= 256 ? 256 : colors >= 16 ? 16 : colors >= 8 ? 8 : 0;
    cn_state.colors = screen->colors;
    cn_pairs_reset();
}

int cn_open(const struct cn_options *options, struct cn_screen *screen) {
    static bool registered;
    if (cn_state.screen) return CN_ALREADY_OPEN;
    memset(screen, 0, sizeof *screen);
    cn_state.input = options->input;
    cn_state.output = options->output;
    cn_state.has_modes = tcgetattr(options->input, &cn_state.modes) == 0;
    cn_state.input_stream = open_stream(options->input, "r");
    cn_state.output_stream = open_stream(options->output, "w");
    if (!cn_state.input_stream || !cn_state.output_stream) {
        int problem = errno;
        forget();
        errno = problem;
        return CN_FAILED;
    }
    /* The size is the terminal's, not that of variables which a shell exported long ago. */
    use_env(FALSE);
    use_tioctl(TRUE);
    int index = 0;
    for (; options->terms[index] && !cn_state.screen; index++) {
        const char *term = options->terms[index];
        cn_state.screen = newterm((NCURSES_CONST char *)term, cn_state.output_stream, cn_state.input_stream);
        screen->term = index;
    }
    if (!cn_state.screen) {
        forget();
        return CN_UNKNOWN;
    }
    const char *term = options->terms[screen->term];
    if (!cn_capability("cup")) {
        endwin();
        delscreen(cn_state.screen);
        cn_state.screen = NULL;
        forget();
        return CN_DUMB;
    }
    if (CN_REPEATS_BYTES) cn_never_repeat();
    cn_state.modern = cn_is_modern(term);
    cn_state.mouse = options->mouse;
    cn_state.paste = options->paste;
    cn_state.focus = options->focus;
    if (!registered) registered = atexit(restore_at_exit) == 0;
    cn_prepare_restore();

    raw();
    noecho();
    nonl();
    leaveok(stdscr, FALSE);
    scrollok(stdscr, FALSE);
    /* Keys are read past ncurses: a frame is not to wait for them. */
    typeahead(-1);
    keypad(stdscr, TRUE);
    if (options->columns > 0 && options->rows > 0) resizeterm(options->rows, options->columns);
    cn_state.direct = screen->direct = options->direct && (cn_state.modern || options->insists);
    /* What ncurses sends before its first frame, it sends now: after this, it draws nothing. */
    if (cn_state.direct) wrefresh(stdscr);
    else start_colors(options, screen, term);
    curs_set(0);
    cn_enter_modes();
    getmaxyx(stdscr, screen->rows, screen->columns);
    return CN_OPENED;
}

/* Where there is no other screen to go back to, the last frame stays, and what is written next begins on the last
 * line. The description does not tell: screen has such a sequence, and does nothing on it unless it is set to. */
static void clear_last_line(void) {
    if (cn_state.direct) {
        char sequence[32];
        int length = snprintf(sequence, sizeof sequence, "\033[m\033[%d;1H\033[K", getmaxy(stdscr));
        cn_write(sequence, (size_t)length);
        return;
    }
    wmove(stdscr, getmaxy(stdscr) - 1, 0);
    wclrtoeol(stdscr);
    wrefresh(stdscr);
}

/* What changes a terminal from the background stops a program that does not ignore this. */
static struct sigaction ignore_background(void) {
    struct sigaction ignore = {0}, before;
    ignore.sa_handler = SIG_IGN;
    sigaction(SIGTTOU, &ignore, &before);
    return before;
}

/* The modes are the business of the group that has the terminal now; the screen is still ours if nobody asked us. */
static void leave_in_background(void) {
    if (cn_state.is_out) return;
    struct sigaction before = ignore_background();
    cn_write_restore();
    sigaction(SIGTTOU, &before, NULL);
}

void cn_close(void) {
    if (!cn_state.screen) return;
    bool belongs_to_others = cn_is_in_background();
    if (belongs_to_others) {
        leave_in_background();
    } else if (!cn_state.is_out) {
        cn_leave_modes();
        clear_last_line();
        curs_set(1);
        endwin();
    }
    cn_unguard();
    SCREEN *screen = cn_state.screen;
    cn_state.screen = NULL;
    delscreen(screen);
    if (cn_state.has_modes && !belongs_to_others) tcsetattr(cn_state.input, TCSADRAIN, &cn_state.modes);
    forget();
}

/* ---- Leaving for a while ---- */

void cn_take_foreground(void) {
    pid_t foreground = tcgetpgrp(cn_state.input);
    if (foreground < 0 || foreground == getpgrp()) return;
    /* A group that lives is not the child's: it is that of the shell, which continued us in the background. */
    if (foreground > 0 && (kill(-foreground, 0) == 0 || errno != ESRCH)) return;
    struct sigaction before = ignore_background();
    tcsetpgrp(cn_state.input, getpgrp());
    sigaction(SIGTTOU, &before, NULL);
}

void cn_leave(void) {
    if (!cn_state.screen || cn_state.is_out) return;
    cn_leave_modes();
    clear_last_line();
    curs_set(1);
    def_prog_mode();
    endwin();
    cn_state.is_out = true;
}

void cn_reenter(bool adopt_modes) {
    if (!cn_state.screen || !cn_await_foreground()) return;
    if (adopt_modes && cn_state.has_modes && tcgetattr(cn_state.input, &cn_state.modes) == 0) def_shell_mode();
    cn_state.is_out = false;
    reset_prog_mode();
    curs_set(0);
    cn_redraw();
    cn_present(0, 0, false);
    cn_enter_modes();
}

void cn_set_mouse(bool on) {
    if (!cn_state.screen || cn_state.mouse == on) return;
    /* A signal may come in between: what is switched on is prepared to be switched off before. */
    if (!on && cn_state.modern) write_text("\033[?1006l\033[?1000l");
    cn_state.mouse = on;
    cn_prepare_restore();
    if (on && cn_state.modern) write_text("\033[?1000h\033[?1006h");
}

bool cn_ask_background(void) {
    if (!cn_state.screen || !cn_state.modern) return false;
    write_text("\033]11;?\007");
    return true;
}

void cn_resize(int columns, int rows) {
    if (!cn_state.screen || columns <= 0 || rows <= 0) return;
    resizeterm(rows, columns);
    erase();
    cn_redraw();
}

#endif
