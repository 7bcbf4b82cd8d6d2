#include "bitloom/tokenizer.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>

#include "base/json.h"
#include "base/unicode.h"
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
  EXPECT_EQ(tokenizers, 16u);
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
            "[tokenizer] max_length is 1; it must be at least 2, for special tokens");
  EXPECT_EQ(t.encode("low", {.pair = "new new", .max_length = 4, .truncate = EncodeOptions::Truncate::only_first})
                .error()
                .message,
            "[tokenizer] 3 tokens are 2 too many, and the first text, which is to be truncated, has 1");
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
  const auto unsupported = [](const std::string& file, const std::string& what, const std::string& supported) {
    const std::string message = said(file);
    EXPECT_TRUE(message.starts_with("[tokenizer] tokenizer.json: " + what + " is not supported; supported are "))
        << message;
    EXPECT_NE(message.find(supported), std::string::npos) << message;
  };
  unsupported(file_of(R"("normalizer":{"type":"Upper"})"), R"(normalizer "Upper")", "Lowercase");
  unsupported(file_of(R"("pre_tokenizer":{"type":"Sequence","pretokenizers":[{"type":"Magic"}]})"),
              R"(pre_tokenizer "Magic")", "ByteLevel");
  unsupported(file_of(R"("decoder":{"type":"CTC"})"), R"(decoder "CTC")", "ByteFallback");
  unsupported(file_of(R"("post_processor":{"type":"Other"})"), R"(post_processor "Other")", "TemplateProcessing");
  unsupported(file_of("", R"({"type":"Neural","vocab":{}})"), R"(model "Neural")", "BPE");
  EXPECT_EQ(
      said(file_of(R"("post_processor":{"type":"TemplateProcessing","single":[],"pair":[],"special_tokens":{}})")),
      "[tokenizer] tokenizer.json: post_processor: single is empty; it must have a Sequence");
  EXPECT_EQ(said(file_of(R"("pre_tokenizer":{"type":"Split","pattern":{"Regex":"(a|b)+"},"behavior":"Isolated"})")),
            "[tokenizer] tokenizer.json: the pattern \"(a|b)+\" has a repeated group, which is not supported");
  EXPECT_EQ(said(file_of("", R"({"type":"BPE","vocab":{"a":0},"merges":["a b"]})")),
            "[tokenizer] tokenizer.json: merge 0, \"a\" and \"b\": not all are in the vocabulary");
  EXPECT_EQ(said(file_of("", R"({"type":"WordPiece","vocab":{"a":1e9}})")),
            "[tokenizer] tokenizer.json: the id of token \"a\" is a number");
  EXPECT_EQ(said(file_of("", R"({"type":"WordPiece","vocab":{"a":999999999}})")),
            "[tokenizer] tokenizer.json: token \"a\" has the id 999999999 in a vocabulary of 1");
  EXPECT_EQ(Tokenizer::from_files({}).error().message.substr(0, 32), "[tokenizer] no tokenizer found; ");
  EXPECT_EQ(Tokenizer::from_files({{"spiece.model", "abc"}}).error().message,
            "[tokenizer] spiece.model is not a SentencePiece model");
}

// What is wrong with a text is so because of the files.
TEST(Tokenizer, ErrorsNameTheFiles) {
  const auto problem = [](const Tokenizer::Files& files) {
    const auto made = Tokenizer::from_files(files);
    if (!made.ok()) return made.error().message;
    const auto text = made->encode("c");
    return text.ok() ? made->source() : text.error().message;
  };
  EXPECT_EQ(problem({{"vocab.txt", "a\nb\n"}}),
            "[tokenizer] vocab.txt: a word is unknown, and the vocabulary has no \"[UNK]\"");
  EXPECT_EQ(problem({{"vocab.json", R"({"a":0})"}, {"merges.txt", "a b\n"}}),
            "[tokenizer] vocab.json and merges.txt: merge 0, \"a\" and \"b\": not all are in the vocabulary");
  EXPECT_EQ(problem({{"vocab.json", R"({"a":0,"b":1,"ab":2})"}, {"merges.txt", "a b\n"}}), "vocab.json and merges.txt");
  EXPECT_EQ(problem({{"vocab.txt", "[UNK]\n"}, {"tokenizer_config.json", "{"}}).substr(0, 34),
            "[tokenizer] tokenizer_config.json:");
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

// Files that would take time or memory out of proportion say so, whatever the text.
TEST(Tokenizer, RefusesWhatGrowsWithoutBound) {
  const auto encoded = [](const std::string& parts, const std::string& text) {
    const auto t = Tokenizer::from_files({{"tokenizer.json", file_of(parts)}});
    if (!t.ok()) return t.error().message;
    const auto e = t->encode(text);
    return e.ok() ? format("{} tokens", e->size()) : e.error().message;
  };
  const auto list = [](std::string_view key, std::string_view parts, const std::string& part, int count) {
    std::string out = format(R"("{}":{"type":"Sequence","{}":[)", key, parts);
    for (int i = 0; i < count; ++i) out += (i ? "," : "") + part;
    return out + "]}";
  };
  const std::string twice = R"({"type":"Replace","pattern":{"String":"a"},"content":"aa"})";
  const std::string spaced = R"(,"pre_tokenizer":{"type":"Split","pattern":{"String":"a"},"behavior":"Isolated"})";
  EXPECT_EQ(encoded(list("normalizer", "normalizers", twice, 3) + spaced, "a"), "8 tokens");
  EXPECT_EQ(encoded(list("normalizer", "normalizers", twice, 40) + spaced, "aaaa"),
            "[tokenizer] tokenizer.json: normalizer 15 of 40 makes too much of a text of 4 characters; at most 65664 "
            "are allowed "
            "(65536 + 32 times its length)");
  EXPECT_EQ(encoded(list("normalizer", "normalizers", twice, 65), "a"),
            "[tokenizer] tokenizer.json: there are more than 64 normalizers");
  // Each part of a text between added tokens counts to the same limit.
  const std::string added = R"(,"added_tokens":[{"id":9,"content":"<m>","special":true}])";
  std::string many;
  for (int i = 0; i < 100; ++i) many += "a<m>";
  EXPECT_NE(encoded(list("normalizer", "normalizers", twice, 12) + added, many)
                .find("makes too much of a text of 400 characters"),
            std::string::npos);
  const std::string large(60'000, 'x');
  EXPECT_NE(encoded(R"("normalizer":{"type":"Replace","pattern":{"Regex":"a"},"content":")" + large + "\"}",
                    std::string(2000, 'a'))
                .find("normalizer 1 of 1"),
            std::string::npos);
  EXPECT_NE(
      encoded(R"("normalizer":{"type":"Prepend","prepend":")" + large + large + "\"}", "a").find("normalizer 1 of 1"),
      std::string::npos);
  // Every ByteLevel makes two characters of one beyond ASCII.
  EXPECT_NE(encoded(list("pre_tokenizer", "pretokenizers", R"({"type":"ByteLevel","use_regex":false})", 40), "\xc3\xa9")
                .find("tokenizer.json: pre-tokenizer "),
            std::string::npos);
  EXPECT_NE(
      encoded(list("decoder", "decoders", twice, 11), "a").find("2048 times longer; at most 1024 times is allowed"),
      std::string::npos);
  EXPECT_EQ(encoded(R"("added_tokens":[{"id":9,"content":")" + large + "\"}]", "a"),
            "[tokenizer] tokenizer.json: the added token with the id 9 has 60000 bytes; at most 1024 are allowed");
  EXPECT_EQ(said(file_of("", R"({"type":"WordPiece","vocab":{")" + large + "\":0}}")),
            "[tokenizer] tokenizer.json: the token with the id 0 has 60000 bytes; at most 1024 are allowed");
  EXPECT_EQ(said(file_of(R"("padding":{"strategy":{"Fixed":999999999999}})")),
            "[tokenizer] tokenizer.json: padding.Fixed is 999999999999; it must be between 0 and 1048576");
  EXPECT_EQ(said(file_of(R"("post_processor":{"type":"BertProcessing","sep":["c",-2],"cls":["a",0]})")),
            "[tokenizer] tokenizer.json: the id of post_processor.sep is -2; it must be between 0 and 2147483647");
}

// One that takes the spaces after it, in a text of nothing else.
TEST(Tokenizer, AddedTokensThatTakeSpacesAreNotSlow) {
  const std::string added =
      R"("added_tokens":[{"id":5,"content":" ","lstrip":true,"rstrip":true,"normalized":false,"special":true}])";
  EXPECT_EQ(ids_of(file_of(added), std::string(500'000, ' ')).size(), 500'000u);
}

}  // namespace
}  // namespace bitloom
