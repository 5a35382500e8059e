#include "CExperimentsNcurses.h"

#if CN_HAS_CURSES

#include "screen.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <wchar.h>

/* The keys that a terminal's description names. Keypad keys are not among them: they type digits. */
static const struct {
    const char *name;
    int key, modifiers;
} named_keys[] = {
    {"kcuu1", CN_KEY_UP, 0},
    {"kcud1", CN_KEY_DOWN, 0},
    {"kcub1", CN_KEY_LEFT, 0},
    {"kcuf1", CN_KEY_RIGHT, 0},
    {"khome", CN_KEY_HOME, 0},
    {"kfnd", CN_KEY_HOME, 0},
    {"kend", CN_KEY_END, 0},
    {"kslt", CN_KEY_END, 0},
    {"kpp", CN_KEY_PAGE_UP, 0},
    {"knp", CN_KEY_PAGE_DOWN, 0},
    {"kcbt", CN_KEY_BACK_TAB, 0},
    {"kent", CN_KEY_ENTER, 0},
    {"kbs", CN_KEY_BACKSPACE, 0},
    {"kdch1", CN_KEY_DELETE, 0},
    {"kich1", CN_KEY_INSERT, 0},
    {"kri", CN_KEY_UP, CN_SHIFT},
    {"kind", CN_KEY_DOWN, CN_SHIFT},
};

/* Extended names; a last digit is xterm's modifier: kLFT5 is control and left. Without one, shift is held down. */
static const struct {
    const char *name;
    int key;
} modified_keys[] = {
    {"kUP", CN_KEY_UP}, {"kDN", CN_KEY_DOWN}, {"kLFT", CN_KEY_LEFT}, {"kRIT", CN_KEY_RIGHT}, {"kHOM", CN_KEY_HOME},
    {"kEND", CN_KEY_END}, {"kPRV", CN_KEY_PAGE_UP}, {"kNXT", CN_KEY_PAGE_DOWN}, {"kDC", CN_KEY_DELETE},
    {"kIC", CN_KEY_INSERT},
};

enum {
    NAMED = sizeof named_keys / sizeof *named_keys,
    MODIFIED = sizeof modified_keys / sizeof *modified_keys,
    VARIANTS = 8, /* shift, then modifiers 2 to 8 */
    FUNCTION_KEYS = 63,
};

/* xterm's F13 to F63 are its F1 to F12 with modifiers, which its sequences say themselves. */
static bool is_modified_function_key(int number) {
    const char *shifted = cn_capability("kf13");
    return number > 12 && shifted && strcmp(shifted, "\033[1;2P") == 0;
}

bool cn_described_key(int index, struct cn_described_key *key) {
    char name[16];
    if (!cn_state.screen || index < 0) return false;
    memset(key, 0, sizeof *key);
    if (index < NAMED) {
        key->key = named_keys[index].key;
        key->modifiers = named_keys[index].modifiers;
        key->bytes = cn_capability(named_keys[index].name);
        return true;
    }
    index -= NAMED;
    if (index < MODIFIED * VARIANTS) {
        int variant = index % VARIANTS;
        key->key = modified_keys[index / VARIANTS].key;
        key->modifiers = variant ? variant : CN_SHIFT;
        snprintf(name, sizeof name, variant ? "%s%d" : "%s", modified_keys[index / VARIANTS].name, variant + 1);
        key->bytes = cn_capability(name);
        return true;
    }
    int number = index - MODIFIED * VARIANTS + 1;
    if (number > FUNCTION_KEYS) return false;
    key->key = CN_KEY_FUNCTION + number;
    snprintf(name, sizeof name, "kf%d", number);
    key->bytes = is_modified_function_key(number) ? NULL : cn_capability(name);
    return true;
}

size_t cn_read_bytes(uint8_t *bytes, size_t room) {
    int waiting = 0;
    if (!cn_state.screen || cn_state.is_out) return 0;
    if (ioctl(cn_state.input, FIONREAD, &waiting) != 0 || waiting <= 0) return 0;
    ssize_t count = read(cn_state.input, bytes, (size_t)waiting < room ? (size_t)waiting : room);
    return count > 0 ? (size_t)count : 0;
}

size_t cn_decode(const uint8_t *bytes, size_t count, uint32_t *scalars) {
    static mbstate_t state;
    size_t decoded = 0;
    for (size_t i = 0; i < count; i++) {
        wchar_t scalar = 0;
        size_t used = mbrtowc(&scalar, (const char *)bytes + i, 1, &state);
        if (used == (size_t)-2) continue;
        if (used == (size_t)-1) {
            memset(&state, 0, sizeof state);
            scalar = 0xfffd;
        }
        scalars[decoded++] = (uint32_t)scalar;
    }
    return decoded;
}

bool cn_has_bytes(int descriptor) {
    int count = 0;
    return ioctl(descriptor, FIONREAD, &count) == 0 && count > 0;
}

#endif
