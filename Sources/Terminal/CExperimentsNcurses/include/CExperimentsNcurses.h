/*
 * The part of ncurses that the dashboard needs, in terms that Swift can import on every platform: no curses types,
 * no macros, no globals. There is one screen per process, owned by one thread, which alone may call what follows;
 * the exceptions say so.
 */
#ifndef CNCURSES_H
#define CNCURSES_H

#ifdef __APPLE__
#include <TargetConditionals.h>
#define CN_HAS_CURSES TARGET_OS_OSX
#else
#define CN_HAS_CURSES 1
#endif

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* ---- The screen ------------------------------------------------------------------------------------------------ */

/* What came of opening the screen. */
enum cn_opened {
    CN_OPENED = 0,
    CN_DUMB = 1,         /* the terminal cannot place its cursor */
    CN_UNKNOWN = 2,      /* no description for the terminal, nor for a common one */
    CN_ALREADY_OPEN = 3, /* there is one screen per process */
    CN_FAILED = 4        /* the system refused; see errno */
};

/* How to open the screen. */
struct cn_options {
    int input;              /* keys are read from here */
    int output;             /* the screen is written here */
    const char *const *terms; /* names of terminal descriptions, the best first, ended by NULL */
    int max_colors;         /* 0 for none */
    int columns, rows;      /* 0 to ask the terminal */
    bool mouse;             /* report buttons and the wheel */
    bool paste;             /* mark pasted text */
    bool focus;             /* report focus */
    bool direct;            /* frames are written with cn_send, in 24-bit colours, where the terminal takes that */
    bool insists;           /* also where it may not */
};

/* What was opened. */
struct cn_screen {
    int columns, rows;
    int colors;          /* 0, 8, 16 or 256: those of cn_draw */
    bool direct;         /* frames are to be written with cn_send */
    int term;            /* index of the description that was taken */
};

/* Sets the locale for characters. Returns whether the terminal is to be spoken to in UTF-8: true too where the locale
 * says nothing (unset or C), as in containers, if any UTF-8 locale can be had. */
bool cn_adopt_locale(void);

/* Opens the terminal that is written to, else the controlling one, to read keys from when standard input is something
 * else; -1 if there is none. */
int cn_open_keyboard(int output);

/* Closes a descriptor. */
void cn_close_descriptor(int descriptor);

/* Opens the screen: alternate screen, raw keys, no echo. */
int cn_open(const struct cn_options *options, struct cn_screen *screen);

/* Leaves the screen for good and puts the terminal back as it was. Harmless if nothing is open. */
void cn_close(void);

/* Gives the terminal back for a while: a shell, an editor. */
void cn_leave(void);

/* Takes it again; everything must be drawn anew. With `adopt_modes`, the modes found now are those restored at the
 * end. Nothing is done where a signal is to end the program while another process group has the terminal. */
void cn_reenter(bool adopt_modes);

/* Asks the terminal for its size; false if it does not know. Any thread. */
bool cn_terminal_size(int descriptor, int *columns, int *rows);

/* Whether a terminal of this name understands xterm's private control sequences. */
bool cn_is_modern(const char *term);

/* Has buttons and the wheel reported, or no longer. */
void cn_set_mouse(bool on);

/* Asks the terminal for the colour of its background; it may answer like a key, or not at all. False if it is of a kind
 * that would not understand. */
bool cn_ask_background(void);

/* Makes the screen this large; everything must be drawn anew. */
void cn_resize(int columns, int rows);

/* Writes all of it, whatever it takes; for control sequences of one's own. */
bool cn_write(const char *bytes, size_t count);

/* How many colours the description of a terminal has; -1 where there is none. Only while no screen is open. */
int cn_described_colors(const char *term);

/* Colours are numbers of the palette; -1 is the terminal's own. */
enum cn_attribute { CN_BOLD = 1, CN_DIM = 2, CN_ITALIC = 4, CN_UNDERLINE = 8, CN_REVERSE = 16 };

/* A character with up to two combining marks. */
struct cn_cell {
    uint32_t scalars[3];
    uint32_t width; /* columns, 1 or 2 */
};

/* Draws cells of one style from a place to the right. */
void cn_draw(int row, int column, const struct cn_cell *cells, int count, int foreground, int background,
             int attributes);

/* Forgets what was drawn. */
void cn_erase(void);

/* Sends what differs from what the terminal shows, and puts the cursor. */
void cn_present(int cursor_row, int cursor_column, bool shows_cursor);

/* Writes control sequences that draw, on a screen that was opened for that, and shows or hides the cursor. */
void cn_send(const void *bytes, size_t count, bool shows_cursor);

/* The next cn_present sends everything. */
void cn_redraw(void);

/* Whether there were more combinations of colours than the terminal has room for since this was last asked; if so,
 * all were forgotten, and everything must be drawn anew. */
bool cn_colors_overflowed(void);

/* What stands at a place: characters into `text`, returns the attributes; for tests. */
int cn_inspect(int row, int column, uint32_t text[5], int *foreground, int *background);

/* What ncurses takes for the width of a scalar. */
int cn_width(uint32_t scalar);

/* ---- Input ----------------------------------------------------------------------------------------------------- */

enum cn_key {
    CN_KEY_UP, CN_KEY_DOWN, CN_KEY_LEFT, CN_KEY_RIGHT, CN_KEY_HOME, CN_KEY_END, CN_KEY_PAGE_UP, CN_KEY_PAGE_DOWN,
    CN_KEY_BACK_TAB, CN_KEY_ENTER, CN_KEY_BACKSPACE, CN_KEY_DELETE, CN_KEY_INSERT,
    CN_KEY_FUNCTION /* plus the number */
};

enum cn_modifier { CN_SHIFT = 1, CN_ALT = 2, CN_CONTROL = 4 };

/* A key of the terminal's description. */
struct cn_described_key {
    const char *bytes; /* what the terminal sends; NULL if it has no such key. Valid while the screen is open */
    int key, modifiers;
};

/* The keys of the terminal's description, one by one from 0; false after the last. */
bool cn_described_key(int index, struct cn_described_key *key);

/* Whether bytes wait to be read from a descriptor. */
bool cn_has_bytes(int descriptor);

/* Reads what has come in. Does not wait: 0 if nothing has. */
size_t cn_read_bytes(uint8_t *bytes, size_t room);

/* Decodes characters of the locale's encoding, which may be cut anywhere. There are at most as many as bytes. */
size_t cn_decode(const uint8_t *bytes, size_t count, uint32_t *scalars);

/* poll(2), for descriptors, too, that it refuses although they are open, as a Mac's does with /dev/tty. */
int cn_poll(struct pollfd *descriptors, size_t count, int milliseconds);

/* The same by select(2). A terminal that is gone is told of as one that hung up. */
int cn_select(struct pollfd *descriptors, size_t count, int milliseconds);

/* ---- Signals --------------------------------------------------------------------------------------------------- */

/* A pipe that neither blocks nor survives exec. Returns 0, or -1 with errno. Any thread. */
int cn_pipe(int descriptors[2]);

/* Catches TERM, HUP, INT, QUIT, WINCH, CONT and TSTP (the first four unless they were ignored), also where they were
 * blocked for the calling thread: each is a byte, its number, in the pipe whose reading end is returned; -1 with
 * errno. */
int cn_catch_signals(void);

/* Puts back what was there before. */
void cn_release_signals(void);

/* Stops the process group as ctrl-z would. Returns true once it runs again and has the terminal, false if the program is
 * to end: the terminal belongs to another group then, and is to be left alone. */
bool cn_stop(void);

/* Whether the terminal belongs to another process group. */
bool cn_is_in_background(void);

/* Stops for as long as the terminal belongs to another process group, as a program does that the shell continues in the
 * background. Returns as cn_stop does. */
bool cn_await_foreground(void);

/* ---- Accidents ------------------------------------------------------------------------------------------------- */

/* From now until cn_close, a crash, and every other signal that ends a program, restores the terminal, shows what was
 * held back of stderr, and then takes its course with the handler that was there before. */
void cn_guard(void);

/* Sends stderr to a file without a name, if it is a terminal: it would end up in the middle of the screen. */
void cn_hold_stderr(void);

/* Gives stderr back and writes to it what was held back. */
void cn_release_stderr(void);

/* ---- Children -------------------------------------------------------------------------------------------------- */

/* Runs a program on the terminal, found through PATH, and waits for it. Leave the screen before. Returns its exit
 * status, 128 plus the signal that killed it, or -1 with errno if it could not be run. */
int cn_run(const char *const arguments[]);

/* The same in a folder and with an environment; NULL for those of this program. */
int cn_run_in(const char *const arguments[], const char *const environment[], const char *folder);

/* Starts a program in a session of its own, so that it has no terminal, in a folder, or in that of this program for
 * NULL. It reads nothing; what it prints is read from `output`, which does not block. Returns its process, which is also
 * its process group, or -1 with errno. Any thread. */
int cn_start(const char *const arguments[], const char *const environment[], const char *folder, int *output);

/* The same for a program that reads from a descriptor, and prints its errors to another; -1 for neither. */
int cn_start_with(const char *const arguments[], const char *const environment[], const char *folder, int input,
                  int errors, int *output);

/* Whether a process has ended that was not waited for yet. */
bool cn_has_ended(int process);

/* Waits for a process that has ended. Returns its exit status, or minus the signal that ended it. */
int cn_status(int process);

/* Sends a signal to a process group. */
void cn_signal_group(int process, int signal);

/* Runs a program in a process group of its own, which reads from a descriptor, and waits for it alone: it may leave
 * others behind. Returns its exit status, or -1 if it could not be run, was killed, or took longer than given. Any
 * thread. */
int cn_run_apart(const char *path, const char *const arguments[], const char *const environment[], int input,
                 int milliseconds);

#endif
