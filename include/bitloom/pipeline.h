// A model with what is around it: text, pictures and sounds in; labels, texts and numbers out.
//
//   sync::Pipeline intents = sync::gpu().pipeline("zoo/intents");
//   Answer a = intents.ask({.text = "Where is my card?"});
//   a.labels[0].name;                                                    // "card_arrival"
//
// Threads: a pipeline belongs to the thread of its backend. Pipelines on separate CPU backends are independent.
#pragma once

#include <cstddef>

#include "bitloom/model.h"
#include "bitloom/tokenizer.h"

namespace bitloom {

struct Question {
  std::string text{}, pair{};
  std::vector<std::byte> image{};     // PNG or JPEG
  std::vector<std::byte> audio{};     // WAV
  std::vector<std::string> labels{};  // of a picture, to choose from, where the model has none of its own
  int top = 5;                        // labels in the answer
  GenerateOptions generate{};
  // Of a sound: its language ("en"; empty: the likeliest of those the model knows), whether it is written down or
  // translated to English (transcribe, which is also what empty means, or translate), and whether with times.
  std::string language{}, task{};
  bool timestamps = false;
};

struct Answer {
  std::string task;  // what the model does, by Hugging Face's name for it: "text-classification", "fill-mask", ...
  struct Label {
    std::string name;
    double score;  // a probability
  };
  std::vector<Label> labels{};  // the likeliest first
  struct Entity {
    std::string word, entity;  // a token, and its likeliest class
    double score;              // a probability
    size_t index;              // among the tokens, special ones counted
    size_t start, end;         // bytes of the text
  };
  std::vector<Entity> entities{};    // of token classification, one for each token of the text
  std::string text{};                // what was written or heard
  std::vector<std::string> texts{};  // with several results: all of them, the best first
  struct Segment {
    double from, to;  // seconds
    std::string text;
  };
  std::vector<Segment> segments{};  // of a sound: between the times that were heard, or of each window
  std::string language{};           // of a sound
  std::vector<float> embedding{};   // of length 1, unless the folder's modules.json has no Normalize
  Generated generated{};
  double ms = 0;
};

enum class TaskKind : uint8_t;
struct SoundRules;
struct SpeechRules;
struct PictureRules;

class Pipeline {
 public:
  static Task<Result<std::shared_ptr<Pipeline>>> load(std::shared_ptr<Backend> backend, std::string folder,
                                                      ModelOptions options = {});  // native only
  static Task<Result<std::shared_ptr<Pipeline>>> load(std::shared_ptr<Backend> backend, const Folder& folder,
                                                      ModelOptions options = {});
  ~Pipeline();
  Model& model() { return *model_; }
  const Model& model() const { return *model_; }
  const Tokenizer* tokenizer() const { return tokenizer_ ? &*tokenizer_ : nullptr; }
  std::string task() const;  // as in Answer
  // What of a question means nothing for the model's task is an error that names it, and what is supported.
  Task<Result<Answer>> ask(Question question);

  // The steps of it.
  Result<Tensor> pixels(std::span<const std::byte> image) const;                           // [1, C, H, W]
  Result<Tensor> pixels(int64_t width, int64_t height, std::vector<uint8_t> bytes) const;  // channels side by side
  Result<Encoding> encode(std::string_view text, std::string_view pair = {}) const;
  // How likely a text is, token by token: minus the sum of log probabilities, and of how many. Windows of so many
  // tokens.
  struct Likely {
    double nats = 0;
    int64_t tokens = 0;
  };
  Task<Result<Likely>> likelihood(std::string text, int64_t window);
  // What stands for a text or a picture, as in Answer::embedding.
  const std::string& text_embedding() const { return pooling_; }  // the model's output that it is; empty: there is none
  Task<Result<std::vector<float>>> embed_text(std::string text);
  Task<Result<std::vector<float>>> embed_pixels(Tensor pixels);

 private:
  friend struct Inside;
  Pipeline() = default;
  const Family& family() const;
  Error unsupported(std::string_view what) const;  // "pictures are"
  // Asks the folder and the model what it is for, and checks what is wanted of it.
  Status settle_task(const Folder& folder, const std::string& wanted);
  std::string label(size_t i) const;
  Task<Result<std::vector<float>>> embed(Model::Tensors in, std::string output);
  Task<Result<Answer>> represent(const Question& q);
  Task<Result<Answer>> classify_text(const Question& q);
  Task<Result<Answer>> classify_picture(const Question& q);
  Task<Result<Answer>> match(const Question& q);
  Task<Result<Answer>> write(Question q);
  Task<Result<Answer>> listen(Question q);
  Result<Tokenizer> needed() const;

  std::shared_ptr<Model> model_;
  std::optional<Tokenizer> tokenizer_;
  Error tokenizer_problem_;  // why there is none
  TaskKind task_{};
  std::string pooling_;  // the output that stands for a text
  bool normalizes_ = true;
  std::vector<std::string> labels_;
  std::unique_ptr<PictureRules> pictures_;
  std::unique_ptr<SoundRules> sounds_;
  std::unique_ptr<SpeechRules> speech_;
  int64_t longest_ = 0;  // text, in tokens: a longer one is cut there; 0: it is refused where the model ends
};

}  // namespace bitloom
