#include "models/sentence.h"

#include "base/try.h"
#include "models/config.h"

namespace bitloom {
namespace {

constexpr const char *modules = "modules.json", *limits = "sentence_bert_config.json",
                     *usual_pooling = "1_Pooling/config.json";

struct Module {
  std::string kind, path;  // "Pooling", "1_Pooling"
};

Result<std::vector<Module>> read_modules(const Folder& folder) {
  const std::string name = format("[config] {}/{}", folder.name(), modules);
  const Json json = TRY(Json::parse(TRY(folder.text(modules)), name));
  if (!json.root().is(Json::Kind::array)) return error(Code::invalid_argument, "{}: a list is needed", name);
  std::vector<Module> out;
  for (const Json::Value item : json.root().elements()) {
    const auto text = [&](const char* key) {
      const auto found = item.find(key);
      return std::string(found ? found->string().value_or("") : "");
    };
    // sentence_transformers.models.Pooling
    const std::string type = text("type");
    Module m{type.substr(type.find_last_of('.') + 1), text("path")};
    if (m.kind != "Transformer" && m.kind != "Pooling" && m.kind != "Normalize")
      return error(Code::unsupported,
                   "{}: type: module '{}' is not supported; supported are Transformer, Pooling and Normalize", name,
                   type);
    if (m.path.find_first_of("/\\") != std::string::npos || m.path.starts_with('.'))
      return error(Code::invalid_argument, "{}: path: '{}' is not the name of a folder beside it", name, m.path);
    out.push_back(std::move(m));
  }
  // Normalizing what is already of length 1 changes nothing, so any number of them may follow.
  const auto is = [&](size_t i, const char* kind) { return i < out.size() && out[i].kind == kind; };
  bool known = is(0, "Transformer") && is(1, "Pooling");
  for (size_t i = 2; i < out.size(); ++i) known = known && is(i, "Normalize");
  if (!known)
    return error(Code::unsupported, "{}: supported are Transformer, then Pooling, then, if at all, Normalize", name);
  if (!out[0].path.empty())
    return error(Code::unsupported, "{}: the Transformer is in '{}', and supported is the folder itself", name,
                 out[0].path);
  return out;
}

std::string config_of(const Module& pooling) { return pooling.path + "/config.json"; }  // "1_Pooling/config.json"

Result<std::string> read_pooling(const Folder& folder, const std::string& file) {
  const std::string name = format("[config] {}/{}", folder.name(), file);
  const Json json = TRY(Json::parse(TRY(folder.text(file)), name));
  // One key for each mode, one of which is true; newer files have one key with the mode's name.
  std::vector<std::string> modes;
  constexpr std::string_view start = "pooling_mode";
  for (const auto& [key, value] : json.root().members()) {
    if (!key.starts_with(start)) continue;
    if (key == start) {
      if (value.string()) modes.emplace_back(*value.string());
      for (const Json::Value v : value.elements()) modes.emplace_back(v.string().value_or(""));
    } else if (value.boolean().value_or(false)) {
      modes.emplace_back(key.substr(start.size() + 1));
    }
  }
  if (modes.size() == 1) {
    if (modes[0] == "mean_tokens" || modes[0] == "mean") return std::string("mean");
    if (modes[0] == "cls_token" || modes[0] == "cls") return std::string("cls");
    if (modes[0] == "lasttoken") return std::string("last_token");
  }
  std::string named;
  for (const std::string& mode : modes) named += (named.empty() ? "" : " and ") + mode;
  return error(Code::unsupported,
               "{}: pooling '{}' is not supported; supported is one of mean_tokens, cls_token and "
               "lasttoken",
               name, named);
}

}  // namespace

bool is_sentence_folder(const Folder& folder) { return folder.has(modules) || folder.has(usual_pooling); }

Result<std::optional<SentenceRules>> read_sentence_rules(const Folder& folder) {
  if (!is_sentence_folder(folder)) return std::optional<SentenceRules>{};
  SentenceRules out{.output = {}, .normalize = true};
  std::string pooling = usual_pooling;
  if (folder.has(modules)) {
    const std::vector<Module> all = TRY(read_modules(folder));
    pooling = config_of(all[1]), out.normalize = all.size() > 2;
    if (!folder.has(pooling))
      return error(Code::not_found, "[config] {}/{}: path: there is no {}", folder.name(), modules, pooling);
  }
  out.output = TRY(read_pooling(folder, pooling));
  const Config c =
      TRY(Config::parse(TRY(folder.text_or(limits, "{}")), format("[config] {}/{}", folder.name(), limits)));
  if (c.has("max_seq_length")) out.max_length = c.size("max_seq_length");
  if (c.flag("do_lower_case", false)) c.refuse("'do_lower_case' is not supported; a tokenizer may do that");
  (void)TRY(c.status());
  return std::optional(out);
}

Result<std::vector<std::string>> sentence_files(const Folder& folder) {
  std::vector<std::string> out{modules, usual_pooling};
  if (folder.has(modules))
    if (std::string pooling = config_of(TRY(read_modules(folder))[1]); pooling != usual_pooling)
      out.push_back(std::move(pooling));
  if (is_sentence_folder(folder)) out.emplace_back(limits);
  return out;
}

}  // namespace bitloom
