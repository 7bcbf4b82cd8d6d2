// Shader texts that are checked in, so that a change of them is seen: goldens, which a person reads, and the manifest,
// a hash for each of the rest.
//
// A golden is a line of a list, `goldens.txt` in an op's folder or (fused kernels) in src/graph:
//
//   tiled_transpose_b_f16   large   matmul(64x32:f16, 48x32:f16, transpose_b=1)
//
// its name, one of made_up_devices() and a graph (graph/parse.h). Its text, all kernels of the graph's plan, is the
// file `goldens/<name>.wgsl` beside the list. An op with templates but no list has one golden, `first_case`. Every
// branch and every hook of every template has to be in one of them.
#pragma once

#include <filesystem>

#include "runtime/variants.h"
#include "wgsl/expander.h"

struct Shaders {
  bitloom::Variants variants;                            // all there are, those of goldens too
  std::map<std::filesystem::path, std::string> goldens;  // texts by file
  int fused = 0;                                         // goldens that show a fused kernel
  bitloom::wgsl::Branches uncovered;                     // in no golden
};

// `src`: the folder with the ops' lists.
bitloom::Result<Shaders> make_shaders(const std::filesystem::path& src);

// One line a variant, sorted: its key and the hash of its text.
bitloom::Result<std::string> manifest_of(const bitloom::Variants& variants);
