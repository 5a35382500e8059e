#include "CExperimentsNcurses.h"

#if CN_HAS_CURSES

#include "screen.h"

/* Here alone: it has macros called as others call their variables, such as columns. */
#include <term.h>

void cn_never_repeat(void) { repeat_char = NULL; }

#endif
