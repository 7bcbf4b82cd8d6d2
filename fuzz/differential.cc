#include "fuzz/differential.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace bitloom::fuzz {
namespace {

constexpr double max_elements = 1 << 15;  // inputs and outputs together
constexpr double max_flops = 1 << 19;     // software GPUs are slow

template <class List>
const auto& pick(Random& random, const List& list) {
  return *(std::begin(list) + static_cast<ptrdiff_t>(random.below(std::size(list))));
}

// Around the numbers kernels care about: nothing, quads, tiles, workgroups, and one to either side.
int64_t random_size(Random& random) {
  static constexpr int64_t sizes[] = {0,  1,  2,  3,  4,  5,   6,   7,   8,   12,  15,  16,  17,  20,  31,  32,
                                      33, 48, 63, 64, 65, 100, 127, 128, 129, 255, 256, 257, 300, 513, 1025};
  // The larger, the rarer.
  return sizes[std::min(random.below(std::size(sizes)), random.below(std::size(sizes)))];
}

std::vector<int64_t> distinct_sizes(const Case& c) {
  std::set<int64_t> sizes;
  for (const Desc& d : c.in) sizes.insert(d.shape.sizes().begin(), d.shape.sizes().end());
  return {sizes.begin(), sizes.end()};
}

// One size becomes another wherever it stands, in shapes and in lists among the settings: inputs that fit still fit.
void replace_size(Case& c, int64_t from, int64_t to) {
  for (Desc& d : c.in)
    for (int i = 0; i < d.shape.rank(); ++i)
      if (d.shape[i] == from) d.shape[i] = to;
  const Attrs before = c.attrs;
  for (const auto& [name, value] : before) {
    if (!value.is_list()) continue;
    std::vector<int64_t> list = value.list();
    std::replace(list.begin(), list.end(), from, to);
    c.attrs.set(name, list);
  }
}

void set_rank(Desc& d, Random& random, bool grow) {
  std::vector<int64_t> sizes(d.shape.sizes().begin(), d.shape.sizes().end());
  if (grow && sizes.size() < max_rank) sizes.insert(sizes.begin(), random.below(2) ? 1 : 2);
  if (!grow && !sizes.empty()) sizes.erase(sizes.begin());
  d.shape = Shape(sizes);
}

void mutate_setting(Case& c, const Op& op, const std::vector<Case>& cases, Random& random) {
  if (op.attrs.empty()) return;
  const AttrSpec& spec = pick(random, op.attrs);
  const std::string name(spec.name);
  if (random.below(2)) {  // a value that some other case has
    if (const AttrValue* other = pick(random, cases).attrs.find(name)) c.attrs.set(name, *other);
    return;
  }
  const AttrValue* now = c.attrs.find(name);
  if (!now && spec.fallback) now = &*spec.fallback;
  if (!now) return;
  // Around the ends of int64 these wrap: INT64_MAX is a way to say "to the end".
  const auto nudge = [&](int64_t n) { return static_cast<int64_t>(static_cast<uint64_t>(n) + random.below(5) - 2); };
  const auto negative = [](int64_t n) { return static_cast<int64_t>(0 - static_cast<uint64_t>(n)); };
  if (now->is_integer()) c.attrs.set(name, random.below(4) ? nudge(now->integer()) : negative(now->integer()));
  if (now->is_list()) {
    std::vector<int64_t> list = now->list();
    if (list.empty() || random.below(8) == 0) list.resize(random.below(7), 1);
    else if (random.below(2)) std::swap(list[random.below(list.size())], list[random.below(list.size())]);
    else list[random.below(list.size())] = nudge(pick(random, list));
    c.attrs.set(name, list);
  }
}

void mutate(Case& c, const Op& op, const std::vector<Case>& cases, Random& random) {
  const std::vector<int64_t> sizes = distinct_sizes(c);
  Desc& some = c.in[random.below(c.in.size())];
  switch (random.below(12)) {
    case 0:
    case 1:
    case 2:
    case 3:
      if (!sizes.empty()) replace_size(c, pick(random, sizes), random_size(random));
      break;
    case 4:  // one input broadcasts along an axis, or fits no more
      if (some.shape.rank()) some.shape[static_cast<int>(random.below(static_cast<uint64_t>(some.shape.rank())))] = 1;
      break;
    case 5: set_rank(some, random, random.below(2)); break;
    case 6: {  // all inputs of one type get another
      const DType from = some.dtype, to = pick(random, all_dtypes);
      for (Desc& d : c.in)
        if (d.dtype == from) d.dtype = to;
      break;
    }
    case 7: some.dtype = pick(random, all_dtypes); break;
    case 8:  // values only ever come from the op's own cases: it knows which ones it can be right at
      if (const Case& other = pick(random, cases); other.in.size() == c.in.size()) c.fill = other.fill;
      break;
    case 9:
      if (random.below(2)) c.in.push_back(c.in.back());
      else if (c.in.size() > 1) c.in.pop_back();
      break;
    default: mutate_setting(c, op, cases, random); break;
  }
}

double elements(std::span<const Desc> list) {
  double n = 0;
  for (const Desc& d : list) {
    double m = 1;
    for (int64_t size : d.shape.sizes()) m *= static_cast<double>(size);
    n += m;
  }
  return n;
}

std::vector<Tensor> values_of(const Trial& trial, uint64_t draw = 0) {
  Random random(trial.seed ^ 0x5eedu ^ draw << 32);
  return make_inputs(trial.use, random, trial.odd_views);
}

std::vector<Tensor> outputs_of(const Resolved& call) {
  std::vector<Tensor> out;
  out.reserve(call.out.size());
  for (const Desc& d : call.out) out.emplace_back(d.dtype, d.shape);
  return out;
}

std::vector<double> reference_of(const Resolved& call, const std::vector<Tensor>& in) {
  const std::vector<Tensor> out = outputs_of(call);
  call.op->reference({in, call.attrs, out, {}, {}});
  return out[0].to_doubles();
}

// How far each result moves when the inputs move within the op's tolerance: infinitely, where it hangs on an overflow.
// No f32 kernel can be held to less: think of a sum of large terms that comes out near zero.
std::vector<double> wobble(const Trial& trial, const Resolved& call, const std::vector<Tensor>& in) {
  std::vector<double> moves(static_cast<size_t>(call.out[0].shape.elements()), 0);
  std::vector<Tensor> exact = in;  // narrow floats as f32: their own rounding errors are far larger
  std::vector<Desc> descs;
  for (Tensor& x : exact) {
    if (is_float(x.dtype())) x = Tensor::from_floats(DType::f32, x.shape(), x.to_floats());
    descs.push_back(x.desc());
  }
  const Result<Resolved> wide = resolve(trial.op->name, descs, call.attrs);
  if (!wide || !is_float(wide->out[0].dtype)) return moves;
  const std::vector<double> base = reference_of(*wide, exact);
  Random random(trial.seed);
  enum { shrunk, infinite, nudged };  // what happens to the inputs: huge values made tame, or infinite; or all nudged
  for (const int how : {shrunk, infinite, nudged, nudged, nudged, nudged}) {
    std::vector<Tensor> moved = exact;
    for (Tensor& x : moved) {
      if (x.dtype() != DType::f32) continue;
      std::vector<float> values = x.to_floats();
      for (float& v : values) {
        const bool huge = std::abs(v) > 1e20f;
        if (how == nudged) v *= static_cast<float>(1 + trial.op->tolerance * (2 * random.uniform() - 1));
        else if (huge) v = how == shrunk ? v * 1e-15f : std::copysign(HUGE_VALF, v);
      }
      x = Tensor::from_floats(DType::f32, x.shape(), values);
    }
    const std::vector<double> result = reference_of(*wide, moved);
    for (size_t i = 0; i < moves.size(); ++i) {
      const double was = base[i], is = result[i];
      const bool finite = std::isfinite(was) && std::isfinite(is);
      const bool same = was == is || (std::isnan(was) && std::isnan(is));
      if (how == nudged && finite) moves[i] = std::max(moves[i], std::abs(is - was));
      else if (!finite && !same && !(how == infinite && std::isfinite(was))) moves[i] = INFINITY;
    }
  }
  return moves;
}

// The RMS of the results over several draws of the inputs. Errors are judged against the size of the tensor, and one
// that has a few elements only, all by chance near zero, says nothing about it.
double usual_size(const Trial& trial, const Resolved& call) {
  if (has_special(trial.use)) return 0;
  double square = 0, count = 0;
  for (uint64_t draw = 1; draw <= 8; ++draw)
    for (double v : reference_of(call, values_of(trial, draw)))
      if (std::isfinite(v)) square += v * v, ++count;
  return count ? std::sqrt(square / count) : 0;
}

// compare(), and where that finds fault, once more without the results that wobble that much by themselves.
Comparison judge(const Trial& trial, const Resolved& call, const std::vector<Tensor>& in, const Tensor& got,
                 const Tensor& truth) {
  const auto compared = [&](const Tensor& y) { return compare(y, truth, trial.op->tolerance, has_special(trial.use)); };
  Comparison first = compared(got);
  if (first.right || got.desc() != truth.desc() || !is_float(got.dtype()) || trial.op->tolerance == 0) return first;
  const std::vector<double> moves = wobble(trial, call, in), g = got.to_doubles(), t = truth.to_doubles();
  const double little = trial.op->tolerance * usual_size(trial, call);
  const Tensor forgiven(got.dtype(), got.shape());
  const size_t size = byte_size(got.dtype());
  for (size_t i = 0; i < moves.size(); ++i) {
    const bool close = moves[i] == INFINITY || std::abs(g[i] - t[i]) <= 2 * moves[i] + little;
    std::memcpy(forgiven.raw() + i * size, (close ? truth : got).raw() + i * size, size);
  }
  return compared(forgiven);
}

}  // namespace

void append_text(std::string& out, const Trial& trial) {
  static constexpr std::string_view kinds[] = {"normal", "uniform", "integers", "special"};
  out += trial.op->name;
  for (const Desc& d : trial.use.in) out += format(" {}", d);
  if (!trial.use.attrs.empty()) out += format("; {}", trial.use.attrs);
  for (const Fill& f : trial.use.fill) {
    out += format("; {}", kinds[f.kind]);
    if (f.kind == Fill::uniform || f.kind == Fill::integers) out += format(" {}..{}", f.low, f.high);
  }
  if (trial.odd_views) out += "; odd views";
}

Trial make_trial(std::span<const Op* const> ops, uint64_t seed, const Op* only) {
  Random random(seed);
  const Op* drawn = pick(random, ops);  // drawn also where one is given, so that naming the op changes nothing else
  Trial trial{.op = only ? only : drawn, .use = {}, .odd_views = random.below(3) == 0, .seed = seed};
  std::vector<Case> cases = trial.op->cases();
  std::erase_if(cases, [](const Case& c) { return c.benchmark; });
  trial.use = pick(random, cases);
  for (uint64_t n = random.below(5); n-- > 0;) mutate(trial.use, *trial.op, cases, random);
  return trial;
}

std::optional<Failure> Fuzzer::try_seed(uint64_t seed, const Op* only) {
  const Trial trial = make_trial(ops_, seed, only);
  const Outcome outcome = run(trial);
  switch (outcome.kind) {
    case Outcome::refused: ++counts_.refused; return std::nullopt;
    case Outcome::limited: ++counts_.limited; return std::nullopt;
    case Outcome::large: ++counts_.large; return std::nullopt;
    default: break;
  }
  ++counts_.ran;
  ++ran_[trial.op->name];
  if (outcome.kind == Outcome::right) return std::nullopt;
  const Trial shrunk = shrink(trial, outcome.where);
  return Failure{seed, std::string(trial.op->name), outcome.where, outcome.problem,
                 format("{}: {}", shrunk, run(shrunk).problem)};
}

Fuzzer::Outcome Fuzzer::run(const Trial& trial) {
  const Result<Resolved> call = resolve(trial.op->name, trial.use.in, trial.use.attrs);
  if (!call) {
    if (call.error().message.starts_with(format("[{}] ", trial.op->name))) return {Outcome::refused, "", ""};
    return {Outcome::wrong, "shapes",
            format("the message does not start with [{}]: {}", trial.op->name, call.error().message)};
  }
  const OpCall described{trial.use.in, call->attrs, call->out};
  const double flops = trial.op->flops ? trial.op->flops(described) : 0;
  if (elements(trial.use.in) + elements(call->out) > max_elements || flops > max_flops) return {Outcome::large, "", ""};

  const std::vector<Tensor> in = values_of(trial);
  const std::vector<Tensor> truth = outputs_of(*call);
  trial.op->reference({in, call->attrs, truth, {}, {}});
  Outcome cpu = run_cpu(trial, *call, in, truth[0]);
  if (cpu.kind != Outcome::right || !gpu_) return cpu;
  const uint64_t held = gpu_->memory().live;
  Outcome gpu = run_gpu(trial, *call, in, truth[0]);
  if (gpu.kind == Outcome::right && gpu_->memory().live != held)
    return {Outcome::wrong, gpu_->info().adapter.engine,
            format("{} bytes of GPU memory were held before, {} after", held, gpu_->memory().live)};
  return gpu;
}

Fuzzer::Outcome Fuzzer::run_cpu(const Trial& trial, const Resolved& call, const std::vector<Tensor>& in,
                                const Tensor& truth) {
  std::vector<Tensor> out;
  const auto view = trial.op->view ? trial.op->view({trial.use.in, call.attrs, call.out}) : std::nullopt;
  if (view) {
    Result<Tensor> shown = in[0].view(*view, call.out[0].shape);
    if (!shown) return {Outcome::wrong, "cpu", shown.error().message};
    out.push_back(*shown);
  } else {
    if (!trial.op->cpu) return {};
    out = outputs_of(call);
    trial.op->cpu({in, call.attrs, out, {}, {}});
  }
  const Comparison c = judge(trial, call, in, out[0], truth);
  return {c.right ? Outcome::right : Outcome::wrong, "cpu", c.problem};
}

Fuzzer::Outcome Fuzzer::run_gpu(const Trial& trial, const Resolved& call, const std::vector<Tensor>& in,
                                const Tensor& truth) {
  const std::string& engine = gpu_->info().adapter.engine;
  const auto failed = [&](const Error& e) -> Outcome {
    const bool proper = e.message.starts_with(format("[{}] ", trial.op->name));
    if ((e.code == Code::limit || e.code == Code::unsupported) && proper) return {Outcome::limited, "", ""};
    return {Outcome::wrong, engine, format("{}: {}", code_name(e.code), e.message)};
  };
  std::vector<Tensor> there;
  for (const Tensor& x : in) {
    // An upload packs; a view on the GPU has to be made there, of a larger tensor with the same start.
    const int64_t start = trial.odd_views ? x.offset() : 0;
    const Tensor whole(x.dtype(), {start + x.elements()});
    std::memcpy(whole.raw() + static_cast<size_t>(start) * byte_size(x.dtype()), x.raw(), x.bytes());
    const Result<Tensor> up = run_sync(gpu_->upload(whole));
    if (!up) return failed(up.error());
    there.push_back(*up->view(start, x.shape()));
  }
  const Result<Tensor> y = run_sync(gpu_->run(std::string(trial.op->name), std::move(there), call.attrs));
  if (!y) return failed(y.error());
  const Result<Tensor> back = run_sync(gpu_->download(*y));
  if (!back) return failed(back.error());
  const Comparison c = judge(trial, call, in, *back, truth);
  return {c.right ? Outcome::right : Outcome::wrong, engine, c.problem};
}

// Keeps what still fails in the same place: fewer oddities, then smaller sizes, until nothing gives.
Trial Fuzzer::shrink(Trial trial, const std::string& where) {
  int tries = 200;
  const auto keep = [&](const Trial& simpler) {
    if (--tries < 0) return false;
    const Outcome o = run(simpler);
    if (o.kind != Outcome::wrong || o.where != where) return false;
    trial = simpler;
    return true;
  };
  bool better = true;
  while (better && tries > 0) {
    better = false;
    Trial next = trial;
    if (trial.odd_views) next.odd_views = false, better |= keep(next);
    if (next = trial; !trial.use.fill.empty()) next.use.fill.clear(), better |= keep(next);
    const Attrs attrs = trial.use.attrs;
    for (const auto& [name, value] : attrs) {  // back to its default
      next = trial;
      next.use.attrs = {};
      for (const auto& [other, kept] : trial.use.attrs)
        if (other != name) next.use.attrs.set(other, kept);
      better |= keep(next);
    }
    for (const Desc& d : std::vector<Desc>(trial.use.in))
      if (d.dtype != DType::f32) {
        next = trial;
        for (Desc& other : next.use.in)
          if (other.dtype == d.dtype) other.dtype = DType::f32;
        better |= keep(next);
      }
    for (int64_t size : distinct_sizes(trial.use))
      for (int64_t smaller : {int64_t{1}, size / 2, size - 1}) {
        if (smaller >= size || smaller < 1) continue;
        next = trial;
        replace_size(next.use, size, smaller);
        if (keep(next)) {
          better = true;
          break;
        }
      }
  }
  return trial;
}

}  // namespace bitloom::fuzz
