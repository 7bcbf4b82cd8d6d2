#include "bitloom/constant.h"

#include "base/try.h"
#include "graph/constant_state.h"

namespace bitloom {

Constant::Constant(Tensor tensor)
    : state_(std::make_shared<State>(State{.desc = tensor.desc(), .given = std::move(tensor)})) {}
Constant::Constant(Desc desc, std::function<Result<Tensor>()> load)
    : state_(std::make_shared<State>(State{.desc = std::move(desc), .load = std::move(load)})) {}

const Desc& Constant::desc() const { return state_->desc; }
const Tensor& Constant::given() const { return state_->given; }

bool Constant::is_loadable() const {
  const State& s = state_->whole ? *state_->whole : *state_;
  return s.load || s.given.on_cpu();
}

bool Constant::starts_at_quad() const {
  // From the CPU it is uploaded to a place of its own.
  return (state_->given.on_gpu() ? state_->given.offset() : state_->offset) % 4 == 0;
}

Result<Tensor> Constant::load() const {
  if (state_->whole) return TRY(Constant(state_->whole).load()).view(state_->offset, state_->desc.shape);
  if (state_->given.on_cpu()) return state_->given;
  for (const auto& [backend, tensor] : state_->uploaded)
    if (tensor.on_cpu()) return tensor;
  if (!state_->load) return error(Code::invalid_argument, "[graph] the constant {} is on a GPU", state_->desc);
  Tensor loaded = TRY(state_->load());
  if (loaded.desc() != state_->desc || !loaded.on_cpu())
    return error(Code::invalid_argument, "[graph] a constant was loaded as {}, not as {}", loaded.desc(), state_->desc);
  return loaded;
}

Constant Constant::view(int64_t offset, const Shape& shape) const {
  const std::shared_ptr<State>& whole = state_->whole ? state_->whole : state_;
  const int64_t start = state_->offset + offset;
  const Desc desc{state_->desc.dtype, shape};
  if (whole->given.defined())  // nothing to share that the tensor does not share already
    if (auto part = state_->given.view(offset, shape); part.ok()) return Constant(std::move(*part));
  std::weak_ptr<State>& known = whole->derived[format("view {} {}", start, shape)];
  if (auto found = known.lock()) return Constant(std::move(found));
  auto made = std::make_shared<State>(State{.desc = desc, .whole = whole, .offset = start});
  known = made;
  return Constant(std::move(made));
}

Constant Constant::derive(const std::string& key, Desc desc, std::function<Result<Tensor>()> load) const {
  std::weak_ptr<State>& known = state_->derived[key];
  if (auto found = known.lock()) return Constant(std::move(found));
  Constant made(std::move(desc), std::move(load));
  known = made.state_;
  return made;
}

}  // namespace bitloom
