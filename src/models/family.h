// A family of models: all that is known of one kind of architecture. How its config is read and its graph is built,
// what it is for, what it takes and how that is prepared, what of its outputs is the answer, how its weights are
// stored. Everybody else asks it. One file a family, and one line in families.def.
#pragma once

#include "base/try.h"
#include "bitloom/tokenizer.h"
#include "models/config.h"
#include "models/net.h"
#include "models/task_kind.h"

namespace bitloom {

// What a model is given, by name, with shapes; which inputs are there decides what is computed.
using Inputs = std::map<std::string, Desc, std::less<>>;
using NamedTensors = std::map<std::string, Tensor, std::less<>>;

// One way in which a model is run.
struct Use {
  Inputs inputs;                                   // the smallest there are
  Inputs optional = {};                            // may be given too; their number of axes counts
  std::vector<std::string> mains = {"input_ids"};  // of which a caller gives at least one
  std::string marker = {};  // the input that says that this use is meant, so that all of its inputs are needed
};

struct Modalities {
  bool text = false, image = false, audio = false;
};

// One of config.json's "architectures".
struct Architecture {
  std::string_view name;
  TaskKind task;
  // A tensor that only this one has, to know it by where the config names none, and to see that there is no such head
  // where the config names one.
  std::string_view head = {};
};

struct FamilyEntry;

class Decoder;  // decoder.h

class Family {
 public:
  virtual ~Family() = default;
  virtual const Decoder* decoder() const { return nullptr; }  // this, if it writes token by token
  const FamilyEntry& entry() const { return *entry_; }
  TaskKind task() const { return task_; }

  // Adds inputs, layers and outputs to the net.
  virtual void build(Net& net, const Inputs& inputs) const = 0;
  // How it may be run, with activations of a type. To build them all is to see whether all weights are there.
  virtual std::vector<Use> uses(DType dtype) const = 0;

  // Of text: how many tokens there are, how many it takes at most (0: nothing in it sets a limit), and what it is given
  // for one.
  virtual int64_t vocabulary() const { return 0; }
  virtual int64_t positions() const { return 0; }
  virtual NamedTensors text_inputs(const Encoding& text) const;
  // Of pictures: [channels, height, width]; and what it is given for pixels [1, C, H, W].
  virtual Shape picture() const { return {}; }
  virtual NamedTensors image_inputs(Tensor pixels) const;
  // Of sounds: what it is given for log-mel features [1, mels, frames].
  virtual NamedTensors audio_inputs(Tensor features) const;

  // The output that stands for a text, where the folder does not say how its tokens are pooled, and for a picture;
  // empty: there is none.
  virtual std::string text_embedding() const;
  virtual std::string image_embedding() const;
  // What similarities of embeddings are multiplied with.
  virtual Result<double> similarity_scale(Weights& weights) const;
  // Whether a matrix is stored [inputs, outputs], the other way round than most.
  virtual bool is_transposed(std::string_view) const { return false; }

 private:
  template <class F>
  friend Result<std::unique_ptr<Family>> make_family(const FamilyEntry& entry, TaskKind task, const Config& config,
                                                     const Weights& weights);
  const FamilyEntry* entry_ = nullptr;
  TaskKind task_ = TaskKind::feature_extraction;
};

struct FamilyEntry {
  std::string_view name;
  std::vector<std::string_view> types;  // of config.json's model_type
  Modalities takes;
  std::vector<Architecture> architectures;  // the first is meant where the config names none and no head is there
  // What Model::run takes and gives, besides hidden_0, hidden_1, ...; of numbered ones the first. For the docs.
  std::vector<std::string_view> inputs, outputs;
  Result<std::unique_ptr<Family>> (*make)(const FamilyEntry& entry, TaskKind task, const Config& config,
                                          const Weights& weights);
};
const std::vector<FamilyEntry>& families();
// The family of a config's model_type.
Result<const FamilyEntry*> find_family(const Config& config);
// What the config's architecture is for; where it names none, by the tensors that are there (null: none is known).
// `headless`: a missing head is no mistake, and means feature-extraction.
Result<TaskKind> find_task(const FamilyEntry& entry, const Config& config, const Weights* weights = nullptr,
                           bool headless = false);

// How a family is made: its constructor reads the config, and looks at the weights if it needs to.
template <class F>
Result<std::unique_ptr<Family>> make_family(const FamilyEntry& entry, TaskKind task, const Config& config,
                                            const Weights& weights) {
  std::unique_ptr<Family> made;
  if constexpr (std::is_constructible_v<F, const Config&, const Weights&>) made = std::make_unique<F>(config, weights);
  else made = std::make_unique<F>(config);
  (void)TRY(config.status());
  made->entry_ = &entry, made->task_ = task;
  return made;
}

// Refuses inputs that no use has, that lack what a use needs, or that have another number of axes.
Status check_inputs(const Family& family, DType dtype, const Inputs& inputs);

// What is the same for several families.
//
// An optional input that has the shape of input_ids, as i32; undefined where it is not given. The mask is 1 for a token
// and 0 for padding.
Value beside_text(Net& net, const Inputs& inputs, std::string_view name);
Value text_mask(Net& net, const Inputs& inputs);
// The same as what is added to scores: 0 or very little, [B, 1, 1, L].
Value additive_mask(Net& net, Value mask);
// Adds what may stand for a text of x [B, L, width]: `mean` (over the tokens), `cls` (the first of them) and
// `last_token`, wherever the padding is.
void pooled_outputs(Net& net, Value x, Value mask);
// Their names after last_hidden_state, and more of them, for a FamilyEntry.
std::vector<std::string_view> pooled_names(std::initializer_list<std::string_view> more);
Value mean_of_tokens(Net& net, Value x, Value mask);
Value first_token(Net& net, Value x);
Value last_token(Net& net, Value x, Value mask);
// Heads share the width evenly, or the config is refused.
void expect_heads(const Config& config, int64_t heads, int64_t width);
// Refuses more tokens than there are positions.
bool fits(Net& net, int64_t tokens, int64_t positions, std::string_view who);
Tensor row_of(const std::vector<int32_t>& ids);  // [1, n]

// Distances from a query to a key in buckets: near ones each have their own, far ones share, the further the more. With
// both ways half of the buckets look back and half ahead; else those ahead are all as near as can be.
int32_t distance_bucket(int64_t ahead, bool both_ways, int64_t buckets, int64_t farthest);

}  // namespace bitloom
