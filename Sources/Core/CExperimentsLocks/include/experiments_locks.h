// Words that threads read and change without a lock, for Apple's systems that have no module Synchronization.

#ifndef EXPERIMENTS_LOCKS_H
#define EXPERIMENTS_LOCKS_H

#include <stdint.h>

static inline int64_t experiments_word_load(int64_t *word) { return __atomic_load_n(word, __ATOMIC_ACQUIRE); }

static inline void experiments_word_store(int64_t *word, int64_t value) {
    __atomic_store_n(word, value, __ATOMIC_RELEASE);
}

static inline int64_t experiments_word_exchange(int64_t *word, int64_t value) {
    return __atomic_exchange_n(word, value, __ATOMIC_ACQ_REL);
}

static inline int64_t experiments_word_add(int64_t *word, int64_t value) {
    return __atomic_fetch_add(word, value, __ATOMIC_ACQ_REL);
}

#endif
