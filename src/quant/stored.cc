#include "quant/stored.h"

#include <algorithm>
#include <cmath>

#include "base/json.h"
#include "base/json_text.h"
#include "base/try.h"

namespace bitloom::quant {
namespace {

constexpr std::string_view prefix = "bitloom.";
constexpr std::string_view granularities[] = {"tensor", "channel", "group"};
constexpr int64_t version = 1;

Error broken(const Safetensors& file, std::string_view name, std::string_view what) {
  return error(Code::invalid_argument, "[quantized] {}: tensor {}: {}", file.name(), quote(name), what);
}

// A value, as a message shows it.
std::string shown(const Json::Value& v) {
  if (v.is(Json::Kind::number)) return std::string(v.written().substr(0, 40));
  if (v.boolean()) return *v.boolean() ? "true" : "false";
  return v.string() ? quote(*v.string()) : std::string(name(v.kind()));
}

// The parts as the file has them, all checked.
Result<std::vector<const StoredTensor*>> find_parts(const Safetensors& file, std::string_view name, const About& a) {
  std::vector<const StoredTensor*> out;
  for (const Part& part : TRY(parts_of(name, a.scheme, a.rows, a.columns))) {
    const StoredTensor* t = file.find(part.name);
    if (!t) return broken(file, name, format("{} is missing", quote(part.name)));
    if (!(t->type == part.type) || t->shape != part.shape)
      return broken(file, name,
                    format("{} is {} {}; it must be {} {}", quote(part.name), t->type.name, t->shape, part.type.name,
                           part.shape));
    out.push_back(t);
  }
  if (a.scheme.symmetric && file.find(std::string(name) + ".minimums"))
    return broken(file, name, "it has minimums, but is symmetric");
  if (file.find(name)) return broken(file, name, "it is stored unquantized as well");
  return out;
}

}  // namespace

std::string about_key(std::string_view tensor) { return std::string(prefix).append(tensor); }

std::string to_json(const About& a) {
  const Scheme& s = a.scheme;
  std::string out = format("{\"version\":{},\"bits\":{},\"symmetric\":{},\"granularity\":\"{}\"", version, s.bits,
                           s.symmetric, granularities[static_cast<size_t>(s.granularity)]);
  if (s.granularity == Granularity::group) out += format(",\"group\":{}", s.group);
  if (s.bits == 3) out += format(",\"aligned\":{}", s.aligned);
  out += format(",\"scales\":\"{}\",\"shape\":[{},{}],\"dtype\":\"{}\",\"solver\":", stored_type(s.scales).name, a.rows,
                a.columns, a.type.name);
  append_json(out, a.solver);
  if (a.transposed) out += ",\"transposed\":true";
  return out += format(",\"error\":{}}", static_cast<float>(a.error));
}

Result<About> parse_about(std::string text, std::string_view name) {
  const Json json = TRY(Json::parse(std::move(text), name));
  const Json::Value root = json.root();
  const auto wrong = [&](std::string_view what) { return error(Code::invalid_argument, "{}: {}", name, what); };
  const auto integer = [&](std::string_view key) {
    const auto v = root.find(key);
    return v ? v->integer() : std::nullopt;
  };
  const auto string = [&](std::string_view key) {
    const auto v = root.find(key);
    return v ? v->string() : std::nullopt;
  };
  if (!root.is(Json::Kind::object)) return wrong(format("it is {}; it must be an object", bitloom::name(root.kind())));
  // What a key has, as a message shows it.
  const auto found = [&](std::string_view key) {
    const auto v = root.find(key);
    if (!v) return format("{} is missing", key);
    return format("{} is {}", key, shown(*v));
  };
  const auto flag = [&](std::string_view key, bool& to) -> Status {
    const auto v = root.find(key);
    if (v && v->boolean()) return to = *v->boolean(), Status{};
    return wrong(format("{}; it must be true or false", found(key)));
  };
  if (integer("version") != version) return wrong(format("{}; supported is version {}", found("version"), version));
  About a;
  const auto bits = integer("bits");
  if (!bits || *bits < 1 || *bits > 8) return wrong(format("{}; it must be between 1 and 8", found("bits")));
  a.scheme.bits = static_cast<int>(*bits);
  (void)TRY(flag("symmetric", a.scheme.symmetric));
  const auto* granularity = std::ranges::find(granularities, string("granularity").value_or(""));
  if (granularity == std::end(granularities))
    return wrong(format("{}; it must be tensor, channel or group", found("granularity")));
  a.scheme.granularity = static_cast<Granularity>(granularity - granularities);
  if (a.scheme.granularity == Granularity::group) {
    const auto group = integer("group");
    if (!group || *group < 1 || *group > 128) return wrong(format("{}; it must be between 1 and 128", found("group")));
    a.scheme.group = static_cast<int>(*group);
  }
  if (root.find("aligned")) (void)TRY(flag("aligned", a.scheme.aligned));
  if (root.find("transposed")) (void)TRY(flag("transposed", a.transposed));
  const auto scales = find_stored_type(string("scales").value_or(""));
  if (!scales || !dtype_of(*scales)) return wrong(format("{}; it must be F16 or F32", found("scales")));
  a.scheme.scales = *dtype_of(*scales);
  const auto shape = root.find("shape");
  if (!shape || !shape->is(Json::Kind::array) || shape->size() != 2)
    return wrong(format("{}; it must be two sizes, [rows, columns]", found("shape")));
  int64_t* const sizes[] = {&a.rows, &a.columns};
  size_t i = 0;
  for (const Json::Value n : shape->elements()) {
    // So that no product of theirs can overflow.
    if (!n.integer() || *n.integer() < 1 || *n.integer() > int64_t{1} << 28)
      return wrong(format("a size in its shape is {}; it must be between 1 and {}", shown(n), int64_t{1} << 28));
    *sizes[i++] = *n.integer();
  }
  const auto type = find_stored_type(string("dtype").value_or(""));
  if (!type) return wrong(format("{}; it must be the type the weights had before, such as F32", found("dtype")));
  a.type = *type;
  if (root.find("solver") && !string("solver")) return wrong(format("{}; it must be a string", found("solver")));
  a.solver = string("solver").value_or("");
  if (const auto e = root.find("error")) {
    // It is written as f32.
    if (!e->number() || !(*e->number() >= 0 && *e->number() <= 1e30))
      return wrong(format("{}; it must be a number between 0 and 1e30", found("error")));
    a.error = *e->number();
  }
  const Status sound = check(a.scheme);
  if (!sound.ok()) return wrong(sound.error().message);
  return a;
}

Result<std::vector<Part>> parts_of(std::string_view name, const Scheme& scheme, int64_t rows, int64_t columns) {
  const Layout l = TRY(layout_of(scheme, rows, columns));
  const auto part = [&](std::string_view which, StoredType type, std::vector<int64_t> shape) {
    return Part{std::string(name).append(which), type, std::move(shape), {}, {}};
  };
  std::vector<Part> out;
  out.push_back(part(".codes", stored_type(DType::u32), {rows, l.words}));
  out.push_back(part(".scales", stored_type(scheme.scales), scales_shape(scheme, l)));
  if (!scheme.symmetric) out.push_back(part(".minimums", stored_type(scheme.scales), scales_shape(scheme, l)));
  return out;
}

std::vector<Part> parts_of(std::string_view name, const Quantized& q) {
  std::vector<Part> out = *parts_of(name, q.scheme, q.layout.rows, q.layout.columns);
  out[0].bytes = std::as_bytes(std::span(q.words));
  for (size_t i = 1; i < out.size(); ++i) {
    const std::vector<float>& values = i == 1 ? q.scales : q.minimums;
    out[i].bytes = std::as_bytes(std::span(values));
    if (q.scheme.scales != DType::f16) continue;
    out[i].halves.reserve(values.size());
    for (const float v : values) out[i].halves.push_back(float_to_half(v));
    out[i].bytes = std::as_bytes(std::span(out[i].halves));
  }
  return out;
}

Result<std::optional<About>> read_about(const Safetensors& file, std::string_view name) {
  const auto text = file.metadata().find(about_key(name));
  if (text == file.metadata().end()) return std::optional<About>();
  About a = TRY(parse_about(text->second, format("[quantized] {}: {}", file.name(), quote(text->first))));
  (void)TRY(find_parts(file, name, a));
  return std::optional(std::move(a));
}

Result<std::vector<std::pair<std::string, About>>> list_quantized(const Safetensors& file) {
  std::vector<std::pair<std::string, About>> out;
  for (const auto& [key, text] : file.metadata())
    if (key.starts_with(prefix)) {
      const std::string name = key.substr(prefix.size());
      out.emplace_back(name, *TRY(read_about(file, name)));
    }
  std::ranges::sort(out, {}, [&](const auto& entry) { return file.find(entry.first + ".codes")->begin; });
  return out;
}

Result<Quantized> read_quantized(const Safetensors& file, std::string_view name) {
  const std::optional<About> a = TRY(read_about(file, name));
  if (!a) return error(Code::not_found, "[quantized] {}: there is no quantized tensor {}", file.name(), quote(name));
  const std::vector<const StoredTensor*> parts = TRY(find_parts(file, name, *a));
  Quantized q{.scheme = a->scheme,
              .layout = TRY(layout_of(a->scheme, a->rows, a->columns)),
              .words = {},
              .scales = {},
              .minimums = {}};
  q.words.resize(static_cast<size_t>(parts[0]->elements()));
  (void)TRY(file.read(*parts[0], 0, std::as_writable_bytes(std::span(q.words))));
  for (size_t i = 1; i < parts.size(); ++i) {
    std::vector<float>& values = i == 1 ? q.scales : q.minimums;
    values = TRY(file.read_floats(*parts[i]));
    if (!std::ranges::all_of(values, [](float v) { return std::isfinite(v); }))
      return broken(file, name, format("{} holds numbers that are not finite", quote(parts[i]->name)));
  }
  return q;
}

}  // namespace bitloom::quant
