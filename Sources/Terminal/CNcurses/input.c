#include "CNcurses.h"

#if CN_HAS_CURSES

#include "screen.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static const struct {
    int code, key, modifiers;
} plain_keys[] = {
    {KEY_UP, CN_KEY_UP, 0},
    {KEY_DOWN, CN_KEY_DOWN, 0},
    {KEY_LEFT, CN_KEY_LEFT, 0},
    {KEY_RIGHT, CN_KEY_RIGHT, 0},
    {KEY_HOME, CN_KEY_HOME, 0},
    {KEY_FIND, CN_KEY_HOME, 0},
    {KEY_A1, CN_KEY_HOME, 0},
    {KEY_END, CN_KEY_END, 0},
    {KEY_SELECT, CN_KEY_END, 0},
    {KEY_C1, CN_KEY_END, 0},
    {KEY_PPAGE, CN_KEY_PAGE_UP, 0},
    {KEY_A3, CN_KEY_PAGE_UP, 0},
    {KEY_NPAGE, CN_KEY_PAGE_DOWN, 0},
    {KEY_C3, CN_KEY_PAGE_DOWN, 0},
    {KEY_BTAB, CN_KEY_BACK_TAB, 0},
    {KEY_ENTER, CN_KEY_ENTER, 0},
    {KEY_BACKSPACE, CN_KEY_BACKSPACE, 0},
    {KEY_DC, CN_KEY_DELETE, 0},
    {KEY_IC, CN_KEY_INSERT, 0},
    {KEY_SR, CN_KEY_UP, CN_SHIFT},
    {KEY_SF, CN_KEY_DOWN, CN_SHIFT},
    {KEY_SLEFT, CN_KEY_LEFT, CN_SHIFT},
    {KEY_SRIGHT, CN_KEY_RIGHT, CN_SHIFT},
    {KEY_SHOME, CN_KEY_HOME, CN_SHIFT},
    {KEY_SEND, CN_KEY_END, CN_SHIFT},
    {KEY_SPREVIOUS, CN_KEY_PAGE_UP, CN_SHIFT},
    {KEY_SNEXT, CN_KEY_PAGE_DOWN, CN_SHIFT},
    {KEY_SDC, CN_KEY_DELETE, CN_SHIFT},
    {KEY_SIC, CN_KEY_INSERT, CN_SHIFT},
};

/* Extended names of terminfo, with the xterm modifier as a last digit: kLFT5 is control and left. */
static const struct {
    const char *name;
    int key;
} named_keys[] = {
    {"kUP", CN_KEY_UP}, {"kDN", CN_KEY_DOWN}, {"kLFT", CN_KEY_LEFT}, {"kRIT", CN_KEY_RIGHT}, {"kHOM", CN_KEY_HOME},
    {"kEND", CN_KEY_END}, {"kPRV", CN_KEY_PAGE_UP}, {"kNXT", CN_KEY_PAGE_DOWN}, {"kDC", CN_KEY_DELETE},
    {"kIC", CN_KEY_INSERT},
};

static bool set_key(struct cn_input *input, int key, int modifiers) {
    input->kind = CN_KEY;
    input->value = (uint32_t)key;
    input->modifiers = modifiers;
    return true;
}

static bool extended_key(struct cn_input *input, int code) {
    const char *name = keyname(code);
    if (!name) return false;
    if (strcmp(name, "kxIN") == 0 || strcmp(name, "kxOUT") == 0) {
        input->kind = CN_FOCUS;
        input->value = strcmp(name, "kxIN") == 0;
        return true;
    }
    for (size_t i = 0; i < sizeof named_keys / sizeof *named_keys; i++) {
        size_t length = strlen(named_keys[i].name);
        if (strncmp(name, named_keys[i].name, length) != 0) continue;
        if (name[length] == 0) return set_key(input, named_keys[i].key, CN_SHIFT);
        if (name[length] >= '2' && name[length] <= '8' && name[length + 1] == 0)
            return set_key(input, named_keys[i].key, name[length] - '1');
    }
    return false;
}

/* xterm's F13 to F63 are its F1 to F12 with modifiers. */
static bool function_key(struct cn_input *input, int number) {
    static const int modifiers[] = {0, CN_SHIFT, CN_CONTROL, CN_CONTROL | CN_SHIFT, CN_ALT, CN_ALT | CN_SHIFT};
    if (!cn_state.xterm_function_keys || number <= 12) return set_key(input, CN_KEY_FUNCTION + number, 0);
    return set_key(input, CN_KEY_FUNCTION + (number - 1) % 12 + 1, modifiers[(number - 1) / 12]);
}

static void translate(struct cn_input *input, int code) {
    for (size_t i = 0; i < sizeof plain_keys / sizeof *plain_keys; i++) {
        if (plain_keys[i].code != code) continue;
        set_key(input, plain_keys[i].key, plain_keys[i].modifiers);
        return;
    }
    if (code > KEY_F0 && code <= KEY_F(63) && function_key(input, code - KEY_F0)) return;
    if (code == KEY_MOUSE) {
        const char *start = tigetstr("kmous");
        bool is_sgr = start && start != (const char *)-1 && strcmp(start, "\033[<") == 0;
        input->kind = is_sgr ? CN_SGR_MOUSE : CN_X10_MOUSE;
        return;
    }
    if (code > KEY_MAX && extended_key(input, code)) return;
    input->kind = CN_IGNORED;
}

bool cn_read(struct cn_input *input) {
    if (!cn_state.screen || cn_state.is_out) return false;
    wint_t code = 0;
    memset(input, 0, sizeof *input);
    switch (wget_wch(cn_state.keys, &code)) {
    case OK:
        input->kind = CN_CHARACTER;
        input->value = (uint32_t)code;
        return true;
    case KEY_CODE_YES:
        translate(input, (int)code);
        return true;
    default: return false;
    }
}

size_t cn_read_bytes(uint8_t *bytes, size_t room, size_t least) {
    int waiting = 0;
    if (!cn_state.screen || cn_state.is_out || !cn_state.modern) return 0;
    if (ioctl(cn_state.input, FIONREAD, &waiting) != 0 || waiting <= 0 || (size_t)waiting < least) return 0;
    ssize_t count = read(cn_state.input, bytes, (size_t)waiting < room ? (size_t)waiting : room);
    return count > 0 ? (size_t)count : 0;
}

bool cn_has_bytes(int descriptor) {
    int count = 0;
    return ioctl(descriptor, FIONREAD, &count) == 0 && count > 0;
}

#endif
