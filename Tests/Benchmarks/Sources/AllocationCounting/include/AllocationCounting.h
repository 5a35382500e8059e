#ifndef ALLOCATION_COUNTING_H
#define ALLOCATION_COUNTING_H

#include <stdbool.h>
#include <stdint.h>

/// Whether allocations can be counted on this system.
bool allocation_counting_is_available(void);

/// How many blocks this thread has allocated since it began to be counted.
uint64_t allocation_count(void);

#endif
