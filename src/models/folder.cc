// Natively, models and tokenizers are read from folders.
#include "bitloom/pipeline.h"
#include "formats/files.h"

namespace bitloom {

Task<Result<std::shared_ptr<Model>>> Model::load(std::shared_ptr<Backend> backend, std::string folder,
                                                 ModelOptions options) {
  CO_TRY(const Folder files, open_folder(folder));
  co_return co_await load(std::move(backend), files, std::move(options));
}

Task<Result<std::shared_ptr<Pipeline>>> Pipeline::load(std::shared_ptr<Backend> backend, std::string folder,
                                                       ModelOptions options) {
  CO_TRY(const Folder files, open_folder(folder));
  co_return co_await load(std::move(backend), files, std::move(options));
}

Result<Tokenizer> Tokenizer::from_folder(const std::string& path) { return from_folder(TRY(open_folder(path))); }

}  // namespace bitloom
