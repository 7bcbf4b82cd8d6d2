// What a model is for, under the names that the Hugging Face hub has for it. This is the one place with those names.
//
//   name(TaskKind::fill_mask);                                      // "fill-mask"
//   is_called(TaskKind::image_classification, "classify");          // true: what this was called before
#pragma once

#include <cstdint>
#include <string_view>

#include "bitloom/result.h"

namespace bitloom {

enum class TaskKind : uint8_t {
  text_classification,
  token_classification,
  fill_mask,
  feature_extraction,
  text_generation,
  text2text_generation,
  automatic_speech_recognition,
  image_classification,
  zero_shot_image_classification,
};

std::string_view name(TaskKind task);
// Whether it has classes of its own, for texts or for their tokens: then modules.json does not apply.
bool classifies_text(TaskKind task);
// By its name, or by the word that Bitloom used for it before; "classify" and "write" are several tasks.
bool is_called(TaskKind task, std::string_view word);
// Refuses a word that names no task.
Status check_task_name(std::string_view word);

}  // namespace bitloom
