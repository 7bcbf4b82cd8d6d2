#include "formats/shards.h"

#include <algorithm>
#include <set>

#include "base/json.h"
#include "base/json_text.h"

namespace fs = std::filesystem;

namespace bitloom {

Result<Shards> Shards::open(const fs::path& given) {
  Shards model;
  std::error_code why;
  const fs::path path = given.has_filename() ? given : given.parent_path();  // model/ is model
  if (!fs::is_directory(path, why)) {
    (void)TRY(model.add(path));
    return model;
  }
  model.folder_ = path;
  std::vector<fs::path> files, indexes;
  for (fs::directory_iterator i(path, why), end; !why && i != end; i.increment(why)) {
    const std::string name = i->path().filename().string();
    if (name.starts_with('.')) continue;
    if (name.ends_with(".safetensors")) files.push_back(i->path());
    if (name.ends_with(".safetensors.index.json")) indexes.push_back(i->path());
  }
  if (why) return error(Code::io, "[model] cannot look into {}: {}", path.string(), why.message());
  if (const fs::path one = path / "model.safetensors"; std::ranges::find(files, one) != files.end()) {
    (void)TRY(model.add(one));
    return model;
  }
  if (indexes.size() > 1)
    return error(Code::invalid_argument, "[model] {} has {} indexes (*.safetensors.index.json), one is expected",
                 path.string(), indexes.size());
  if (!indexes.empty()) {
    (void)TRY(model.follow(indexes[0]));
    return model;
  }
  if (files.empty()) return error(Code::not_found, "[model] there is no *.safetensors in {}", path.string());
  std::ranges::sort(files);
  for (const fs::path& file : files) (void)TRY(model.add(file));
  return model;
}

Status Shards::add(const fs::path& path) {
  files_.push_back(TRY(Safetensors::open(TRY(open_bytes(path)))));
  paths_.push_back(path);
  for (const StoredTensor& t : files_.back().tensors()) {
    const auto [place, fresh] = places_.emplace(t.name, files_.size() - 1);
    if (!fresh)
      return error(Code::invalid_argument, "[model] tensor {} is both in {} and in {}", quote(t.name),
                   paths_[place->second].string(), path.string());
  }
  return {};
}

Status Shards::follow(const fs::path& index) {
  index_ = index;
  const std::string name = format("[model] {}", index.string());
  const Json json = TRY(Json::parse(TRY(read_text(index, Safetensors::longest_header)), name));
  const auto list = json.root().find("weight_map");
  if (!list || !list->is(Json::Kind::object))
    return error(Code::invalid_argument, "{}: there is no weight_map of tensors and files", name);
  std::map<std::string, std::vector<std::string_view>> wanted;  // by file
  for (const auto& [tensor, file] : list->members()) {
    const std::string_view text = file.string().value_or("");
    // A file beside the index: a name that leads elsewhere is not followed.
    if (text.empty() || text == "." || text == ".." || text.find_first_of(std::string_view("/\\\0", 3)) != text.npos)
      return error(Code::invalid_argument, "{}: tensor {} is in {}, which is not a file's name", name, quote(tensor),
                   file.string() ? quote(text) : std::string(bitloom::name(file.kind())));
    wanted[std::string(text)].push_back(tensor);
  }
  if (wanted.empty()) return error(Code::invalid_argument, "{}: weight_map is empty", name);
  for (const auto& [file, tensors] : wanted) {
    (void)TRY(add(index.parent_path() / file));
    for (const std::string_view tensor : tensors)
      if (!files_.back().find(tensor))
        return error(Code::invalid_argument, "{}: tensor {} is not in {}", name, quote(tensor), file);
  }
  return {};
}

std::optional<Shards::Found> Shards::find(std::string_view name) const {
  const auto place = places_.find(name);
  if (place == places_.end()) return std::nullopt;
  const Safetensors& file = files_[place->second];
  return Found{&file, file.find(name)};
}

}  // namespace bitloom
