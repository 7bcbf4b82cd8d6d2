// A libFuzzer target for tokenizers: whatever the files and texts, they are read or refused, and what comes out holds
// together.
//
//   bitloom-fuzz-tokenizer CORPUS -max_total_time=10      (an empty folder is given seeds first)
//
// The first byte of an input says which files it has, a zero byte ends each of them, the rest is a text.
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "base/json.h"
#include "bitloom/tokenizer.h"
#include "fuzz/demand.h"

namespace bitloom {
namespace {

// Names of an input's files, by its first byte. A SentencePiece model has zero bytes, so a length goes before it.
std::vector<std::string> names_of(uint8_t kind) {
  switch (kind % 4) {
    case 0: return {"tokenizer.json"};
    case 1: return {"vocab.txt", "tokenizer_config.json"};
    case 2: return {"vocab.json", "merges.txt", "added_tokens.json"};
    default: return {"tokenizer.model"};
  }
}

void try_all(const Tokenizer& t, std::string_view text) {
  const EncodeOptions plain;
  EncodeOptions cut{.pair = text.substr(text.size() / 2), .max_length = 7, .pad_multiple = 4};
  for (const EncodeOptions& options : {plain, cut}) {
    const auto e = t.encode(text, options);
    if (!e.ok()) continue;
    demand(e->size() == e->type_ids.size() && e->size() == e->offsets.size() && e->size() == e->attention.size() &&
               e->size() == e->special.size(),
           "as many of each");
    for (const auto& [begin, end] : e->offsets) demand(begin <= end && end <= text.size(), "offsets are in the text");
    for (const bool skip : {false, true}) {
      demand(is_utf8(t.decode(e->ids, skip)), "decoded text is UTF-8");
      TokenStream stream(t, skip);
      for (const int32_t id : e->ids) demand(is_utf8(stream.push(id)), "streamed text is UTF-8");
      demand(is_utf8(stream.finish()), "the last of it too");
    }
  }
}

constexpr std::string_view seeds[] = {
    R"({"normalizer":{"type":"BertNormalizer"},"pre_tokenizer":{"type":"BertPreTokenizer"},"decoder":{"type":"WordPiece"},)"
    R"("added_tokens":[{"id":4,"content":"<m>","lstrip":true,"special":true}],"post_processor":{"type":"BertProcessing",)"
    R"("sep":["c",2],"cls":["a",0]},"model":{"type":"WordPiece","vocab":{"a":0,"##b":1,"c":2,"[UNK]":3}}})",
    R"({"normalizer":{"type":"Sequence","normalizers":[{"type":"NFKC"},{"type":"Replace","pattern":{"Regex":"\\s+"},)"
    R"("content":" "},{"type":"Lowercase"}]},"pre_tokenizer":{"type":"Sequence","pretokenizers":[{"type":"Split",)"
    R"("pattern":{"Regex":"(?i:'s|'t)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}|\\s+(?!\\S)|\\s+"},"behavior":"Isolated"},)"
    R"({"type":"ByteLevel","add_prefix_space":true}]},"decoder":{"type":"ByteLevel"},"model":{"type":"BPE","unk_token":"u",)"
    R"("vocab":{"a":0,"b":1,"ab":2,"u":3,"Ġ":4,"Ġa":5},"merges":["a b",["Ġ","a"]]}})",
    R"({"normalizer":{"type":"Precompiled","precompiled_charsmap":"BAAAAAAEAABhAA=="},"pre_tokenizer":{"type":"Metaspace"},)"
    R"("decoder":{"type":"Sequence","decoders":[{"type":"Replace","pattern":{"String":"▁"},"content":" "},)"
    R"({"type":"ByteFallback"},{"type":"Fuse"},{"type":"Strip","content":" ","start":1,"stop":0}]},"post_processor":)"
    R"({"type":"TemplateProcessing","single":[{"Sequence":{"id":"A","type_id":0}},{"SpecialToken":{"id":"e","type_id":0}}],)"
    R"("pair":[{"Sequence":{"id":"A","type_id":0}},{"Sequence":{"id":"B","type_id":1}}],"special_tokens":{"e":{"id":"e",)"
    R"("ids":[1],"tokens":["e"]}}},"model":{"type":"Unigram","unk_id":0,"byte_fallback":true,"vocab":[["u",0],["a",-1],)"
    R"(["▁a",-2.5],["<0x41>",-3]]}})",
    // Patterns that take exponential time when everything is tried, steps that make a text longer, Replace in decoders.
    R"({"pre_tokenizer":{"type":"Sequence","pretokenizers":[{"type":"Split","pattern":{"Regex":"(a|a)(a|a)(a|a)(a|a)(a|a)b|a*a*c"},)"
    R"("behavior":"MergedWithNext","invert":true},{"type":"Split","pattern":{"Regex":"(?=[^\\s\\p{P}]*b)\\w{1,9}|(?!\\d+\\W)\\S?"},)"
    R"("behavior":"Contiguous"},{"type":"ByteLevel","use_regex":false},{"type":"Punctuation","behavior":"MergedWithPrevious"},)"
    R"({"type":"Digits","individual_digits":true}]},"model":{"type":"BPE","vocab":{"a":0,"b":1,"ab":2},"merges":["a b"]}})",
    R"({"normalizer":{"type":"Sequence","normalizers":[{"type":"Replace","pattern":{"String":"a"},"content":"aaaa"},)"
    R"({"type":"Replace","pattern":{"Regex":"a{2,3}|(?i:b|é)?c"},"content":"ab abab"},{"type":"Prepend","prepend":"▁"},)"
    R"({"type":"ByteLevel"}]},"added_tokens":[{"id":3,"content":"  ","lstrip":true,"rstrip":true,"normalized":true}],)"
    R"("decoder":{"type":"Sequence","decoders":[{"type":"Replace","pattern":{"Regex":"a|b+"},"content":"é"},)"
    R"({"type":"BPEDecoder"},{"type":"Metaspace"},{"type":"WordPiece"}]},"model":{"type":"WordPiece","unk_token":"u",)"
    R"("max_input_chars_per_word":900,"vocab":{"a":0,"##a":1,"u":2}}})"};
constexpr std::string_view sentence(
    "\x0a\x0e\x0a\x05<unk>\x15\0\0\0\0\x18\x02\x0a\x0a\x0a\x01"
    "a\x15\0\0\x80\xbf\x18\x01\x0a\x0c\x0a\x03\xe2\x96\x81\x15\0\0\0\xc0\x18\x01\x12\x02\x18\x01",
    16 + 12 + 14 + 4);

}  // namespace
}  // namespace bitloom

extern "C" int LLVMFuzzerInitialize(int* count, char*** words) {
  using namespace bitloom;
  for (int i = 1; i < *count; ++i) {
    const std::filesystem::path folder = (*words)[i];
    if ((*words)[i][0] == '-' || !std::filesystem::is_directory(folder) || !std::filesystem::is_empty(folder)) continue;
    int n = 0;
    const auto put = [&](const std::string& bytes) {
      std::ofstream(folder / ("seed" + std::to_string(n++)), std::ios::binary) << bytes;
    };
    const std::string end(1, '\0'), text = "A ab's abc \xc3\xa9 <m> 12 \xff aaaaaaaaaaaaaaaaaaaaaaaac  a";
    for (const std::string_view seed : seeds) {
      const auto read = Tokenizer::from_files({{"tokenizer.json", std::string(seed)}});
      if (!read.ok()) std::fprintf(stderr, "%s\n", read.error().message.c_str());
      demand(read.ok(), "seeds are read");
      put(end + std::string(seed) + end + text);
    }
    put("\x01[UNK]\n[CLS]\n[SEP]\na\n##b" + end + R"({"do_lower_case":false})" + end + text);
    put("\x02"
        R"({"a":0,"b":1,"ab</w>":2,"b</w>":3,"<|endoftext|>":4})" +
        end + "#version: 0.2\na b</w>" + end + R"({"<|x|>":5})" + end + text);
    const std::string model(sentence);
    demand(Tokenizer::from_files({{"tokenizer.model", model}}).ok(), "the model is read");
    put(std::string("\x03") + static_cast<char>(model.size()) + model + text);
  }
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* input, size_t size) {
  using namespace bitloom;
  if (size == 0) return 0;
  std::string_view rest(reinterpret_cast<const char*>(input + 1), size - 1);
  Tokenizer::Files files;
  for (const std::string& name : names_of(input[0])) {
    size_t length = rest.find('\0');
    if (length == std::string_view::npos) length = rest.size();
    if (name == "tokenizer.model" && !rest.empty()) {
      length = std::min<size_t>(static_cast<unsigned char>(rest[0]), rest.size() - 1);
      rest.remove_prefix(1);
      files[name] = rest.substr(0, length);
      rest.remove_prefix(length);
      break;
    }
    files[name] = rest.substr(0, length);
    rest.remove_prefix(std::min(rest.size(), length + 1));
  }
  const auto t = Tokenizer::from_files(files);
  if (t.ok()) try_all(*t, rest);
  return 0;
}
