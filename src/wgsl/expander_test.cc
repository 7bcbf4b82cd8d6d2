#include "wgsl/expander.h"

#include <gtest/gtest.h>

#include "bitloom/text.h"

namespace bitloom::wgsl {
namespace {

using Files = std::vector<std::pair<std::string_view, std::string_view>>;

Sources sources_of(std::string_view root, const Files& files = {}) {
  Sources sources;
  sources.add("root.wgsl", root);
  for (const auto& [path, text] : files) sources.add(path, text);
  return sources;
}

Result<Expanded> expanded(std::string_view root, Params params = {}, const Files& files = {},
                          std::string prelude = {}) {
  return expand(sources_of(root, files), Key{"root.wgsl", std::move(params), std::move(prelude)});
}

// The expanded text, or the error's message.
std::string text_of(std::string_view root, Params params = {}, const Files& files = {}, std::string prelude = {}) {
  const auto result = expanded(root, std::move(params), files, std::move(prelude));
  return result ? result->text : result.error().message;
}

// What an expression becomes in a hole, or the error without its place.
std::string value_of(std::string_view expression, Params params = {}) {
  std::string declared;
  for (const auto& [name, value] : params) declared += format("#param {}\n", name);
  std::string text = text_of(declared + "${" + std::string(expression) + "}", std::move(params));
  if (text.starts_with("[wgsl] ")) return text.substr(text.find(": ") + 2);
  text.pop_back();
  return text;
}

TEST(WgslExpression, Values) {
  const Params p = Params().set("n", 7).set("t", "f16").set("zero", 0);
  EXPECT_EQ(value_of("1 + 2 * 3", p), "7");
  EXPECT_EQ(value_of("(1 + 2) * 3", p), "9");
  EXPECT_EQ(value_of("20 - 5 - 3", p), "12");
  EXPECT_EQ(value_of("-n % 4", p), "-3");
  EXPECT_EQ(value_of("n / 2 + -1", p), "2");
  EXPECT_EQ(value_of("min(n, 4) + max(n, 10)", p), "14");
  EXPECT_EQ(value_of("n >= 7 && n <= 7 && !(n < 7) && !(n > 7) && n == 7 && n != 8", p), "1");
  EXPECT_EQ(value_of("0 || 0 && 1", p), "0");
  EXPECT_EQ(value_of("2 || zero", p), "1");
  EXPECT_EQ(value_of("2 && 3", p), "1");
  EXPECT_EQ(value_of("1 < 2 == 1", p), "1");
  EXPECT_EQ(value_of("t == 'f16' ? \"half\" : 'full'", p), "half");
  EXPECT_EQ(value_of("n == 1 ? 'a' : n == 7 ? 'b' : 'c'", p), "b");
  EXPECT_EQ(value_of("'vec' + 4 + '<' + t + '>'", p), "vec4<f16>");
  EXPECT_EQ(value_of("'' + 1 + 2", p), "12");
  EXPECT_EQ(value_of("t == 1", p), "0");
  EXPECT_EQ(value_of("t != 1", p), "1");
  EXPECT_EQ(value_of("${n} + ${ n + 1 }", p), "15");
  EXPECT_EQ(value_of("'}' + n", p), "}7");
  EXPECT_EQ(value_of("-9223372036854775807 - 1", p), "-9223372036854775808");
  EXPECT_EQ(value_of("(-9223372036854775807 - 1) % -1", p), "0");
  EXPECT_EQ(value_of("-6 / -1", p), "6");
}

TEST(WgslExpression, TheSideNotTakenCannotGoWrong) {
  const Params p = Params().set("n", 0).set("t", "f16");
  EXPECT_EQ(value_of("n != 0 && 8 / n > 1", p), "0");
  EXPECT_EQ(value_of("n == 0 || 8 / n > 1", p), "1");
  EXPECT_EQ(value_of("n == 0 ? 1 : 8 / n", p), "1");
  EXPECT_EQ(value_of("n && (t || 1 / 0)", p), "0");
  EXPECT_EQ(value_of("n && 8 / n || 5", p), "1");
  EXPECT_EQ(value_of("n && nn", p), "unknown name \"nn\"; known: n, t") << "but it must know its names";
}

TEST(WgslExpression, Problems) {
  const Params p = Params().set("n", 7).set("t", "f16");
  EXPECT_EQ(value_of("thraeds", p), "unknown name \"thraeds\"; known: n, t");
  EXPECT_EQ(value_of("n", {}), "unknown name \"n\"; known: none");
  EXPECT_EQ(value_of("1 / (n - 7)", p), "1 / 0");
  EXPECT_EQ(value_of("1 % 0", p), "1 % 0");
  EXPECT_EQ(value_of("t * 2", p), "* takes integers, not \"f16\"");
  EXPECT_EQ(value_of("2 < t", p), "< takes integers, not \"f16\"");
  EXPECT_EQ(value_of("-t", p), "- takes integers, not \"f16\"");
  EXPECT_EQ(value_of("!t", p), "\"f16\" is neither true nor false; compare it with == or !=");
  EXPECT_EQ(value_of("t && 1", p), "\"f16\" is neither true nor false; compare it with == or !=");
  EXPECT_EQ(value_of("1 && t", p), "\"f16\" is neither true nor false; compare it with == or !=");
  EXPECT_EQ(value_of("t ? 1 : 2", p), "\"f16\" is neither true nor false; compare it with == or !=");
  EXPECT_EQ(value_of("9223372036854775807 + 1", p), "9223372036854775807 + 1 is over 64 bits");
  EXPECT_EQ(value_of("9223372036854775807 * 2", p), "9223372036854775807 * 2 is over 64 bits");
  EXPECT_EQ(value_of("(-9223372036854775807 - 1) / -1", p), "-9223372036854775808 / -1 is over 64 bits");
  EXPECT_EQ(value_of("99999999999999999999", p), "a number over 64 bits");
  EXPECT_EQ(value_of("4u", p), "a number runs into \"u}\"");
  EXPECT_EQ(value_of("(1", p), "expected ) at \"}\"");
  EXPECT_EQ(value_of("", p), "expected a value at \"}\"");
  EXPECT_EQ(value_of("1 +", p), "expected a value at \"}\"");
  EXPECT_EQ(value_of("'abc", p), "a string without its closing quote");
  EXPECT_EQ(value_of("1 ? 2", p), "expected : after the first choice of ?");
  EXPECT_EQ(value_of("min(1)", p), "min takes two values");
  EXPECT_EQ(value_of("1 2", p), "expected } to close the hole, at \"2}\"");
  EXPECT_EQ(value_of(std::string(100, '('), p), "an expression more than 32 deep");
  EXPECT_EQ(value_of(std::string(100, '!'), p), "an expression more than 32 deep");
  EXPECT_EQ(value_of(std::string(50, '-') + "1", p), "an expression more than 32 deep");
}

TEST(WgslExpander, TextPassesThrough) {
  EXPECT_EQ(text_of("fn main() {\n  let x = 1; // plain #1\n}\n"), "fn main() {\n  let x = 1; // plain #1\n}\n");
  EXPECT_EQ(text_of("no newline at the end"), "no newline at the end\n");
  EXPECT_EQ(text_of("windows\r\nlines  \r\n"), "windows\nlines\n");
  EXPECT_EQ(text_of(""), "");
}

TEST(WgslExpander, BlankRunsCollapseAndNotesVanish) {
  EXPECT_EQ(text_of("\n\na\n\n \n\nb\n  //# for us\n\n// for all\nc\n\n\n"), "a\n\nb\n\n// for all\nc\n");
  EXPECT_EQ(text_of("a\n\n#if 1\n\n#end\n\nb"), "a\n\nb\n");
}

TEST(WgslExpander, ParamsComeFromTheKeyOrTheDefault) {
  const char* root = "#param dtype, threads=256, half=${threads / 2}\n${dtype} ${threads} ${half}";
  EXPECT_EQ(text_of(root, Params().set("dtype", "f16")), "f16 256 128\n");
  EXPECT_EQ(text_of(root, Params().set("dtype", "f32").set("threads", 64)), "f32 64 32\n");
  EXPECT_EQ(text_of("#param s=\"a, b\", t='c'\n${s} ${t}"), "a, b c\n");
  EXPECT_EQ(text_of("#param a\n", {}), "[wgsl] root.wgsl:1: parameter \"a\" has no value and no default; given: none");
  EXPECT_EQ(text_of("#param a=1\n", Params().set("b", 1)),
            "[wgsl] root.wgsl:1: the key gives \"b\", which no #param declares; declared: a");
  EXPECT_EQ(text_of("#if 0\n#param a\n#end", Params().set("a", 1)),
            "[wgsl] root.wgsl:1: the key gives \"a\", which no #param declares; declared: none");
  EXPECT_EQ(text_of("x\n${a}", Params().set("a", 1)), "[wgsl] root.wgsl:2: unknown name \"a\"; known: none");
  EXPECT_EQ(text_of("#param 1a"), "[wgsl] root.wgsl:1: expected a name or name=value, not \"1a\"");
  EXPECT_EQ(text_of("#param"), "[wgsl] root.wgsl:1: expected names");
  EXPECT_EQ(text_of("#for i in 0..1\n#param a=1\n#end"),
            "[wgsl] root.wgsl:2: #param belongs to a file, not into a loop or macro");
}

TEST(WgslExpander, IfTakesOneBranch) {
  const char* root =
      "#param n\n#if n == 1\none\n#elif n == 2 // comment\ntwo\n#elif n == 3\nthree\n#else\nmany\n#end\nz";
  EXPECT_EQ(text_of(root, Params().set("n", 1)), "one\nz\n");
  EXPECT_EQ(text_of(root, Params().set("n", 2)), "two\nz\n");
  EXPECT_EQ(text_of(root, Params().set("n", 3)), "three\nz\n");
  EXPECT_EQ(text_of(root, Params().set("n", 4)), "many\nz\n");
  EXPECT_EQ(text_of("#if 0\n#if 1\na\n#else\nb\n#end\n#error no\n${nobody}\n#else\n  #if 1\nc\n  #end\n#end"), "c\n");
  EXPECT_EQ(text_of("#if 1\n#let t = 'f16'\n#else\n#let t = 'f32'\n#end\n${t}"), "f16\n");
  EXPECT_EQ(text_of("#if 0\n#elif 'x'\n#end"), "[wgsl] root.wgsl:2: \"x\" is neither true nor false; compare it");
  EXPECT_EQ(text_of("#if 0\n\n#elif x\n#end"), "[wgsl] root.wgsl:3: unknown name \"x\"; known: none");
  EXPECT_EQ(text_of("#if 1 1\n#end"), "[wgsl] root.wgsl:1: unexpected \"1\"");
}

TEST(WgslExpander, BlocksMustMatch) {
  EXPECT_EQ(text_of("a\n#end"), "[wgsl] root.wgsl:2: no block is open here");
  EXPECT_EQ(text_of("#else"), "[wgsl] root.wgsl:1: no block is open here");
  EXPECT_EQ(text_of("#if 1\n#for i in 0..1\n#end\n"), "[wgsl] root.wgsl:1: this block has no #end");
  EXPECT_EQ(text_of("#for i in 0..1\n#else\n#end\n"), "[wgsl] root.wgsl:2: only #if has #elif and #else");
  EXPECT_EQ(text_of("#if 1\n#else\n#elif 1\n#end\n"), "[wgsl] root.wgsl:3: only #end follows #else");
  EXPECT_EQ(text_of("#if 1\n#else if\n#end\n"), "[wgsl] root.wgsl:2: #else takes nothing, not \"if\"");
  EXPECT_EQ(text_of("\n#inclde \"x\""),
            "[wgsl] root.wgsl:2: unknown directive \"#inclde\"; known: param, include, if, "
            "elif, else, end, for, let, error, define, default");
  EXPECT_EQ(text_of("#if 0\n#wat\n#end").substr(0, 45), "[wgsl] root.wgsl:2: unknown directive \"#wat\";");
}

TEST(WgslExpander, ForUnrolls) {
  EXPECT_EQ(text_of("#param n\n#for i in 0..n\nx${i} = ${i * 4};\n#end", Params().set("n", 3)),
            "x0 = 0;\nx1 = 4;\nx2 = 8;\n");
  EXPECT_EQ(text_of("#for i in 1..3\n#for j in i..3\n#let k = i * 10 + j\n${k}\n#end\n#end"), "11\n12\n22\n");
  EXPECT_EQ(text_of("#for i in 3..0\nno\n#end\nyes"), "yes\n");
  EXPECT_EQ(text_of("#for i in 0..1\n#end\n${i}"), "[wgsl] root.wgsl:3: unknown name \"i\"; known: none");
  EXPECT_EQ(text_of("#for i in 0..2\n#let k = 1\n#end\n${k}"), "[wgsl] root.wgsl:4: unknown name \"k\"; known: none");
  EXPECT_EQ(text_of("#for i = 0..1\n#end"), "[wgsl] root.wgsl:1: expected #for name in first..end");
  EXPECT_EQ(text_of("#for i in 4\n#end"), "[wgsl] root.wgsl:1: expected .. and the end of the range, not \"\"");
  EXPECT_EQ(text_of("#for i in 0..'a'\n#end"), "[wgsl] root.wgsl:1: a range is between integers, not 0..a");
}

TEST(WgslExpander, LetBindsOnceInItsScope) {
  EXPECT_EQ(text_of("#let a = 2\n#let b = a * 3\n${b}"), "6\n");
  EXPECT_EQ(text_of("#let a = 1\n#for i in 0..1\n#let a = 2\n${a}\n#end\n${a}"), "2\n1\n");
  EXPECT_EQ(text_of("#let a = '1' + '2'\n${a + 1}"), "13\n") << "a name whose text spells an integer is that integer";
  EXPECT_EQ(text_of("#let a = 1\n#let a = 2"), "[wgsl] root.wgsl:2: \"a\" already has a value in this scope");
  EXPECT_EQ(text_of("#let a = 1", Params().set("a", 1)), "[wgsl] root.wgsl:1: \"a\" already has a value in this scope");
  EXPECT_EQ(text_of("#let 1 = 1"), "[wgsl] root.wgsl:1: expected #let name = expression");
  EXPECT_EQ(text_of("#let a == 1"), "[wgsl] root.wgsl:1: expected a value at \"= 1\"");
}

TEST(WgslExpander, ErrorStops) {
  EXPECT_EQ(text_of("#let n = 3\n#if n > 2\n  #error n is ${n}, at most 2\n#end"),
            "[wgsl] root.wgsl:3: n is 3, at most 2");
  EXPECT_EQ(expanded("#error x").error().code, Code::compile);
}

TEST(WgslExpander, PlainIncludeHappensOnceInTheRootsScope) {
  const Files files = {{"a.wgsl", "#include \"b.wgsl\"\nA\n"}, {"b.wgsl", "#param n\n#let twice = n * 2\nB${n}"}};
  EXPECT_EQ(text_of("#include \"a.wgsl\"\n#include \"b.wgsl\"\n${twice}", Params().set("n", 1), files), "B1\nA\n2\n");
  EXPECT_EQ(text_of("#param n\n#for i in 0..3\n#include \"b.wgsl\"\n#end", Params().set("n", 1), files), "B1\n");
  EXPECT_EQ(text_of("#for i in 0..3\n#include \"c.wgsl\"\n#end", {}, {{"c.wgsl", "${i}"}}),
            "[wgsl] c.wgsl:1: unknown name \"i\"; known: none\n  from root.wgsl:2");
  EXPECT_EQ(text_of("#let f = 'b'\n#param n\n#include \"${f}.wgsl\"", Params().set("n", 4), files), "B4\n");
}

TEST(WgslExpander, IncludeWithParametersHappensEveryTime) {
  const Files files = {{"tensor.wgsl",
                        "#param name, binding, dtype, access=read\n"
                        "@group(0) @binding(${binding}) var<storage, ${access}> ${name}: array<${dtype}>;\n"}};
  EXPECT_EQ(text_of("#param x_type, dtype\n"
                    "#include \"tensor.wgsl\" with name=x, binding=0, dtype=${x_type}\n"
                    "#include \"tensor.wgsl\" with name=y, binding=${0 + 1}, access=\"read_write\"\n"
                    "${dtype}",
                    Params().set("x_type", "u32").set("dtype", "f32"), files),
            "@group(0) @binding(0) var<storage, read> x: array<u32>;\n"
            "@group(0) @binding(1) var<storage, read_write> y: array<f32>;\n"
            "f32\n");
  // A default stands before an enclosing name: the file means the same wherever it is included.
  EXPECT_EQ(text_of("#let access = 'write'\n#include \"tensor.wgsl\" with name=x, binding=0, dtype=f32", {}, files),
            "@group(0) @binding(0) var<storage, read> x: array<f32>;\n");
  EXPECT_EQ(text_of("\n#include \"tensor.wgsl\" with name=x, dtype=f32", {}, files),
            "[wgsl] tensor.wgsl:1: parameter \"binding\" has no value and no default; given: dtype, name\n"
            "  from root.wgsl:2");
  EXPECT_EQ(
      text_of("#include \"tensor.wgsl\" with name=x, bindnig=1, binding=1, dtype=f32", {}, files),
      "[wgsl] root.wgsl:1: the with-list gives tensor.wgsl \"bindnig\", which no #param declares; declared: access, "
      "binding, dtype, name");
  EXPECT_EQ(text_of("#include \"tensor.wgsl\" with name=x, name=y", {}, files),
            "[wgsl] root.wgsl:1: \"name\" is given twice");
  EXPECT_EQ(text_of("#include \"tensor.wgsl\" with name", {}, files),
            "[wgsl] root.wgsl:1: \"name\" has no value; expected name=...");
}

TEST(WgslExpander, NestedIncludesSeeTheirEnclosingScopes) {
  const Files files = {
      {"outer.wgsl", "#param name\n#for i in 0..2\n#include \"inner.wgsl\" with part=${name}_${i}\n#end"},
      {"inner.wgsl", "#param part\n${part} of ${name} in turn ${i} of ${n}"}};
  EXPECT_EQ(text_of("#param n\n#include \"outer.wgsl\" with name=a\n#include \"outer.wgsl\" with name=b",
                    Params().set("n", 9), files),
            "a_0 of a in turn 0 of 9\na_1 of a in turn 1 of 9\nb_0 of b in turn 0 of 9\nb_1 of b in turn 1 of 9\n");
}

TEST(WgslExpander, IncludeErrors) {
  const Files files = {{"a.wgsl", "#include \"b.wgsl\""},
                       {"b.wgsl", "\n#include \"a.wgsl\" with x=1"},
                       {"bad.wgsl", "\n\n#if"},
                       {"open.wgsl", "x\n#if 1\ny"}};
  EXPECT_EQ(text_of("#include \"root.wgsl\""), "[wgsl] root.wgsl:1: \"root.wgsl\" includes itself");
  EXPECT_EQ(text_of("#include \"a.wgsl\"", {}, files),
            "[wgsl] b.wgsl:2: \"a.wgsl\" includes itself\n  from a.wgsl:1\n  from root.wgsl:1");
  EXPECT_EQ(text_of("#include \"nope.wgsl\"", {}, {{"a.wgsl", ""}}),
            "[wgsl] root.wgsl:1: no file \"nope.wgsl\"; there are: a.wgsl, root.wgsl");
  EXPECT_EQ(text_of("#include \"open.wgsl\"", {}, files),
            "[wgsl] open.wgsl:2: this block has no #end\n  from root.wgsl:1");
  EXPECT_EQ(text_of("#include a.wgsl"),
            "[wgsl] root.wgsl:1: expected #include \"file\", with or without a list of settings");
  EXPECT_EQ(text_of("#include \"a.wgsl\" wiht x=1", {}, files),
            "[wgsl] root.wgsl:1: unexpected \"wiht x=1\" after the file; expected: with name=value, ...");
  const auto missing = expand(Sources(), Key{"gone.wgsl"});
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, Code::not_found);
  EXPECT_EQ(missing.error().message, "[wgsl] no file \"gone.wgsl\"; there are: none");

  Sources deep;  // no cycle, only depth
  for (int i = 0; i < 50; ++i) deep.add(format("{}", i), format("#include \"{}\"", i + 1));
  EXPECT_NE(expand(deep, Key{"0"}).error().message.find("more than 32 deep"), std::string::npos);
}

TEST(WgslExpander, MacrosOnTheirOwnLineAndInside) {
  EXPECT_EQ(text_of("#define swap(a, b)\nlet t = ${a};\n${a} = ${b};\n${b} = t;\n#end\n{\n  #swap(x[i], f(y, z))\n}"),
            "{\n  let t = x[i];\n  x[i] = f(y, z);\n  f(y, z) = t;\n}\n");
  EXPECT_EQ(
      text_of("#define in()\n  if (c) {\n    x;\n  }\n#end\n#define out()\n  {\n    #in()\n  }\n#end\n    #out()\nz"),
      "    {\n      if (c) {\n        x;\n      }\n    }\nz\n")
      << "a macro's lines stand as deep as its call";
  EXPECT_EQ(text_of("#define sq(a)\n  (${a} * ${a})\n#end\nlet y = #sq(x) + #sq(#sq(2));"),
            "let y = (x * x) + ((2 * 2) * (2 * 2));\n");
  EXPECT_EQ(text_of("#define n()\n4\n#end\n#n() + 1;\n#n() // four\n// #n() #!\n"), "4 + 1;\n4\n// #n() #!\n");
  EXPECT_EQ(text_of("#define pick(n)\n#if n > 1\nbig\n#else\nsmall\n#end\n#end\n#pick(2) and #pick(1)"),
            "big and small\n");
}

TEST(WgslExpander, MacrosSeeTheirArgumentsTheirDefinitionAndTheRoot) {
  const Files files = {{"t.wgsl", "#param name\n#define load_${name}(i)\n${name}[${i} + ${offset}]\n#end\n"}};
  EXPECT_EQ(text_of("#include \"t.wgsl\" with name=x\n#include \"t.wgsl\" with name=y\n#let offset = 3\n"
                    "let a = #load_x(i) * #load_${'y'}(j);",
                    {}, files),
            "let a = x[i + 3] * y[j + 3];\n");
  EXPECT_EQ(text_of("#define m()\n${k}\n#end\n#for k in 0..1\n#m()\n#end"),
            "[wgsl] root.wgsl:2: unknown name \"k\"; known: none\n  from root.wgsl:5");
  EXPECT_EQ(text_of("#for i in 0..2\n#for j in 5..6\n#define m${i}()\n${i} ${j}\n#end\n#end\n#end\n#m0() #m1()"),
            "0 5 1 5\n");
  EXPECT_EQ(text_of("#define m(n)\n#for i in 0..n\n#let k = i + n\n${k}\n#end\n#end\n#m(2)"), "2\n3\n");
  EXPECT_EQ(text_of("#define m(a)\n${a}\n#end\n#let t = '#m(1), ${x}'\n#m(${t})"), "#m(1), ${x}\n")
      << "what fills a hole is not read again";
}

TEST(WgslExpander, HooksReplaceDefaults) {
  const char* root =
      "#param n\n#default load(i)\nx[${i}]\n#end\n#default store(i, v)\ny[${i}] = ${v};\n#end\n"
      "#store(k, #load(k) * ${n})";
  const Params n = Params().set("n", 2);
  EXPECT_EQ(text_of(root, n), "y[k] = x[k] * 2;\n");
  EXPECT_EQ(text_of(root, n, {}, "#define load(i)\nmax(x[${i}], f32(${n}))\n#end\n"),
            "y[k] = max(x[k], f32(2)) * 2;\n");
  EXPECT_EQ(text_of(root, n, {}, "fn helper() {}\n#define store(i, v)\nlet t = ${v};\ny[${i}] = t + b[${i}];\n#end\n"),
            "fn helper() {}\nlet t = x[k] * 2;\ny[k] = t + b[k];\n");
  EXPECT_EQ(text_of(root, n, {}, "#define load()\nx\n#end"),
            "[wgsl] root.wgsl:2: #load takes [i], but <prelude>:1 defines it with []");
  EXPECT_EQ(text_of(root, n, {}, "\n#end"), "[wgsl] <prelude>:2: no block is open here");
}

TEST(WgslExpander, MacroErrors) {
  EXPECT_EQ(text_of("#define a()\n#end\n\n#define a()\n#end"),
            "[wgsl] root.wgsl:4: #a is already defined at root.wgsl:1");
  EXPECT_EQ(text_of("#define if()\n#end"), "[wgsl] root.wgsl:1: #if is a directive");
  EXPECT_EQ(text_of("#define a\n#end"), "[wgsl] root.wgsl:1: expected a macro's name(a, b), not \"a\"");
  EXPECT_EQ(text_of("#define a(b\n#end"), "[wgsl] root.wgsl:1: expected a macro's name(a, b), not \"a(b\"");
  EXPECT_EQ(text_of("#define a(b) c\n#end"), "[wgsl] root.wgsl:1: expected a macro's name(a, b), not \"a(b) c\"");
  EXPECT_EQ(text_of("#define a(b, b)\n#end"), "[wgsl] root.wgsl:1: parameter \"b\" is there twice");
  EXPECT_EQ(text_of("#define a(b, 2)\n#end"), "[wgsl] root.wgsl:1: \"2\" cannot be a macro's parameter: it is no name");
  EXPECT_EQ(text_of("#define a(b)\n#end\n#a(1, 2)"), "[wgsl] root.wgsl:3: #a takes 1 arguments [b], not 2");
  EXPECT_EQ(text_of("#define a(b)\n#end\nx #c(1)"), "[wgsl] root.wgsl:3: unknown macro \"#c\"; known: a");
  EXPECT_EQ(text_of("#c(1)"), "[wgsl] root.wgsl:1: unknown macro \"#c\"; known: none");
  EXPECT_EQ(text_of("x #a(1"), "[wgsl] root.wgsl:1: the call of #a has no closing parenthesis");
  EXPECT_EQ(text_of("x # 1"), "[wgsl] root.wgsl:1: '#' starts a call, #name(...), or a directive on its own line");
  EXPECT_EQ(text_of("#define a()\n1\n2\n#end\nx #a() y"),
            "[wgsl] root.wgsl:5: #a() expands to several lines: call it on a line of its own");
  EXPECT_NE(text_of("#define a()\n#a()\n#end\n#a()").find("more than 32 deep"), std::string::npos);
  EXPECT_NE(text_of("#define a()\nx#a()\n#end\n#a()").find("more than 32 deep"), std::string::npos);
}

TEST(WgslExpander, RunawaysEndInAnError) {
  const auto too_large = [](std::string_view root) { return text_of(root).find("too large") != std::string::npos; };
  EXPECT_TRUE(too_large("#for i in 0..1000000000000\n#end"));
  EXPECT_TRUE(too_large("#for i in 0..1000000\nlet x = ${i}; // some text to fill the output quickly\n#end"));
  std::string doubling = "#let a0 = 'xxxxxxxxxxxxxxxx'\n";
  for (int i = 0; i < 60; ++i) doubling += format("#let a{} = a{} + a{}\n", i + 1, i, i);
  EXPECT_TRUE(too_large(doubling));
  std::string calls = "#define m0()\nx\n#end\n";
  for (int i = 0; i < 28; ++i) calls += format("#define m{}()\n#m{}()\n#m{}()\n#end\n", i + 1, i, i);
  EXPECT_TRUE(too_large(calls + "#m28()"));
  EXPECT_FALSE(too_large("#for i in 0..1000\nlet x = ${i};\n#end"));
}

TEST(WgslExpander, OriginsNameTheTemplatesLine) {
  const auto result = expanded("// top\n#include \"a.wgsl\"\n#for i in 0..2\nx${i}\n\n\n#end\n#m()\nlast", {},
                               {{"a.wgsl", "\n#define m()\none\ntwo\n#end\nA"}}, "P\n");
  ASSERT_TRUE(result) << result.error().message;
  EXPECT_EQ(result->text, "P\n// top\n\nA\nx0\n\nx1\n\none\ntwo\nlast\n");
  ASSERT_EQ(result->origins.size(), 11u);
  const char* expected[] = {"<prelude>:1", "root.wgsl:1", "a.wgsl:1", "a.wgsl:6", "root.wgsl:4", "root.wgsl:5",
                            "root.wgsl:4", "root.wgsl:5", "a.wgsl:3", "a.wgsl:4", "root.wgsl:9"};
  for (int i = 0; i < 11; ++i) EXPECT_EQ(result->where(i + 1), expected[i]);
  EXPECT_EQ(result->where(0), "line 0");
  EXPECT_EQ(result->where(12), "line 12");
}

TEST(WgslExpander, AnnotateShowsTheLinesAround) {
  const auto result = expanded("//# note\na\nb\nc\n\tlet x = y;\ne\nf\ng\n");
  ASSERT_TRUE(result);
  EXPECT_EQ(annotate(*result, 4, 10, "unresolved value 'y'"),
            "root.wgsl:5: unresolved value 'y'\n"
            "     2 | b\n"
            "     3 | c\n"
            "     4 | \tlet x = y;\n"
            "       | \t        ^\n"
            "     5 | e\n"
            "     6 | f\n");
  EXPECT_EQ(annotate(*result, 1, 1, "m"), "root.wgsl:2: m\n     1 | a\n       | ^\n     2 | b\n     3 | c\n");
  EXPECT_EQ(annotate(*result, 1, 99, "m"), "root.wgsl:2: m\n     1 | a\n       |  ^\n     2 | b\n     3 | c\n");
  EXPECT_EQ(annotate(*result, 99, 1, "m"), "line 99: m\n");
  EXPECT_EQ(annotate(*result, -1, 0, "m"), "line -1: m\n     1 | a\n");
  EXPECT_EQ(annotate(Expanded(), 1, 1, "m"), "line 1: m\n");
}

TEST(WgslExpander, EmbeddedSourcesCanBeCopiedAndAddedTo) {
  Sources sources = Sources::embedded();
  sources.add("mine.wgsl", "x");
  EXPECT_NE(sources.find("mine.wgsl"), nullptr);
  EXPECT_EQ(Sources::embedded().find("mine.wgsl"), nullptr);
}

}  // namespace
}  // namespace bitloom::wgsl
