#include "base/json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/json_text.h"
#include "ops/check.h"
#include "tests/support.h"

namespace bitloom {
namespace {

std::string said(std::string text) {
  const auto json = Json::parse(std::move(text), "[x] f.json");
  return json.ok() ? "read" : json.error().message;
}

TEST(JsonReading, Values) {
  const auto json = Json::parse(
      "{\"a\": [1, -2.5e3, true, false, null, []],\n \"b\\u00e9\\n\": \"\\ud83d\\ude00 \\\"x\\\"\", \"c\": {}}");
  ASSERT_TRUE(json.ok()) << json.error().message;
  const Json::Value root = json->root(), a = *root.find("a");
  EXPECT_EQ(root.size(), 3u);
  ASSERT_EQ(a.size(), 6u);
  std::vector<Json::Kind> kinds;
  for (const Json::Value v : a.elements()) kinds.push_back(v.kind());
  using enum Json::Kind;
  EXPECT_EQ(kinds, (std::vector{number, number, boolean, boolean, null, array}));
  EXPECT_EQ((*a.elements().begin()).integer(), 1);
  EXPECT_EQ((*++a.elements().begin()).number(), -2500.0);
  EXPECT_EQ((*++a.elements().begin()).integer(), std::nullopt) << "written with a fraction";
  EXPECT_EQ(root.find("b\xc3\xa9\n")->string(), "\xf0\x9f\x98\x80 \"x\"");
  EXPECT_EQ(root.find("c")->size(), 0u);
  EXPECT_FALSE(root.find("d").has_value());
  EXPECT_EQ(root.find("c")->string(), std::nullopt);
  EXPECT_EQ(Json::parse("9223372036854775807")->root().integer(), INT64_MAX);
  EXPECT_EQ(Json::parse("9223372036854775808")->root().integer(), std::nullopt);
  EXPECT_EQ(Json::parse("1e999")->root().number(), std::nullopt);
  EXPECT_EQ(Json::parse("1e-999")->root().number(), 0.0);
  EXPECT_EQ(Json::parse(std::string("\"\\u0000\""))->root().string(), std::string_view("\0", 1));
}

TEST(JsonReading, SaysWhereAndWhat) {
  EXPECT_EQ(said(""), "[x] f.json: line 1, byte 1: the text ends");
  EXPECT_EQ(said("{\"a\\n\":\n \"b\",\n  x}"), "[x] f.json: line 3, byte 3: a key is expected");
  EXPECT_EQ(said("[1, 2"), "[x] f.json: line 1, byte 6: a comma or ] is expected");
  EXPECT_EQ(said("[1] 2"), "[x] f.json: line 1, byte 5: something follows the value");
  EXPECT_EQ(said("{\"a\":1,\n\"b\":2,\"a\":3}"),
            "[x] f.json: line 2, byte 13: the key \"a\" comes twice in the object that ends here");
  EXPECT_EQ(said("{\"a\":1,\"\\u0061\":3}"),
            "[x] f.json: line 1, byte 19: the key \"a\" comes twice in the object that ends here");
  EXPECT_EQ(said("[\"\xc3(\"]"), "[x] f.json: line 1, byte 3: a string that is not UTF-8");
  EXPECT_EQ(said("\"a"), "[x] f.json: line 1, byte 1: the text ends inside a string");
  EXPECT_EQ(said("\"\\ud800\""), "[x] f.json: line 1, byte 2: half of a surrogate pair");
  EXPECT_EQ(said(std::string(64, '[') + std::string(64, ']')), "read");
  EXPECT_EQ(said(std::string(65, '[') + std::string(65, ']')), "[x] f.json: line 1, byte 65: nested deeper than 64");
  EXPECT_NE(said(std::string(1'000'000, '[')), "read");
}

bool unlike(const Json::Value& ours, const nlohmann::json& theirs) {
  switch (ours.kind()) {
    case Json::Kind::null: return !theirs.is_null();
    case Json::Kind::boolean: return theirs != *ours.boolean();
    case Json::Kind::number: return theirs.get<double>() != ours.number();
    case Json::Kind::string: return theirs != *ours.string();
    case Json::Kind::array: {
      if (!theirs.is_array() || theirs.size() != ours.size()) return true;
      size_t i = 0;
      for (const Json::Value v : ours.elements())
        if (unlike(v, theirs[i++])) return true;
      return false;
    }
    case Json::Kind::object: break;
  }
  if (!theirs.is_object() || theirs.size() != ours.size()) return true;
  for (const auto& [key, value] : ours.members())
    if (!theirs.contains(std::string(key)) || unlike(value, theirs[std::string(key)])) return true;
  return false;
}

bool fits(const Json::Value& v) {
  if (v.is(Json::Kind::number)) return v.number().has_value();
  for (const Json::Value e : v.elements())
    if (!fits(e)) return false;
  for (const auto& [key, e] : v.members())
    if (!fits(e)) return false;
  return true;
}

// Texts made of pieces of JSON, most of them wrong: another reader takes the same ones and reads the same.
TEST(JsonReading, AgreesWithAnotherReader) {
  Random random(fresh_seed());
  constexpr std::string_view pieces[] = {"{",
                                         "}",
                                         "[",
                                         "]",
                                         ",",
                                         ":",
                                         "\"a\"",
                                         "\"b\"",
                                         "\"\\u00e9\"",
                                         "\"\\ud83d\\ude00\"",
                                         "0",
                                         "-1",
                                         "1.5",
                                         "1e5",
                                         "01",
                                         "1.",
                                         "true",
                                         "false",
                                         "null",
                                         "nul",
                                         " ",
                                         "\n",
                                         "\"\\",
                                         "\"\\x\"",
                                         "\"\t\"",
                                         "\xff",
                                         "\"",
                                         "\"\xc3\xa9\"",
                                         "\"\xed\xa0\x80\"",
                                         "-0",
                                         "1E-2",
                                         "+1",
                                         "\"c\":",
                                         "\"d\":1,",
                                         "[[",
                                         "]]"};
  int read = 0;
  for (int i = 0; i < 200'000; ++i) {
    std::string text;
    // Half of them start well, or nearly none would be right.
    if (i % 2) text = i % 4 == 1 ? "[1,{\"x\":" : "{\"k\":[";
    for (uint64_t n = 1 + random.below(7); n > 0; --n) text += pieces[random.below(std::size(pieces))];
    if (i % 2) text += i % 4 == 1 ? "}]" : "]}";
    const auto ours = Json::parse(text);
    const auto theirs = nlohmann::json::parse(text, nullptr, false);
    if (!ours.ok() && ours.error().message.find("comes twice") != std::string::npos) continue;  // they take the last
    if (ours.ok() && !fits(ours->root())) continue;  // they refuse 1e999 at once
    ASSERT_EQ(ours.ok(), !theirs.is_discarded()) << text;
    if (!ours.ok()) continue;
    ++read;
    ASSERT_FALSE(unlike(ours->root(), theirs)) << text;
  }
  EXPECT_GT(read, 5000);
}

TEST(JsonWriting, ComesBack) {
  std::string all;
  for (int c = 0; c < 128; ++c) all += static_cast<char>(c);
  std::string text;
  append_json(text, all + "\xc3\xa9");
  EXPECT_EQ(Json::parse(text)->root().string(), all + "\xc3\xa9");
  EXPECT_EQ(nlohmann::json::parse(text).get<std::string>(), all + "\xc3\xa9");
  EXPECT_EQ(quote("a\tb"), "\"a\\u0009b\"");
  EXPECT_EQ(quote(std::string(200, 'x')).size(), 125u);
}

}  // namespace
}  // namespace bitloom
