#include "wgsl/branches.h"

#include <gtest/gtest.h>

namespace bitloom::wgsl {
namespace {

const std::string text = R"(#param n=0, wide=0
#if n == 1
one
#elif n == 2
two
#end
#if wide
wide
#else
narrow
#end
#if n > 9
#error too many
#end
#default store(v)
y = ${v};
#end
#define twice(v)
${v} + ${v}
#end
#store(#twice(x))
)";

Sources sources() {
  Sources out;
  out.add("a.wgsl", text);
  return out;
}

Branches taken_by(Params params, std::string prelude = {}) {
  Branches taken;
  const auto expanded = expand(sources(), {"a.wgsl", std::move(params), std::move(prelude)}, &taken);
  EXPECT_TRUE(expanded.ok()) << expanded.error().message;
  std::erase_if(taken, [](const auto& branch) { return branch.first != "a.wgsl"; });
  return taken;
}

Branches of(std::initializer_list<size_t> lines) {
  Branches out;
  for (const size_t line : lines) out.emplace("a.wgsl", line);
  return out;
}

TEST(Branches, AFileHasThese) {  // all but the one that only stops
  EXPECT_EQ(branches_of("a.wgsl", text), of({0, 2, 4, 6, 7, 9, 14, 15, 17, 18}));
}

TEST(Branches, AnExpansionTakesThese) {
  EXPECT_EQ(taken_by(Params()), of({0, 6, 9, 14, 15, 18}));
  EXPECT_EQ(taken_by(Params().set("n", 1)), of({0, 2, 9, 14, 15, 18}));
  EXPECT_EQ(taken_by(Params().set("n", 2).set("wide", 1)), of({0, 4, 7, 14, 15, 18}));
  EXPECT_EQ(taken_by(Params(), "#define store(v)\nz = ${v};\n#end\n"), of({0, 6, 9, 14, 17, 18}));
}

TEST(Branches, WhatIsNotCalledOrIncludedIsNotTaken) {
  Sources some = sources();
  some.add("b.wgsl", "#define f(x)\n${x}\n#end\n#if 0\n#include \"a.wgsl\"\n#end\n");
  Branches taken;
  ASSERT_TRUE(expand(some, {"b.wgsl"}, &taken).ok());
  EXPECT_EQ(taken, (Branches{{"b.wgsl", 0}, {"b.wgsl", 6}}));
}

TEST(Branches, InWords) {
  const auto words = [](size_t line) { return describe_branch(sources(), {"a.wgsl", line}); };
  EXPECT_EQ(words(0), "a.wgsl: the file itself");
  EXPECT_EQ(words(4), "a.wgsl:4: #elif n == 2");
  EXPECT_EQ(words(6), "a.wgsl:4: #elif n == 2, not taken");
  EXPECT_EQ(words(9), "a.wgsl:9: #else");
  EXPECT_EQ(words(15), "a.wgsl:15: #default store(v), called");
  EXPECT_EQ(words(17), "a.wgsl:15: #default store(v), replaced by a hook");
}

}  // namespace
}  // namespace bitloom::wgsl
