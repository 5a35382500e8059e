#include "ExperimentsProgramStart.h"

#include <stdlib.h>

#ifndef BUILD_COMMIT
#define BUILD_COMMIT ""
#endif

const char *program_start_commit(void) { return BUILD_COMMIT; }

static int count;
static char **words;

#ifdef __GLIBC__
/* What main gets, constructors get, too. */
__attribute__((constructor)) static void remember(int argc, char **argv) {
    count = argc;
    words = argv;
}
#endif

int program_start_word_count(void) { return count; }

const char *program_start_word(int index) { return index < count ? words[index] : ""; }
