/*
 * What is asked of a terminal's description without opening a screen. In a file of its own: term.h takes common words,
 * such as columns, for itself.
 */
#include "CExperimentsNcurses.h"

#if CN_HAS_CURSES

#include <curses.h>
#include <term.h>
#include <unistd.h>

int cn_described_colors(const char *term) {
    int status = 0;
    if (!*term || setupterm((NCURSES_CONST char *)term, STDOUT_FILENO, &status) == ERR) return -1;
    int colors = tigetnum((NCURSES_CONST char *)"colors");
    del_curterm(cur_term);
    return colors < 0 ? 0 : colors;
}

#endif
