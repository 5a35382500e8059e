#ifndef BUILD_STAMP_H
#define BUILD_STAMP_H

/// The short name of the commit that the program was built from, with `-dirty` if files were changed; empty if the
/// build was not a release.
const char *build_stamp_commit(void);

#endif
