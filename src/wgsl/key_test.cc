#include "wgsl/key.h"

#include <gtest/gtest.h>

#include <unordered_map>

namespace bitloom::wgsl {
namespace {

TEST(WgslKey, TextIsSortedAndStable) {
  Key key{"softmax/kernel.wgsl", Params().set("threads", 256).set("dtype", "f16").set("fast", true)};
  EXPECT_EQ(key.text(), "softmax/kernel.wgsl?dtype=f16&fast=1&threads=256");
  EXPECT_EQ(key.text(), to_text(key));
  EXPECT_EQ((Key{"copy.wgsl"}).text(), "copy.wgsl");
  // Written to disk by the pipeline cache: these must never change.
  EXPECT_EQ(fnv1a(""), 0xcbf29ce484222325u);
  EXPECT_EQ(fnv1a("foobar"), 0x85944171f73967e8u);
  key.prelude = "foobar";
  EXPECT_EQ(key.text(), "softmax/kernel.wgsl?dtype=f16&fast=1&threads=256#85944171f73967e8");
}

TEST(WgslKey, ParamsSetReplacesFindsAndCompares) {
  Params params;
  params.set("b", 2).set("a", "x").set("b", "3");
  ASSERT_EQ(params.size(), 2u);
  EXPECT_EQ(params.find("b")->number(), 3) << "a string that spells an integer is that integer";
  EXPECT_EQ(params.find("a")->string(), "x");
  EXPECT_EQ(params.find("c"), nullptr);
  EXPECT_EQ(params, Params().set("a", "x").set("b", 3));
  EXPECT_NE(params, Params().set("a", "x").set("b", 4));
  for (const char* text : {"007", "-0", "+1", "1u", "", " 1", "99999999999999999999"}) {
    EXPECT_FALSE(Params().set("a", text).find("a")->is_number()) << text;
  }
  EXPECT_EQ(Params().set("a", "-9223372036854775808").find("a")->number(), INT64_MIN);
}

TEST(WgslKey, ParseReadsTextBack) {
  const Key keys[] = {
      {"a.wgsl"},
      {"a.wgsl", Params().set("n", -5)},
      {"odd ?#%.wgsl", Params().set("type", "vec4<f32>").set("expr", "a=b & c % d # e\n\x80").set("none", "")}};
  for (const Key& key : keys) {
    const auto read = Key::parse(key.text());
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(*read, key) << key.text();
    EXPECT_EQ(read->hash(), key.hash());
  }
  for (const char* bad : {"", "?a=1", "f?a", "f?=1", "f?a=1&", "f?a=1&a=2", "f#0123456789abcdef"}) {
    EXPECT_FALSE(Key::parse(bad)) << bad;
  }
}

TEST(WgslKey, WorksInAHashMap) {
  std::unordered_map<Key, int> map;
  map[{"a", Params().set("x", 1)}] = 1;
  map[{"a", Params().set("x", 2)}] = 2;
  map[{"a", Params().set("x", 1), "hook"}] = 3;
  EXPECT_EQ(map.size(), 3u);
  EXPECT_EQ((map[{"a", Params().set("x", "1")}]), 1);
}

}  // namespace
}  // namespace bitloom::wgsl
