// The system's zlib, for what was packed with gzip.
#include <zlib.h>
