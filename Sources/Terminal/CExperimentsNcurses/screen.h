/* What the files of this target share. */
#ifndef CNCURSES_SCREEN_H
#define CNCURSES_SCREEN_H

#include "CExperimentsNcurses.h"

#include <curses.h>
#include <signal.h>
#include <stdio.h>
#include <termios.h>

/* Pairs beyond 32767, and pairs as ints, came with ncurses 6.1; macOS has 6.0. */
#if defined(NCURSES_EXT_COLORS) && NCURSES_EXT_COLORS && NCURSES_VERSION_PATCH >= 20170401
#define CN_WIDE_PAIRS 1
#else
#define CN_WIDE_PAIRS 0
#endif

/* The ncurses 6.0 of a Mac repeats a character of several bytes by sending one of them often: lines come out garbled. */
#ifdef __APPLE__
#define CN_REPEATS_BYTES 1
#else
#define CN_REPEATS_BYTES 0
#endif

struct cn_state {
    SCREEN *screen;
    FILE *input_stream, *output_stream;
    int input, output;
    bool has_modes;
    struct termios modes;
    bool is_out; /* left for a while */
    bool mouse, paste, focus;
    bool modern; /* knows xterm's private modes */
    bool direct; /* ncurses does not draw */
    int colors;
    /* What puts the terminal back, ready for a signal handler, which may come while it is prepared anew: that happens in
     * the other one of the two. */
    struct {
        char text[512];
        size_t length;
    } restores[2];
    volatile sig_atomic_t restore;
};

extern struct cn_state cn_state;

/* Makes ncurses write out what it could have repeated. */
void cn_never_repeat(void);

/* Pairs of colours. */
void cn_pairs_reset(void);
int cn_pair(int foreground, int background);

/* Turns the terminal's reports on and off. */
void cn_enter_modes(void);
void cn_leave_modes(void);

/* Takes the terminal back if a child made itself the foreground group, and ended. */
void cn_take_foreground(void);

/* The signal that came and is to end the program; 0 for none. */
int cn_ending_signal(void);

/* What the terminal's description says; NULL for nothing. */
const char *cn_capability(const char *name);

/* Notes what puts the terminal back. To be called again whenever its modes are others. */
void cn_prepare_restore(void);

/* Safe in a signal handler. */
bool cn_write_all(int descriptor, const char *bytes, size_t count);
void cn_write_restore(void);
void cn_restore_in_handler(void);
void cn_replay_stderr_in_handler(void);
void cn_unguard(void);

#endif
