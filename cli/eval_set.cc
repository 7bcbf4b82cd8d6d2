#include "cli/eval_set.h"

#include <algorithm>
#include <filesystem>
#include <functional>

#include "base/json.h"
#include "base/json_text.h"
#include "base/try.h"

using namespace bitloom;

namespace {

// An object of a file, and where it is.
class Fields {
 public:
  Fields(Json::Value object, std::string where) : object_(object), where_(std::move(where)) {}

  Error wrong(std::string_view key, std::string_view why) const {
    return error(Code::invalid_argument, "{}: {} {}", where_, key, why);
  }
  bool has(std::string_view key) const { return object_.find(key).has_value(); }
  Result<Json::Value> value(std::string_view key) const {
    if (const auto found = object_.find(key)) return *found;
    return wrong(key, "is missing");
  }
  Result<std::string> text(std::string_view key) const {
    const auto found = TRY(value(key)).string();
    if (!found) return wrong(key, format("is {}; it must be a string", name(TRY(value(key)).kind())));
    return std::string(*found);
  }
  // With at least one character that is not a space.
  Result<std::string> words(std::string_view key) const {
    std::string out = TRY(text(key));
    if (out.find_first_not_of(" \t\r\n") == std::string::npos) return wrong(key, "is empty");
    return out;
  }
  Result<int64_t> integer(std::string_view key, int64_t low, int64_t high) const {
    const Json::Value found = TRY(value(key));
    const std::string range = format("it must be an integer between {} and {}", low, high);
    if (!found.is(Json::Kind::number)) return wrong(key, format("is {}; {}", name(found.kind()), range));
    const auto number = found.integer();
    if (!number || *number < low || *number > high)
      return wrong(key, format("is {}; {}", found.written().substr(0, 40), range));
    return *number;
  }
  // The name of a file beside this one, or below.
  Result<std::string> file(std::string_view key) const {
    std::string out = TRY(text(key));
    const std::filesystem::path path = out;
    const bool outside = path.is_absolute() || std::ranges::find(path, std::filesystem::path("..")) != path.end();
    if (path.filename().empty() || outside || out.find('\0') != std::string::npos)
      return wrong(key, format("is {}; it must be the name of a file in the folder eval", quote(out)));
    return out;
  }

 private:
  Json::Value object_;
  std::string where_;
};

// Calls `read` with each object; false ends it.
Status each_line(std::string_view text, const std::string& file,
                 const std::function<Result<bool>(size_t number, const Fields&)>& read) {
  size_t number = 0;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    ++number;
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    const std::string where = format("[eval] {}: line {}", file, number);
    auto parsed = Json::parse(std::string(line), where);
    if (!parsed.ok()) {
      std::string message = parsed.error().message;
      const size_t at = message.find("line 1, ", where.size());  // of a text that is one line
      if (at != std::string::npos) message.erase(at, 8);
      return Error{parsed.error().code, message};
    }
    const Json json = *std::move(parsed);
    if (!json.root().is(Json::Kind::object))
      return error(Code::invalid_argument, "{} is {}; it must be an object", where, name(json.root().kind()));
    if (!TRY(read(number, Fields(json.root(), where)))) break;
  }
  return {};
}

Result<EvalLine> read_line(TaskKind task, const Fields& f, const EvalBounds& bounds) {
  EvalLine line;
  switch (task) {
    case TaskKind::text_classification:
    case TaskKind::fill_mask:
      line.given = TRY(f.words("text")), line.expected = TRY(f.words("label"));
      if (f.has("pair")) line.pair = TRY(f.words("pair"));
      return line;
    case TaskKind::text2text_generation:
      line.given = TRY(f.words("input")), line.expected = TRY(f.text("output"));
      return line;
    case TaskKind::text_generation:
      line.given = TRY(f.file("text"));
      line.window = f.has("window") ? TRY(f.integer("window", 2, 1 << 20)) : 256;  // of one token nothing is next
      return line;
    case TaskKind::automatic_speech_recognition:
      line.given = TRY(f.file("audio")), line.expected = TRY(f.words("text"));
      return line;
    case TaskKind::image_classification:
    case TaskKind::zero_shot_image_classification:
      line.picture = TRY(f.integer("picture", 0, bounds.pictures - 1));
      line.id = TRY(f.integer("id", 0, bounds.classes - 1));
      return line;
    case TaskKind::token_classification:
    case TaskKind::feature_extraction: break;
  }
  return error(Code::unsupported,
               "[eval] an evaluation set for {} is not supported; supported are text-classification, fill-mask, "
               "text-generation, text2text-generation, automatic-speech-recognition, image-classification and "
               "zero-shot-image-classification",
               name(task));
}

}  // namespace

Result<std::vector<EvalLine>> parse_eval_lines(TaskKind task, std::string_view text, const std::string& file,
                                               const EvalBounds& bounds) {
  std::vector<EvalLine> out;
  (void)TRY(each_line(text, file, [&](size_t number, const Fields& fields) -> Result<bool> {
    out.push_back(TRY(read_line(task, fields, bounds)));
    out.back().number = number;
    return out.size() != bounds.lines;
  }));
  if (out.empty()) return error(Code::invalid_argument, "[eval] {} is empty", file);
  return out;
}

Result<std::vector<std::string>> parse_prompts(std::string_view text, const std::string& file) {
  const std::string where = format("[eval] {}", file);
  const Json json = TRY(Json::parse(std::string(text), where));
  const auto wrong = [&](std::string_view why) { return error(Code::invalid_argument, "{}: {}", where, why); };
  if (!json.root().is(Json::Kind::object)) return wrong("it must be an object");
  const auto list = json.root().find("prompts");
  if (!list || !list->is(Json::Kind::array) || list->size() == 0)
    return wrong("prompts must be a list of at least one string");
  std::vector<std::string> out;
  for (const Json::Value prompt : list->elements()) {
    const auto words = prompt.string();
    if (!words || words->find_first_not_of(" \t\r\n") == std::string_view::npos)
      return wrong(format("prompts[{}] must be a string that is not empty", out.size()));
    out.emplace_back(*words);
  }
  return out;
}

Result<int64_t> count_pictures(uint64_t bytes, const std::string& file) {
  if (bytes == 0 || bytes % eval_picture_bytes != 0)
    return error(Code::invalid_argument, "[eval] {} has {} bytes; it must be pictures of 28 x 28 = {} bytes each", file,
                 bytes, eval_picture_bytes);
  return static_cast<int64_t>(bytes / eval_picture_bytes);
}

Result<std::vector<std::string>> parse_sample_texts(std::string_view text, const std::string& file) {
  std::vector<std::string> out;
  (void)TRY(each_line(text, file, [&](size_t, const Fields& fields) -> Result<bool> {
    for (const char* key : {"text", "input", "prompt", "caption"})
      if (fields.has(key)) out.push_back(TRY(fields.words(key)));
    return true;
  }));
  return out;
}
