#include "formats/shards.h"

#include <algorithm>
#include <set>

#include "base/json.h"
#include "base/json_text.h"
#include "base/try.h"

namespace bitloom {

Result<Shards> Shards::open_file(const Folder::Bytes& file) {
  Shards model;
  const std::string& path = file->name();
  (void)TRY(model.add(path.substr(path.find_last_of('/') + 1), file));
  return model;
}

Result<Shards> Shards::open(const Folder& folder) {
  Shards model;
  if (folder.has("model.safetensors")) return open_file(TRY(folder.open("model.safetensors")));
  std::vector<std::string> files, indexes;
  for (const std::string& name : folder.files()) {
    if (name.ends_with(".safetensors")) files.push_back(name);
    if (name.ends_with(".safetensors.index.json")) indexes.push_back(name);
  }
  if (indexes.size() > 1)
    return error(Code::invalid_argument, "[model] {} has {} indexes (*.safetensors.index.json), one is expected",
                 folder.name(), indexes.size());
  if (!indexes.empty()) {
    (void)TRY(model.follow(folder, indexes[0]));
    return model;
  }
  if (files.empty()) return error(Code::not_found, "[model] there is no *.safetensors in {}", folder.name());
  for (const std::string& file : files) (void)TRY(model.add(file, TRY(folder.open(file))));
  return model;
}

Status Shards::add(std::string name, const Folder::Bytes& bytes) {
  files_.push_back(TRY(Safetensors::open(bytes)));
  names_.push_back(std::move(name));
  for (const StoredTensor& t : files_.back().tensors()) {
    const auto [place, fresh] = places_.emplace(t.name, files_.size() - 1);
    if (!fresh)
      return error(Code::invalid_argument, "[model] tensor {} is both in {} and in {}", quote(t.name),
                   files_[place->second].name(), bytes->name());
  }
  return {};
}

Status Shards::follow(const Folder& folder, const std::string& index) {
  index_ = index;
  const Folder::Bytes bytes = TRY(folder.open(index));
  const std::string name = format("[model] {}", bytes->name());
  const Json json = TRY(Json::parse(TRY(text_of(*bytes, Safetensors::longest_header)), name));
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
    if (!folder.has(file))
      return error(Code::not_found, "{}: tensor {} is in {}, which is not there", name, quote(tensors[0]), quote(file));
    (void)TRY(add(file, TRY(folder.open(file))));
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
