#include "BuildStamp.h"

#ifndef BUILD_COMMIT
#define BUILD_COMMIT ""
#endif

const char *build_stamp_commit(void) { return BUILD_COMMIT; }
