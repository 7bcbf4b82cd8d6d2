#include "models/summary.h"

#include "base/json_text.h"
#include "models/sentence.h"

namespace bitloom {

Result<ModelSummary> summarize(const Folder& folder) {
  const Config config =
      TRY(Config::parse(TRY(folder.text("config.json")), format("[config] {}/config.json", folder.name())));
  const FamilyEntry& entry = *TRY(find_family(config));
  ModelSummary out{.family = entry.name,
                   .task = TRY(find_task(entry, config)),
                   .takes = entry.takes,
                   .tokenizer = entry.takes.text || entry.takes.audio,
                   .files = {}};
  if (entry.takes.text && !classifies_text(out.task)) {
    out.files = TRY(sentence_files(folder));
    if (is_sentence_folder(folder)) out.task = TaskKind::feature_extraction;
  }
  if (out.task == TaskKind::fill_mask) out.files.emplace_back("tokenizer_config.json");  // has the mask token
  if (entry.takes.image || entry.takes.audio) out.files.emplace_back("preprocessor_config.json");
  if (entry.takes.audio) out.files.emplace_back("generation_config.json");
  return out;
}

std::string to_json(const ModelSummary& s) {
  const auto list = [](std::initializer_list<std::pair<bool, std::string_view>> given) {
    std::string out;
    for (const auto& [there, word] : given)
      if (there) out += format("{}\"{}\"", out.empty() ? "" : ",", word);
    return out;
  };
  std::string out =
      format("{\"family\":\"{}\",\"task\":\"{}\",\"takes\":[{}],\"tokenizer\":{},\"files\":[", s.family, name(s.task),
             list({{s.takes.text, "text"}, {s.takes.image, "image"}, {s.takes.audio, "audio"}}), s.tokenizer);
  for (size_t i = 0; i < s.files.size(); ++i) append_json(out += i ? "," : "", s.files[i]);
  return out + "]}";
}

}  // namespace bitloom
