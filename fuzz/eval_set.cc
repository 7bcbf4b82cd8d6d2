// A libFuzzer target for evaluation sets: whatever the files, they are read or refused in one line that names the file,
// and what was read is within its bounds.
//
//   bitloom-fuzz-eval_set CORPUS -max_total_time=10      (an empty folder is given seeds first)
//
// The first byte of an input is the task, a zero byte ends eval.jsonl, the rest is tasks.json.
#include "cli/eval_set.h"

#include <filesystem>
#include <fstream>
#include <set>

#include "fuzz/demand.h"

namespace {

using namespace bitloom;
namespace fs = std::filesystem;

constexpr size_t tasks = static_cast<size_t>(TaskKind::zero_shot_image_classification) + 1;
constexpr EvalBounds bounds{.lines = 5, .pictures = 3, .classes = 10};

void check_error(const Error& error, std::string_view file) {
  demand(error.message.starts_with("[eval] "), "errors say who");
  demand(error.code == Code::unsupported || error.message.find(file) != std::string::npos, "errors name the file");
  demand(error.message.find('\n') == std::string::npos, "errors are one line");
}

void try_lines(TaskKind task, std::string_view text) {
  const auto lines = parse_eval_lines(task, text, "eval.jsonl", bounds);
  if (!lines.ok()) return check_error(lines.error(), "eval.jsonl");
  demand(!lines->empty() && lines->size() <= bounds.lines, "some lines, and no more than asked for");
  size_t before = 0;
  for (const EvalLine& line : *lines) {
    demand(line.number > before, "lines are in order");
    before = line.number;
    demand(line.picture >= 0 && line.picture < bounds.pictures && line.id >= 0 && line.id < bounds.classes,
           "places are within bounds");
    const bool file = task == TaskKind::text_generation || task == TaskKind::automatic_speech_recognition;
    if (task == TaskKind::text_generation) demand(line.window >= 2, "a window has a next token");
    if (!file) continue;
    const fs::path path = (fs::path("/eval") / line.given).lexically_normal();
    demand(path.string().starts_with("/eval/") && path.string().size() > 6, "files are in the folder");
  }
}

constexpr std::pair<TaskKind, std::string_view> seeds[] = {
    {TaskKind::text_classification, R"({"text": "Where is it?", "pair": "b", "label": "card", "id": 0})"},
    {TaskKind::fill_mask, R"({"text": "a [MASK]", "label": "b"})"},
    {TaskKind::text2text_generation, R"({"input": "German: seven", "output": "sieben", "number": 7})"},
    {TaskKind::text_generation, R"({"text": "eval.txt", "window": 256, "bytes": 20072})"},
    {TaskKind::automatic_speech_recognition, R"({"audio": "a/00.wav", "text": "zero one"})"},
    {TaskKind::image_classification, R"({"picture": 2, "label": "dress", "id": 3})"},
    {TaskKind::zero_shot_image_classification, R"({"picture": 0, "id": 9, "caption": "a photo"})"}};

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* count, char*** words) {
  for (int i = 1; i < *count; ++i) {
    const fs::path folder = (*words)[i];
    if ((*words)[i][0] == '-' || !fs::is_directory(folder) || !fs::is_empty(folder)) continue;
    for (const auto& [task, line] : seeds) {
      demand(parse_eval_lines(task, line, "seed", bounds).ok(), "seeds are read");
      std::string input(1, static_cast<char>(task));
      for (int copy = 0; copy < 2; ++copy) input.append(line).append("\r\n\n");
      input.append(1, '\0').append(R"({"prompts": ["a photo of a coat", "b"], "pools": [[0, 1]]})");
      std::ofstream(folder / name(task), std::ios::binary) << input;
    }
  }
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* input, size_t size) {
  if (size == 0) return 0;
  const std::string_view all(reinterpret_cast<const char*>(input + 1), size - 1);
  const size_t end = std::min(all.find('\0'), all.size());
  const std::string_view lines = all.substr(0, end), rest = all.substr(std::min(end + 1, all.size()));
  try_lines(static_cast<TaskKind>(input[0] % tasks), lines);
  if (const auto prompts = parse_prompts(rest, "tasks.json"); prompts.ok())
    demand(!prompts->empty() && !std::set(prompts->begin(), prompts->end()).contains(""), "prompts say something");
  else check_error(prompts.error(), "tasks.json");
  if (const auto texts = parse_sample_texts(lines, "sample.jsonl"); !texts.ok())
    check_error(texts.error(), "sample.jsonl");
  const auto pictures = count_pictures(size, "pictures.bin");
  demand(pictures.ok() == (size % eval_picture_bytes == 0), "pictures are whole");
  return 0;
}
