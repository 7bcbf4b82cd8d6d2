// How much memory the system can still give.
#pragma once

#include <cstdint>

namespace bitloom {

// Bytes that can be taken before the system ends somebody: of the machine, or of the control group this runs in (a
// container). The largest number where that is not known.
uint64_t available_memory();

}  // namespace bitloom
