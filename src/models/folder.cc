// Natively, models and tokenizers are read from folders.
#include "models/folder.h"
#include "base/try.h"

#include "bitloom/pipeline.h"
#include "formats/files.h"
#include "models/family.h"

namespace bitloom {

Task<Result<std::shared_ptr<Model>>> Model::load(std::shared_ptr<Backend> backend, std::string folder,
                                                 ModelOptions options) {
  CO_TRY(const Folder files, open_folder(folder));
  co_return in_file(co_await load(std::move(backend), files, std::move(options)), folder);
}

Task<Result<std::shared_ptr<Pipeline>>> Pipeline::load(std::shared_ptr<Backend> backend, std::string folder,
                                                       ModelOptions options) {
  CO_TRY(const Folder files, open_folder(folder));
  co_return in_file(co_await load(std::move(backend), files, std::move(options)), folder);
}

namespace {

// Nothing where no family is known.
struct Known {
  Config config;
  const FamilyEntry* entry;
};
Result<std::optional<Known>> known(const std::filesystem::path& folder) {
  std::error_code ignored;
  if (!std::filesystem::exists(folder / "config.json", ignored)) return std::optional<Known>{};
  const Config config = TRY(
      Config::parse(TRY(read_text(folder / "config.json")), format("[config] {}", (folder / "config.json").string())));
  if (!config.has("model_type")) return std::optional<Known>{};
  const auto entry = find_family(config);
  if (!entry.ok()) return std::optional<Known>{};
  return std::optional(Known{config, *entry});
}

}  // namespace

Result<TransposedWeights> transposed_weights(const std::filesystem::path& model, const Shards& weights) {
  std::error_code ignored;
  const bool whole = std::filesystem::is_directory(model, ignored);
  const auto found = TRY(known(whole ? model : model.parent_path()));
  if (!found) return TransposedWeights([](std::string_view) { return false; });
  const std::shared_ptr<const Weights> all = TRY(Weights::open(weights.files()));
  const FamilyEntry& entry = *found->entry;
  const TaskKind task = TRY(in_file(find_task(entry, found->config, all.get()), model));
  std::shared_ptr<const Family> family = TRY(in_file(entry.make(entry, task, found->config, *all), model));
  return TransposedWeights([family](std::string_view name) { return family->is_transposed(name); });
}

Status check_loads(const std::filesystem::path& folder) {
  if (!TRY(known(folder))) return {};
  // What is wrong is not this folder's fault but that of where it comes from, which the caller knows.
  (void)TRY(run_sync(Model::load(std::make_shared<CpuBackend>(), TRY(open_folder(folder.string())), {})));
  return {};
}

Result<Tokenizer> Tokenizer::from_folder(const std::string& path) { return from_folder(TRY(open_folder(path))); }

}  // namespace bitloom
