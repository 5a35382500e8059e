#include "CExperimentsNcurses.h"

#if CN_HAS_CURSES

#include "screen.h"

#include <string.h>
#include <wchar.h>

static attr_t attributes_of(int bits) {
    attr_t attributes = A_NORMAL;
    if (bits & CN_BOLD) attributes |= A_BOLD;
    if (bits & CN_DIM) attributes |= A_DIM;
#ifdef A_ITALIC
    if (bits & CN_ITALIC) attributes |= A_ITALIC;
#endif
    if (bits & CN_UNDERLINE) attributes |= A_UNDERLINE;
    if (bits & CN_REVERSE) attributes |= A_REVERSE;
    return attributes;
}

int cn_width(uint32_t scalar) { return wcwidth((wchar_t)scalar); }

static void set_cell(cchar_t *target, const wchar_t *text, attr_t attributes, int pair) {
#if CN_WIDE_PAIRS
    int status = setcchar(target, text, attributes, (short)(pair <= 32767 ? pair : 0), &pair);
#else
    int status = setcchar(target, text, attributes, (short)pair, NULL);
#endif
    if (status == ERR) {
        static const wchar_t unknown[] = {L'?', 0};
        setcchar(target, unknown, attributes, 0, NULL);
    }
}

/* `blank` has the style; most cells differ from it in one character only. Where this C library sees another width than
 * ours, something of the right width stands in. */
static int fill(cchar_t *target, const struct cn_cell *cell, const cchar_t *blank, attr_t attributes, int pair) {
    if (cell->scalars[0] >= 0x20 && cell->scalars[0] < 0x7f && !cell->scalars[1]) {
        *target = *blank;
        target->chars[0] = (wchar_t)cell->scalars[0];
        return 1;
    }
    wchar_t text[4] = {(wchar_t)cell->scalars[0], (wchar_t)cell->scalars[1], (wchar_t)cell->scalars[2], 0};
    if (wcwidth(text[0]) != (int)cell->width) {
        wchar_t unknown[2] = {wcwidth(0xfffd) == 1 ? 0xfffd : L'?', 0};
        for (uint32_t i = 0; i < cell->width; i++) set_cell(target + i, unknown, attributes, pair);
        return (int)cell->width;
    }
    if (text[1] && wcwidth(text[1]) != 0) text[1] = 0;
    if (text[1] && text[2] && wcwidth(text[2]) != 0) text[2] = 0;
    set_cell(target, text, attributes, pair);
    return 1;
}

void cn_draw(int row, int column, const struct cn_cell *cells, int count, int foreground, int background,
             int bits) {
    if (!cn_state.screen || count <= 0) return;
    cchar_t buffer[256];
    attr_t attributes = attributes_of(bits);
    int pair = cn_pair(foreground, background);
    cchar_t blank;
    set_cell(&blank, L" ", attributes, pair);
    while (count > 0) {
        int used = 0, columns = 0;
        while (count > 0 && used + 2 <= 256) {
            used += fill(buffer + used, cells, &blank, attributes, pair);
            columns += (int)cells->width;
            cells++;
            count--;
        }
        if (wmove(stdscr, row, column) == ERR) return;
        wadd_wchnstr(stdscr, buffer, used);
        column += columns;
    }
}

void cn_erase(void) {
    if (cn_state.screen) werase(stdscr);
}

void cn_redraw(void) {
    if (cn_state.screen) clearok(curscr, TRUE);
}

void cn_present(int cursor_row, int cursor_column, bool shows_cursor) {
    if (!cn_state.screen || cn_state.is_out) return;
    static const char begin[] = "\033[?2026h", end[] = "\033[?2026l";
    if (cn_state.modern) cn_write(begin, sizeof begin - 1);
    wmove(stdscr, cursor_row, cursor_column);
    wnoutrefresh(stdscr);
    doupdate();
    curs_set(shows_cursor ? 1 : 0);
    if (cn_state.modern) cn_write(end, sizeof end - 1);
}

void cn_send(const void *bytes, size_t count, bool shows_cursor) {
    if (!cn_state.screen || cn_state.is_out) return;
    curs_set(shows_cursor ? 1 : 0);
    cn_write(bytes, count);
}

int cn_inspect(int row, int column, uint32_t text[5], int *foreground, int *background) {
    cchar_t cell;
    wchar_t wide[CCHARW_MAX + 1];
    attr_t attributes = 0;
    short pair = 0;
    memset(wide, 0, sizeof wide);
    memset(text, 0, 5 * sizeof *text);
    *foreground = *background = -1;
    if (!cn_state.screen || mvwin_wch(stdscr, row, column, &cell) == ERR) return -1;
#if CN_WIDE_PAIRS
    int wide_pair = 0;
    getcchar(&cell, wide, &attributes, &pair, NULL);
    wide_pair = cell.ext_color;
    if (wide_pair) extended_pair_content(wide_pair, foreground, background);
#else
    short first = -1, second = -1;
    getcchar(&cell, wide, &attributes, &pair, NULL);
    if (pair) {
        pair_content(pair, &first, &second);
        *foreground = first;
        *background = second;
    }
#endif
    for (int i = 0; i < 5 && i < CCHARW_MAX && wide[i]; i++) text[i] = (uint32_t)wide[i];
    int bits = 0;
    if (attributes & A_BOLD) bits |= CN_BOLD;
    if (attributes & A_DIM) bits |= CN_DIM;
#ifdef A_ITALIC
    if (attributes & A_ITALIC) bits |= CN_ITALIC;
#endif
    if (attributes & A_UNDERLINE) bits |= CN_UNDERLINE;
    if (attributes & A_REVERSE) bits |= CN_REVERSE;
    return bits;
}

#endif
