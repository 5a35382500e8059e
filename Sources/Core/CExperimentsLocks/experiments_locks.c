// The functions are inline; SwiftPM asks for a source.

#include "experiments_locks.h"
