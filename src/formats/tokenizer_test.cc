#include "bitloom/tokenizer.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>

#include "base/json.h"
#include "base/unicode.h"
#include "formats/pattern.h"
#include "tests/temporary.h"

namespace bitloom {
namespace {

namespace fs = std::filesystem;
const fs::path goldens = fs::path(BITLOOM_SOURCE_DIR) / "tests/goldens/tokenizers";  // by tools/tokenizer_goldens.py

Json json_of(const fs::path& path) {
  auto json = Json::parse(get_file(path), path.string());
  EXPECT_TRUE(json.ok()) << json.error().message;
  return std::move(json).value();
}

std::string from_hex(std::string_view hex) {
  std::string out;
  for (size_t i = 0; i + 1 < hex.size(); i += 2)
    out += static_cast<char>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16));
  return out;
}

std::vector<std::string> texts() {
  std::vector<std::string> out;
  const Json json = json_of(goldens / "texts.json");
  for (const Json::Value v : json.root().elements())
    out.push_back(v.string() ? std::string(*v.string()) : from_hex(*v.find("hex")->string()));
  return out;
}

std::vector<int32_t> numbers(const Json::Value& list) {
  std::vector<int32_t> out;
  for (const Json::Value v : list.elements()) out.push_back(static_cast<int32_t>(v.integer().value_or(-1)));
  return out;
}

std::string streamed(const Tokenizer& t, std::span<const int32_t> ids) {
  TokenStream stream(t);
  std::string out;
  for (const int32_t id : ids) {
    const std::string part = stream.push(id);
    EXPECT_TRUE(is_utf8(part));
    out += part;
  }
  return out + stream.finish();
}

Tokenizer golden(const std::string& name) {
  auto t = Tokenizer::from_folder((goldens / name).string());
  EXPECT_TRUE(t.ok()) << t.error().message;
  return std::move(t).value();
}

// A tokenizer.json of a few parts, with the vocabulary a b c ab [UNK].
std::string file_of(const std::string& more,
                    const std::string& model = R"({"type":"WordPiece","vocab":{"a":0,"b":1,"c":2,"ab":3,"[UNK]":4}})") {
  return "{" + more + (more.empty() ? "" : ",") + "\"model\":" + model + "}";
}
std::string said(const std::string& file) {
  const auto t = Tokenizer::from_files({{"tokenizer.json", file}});
  return t.ok() ? "read" : t.error().message;
}
std::vector<int32_t> ids_of(const std::string& file, std::string_view text) {
  const auto t = Tokenizer::from_files({{"tokenizer.json", file}});
  EXPECT_TRUE(t.ok()) << t.error().message;
  return t.ok() ? t->encode(text)->ids : std::vector<int32_t>();
}

TEST(Tokenizer, DoesWhatTheReferenceDoes) {
  const std::vector<std::string> all = texts();
  size_t tokenizers = 0, lines = 0;
  for (const fs::directory_entry& folder : fs::directory_iterator(goldens)) {
    if (!folder.is_directory()) continue;
    SCOPED_TRACE(folder.path().filename().string());
    const Tokenizer t = golden(folder.path().filename().string());
    ++tokenizers;
    const Json expected = json_of(folder.path() / "expected.json");
    ASSERT_EQ(expected.root().size(), all.size());
    size_t i = 0;
    for (const Json::Value line : expected.root().elements()) {
      SCOPED_TRACE(i);
      std::vector<Json::Value> parts;
      for (const Json::Value part : line.elements()) parts.push_back(part);
      const auto got = t.encode(all[i]);
      ASSERT_TRUE(got.ok()) << got.error().message;
      EXPECT_EQ(got->ids, numbers(parts[0]));
      const std::string decoded = t.decode(got->ids);
      EXPECT_EQ(decoded, parts[1].string() ? std::string(*parts[1].string()) : write_utf8(read_utf8(all[i]).chars));
      EXPECT_EQ(streamed(t, got->ids), decoded);
      EXPECT_TRUE(got->size() == got->type_ids.size() && got->size() == got->attention.size() &&
                  got->size() == got->special.size() && got->size() == got->offsets.size());
      for (const auto& [begin, end] : got->offsets) EXPECT_TRUE(begin <= end && end <= all[i].size());
      if (parts.size() > 2) {
        const auto pair = t.encode(all[i], {.pair = all[i - 1]});
        ASSERT_TRUE(pair.ok()) << pair.error().message;
        EXPECT_EQ(pair->ids, numbers(parts[2]));
        if (parts[3].is(Json::Kind::array)) {
          EXPECT_EQ(pair->type_ids, numbers(parts[3]));
        }
      }
      ++i, ++lines;
    }
  }
  EXPECT_EQ(tokenizers, 14u);
  EXPECT_GT(lines, 800u);
}

TEST(Tokenizer, HasIdsAndTokens) {
  const Tokenizer t = golden("bert");
  EXPECT_EQ(t.token(t.id("[CLS]")), "[CLS]");
  EXPECT_TRUE(t.is_special(t.id("[SEP]")));
  EXPECT_FALSE(t.is_special(t.id("newtok")));
  EXPECT_EQ(t.id("no such token"), -1);
  EXPECT_EQ(t.token(-1), "");
  EXPECT_EQ(t.token(1 << 30), "");
  EXPECT_EQ(t.decode(std::vector<int32_t>{-5, 1 << 30}), "");
  for (size_t id = 0; id < t.size(); ++id) EXPECT_NE(t.token(static_cast<int32_t>(id)), "");
}

TEST(Tokenizer, CutsAndPads) {
  const Tokenizer t = golden("bert");
  const int32_t cls = t.id("[CLS]"), sep = t.id("[SEP]"), pad = t.id("[PAD]");
  const Encoding whole = *t.encode("low lower new wide", {.add_special_tokens = false});
  const std::vector<int32_t>& w = whole.ids;
  ASSERT_GE(w.size(), 4u);
  EXPECT_EQ(t.encode("low lower new wide", {.max_length = 4})->ids, (std::vector<int32_t>{cls, w[0], w[1], sep}));
  EXPECT_EQ(t.encode("low lower new wide", {.max_length = 3, .truncate_left = true})->ids,
            (std::vector<int32_t>{cls, w.back(), sep}));
  EXPECT_EQ(t.encode("low lower", {.pair = "new new wide", .max_length = 6})->size(), 6u);
  EXPECT_EQ(
      t.encode("low", {.pair = "new new wide", .max_length = 5, .truncate = EncodeOptions::Truncate::only_second})->ids,
      (std::vector<int32_t>{cls, t.id("low"), sep, t.id("new"), sep}));
  EXPECT_EQ(t.encode("low", {.max_length = 1}).error().message,
            "[tokenizer] at most 1 tokens are wanted, special tokens alone are 2");
  EXPECT_EQ(t.encode("low", {.pair = "new new", .max_length = 4, .truncate = EncodeOptions::Truncate::only_first})
                .error()
                .message,
            "[tokenizer] 3 tokens are too many by 2, and the first text has only 1");
  const Encoding padded = *t.encode("low", {.pad_to = 5, .pad_multiple = 4});
  EXPECT_EQ(padded.ids, (std::vector<int32_t>{cls, t.id("low"), sep, pad, pad, pad, pad, pad}));
  EXPECT_EQ(padded.attention, (std::vector<uint8_t>{1, 1, 1, 0, 0, 0, 0, 0}));
  EXPECT_EQ(padded.special, (std::vector<uint8_t>{1, 0, 1, 1, 1, 1, 1, 1}));
  EXPECT_EQ(t.encode("low", {.pad_to = 4, .pad_left = true, .pad_id = 7})->ids,
            (std::vector<int32_t>{7, cls, t.id("low"), sep}));
}

TEST(Tokenizer, SaysWhereTokensAre) {
  const Encoding e = *golden("bert").encode("  Low, \xc3\x89", {.add_special_tokens = false});
  ASSERT_EQ(e.size(), 3u);
  EXPECT_EQ(e.offsets, (std::vector<std::array<uint32_t, 2>>{{2, 5}, {5, 6}, {7, 9}}));
}

TEST(Tokenizer, KeepsStoredOptionsForTheAsking) {
  const auto t = Tokenizer::from_files(
      {{"tokenizer.json",
        file_of(
            R"("truncation":{"direction":"Left","max_length":2,"strategy":"OnlyFirst","stride":0},"padding":{"strategy":{"Fixed":6},"direction":"Left","pad_to_multiple_of":null,"pad_id":2,"pad_type_id":1,"pad_token":"c"},"pre_tokenizer":{"type":"Whitespace"})")}});
  ASSERT_TRUE(t.ok()) << t.error().message;
  EXPECT_EQ(t->encode("a b c")->ids, (std::vector<int32_t>{0, 1, 2}));
  EXPECT_EQ(t->encode("a b c", t->stored_options())->ids, (std::vector<int32_t>{2, 2, 2, 2, 1, 2}));
}

TEST(Tokenizer, AddedTokens) {
  const std::string added =
      R"("added_tokens":[{"id":5,"content":"<m>","lstrip":true,"rstrip":true,"single_word":false,"normalized":false,"special":true},)"
      R"({"id":6,"content":"word","lstrip":false,"rstrip":false,"single_word":true,"normalized":false,"special":false}],)"
      R"("pre_tokenizer":{"type":"Whitespace"})";
  EXPECT_EQ(ids_of(file_of(added), "a <m> b"), (std::vector<int32_t>{0, 5, 1}));
  EXPECT_EQ(ids_of(file_of(added), "a word b"), (std::vector<int32_t>{0, 6, 1}));
  EXPECT_EQ(ids_of(file_of(added), "swords"), (std::vector<int32_t>{4}));
}

TEST(Tokenizer, NamesWhatItDoesNotKnow) {
  EXPECT_EQ(said(file_of("")), "read");
  EXPECT_EQ(said("{}"), "[tokenizer] tokenizer.json: there is no model");
  EXPECT_EQ(said("[1"), "[tokenizer] tokenizer.json: line 1, byte 3: a comma or ] is expected");
  EXPECT_EQ(said(file_of(R"("normalizer":{"type":"Upper"})")),
            "[tokenizer] tokenizer.json: normalizer: \"Upper\" is not known here");
  EXPECT_EQ(said(file_of(R"("pre_tokenizer":{"type":"Sequence","pretokenizers":[{"type":"Magic"}]})")),
            "[tokenizer] tokenizer.json: pre_tokenizer: \"Magic\" is not known here");
  EXPECT_EQ(said(file_of(R"("decoder":{"type":"CTC"})")),
            "[tokenizer] tokenizer.json: decoder: \"CTC\" is not known here");
  EXPECT_EQ(said(file_of(R"("post_processor":{"type":"Other"})")),
            "[tokenizer] tokenizer.json: post_processor: \"Other\" is not known here");
  EXPECT_EQ(said(file_of("", R"({"type":"Neural","vocab":{}})")),
            "[tokenizer] tokenizer.json: model: \"Neural\" is not known here");
  EXPECT_EQ(said(file_of(R"("pre_tokenizer":{"type":"Split","pattern":{"Regex":"(a|b)+"},"behavior":"Isolated"})")),
            "[tokenizer] the pattern \"(a|b)+\" has a repeated group, which is not known here");
  EXPECT_EQ(said(file_of("", R"({"type":"BPE","vocab":{"a":0},"merges":["a b"]})")),
            "[tokenizer] merge 0, \"a\" and \"b\": not all are in the vocabulary");
  EXPECT_EQ(said(file_of("", R"({"type":"WordPiece","vocab":{"a":1e9}})")),
            "[tokenizer] tokenizer.json: the id of token \"a\" is a number");
  EXPECT_EQ(said(file_of("", R"({"type":"WordPiece","vocab":{"a":999999999}})")),
            "[tokenizer] token \"a\" has the id 999999999 in a vocabulary of 1");
  EXPECT_EQ(Tokenizer::from_files({}).error().message.substr(0, 33), "[tokenizer] none of tokenizer.jso");
  EXPECT_EQ(Tokenizer::from_files({{"spiece.model", "abc"}}).error().message,
            "[tokenizer] spiece.model is not a SentencePiece model");
}

// A broken character is shown as soon as it is known to be one, at the latest after so many tokens.
TEST(TokenStream, WaitsForWholeCharacters) {
  const Tokenizer t = golden("gpt2");
  const std::vector<int32_t> smile = t.encode("a\xf0\x9f\x98\x80")->ids;
  TokenStream stream(t);
  EXPECT_EQ(stream.push(smile[0]), "a");
  std::string out;
  for (size_t i = 1; i < smile.size(); ++i) {
    EXPECT_EQ(out, "");
    out = stream.push(smile[i]);
  }
  EXPECT_EQ(out, "\xf0\x9f\x98\x80");
  EXPECT_EQ(stream.push(smile[1]), "");
  EXPECT_EQ(stream.finish(), "\xef\xbf\xbd");
  size_t pushed = 0;
  while (stream.push(smile[1]).empty()) ASSERT_LT(++pushed, 100u);
}

// A megabyte without a space takes a moment and not minutes.
TEST(Tokenizer, LongWordsAreNotSlow) {
  std::string word;
  for (uint32_t x = 1; word.size() < 1'000'000; x = x * 1664525 + 1013904223)
    word += static_cast<char>('a' + x / 7919 % 26);
  for (const char* name : {"gpt2", "llama2", "llama-model", "t5", "t5-model", "bert", "clip", "llama3"}) {
    const Tokenizer t = golden(name);
    const auto start = std::chrono::steady_clock::now();
    ASSERT_TRUE(t.encode(word).ok());
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(30)) << name;
  }
}

TEST(Pattern, Matches) {
  const auto all = [](std::string_view pattern, std::string_view text) {
    const auto p = Pattern::regex(pattern);
    EXPECT_TRUE(p.ok()) << p.error().message;
    std::vector<std::string> out;
    const std::u32string chars = read_utf8(text).chars;
    for (auto m = p->find(chars, 0); m.begin != Pattern::npos; m = p->find(chars, m.end))
      out.push_back(write_utf8(std::u32string_view(chars).substr(m.begin, m.end - m.begin)));
    return out;
  };
  using List = std::vector<std::string>;
  EXPECT_EQ(all(R"(\p{N}{1,3})", "12345 \u0663"), (List{"123", "45", "\u0663"}));
  EXPECT_EQ(all(R"(\s+(?!\S)|\s+)", "a   b  "), (List{"  ", " ", "  "}));
  EXPECT_EQ(all("(?i:'s|'ll)", "'S 'Ll 's x'"), (List{"'S", "'Ll", "'s"}));
  EXPECT_EQ(all(R"([^\s\]a-c\-]+)", "abcd-ef]g"), (List{"d", "ef", "g"}));
  EXPECT_EQ(all(R"(\s*[\r\n]+)", " \n \n x"), (List{" \n \n"}));
  EXPECT_EQ(all("a(?:b|bc)?d", "abcd ad abd"), (List{"abcd", "ad", "abd"}));
  EXPECT_EQ(all("(a){2}", "aaaaa"), (List{"aa", "aa"}));
  for (const char* unknown : {"a**", "(", ")", "[a", "a{", "\\b", "^a", "a+?", "(?<n>a)", "\\p{Lu}", "[[a]]", "(ab)+"})
    EXPECT_FALSE(Pattern::regex(unknown).ok()) << unknown;
}

TEST(Unicode, NormalForms) {
  const auto form = [](std::u32string_view text, NormalForm f) {
    Text t = read_utf8(write_utf8(text));
    normalize(t, f);
    return t.chars;
  };
  EXPECT_EQ(form(U"\u1e9b\u0323", NormalForm::nfc), U"\u1e9b\u0323");
  EXPECT_EQ(form(U"\u1e9b\u0323", NormalForm::nfd), U"\u017f\u0323\u0307");
  EXPECT_EQ(form(U"\u1e9b\u0323", NormalForm::nfkc), U"\u1e69");
  EXPECT_EQ(form(U"\u1e9b\u0323", NormalForm::nfkd), U"s\u0323\u0307");
  EXPECT_EQ(form(U"\uac01", NormalForm::nfd), U"\u1100\u1161\u11a8");
  EXPECT_EQ(form(U"\u1100\u1161\u11a8", NormalForm::nfc), U"\uac01");
  EXPECT_EQ(form(U"\u0958", NormalForm::nfc), U"\u0915\u093c");  // not composed again
  EXPECT_EQ(form(U"a\u0315\u0300\u05ae\u0300b", NormalForm::nfc), U"\u00e0\u05ae\u0300\u0315b");
  EXPECT_EQ(form(U"\ufdfa", NormalForm::nfkc).size(), 18u);
}

TEST(Unicode, BrokenBytesAsInPython) {
  const auto read = [](std::string_view bytes) { return read_utf8(bytes).chars; };
  EXPECT_EQ(read("\xe2\x82"), U"\ufffd");
  EXPECT_EQ(read("\xf0\x9f\x98x"), U"\ufffdx");
  EXPECT_EQ(read("\xed\xa0\x80"), U"\ufffd\ufffd\ufffd");
  EXPECT_EQ(read("\xc0\x80"), U"\ufffd\ufffd");
  EXPECT_EQ(read("\xf4\x90\x80\x80"), U"\ufffd\ufffd\ufffd\ufffd");
}

TEST(Tokenizer, RefusesFilesThatAreNotUtf8) {
  const auto problem = [](const Tokenizer::Files& files) {
    const auto made = Tokenizer::from_files(files);
    return made.ok() ? "" : made.error().message;
  };
  EXPECT_EQ(problem({{"vocab.txt", "[UNK]\n[CLS]\n[SEP]\n\xb5\n"}}), "[tokenizer] vocab.txt is not UTF-8");
  EXPECT_EQ(problem({{"vocab.json", "{}"}, {"merges.txt", "a \xb5\n"}}), "[tokenizer] merges.txt is not UTF-8");
}

}  // namespace
}  // namespace bitloom
