// One pool of threads for all CPU kernels.
//
//   parallel_for(rows, 16, [&](size_t begin, size_t end) {      // pieces are handed out as threads come free
//     for (size_t r = begin; r < end; ++r) softmax_row(r);
//   });
//
// The calling thread works too, so a pool of one simply runs the loop. A kernel must give the same answer however the
// range is cut, so that results do not depend on the number of threads. In a page the other threads are Web Workers
// over shared memory, started by JavaScript (js/src/threads.ts).
#pragma once

#include <cstddef>

#include "base/function_ref.h"

namespace bitloom {

// Runs f over [0, count) in pieces that start at multiples of `grain` and hold at least `grain` items (the last may
// hold fewer), and returns when all are done. From inside another parallel_for, or while another thread has the pool,
// the caller does the whole range itself.
void parallel_for(size_t count, size_t grain, FunctionRef<void(size_t begin, size_t end)> f);

// How many threads work on a parallel_for, the caller included. At first BITLOOM_THREADS, or else one per hardware
// thread; set_threads(0) goes back to that. Takes effect at the next parallel_for.
int threads();
void set_threads(int count);

#ifdef __wasi__
// For JavaScript: a worker joins for its number and works under it, for good. There are no exceptions here, so running
// out of memory inside a kernel throws JavaScript's: a worker that caught it abandons its piece and works on; the
// caller of parallel_for calls its job off.
int join_threads();
void work_as_thread(int number);
void abandon_work();
void recover_threads();
[[noreturn]] void fatal_out_of_memory();  // wasm_calls.cc
#endif

}  // namespace bitloom
