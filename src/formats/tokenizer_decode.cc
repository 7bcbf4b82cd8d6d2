#include <algorithm>
#include <limits>

#include "base/json.h"
#include "formats/tokenizer_parts.h"

namespace bitloom::tokens {
namespace {

void replace_all(std::string& text, std::string_view what, std::string_view with) {
  size_t found = what.empty() ? std::string::npos : text.find(what), at = 0;
  if (found == std::string::npos) return;
  std::string out;
  for (; found != std::string::npos; found = text.find(what, at)) {
    out.append(text, at, found - at).append(with);
    at = found + what.size();
  }
  text = out.append(text, at);
}

// Spaces that English does not write, as the reference takes them out.
void clean_up(std::string& text) {
  constexpr std::pair<std::string_view, std::string_view> rules[] = {
      {" .", "."},   {" ?", "?"},           {" !", "!"},   {" ,", ","},     {" ' ", "'"},   {" n't", "n't"},
      {" 'm", "'m"}, {" do not", " don't"}, {" 's", "'s"}, {" 've", "'ve"}, {" 're", "'re"}};
  for (const auto& [what, with] : rules) replace_all(text, what, with);
}

std::string valid_utf8(std::string_view bytes) { return write_utf8(read_utf8(bytes).chars); }

// The byte that <0x41> stands for, -1 for other tokens. Digits may be small letters.
int byte_of(std::string_view token) {
  if (token.size() != 6 || !token.starts_with("<0x") || token[5] != '>') return -1;
  int byte = 0;
  for (const char c : token.substr(3, 2)) {
    if (c >= '0' && c <= '9') byte = byte * 16 + (c - '0');
    else if (c >= 'A' && c <= 'F') byte = byte * 16 + (c - 'A' + 10);
    else if (c >= 'a' && c <= 'f') byte = byte * 16 + (c - 'a' + 10);
    else return -1;
  }
  return byte;
}

std::string bytes_of(const std::vector<std::string>& tokens) {
  std::string out, bytes;
  for (const std::string& token : tokens) {
    bytes.clear();
    bool all = true;
    for (const char32_t c : read_utf8(token).chars) {
      const int byte = char_to_byte(c);
      if (byte < 0) {
        all = false;
        break;
      }
      bytes += static_cast<char>(byte);
    }
    out += all ? bytes : token;
  }
  return valid_utf8(out);
}

// Bytes in a row become their characters, or one U+FFFD each if they are none.
void join_bytes(std::vector<std::string>& tokens) {
  std::vector<std::string> out;
  std::string bytes;
  const auto flush = [&] {
    if (bytes.empty()) return;
    if (is_utf8(bytes)) out.push_back(bytes);
    else out.insert(out.end(), bytes.size(), "\xef\xbf\xbd");
    bytes.clear();
  };
  for (std::string& token : tokens) {
    if (const int byte = byte_of(token); byte >= 0) {
      bytes += static_cast<char>(byte);
      continue;
    }
    flush();
    out.push_back(std::move(token));
  }
  flush();
  tokens = std::move(out);
}

// SentencePiece's own. Bytes in a row become their characters, and each byte that is none U+FFFD.
std::string sentence(const Decoder& step, const std::vector<std::string>& tokens) {
  std::string out, bytes, mark;
  append_utf8(mark, step.character);
  bool at_start = true, seen = false;
  const auto flush = [&] {
    size_t taken = 0;
    for (size_t at = 0; at < bytes.size(); at += taken) {
      const char32_t c = first_utf8(std::string_view(bytes).substr(at), taken);
      if (c == 0xfffd && bytes.compare(at, taken, "\xef\xbf\xbd") != 0) taken = 1;
      append_utf8(out, c);
    }
    bytes.clear();
  };
  for (const std::string& token : tokens) {
    if (const int byte = byte_of(token); byte >= 0) {
      bytes += static_cast<char>(byte);
      continue;
    }
    flush();
    if (seen || !out.empty()) at_start = false;
    std::string_view text = token;
    seen = false;
    if (at_start && (step.prefix || step.squeeze) && text.starts_with(mark)) {
      text.remove_prefix(mark.size());
      seen = !step.squeeze;
    }
    std::string plain(text);
    replace_all(plain, mark, " ");
    out += plain;
  }
  flush();
  return out;
}

std::string join(const std::vector<std::string>& tokens) {
  std::string out;
  for (const std::string& token : tokens) out += token;
  return out;
}

void strip(const Decoder& step, std::string& token) {
  const std::u32string chars = read_utf8(token).chars;
  size_t begin = 0, end = chars.size();
  while (begin < step.start && begin < end && chars[begin] == step.character) ++begin;
  while (chars.size() - end < step.stop && end > begin && chars[end - 1] == step.character) --end;
  token = write_utf8(std::u32string_view(chars).substr(begin, end - begin));
}

}  // namespace

double growth(const std::vector<Decoder>& decoders) {
  double times = 1;
  for (const Decoder& step : decoders)
    if (step.kind == Decoder::Kind::replace) times *= std::max(1.0, static_cast<double>(step.text.size()));
  return times;
}

void apply(const Decoder& step, std::vector<std::string>& tokens) {
  switch (step.kind) {
    case Decoder::Kind::word_piece:
      for (size_t i = 0; i < tokens.size(); ++i) {
        if (i && tokens[i].starts_with(step.text)) tokens[i].erase(0, step.text.size());
        else if (i) tokens[i].insert(0, " ");
        if (step.cleanup) clean_up(tokens[i]);
      }
      break;
    case Decoder::Kind::byte_level: tokens = {bytes_of(tokens)}; break;
    case Decoder::Kind::metaspace: {
      std::string mark;
      append_utf8(mark, step.character);
      for (size_t i = 0; i < tokens.size(); ++i) replace_all(tokens[i], mark, i == 0 && step.prefix ? "" : " ");
      break;
    }
    case Decoder::Kind::bpe:
      for (size_t i = 0; i < tokens.size(); ++i) replace_all(tokens[i], step.text, i + 1 == tokens.size() ? "" : " ");
      break;
    case Decoder::Kind::byte_fallback: join_bytes(tokens); break;
    case Decoder::Kind::replace: {
      const std::u32string content = read_utf8(step.text).chars;
      for (std::string& token : tokens) {
        Text text = read_utf8(token);
        replace(step.pattern, content, text, std::numeric_limits<size_t>::max());
        token = write_utf8(text.chars);
      }
      break;
    }
    case Decoder::Kind::strip:
      for (std::string& token : tokens) strip(step, token);
      break;
    case Decoder::Kind::fuse: tokens = {join(tokens)}; break;
    case Decoder::Kind::sentence: tokens = {sentence(step, tokens)}; break;
  }
}

}  // namespace bitloom::tokens
