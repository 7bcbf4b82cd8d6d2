// What of a Question a model can do anything with. Everything else that is given is refused by name, with the names of
// what is supported.
//
//   std::vector<QuestionField> fields = fields_of(question, family, task);
//   TRY(check_fields(fields, family, task));     // bert is for text-classification: image is not supported; ...
#pragma once

#include "bitloom/pipeline.h"
#include "models/family.h"

namespace bitloom {

struct QuestionField {
  std::string name;       // as in Question and GenerateOptions
  bool given, supported;  // it is not what it is by default; the task has a use for it
  std::string needs{};    // a field that must be given too
  std::string without{};  // one that must not
};
std::vector<QuestionField> fields_of(const Question& question, const Family& family, TaskKind task);
Status check_fields(const std::vector<QuestionField>& fields, const Family& family, TaskKind task);

// What became of a picture or a sound, `by` these settings of preprocessor_config.json, must be what the model takes.
Status check_prepared(const Family& family, const Shape& made, std::string_view by);
// A token's number that the model has no row for comes from the tokenizer's files: they are named.
Error of_tokens(const Error& error, const Tokenizer* tokenizer);

// The same under the names of another interface; where it has none for a field, that goes.
template <class Name>
std::vector<QuestionField> renamed(std::vector<QuestionField> fields, const Name& name) {
  for (QuestionField& f : fields)
    for (std::string* word : {&f.name, &f.needs, &f.without})
      if (!word->empty()) *word = name(*word);
  std::erase_if(fields, [](const QuestionField& f) { return f.name.empty(); });
  return fields;
}

}  // namespace bitloom
