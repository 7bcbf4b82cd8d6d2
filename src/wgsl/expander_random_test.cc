// Templates nobody would write: whatever they are, they end, in a text or in an error that says where.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "wgsl/expander.h"

namespace bitloom::wgsl {
namespace {

Result<Expanded> expanded(std::string_view root, Params params, std::string_view other, std::string prelude) {
  Sources sources;
  sources.add("root.wgsl", root);
  sources.add("b.wgsl", other);
  return expand(sources, Key{"root.wgsl", std::move(params), std::move(prelude)});
}

// Checks what holds for any template: an answer whose origins fit, or an error with its place.
void expect_sane(const Result<Expanded>& result) {
  if (result) {
    ASSERT_LE(result->text.size(), size_t{4} << 20);
    ASSERT_EQ(std::ranges::count(result->text, '\n'), static_cast<std::ptrdiff_t>(result->origins.size()));
    for (const Origin& origin : result->origins) ASSERT_LT(origin.file, result->files.size());
  } else {
    ASSERT_EQ(result.error().code, Code::compile);
    const std::string& message = result.error().message;
    const size_t digit = message.find(':') + 1;  // "[wgsl] file:12: ..."
    ASSERT_TRUE(message.starts_with("[wgsl] ") && message[digit] >= '1' && message[digit] <= '9') << message;
  }
}

// Random pieces of the language in random order neither crash nor loop for ever.
TEST(WgslExpander, GarbageNeverCrashes) {
  static constexpr std::string_view kPieces[] = {"#if ",
                                                 "#elif ",
                                                 "#else",
                                                 "#end",
                                                 "#for i in ",
                                                 "#let a = ",
                                                 "#define m(a, b)",
                                                 "#default m(a)",
                                                 "#m(",
                                                 "#param a=",
                                                 "#param n",
                                                 "#include \"b.wgsl\"",
                                                 "#include \"root.wgsl\"",
                                                 " with a=",
                                                 "#error ",
                                                 "${",
                                                 "}",
                                                 "(",
                                                 ")",
                                                 "..",
                                                 "0",
                                                 "1",
                                                 "999999999",
                                                 "9223372036854775807",
                                                 "a",
                                                 "n",
                                                 "i",
                                                 "'s'",
                                                 "\"",
                                                 "'",
                                                 " + ",
                                                 " - ",
                                                 " * ",
                                                 " / ",
                                                 " % ",
                                                 " == ",
                                                 " < ",
                                                 " && ",
                                                 " || ",
                                                 "!",
                                                 " ? ",
                                                 " : ",
                                                 ",",
                                                 "min(",
                                                 "\n",
                                                 "\n",
                                                 "\n",
                                                 "\n#end\n",
                                                 "//",
                                                 "//#",
                                                 "#",
                                                 "$",
                                                 "\\",
                                                 "\t",
                                                 "\r",
                                                 "\xff",
                                                 "text",
                                                 "#b(1)",
                                                 "#a()",
                                                 "${a + a}"};
  const unsigned seed = std::random_device()();
  SCOPED_TRACE(format("seed {}", seed));
  std::mt19937 random(seed);
  const auto garbage = [&] {
    std::string text;
    for (size_t i = random() % 60; i > 0; --i) text += kPieces[random() % std::size(kPieces)];
    return text;
  };
  for (int round = 0; round < 3000; ++round) {
    const std::string root = garbage(), other = garbage(), prelude = random() % 4 ? "" : garbage();
    expect_sane(expanded(root, Params().set("n", random() % 5), other, prelude));
    if (HasFatalFailure()) return;
  }
}

// Templates whose lines and blocks are right, in random order: these get far, and some expand.
TEST(WgslExpander, RandomTemplatesNeverCrash) {
  static constexpr std::string_view kBlocks[] = {"#if n > 1",          "#if i == 2",       "#for i in 0..n",
                                                 "#for i in 0..i + 1", "#for i in 0..300", "#define f(x)",
                                                 "#default g(x, y)",   "#default f(x)"};
  static constexpr std::string_view kLines[] = {"let x = ${n};",
                                                "${i}",
                                                "${a + a}",
                                                "  #f(${i})",
                                                "x = #f(1) + #f(#f(2));",
                                                "#g(a, ${n * i})",
                                                "y = #g(1, #f(3));",
                                                "",
                                                "#let a = i + 's'",
                                                "#let i = 3",
                                                "#let a = 'text'",
                                                "#include \"b.wgsl\"",
                                                "#include \"b.wgsl\" with n=${n - 1}",
                                                "#include \"b.wgsl\" with i=7",
                                                "#param i=2",
                                                "#param n, a=q",
                                                "// ${n} #",
                                                "//# note"};
  const unsigned seed = std::random_device()();
  SCOPED_TRACE(format("seed {}", seed));
  std::mt19937 random(seed);
  const auto pick = [&](auto& from) { return from[random() % std::size(from)]; };
  const auto random_template = [&] {
    std::string text = random() % 8 ? "#param n, i=1, a=b\n#default f(x)\n${x};\n#end\n" : "";
    if (random() % 2) text += "#default g(x, y)\n${y}\n  ${x}\n#end\n";
    int open = 0;
    for (size_t i = random() % 12; i > 0; --i) {
      if (random() % 4 == 0) text += format("{}\n", pick(kBlocks)), ++open;
      else if (open && random() % 3 == 0) text += "#end\n", --open;
      else text += format("{}\n", pick(kLines));
    }
    for (; open; --open) text += "#end\n";
    return text;
  };
  int good = 0;
  for (int round = 0; round < 1000; ++round) {
    const std::string root = random_template(), other = random_template(),
                      prelude = random() % 2 ? random_template() : "";
    const auto result = expanded(root, Params().set("n", random() % 5), other, prelude);
    expect_sane(result);
    if (HasFatalFailure()) return;
    good += result.ok() && !result->text.empty();
  }
  EXPECT_GT(good, 40) << "the generator no longer reaches far";
}

}  // namespace
}  // namespace bitloom::wgsl
