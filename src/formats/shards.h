// The weights of a model, in one safetensors file or several: tensors by name, whichever file they are in.
//
//   const Shards model = TRY(Shards::open("bert-base"));       // a folder, or one .safetensors file
//   const Shards::Found w = *model.find("encoder.weight");
//   TRY(w.file->read_floats(*w.tensor));
//
// Of a folder these are taken: model.safetensors; or what an index (*.safetensors.index.json) lists; or every
// *.safetensors there is.
#pragma once

#include "formats/files.h"

namespace bitloom {

class Shards {
 public:
  static Result<Shards> open(const std::filesystem::path& path);

  struct Found {
    const Safetensors* file;
    const StoredTensor* tensor;
  };
  std::optional<Found> find(std::string_view name) const;

  const std::vector<Safetensors>& files() const { return files_; }
  const std::vector<std::filesystem::path>& paths() const { return paths_; }    // of the files
  const std::optional<std::filesystem::path>& index() const { return index_; }  // where one was used
  const std::filesystem::path& folder() const { return folder_; }               // empty: one file was opened

 private:
  Status add(const std::filesystem::path& path);
  Status follow(const std::filesystem::path& index);

  std::filesystem::path folder_;
  std::vector<Safetensors> files_;
  std::vector<std::filesystem::path> paths_;
  std::optional<std::filesystem::path> index_;
  std::map<std::string, size_t, std::less<>> places_;  // tensor -> file
};

}  // namespace bitloom
