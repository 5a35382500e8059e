#include "AllocationCounting.h"

#include <stddef.h>
#include <stdlib.h>

#if defined(__GLIBC__)

// The program's own `malloc` takes the place of the library's for everything that is loaded with it, and passes the
// work on to the library by its internal name.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static _Thread_local uint64_t count;

void *malloc(size_t size) {
    count++;
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    count++;
    return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
    count++;
    return __libc_realloc(block, size);
}

void *memalign(size_t alignment, size_t size) {
    count++;
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    count++;
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
    count++;
    *block = __libc_memalign(alignment, size);
    return *block == NULL ? 12 : 0;
}

bool allocation_counting_is_available(void) { return true; }

uint64_t allocation_count(void) { return count; }

#else

bool allocation_counting_is_available(void) { return false; }

uint64_t allocation_count(void) { return 0; }

#endif
