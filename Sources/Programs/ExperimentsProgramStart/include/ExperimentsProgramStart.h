#ifndef PROGRAM_START_H
#define PROGRAM_START_H

/// The short name of the commit that the program was built from, with `-dirty` if files were changed; empty if the
/// build was not a release.
const char *_Nonnull program_start_commit(void);

/// The number of words that the program was started with, its name included; 0 if the system does not say it.
int program_start_word_count(void);

/// One of these words.
const char *_Nonnull program_start_word(int index);

#endif
