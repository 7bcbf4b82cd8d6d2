// Evaluation sets, read strictly: a line that is not what its task needs is refused, by file, line and field.
//
//   eval/eval.jsonl    one JSON object a line, with the fields of the task:
//     text-classification, fill-mask                          text, pair (optional), label
//     text2text-generation                                    input, output
//     text-generation                                         text (a file in eval/), window (tokens; 256 unless given)
//     automatic-speech-recognition                            audio (a file in eval/), text
//     image-classification, zero-shot-image-classification    picture (its place in pictures.bin), id (of its class)
//   eval/pictures.bin  pictures of 28 x 28 bytes, one after another
//   eval/tasks.json    {"prompts": [...]}: for each class a text, for zero-shot-image-classification
//
// Fields that a task does not use are ignored, blank lines are skipped.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bitloom/result.h"
#include "models/task_kind.h"

struct EvalLine {
  size_t number = 0;            // in the file, from 1
  std::string given{}, pair{};  // the input: a text, or the name of a file in eval/
  std::string expected{};       // the answer, where it is a text
  int64_t picture = 0, id = 0, window = 0;
};

struct EvalBounds {
  size_t lines = 0;                         // so many at most are read; 0: all
  int64_t pictures = 0, classes = 1 << 30;  // how many there are
};

constexpr int64_t eval_picture_bytes = 28 * 28;
constexpr uint64_t max_eval_set_bytes = 64 << 20;  // of eval.jsonl, tasks.json, and a text to go through

// `name` is what errors call the file. There is at least one line.
bitloom::Result<std::vector<EvalLine>> parse_eval_lines(bitloom::TaskKind task, std::string_view text,
                                                        const std::string& name, const EvalBounds& bounds);
bitloom::Result<std::vector<std::string>> parse_prompts(std::string_view text, const std::string& name);
// How many pictures so many bytes are.
bitloom::Result<int64_t> count_pictures(uint64_t bytes, const std::string& name);
// Texts to try a model with: "text", "input", "prompt" or "caption" of each line.
bitloom::Result<std::vector<std::string>> parse_sample_texts(std::string_view text, const std::string& name);
