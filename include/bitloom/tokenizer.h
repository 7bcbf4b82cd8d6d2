// Text to token ids and back, as the tokenizers of Hugging Face's models do it.
//
//   auto tokenizer = Tokenizer::from_folder("models/minilm");    // or from_files({{"tokenizer.json", ...}})
//   if (!tokenizer.ok()) return std::puts(tokenizer.error().message.c_str()), 1;
//   Encoding e = *tokenizer->encode("Hello world!", {.max_length = 128});    // e.ids: 101 7592 2088 999 102
//   tokenizer->decode(e.ids);                                                // "hello world!"
//
//   TokenStream stream(*tokenizer);    // while a model writes
//   for (int32_t id : ids) std::fputs(stream.push(id).c_str(), stdout);
//   std::fputs(stream.finish().c_str(), stdout);
//
// Read are, the first that is there: tokenizer.json; vocab.txt (BERT); vocab.json and merges.txt (GPT-2, CLIP,
// Whisper); spiece.model or tokenizer.model (SentencePiece). tokenizer_config.json helps the last three, and has the
// mask token of all. Whatever is in these files and not supported is an error that names it. Text need not be UTF-8:
// broken bytes are read as U+FFFD.
//
// Threads: a Tokenizer may be used by many at once; a TokenStream by one at a time.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bitloom/folder.h"
#include "bitloom/result.h"

namespace bitloom {

struct Encoding {
  std::vector<int32_t> ids;
  std::vector<int32_t> type_ids;                 // 0 in the first text, 1 in the second, where the model wants that
  std::vector<uint8_t> attention;                // 0 for padding
  std::vector<uint8_t> special;                  // 1 for what the text does not have: [CLS], </s>, padding
  std::vector<std::array<uint32_t, 2>> offsets;  // bytes of its text, from and up to; {0, 0} for what is not in it
  size_t size() const { return ids.size(); }
};

struct EncodeOptions {
  enum class Truncate : uint8_t { longest_first, only_first, only_second };

  std::optional<std::string_view> pair = std::nullopt;  // a second text
  bool add_special_tokens = true;
  size_t max_length = 0;  // 0: any length; special tokens count
  Truncate truncate = Truncate::longest_first;
  bool truncate_left = false;  // the start goes, not the end
  size_t pad_to = 0;           // 0: no padding
  size_t pad_multiple = 0;     // 0: any length
  bool pad_left = false;
  int32_t pad_id = -1;  // -1: the one of the files, or of [PAD] or <pad>, or 0
  int32_t pad_type_id = 0;
};

namespace tokens {
struct Parts;
}

// Copies share what was read.
class Tokenizer {
 public:
  using Files = std::map<std::string, std::string, std::less<>>;  // bytes by name, without folders
  static Result<Tokenizer> from_files(const Files& files);
  static Result<Tokenizer> from_folder(const std::string& path);  // native only
  static Result<Tokenizer> from_folder(const Folder& folder);

  Result<Encoding> encode(std::string_view text, const EncodeOptions& options = {}) const;
  std::string decode(std::span<const int32_t> ids, bool skip_special_tokens = true) const;

  int32_t id(std::string_view token) const;  // -1: there is none
  std::string_view token(int32_t id) const;  // empty: there is none
  bool is_special(int32_t id) const;         // one that decode skips
  int32_t mask_id() const;                   // of a gap to fill: tokenizer_config.json's, [MASK] or <mask>; -1: none
  size_t size() const;                       // how many tokens, with added ones
  const std::string& source() const;         // the names of the files it was read from, for messages
  EncodeOptions stored_options() const;      // truncation and padding as tokenizer.json has them; not applied unasked

 private:
  explicit Tokenizer(std::shared_ptr<const tokens::Parts> parts) : parts_(std::move(parts)) {}
  std::shared_ptr<const tokens::Parts> parts_;
};

// Decodes tokens as they come. What is returned are whole characters: a token that ends inside one waits for the next.
class TokenStream {
 public:
  explicit TokenStream(Tokenizer tokenizer, bool skip_special_tokens = true)
      : tokenizer_(std::move(tokenizer)), skip_(skip_special_tokens) {}
  std::string push(int32_t id);
  std::string finish();  // what still waits, broken or not; the stream is new again

 private:
  Tokenizer tokenizer_;
  bool skip_;
  std::vector<int32_t> ids_;  // those of the last answer, for context, and those that wait
  size_t answered_ = 0;       // how many of these are answered
  std::string before_;        // their text
};

}  // namespace bitloom
