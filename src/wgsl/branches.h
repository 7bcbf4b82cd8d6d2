// The branches a template has, to be compared with those that expansions took (expander.h).
#pragma once

#include "wgsl/expander.h"

namespace bitloom::wgsl {

// All that a file could do; a branch that only stops with #error is left out.
Branches branches_of(const std::string& path, std::string_view text);

// What a branch is, in words: "matmul/kernel.wgsl:98: #if slices > 1", "... : no branch of #if pairs".
std::string describe_branch(const Sources& sources, const Branches::value_type& branch);

}  // namespace bitloom::wgsl
