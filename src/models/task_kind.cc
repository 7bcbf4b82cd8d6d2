#include "models/task_kind.h"

namespace bitloom {
namespace {

struct Names {
  std::string_view name, before;
};
constexpr Names names[] = {
    {"text-classification", "classify"},
    {"token-classification", "classify"},
    {"fill-mask", "fill"},
    {"feature-extraction", "embed"},
    {"text-generation", "write"},
    {"text2text-generation", "write"},
    {"automatic-speech-recognition", "listen"},
    {"image-classification", "classify"},
    {"zero-shot-image-classification", "match"},
};

}  // namespace

std::string_view name(TaskKind task) { return names[static_cast<size_t>(task)].name; }

bool classifies_text(TaskKind task) {
  return task == TaskKind::text_classification || task == TaskKind::token_classification;
}

bool is_called(TaskKind task, std::string_view word) {
  const Names& n = names[static_cast<size_t>(task)];
  return word == n.name || word == n.before;
}

Status check_task_name(std::string_view word) {
  std::string all;
  for (const Names& n : names) {
    if (word == n.name || word == n.before) return {};
    all.append(all.empty() ? "" : ", ").append(n.name);
  }
  return error(Code::invalid_argument, "[pipeline] task '{}' is not supported; supported are {}", word, all);
}

}  // namespace bitloom
