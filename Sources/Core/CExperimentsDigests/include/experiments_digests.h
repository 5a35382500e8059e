#ifndef EXPERIMENTS_DIGESTS_H
#define EXPERIMENTS_DIGESTS_H

#include <stddef.h>
#include <stdint.h>

/// A SHA-256 digest (FIPS 180-4) of bytes that arrive in parts. A copy continues on its own.
typedef struct {
    uint32_t words[8];
    uint64_t length;
    uint8_t block[64];
} experiments_sha256;

/// Begins a digest.
void experiments_sha256_begin(experiments_sha256 *digest);
/// Adds bytes.
void experiments_sha256_add(experiments_sha256 *digest, const void *bytes, size_t count);
/// Writes the 32 bytes of the digest of all bytes so far, after which nothing can be added.
void experiments_sha256_end(experiments_sha256 *digest, uint8_t *result);

#endif
