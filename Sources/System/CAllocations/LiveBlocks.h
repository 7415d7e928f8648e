// The blocks that were allocated since the last time all were forgotten, and their bytes.
//
// Without knowing which they are, the freeing of an older block would be taken off theirs. Their
// addresses stand in a table of its own pages, since it is changed from inside malloc. No locks.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Forgets all; false where there is no memory for the table. What others add or remove meanwhile
// may be forgotten or not.
bool live_blocks_forget(void);

void live_blocks_add(const void *block, size_t size);

// Whether the block was one of them.
bool live_blocks_remove(const void *block, size_t size);

// The most bytes they held at once; -1 where the table was too full for one of them.
int64_t live_blocks_peak_bytes(void);
