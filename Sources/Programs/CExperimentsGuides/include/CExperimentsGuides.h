#ifndef C_EXPERIMENTS_GUIDES_H
#define C_EXPERIMENTS_GUIDES_H

#include <stddef.h>

/// A guide of the documentation, in Markdown.
struct experiments_guide {
    const char *name;
    const char *text;
    size_t length;
};

/// Returns a guide; one without a name after the last.
struct experiments_guide experiments_guide_at(size_t index);

#endif
