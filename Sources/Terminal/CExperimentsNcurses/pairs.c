/*
 * ncurses draws in numbered pairs of colours. This table gives every combination a number, the first time it is
 * drawn. Newer versions have one of their own (alloc_pair); macOS does not.
 */
#include "CExperimentsNcurses.h"

#if CN_HAS_CURSES

#include "screen.h"

#include <string.h>

enum { SLOTS = 4096 };

static struct {
    int foreground, background, pair;
} slots[SLOTS];
static int next_pair, last_pair;
static bool overflowed;

void cn_pairs_reset(void) {
    memset(slots, 0, sizeof slots);
    next_pair = 1;
    last_pair = COLOR_PAIRS - 1 < SLOTS / 2 ? COLOR_PAIRS - 1 : SLOTS / 2;
#if !CN_WIDE_PAIRS
    if (last_pair > 255) last_pair = 255;
#endif
}

bool cn_colors_overflowed(void) {
    bool result = overflowed;
    if (result) cn_pairs_reset();
    overflowed = false;
    return result;
}

int cn_pair(int foreground, int background) {
    if (cn_state.colors == 0 || (foreground < 0 && background < 0)) return 0;
    unsigned hash = ((unsigned)foreground * 0x9e3779b1u) ^ ((unsigned)background * 0x85ebca6bu);
    unsigned index = (hash >> 16 ^ hash) % SLOTS;
    for (; slots[index].pair; index = (index + 1) % SLOTS)
        if (slots[index].foreground == foreground && slots[index].background == background) return slots[index].pair;
    if (next_pair > last_pair) {
        overflowed = true;
        return 0;
    }
#if CN_WIDE_PAIRS
    if (init_extended_pair(next_pair, foreground, background) == ERR) return 0;
#else
    if (init_pair((short)next_pair, (short)foreground, (short)background) == ERR) return 0;
#endif
    slots[index].foreground = foreground;
    slots[index].background = background;
    slots[index].pair = next_pair;
    return next_pair++;
}

#endif
