// What the WebAssembly build with models offers JavaScript besides wasm_api.cc (js/src/pipeline.ts is the other half).
// What is asked and answered is JSON; bytes of files, pictures and sounds are where JavaScript put them.
#include <cstdlib>
#include <cstring>

#include "base/json.h"
#include "base/json_text.h"
#include "base/try.h"
#include "bitloom/folder.h"
#include "bitloom/pipeline.h"
#include "models/question.h"
#include "models/summary.h"
#include "runtime/inside.h"
#include "runtime/web.h"

namespace bitloom {
namespace {

using web::BackendPointer;
using PipelinePointer = std::shared_ptr<Pipeline>;
using Files = std::map<std::string, Folder::Bytes>;

constexpr uint64_t spare_bytes = 128;  // that JavaScript leaves after a file

// What a JSON object says; a key of another kind reads as missing.
class Said {
 public:
  explicit Said(Json json) : json_(std::move(json)) {}
  std::optional<Json::Value> find(std::string_view key) const { return json_.root().find(key); }
  std::string word(std::string_view key) const {
    const auto v = find(key);
    return std::string(v ? v->string().value_or("") : "");
  }
  double number(std::string_view key, double otherwise = 0) const {
    const auto v = find(key);
    return v ? v->number().value_or(otherwise) : otherwise;
  }
  bool flag(std::string_view key) const {
    const auto v = find(key);
    return v && v->boolean().value_or(false);
  }
  std::vector<std::string> words(std::string_view key) const {
    std::vector<std::string> out;
    if (const auto list = find(key))
      for (const Json::Value v : list->elements()) out.emplace_back(v.string().value_or(""));
    return out;
  }
  std::vector<int32_t> integers(std::string_view key) const {
    std::vector<int32_t> out;
    if (const auto list = find(key))
      for (const Json::Value v : list->elements()) out.push_back(static_cast<int32_t>(v.integer().value_or(0)));
    return out;
  }

 private:
  Json json_;
};

Result<Said> said() { return Said(TRY(Json::parse(std::string(web::said().all()), "[pipeline]"))); }

std::vector<std::byte> copied(const std::byte* bytes, size_t size) { return {bytes, bytes + size}; }

template <class Values, class Write>
std::string list(const Values& values, const Write& write) {
  std::string out = "[";
  for (const auto& v : values) {
    if (out.size() > 1) out += ',';
    write(out, v);
  }
  return out + ']';
}
std::string list(const std::vector<int32_t>& values) {
  return list(values, [](std::string& out, int32_t v) { out += format("{}", v); });
}

// Tensors by name, each with its type, shape and where its bytes are.
Result<Model::Tensors> tensors_of(const Said& asked) {
  Model::Tensors out;
  for (const Json::Value in : asked.find("inputs")->elements()) {
    std::vector<int64_t> sizes;
    for (const Json::Value n : in.find("shape")->elements()) sizes.push_back(n.integer().value_or(0));
    const auto dtype = static_cast<DType>(in.find("dtype")->integer().value_or(0));
    const Tensor t = TRY(Tensor::make({dtype, TRY(checked_shape("model", sizes))}));
    const auto at = static_cast<uintptr_t>(in.find("at")->integer().value_or(0));
    std::memcpy(t.raw(), reinterpret_cast<const void*>(at), t.bytes());
    out.emplace(in.find("name")->string().value_or(""), t);
  }
  return out;
}

GenerateOptions generate_options(const Said& asked) {
  GenerateOptions g;
  g.max_new_tokens = static_cast<int>(asked.number("maxNewTokens", g.max_new_tokens));
  g.temperature = asked.number("temperature", g.temperature);
  g.top_k = static_cast<int>(asked.number("topK", g.top_k));
  g.top_p = asked.number("topP", g.top_p);
  g.repetition_penalty = asked.number("repetitionPenalty", g.repetition_penalty);
  g.seed = static_cast<uint64_t>(asked.number("seed"));
  g.num_beams = static_cast<int>(asked.number("numBeams", g.num_beams));
  g.num_results = static_cast<int>(asked.number("numResults", g.num_results));
  g.length_penalty = asked.number("lengthPenalty", g.length_penalty);
  g.stop = asked.integers("stopTokens");
  g.prompt = asked.integers("prompt");
  return g;
}

// Without braces, so that more can stand beside it.
std::string generated_json(const Generated& g) {
  return format("\"tokens\":{},\"promptTokens\":{},\"ended\":{},\"firstMs\":{},\"tokensPerSecond\":{}", list(g.tokens),
                g.prompt, g.ended ? "true" : "false", g.first_ms, g.per_second());
}

std::string answer_json(const Answer& a) {
  std::string out = "{\"task\":";
  append_json(out, a.task);
  out += ",\"text\":";
  append_json(out, a.text);
  append_json(out += ",\"language\":", a.language);
  out += ",\"texts\":" + list(a.texts, [](std::string& to, const std::string& t) { append_json(to, t); });
  out += ",\"segments\":" + list(a.segments, [](std::string& to, const Answer::Segment& s) {
           append_json(to += format("{\"from\":{},\"to\":{},\"text\":", s.from, s.to), s.text);
           to += '}';
         });
  out += ",\"labels\":" + list(a.labels, [](std::string& to, const Answer::Label& l) {
           append_json(to += "{\"name\":", l.name);
           to += format(",\"score\":{}}", l.score);
         });
  out += ",\"entities\":" + list(a.entities, [](std::string& to, const Answer::Entity& e) {
           append_json(to += "{\"word\":", e.word);
           append_json(to += ",\"entity\":", e.entity);
           to += format(",\"score\":{},\"index\":{},\"start\":{},\"end\":{}}", e.score, e.index, e.start, e.end);
         });
  out += ",\"embedding\":" + list(a.embedding, [](std::string& to, float v) { to += format("{}", v); });
  return out + format(",{},\"ms\":{}}", generated_json(a.generated), a.ms);
}

Unattended load(int call, BackendPointer backend, Folder folder, ModelOptions options) {
  auto made = co_await Pipeline::load(std::move(backend), folder, std::move(options));
  if (!made.ok()) {
    web::settle(call, made.error());
    co_return;
  }
  Pipeline& p = **made;
  std::string about = "{\"family\":";
  append_json(about, p.model().family());
  append_json(about += ",\"task\":", p.task());
  about += format(",\"bytes\":{},\"unused\":", p.model().bytes());
  about += list(p.model().unused(), [](std::string& out, const std::string& name) { append_json(out, name); }) + "}";
  web::settle(call, new PipelinePointer(*made), about);
}

// What a field of a question is called in JavaScript; empty: there is none.
std::string key_of(const std::string& field) {
  static const std::map<std::string, std::string, std::less<>> others{
      {"stop", "stopTokens"}, {"task", "speechTask"},      {"early_stopping", ""}, {"suppress", ""},
      {"suppress_first", ""}, {"generate.timestamps", ""}, {"prompt", ""}};
  if (const auto found = others.find(field); found != others.end()) return found->second;
  std::string out;
  for (size_t i = 0; i < field.size(); ++i)
    if (field[i] == '_' && i + 1 < field.size()) out += static_cast<char>(field[++i] - 'a' + 'A');
    else out += field[i];
  return out;
}

Unattended ask(int call, PipelinePointer pipeline, Question q) {
  const Family& family = Inside::family(pipeline->model());
  const TaskKind task = Inside::task(*pipeline);
  if (const Status right = check_fields(renamed(fields_of(q, family, task), key_of), family, task); !right.ok()) {
    web::settle(call, right.error());
    co_return;
  }
  std::optional<TokenStream> stream;
  if (const Tokenizer* words = pipeline->tokenizer()) stream.emplace(*words);
  q.generate.on_token = [&](int32_t token) {
    std::string json = format("{\"token\":{},\"text\":", token);
    append_json(json, stream ? stream->push(token) : std::string());
    return web::tell(call, json + "}");
  };
  const auto answer = co_await pipeline->ask(std::move(q));
  if (answer.ok()) web::settle(call, nullptr, answer_json(*answer));
  else web::settle(call, answer.error());
}

Unattended generate(int call, PipelinePointer pipeline, Model::Tensors inputs, GenerateOptions options) {
  options.on_token = [call](int32_t token) { return web::tell(call, format("{\"token\":{}}", token)); };
  const auto made = co_await pipeline->model().generate(std::move(inputs), std::move(options));
  if (made.ok()) web::settle(call, nullptr, format("{{},\"ms\":{}}", generated_json(*made), made->ms));
  else web::settle(call, made.error());
}

// Settles with the length of a JSON list as four bytes, the list, and the results' bytes.
Unattended run(int call, PipelinePointer pipeline, Model::Tensors inputs, std::vector<std::string> wanted) {
  const auto results = co_await pipeline->model().run(std::move(inputs), std::move(wanted));
  if (!results.ok()) {
    web::settle(call, results.error());
    co_return;
  }
  const std::string about = list(*results, [](std::string& out, const auto& named) {
    append_json(out += "{\"name\":", named.first);
    out += format(",\"dtype\":{},\"shape\":{}}", static_cast<int>(named.second.dtype()), named.second.shape());
  });
  const auto size = static_cast<uint32_t>(about.size());
  std::string out(reinterpret_cast<const char*>(&size), sizeof size);
  out += about;
  for (const auto& [name, t] : *results) out.append(reinterpret_cast<const char*>(t.raw()), t.bytes());
  web::settle(call, nullptr, out);
}

}  // namespace

extern "C" {

// A model's files, added one by one: `bytes` were allocated here, with spare ones at the end, and are the files' now.
BITLOOM_EXPORT(bitloom_files) Files* bitloom_files() { return new Files; }
BITLOOM_EXPORT(bitloom_add_file) void bitloom_add_file(Files* files, std::byte* bytes, size_t size) {
  std::string name(web::said().all());
  std::shared_ptr<const std::byte> kept(bytes, [](const std::byte* p) { std::free(const_cast<std::byte*>(p)); });
  files->insert_or_assign(name, memory_bytes(name, {std::move(kept), spare_bytes}, size));
}
BITLOOM_EXPORT(bitloom_free_files) void bitloom_free_files(Files* files) { delete files; }

// What a model is, by config.json and other small files, given as text by name.
BITLOOM_EXPORT(bitloom_summarize) void bitloom_summarize(int call) {
  const auto made = []() -> Result<std::string> {
    const Said asked = TRY(said());
    if (const std::string task = asked.word("task"); !task.empty()) (void)TRY(check_task_name(task));
    Files files;
    for (const auto& [name, text] : asked.find("files")->members()) {
      const auto bytes = std::as_bytes(std::span(text.string().value_or("")));
      const std::string file(name);
      files.emplace(file, memory_bytes(file, std::vector(bytes.begin(), bytes.end())));
    }
    return to_json(TRY(summarize(Folder(asked.word("name"), std::move(files)))));
  }();
  if (made.ok()) web::settle(call, nullptr, *made);
  else web::settle(call, made.error());
}

BITLOOM_EXPORT(bitloom_load_model) void bitloom_load_model(int call, BackendPointer* backend, const Files* files) {
  const auto asked = said();
  if (!asked.ok()) return web::settle(call, asked.error());
  ModelOptions options{.activations = asked->word("activations") == "float16" ? DType::f16 : DType::f32,
                       .bits = static_cast<int>(asked->number("bits")),
                       .mixed_precision = asked->flag("mixedPrecision"),
                       .max_length = static_cast<int64_t>(asked->number("maxLength")),
                       .task = asked->word("task")};
  options.on_quantized = [call](double part) { (void)web::tell(call, format("{\"quantized\":{}}", part)); };
  load(call, *backend, Folder(asked->word("name"), *files), std::move(options));
}
BITLOOM_EXPORT(bitloom_free_model) void bitloom_free_model(PipelinePointer* pipeline) { delete pipeline; }

BITLOOM_EXPORT(bitloom_ask)
void bitloom_ask(int call, PipelinePointer* pipeline, const std::byte* image, size_t image_size, const std::byte* audio,
                 size_t audio_size) {
  const auto asked = said();
  if (!asked.ok()) return web::settle(call, asked.error());
  Question q{.text = asked->word("text"),
             .pair = asked->word("pair"),
             .image = copied(image, image_size),
             .audio = copied(audio, audio_size),
             .labels = asked->words("labels"),
             .top = static_cast<int>(asked->number("top", 5)),
             .generate = generate_options(*asked),
             .language = asked->word("language"),
             .task = asked->word("speechTask"),
             .timestamps = asked->flag("timestamps")};
  ask(call, *pipeline, std::move(q));
}

BITLOOM_EXPORT(bitloom_run_model) void bitloom_run_model(int call, PipelinePointer* pipeline) {
  const auto asked = said();
  if (!asked.ok()) return web::settle(call, asked.error());
  auto inputs = tensors_of(*asked);
  if (inputs.ok()) run(call, *pipeline, std::move(*inputs), asked->words("wanted"));
  else web::settle(call, inputs.error());
}
BITLOOM_EXPORT(bitloom_generate) void bitloom_generate(int call, PipelinePointer* pipeline) {
  const auto asked = said();
  if (!asked.ok()) return web::settle(call, asked.error());
  auto inputs = tensors_of(*asked);
  if (inputs.ok()) generate(call, *pipeline, std::move(*inputs), generate_options(*asked));
  else web::settle(call, inputs.error());
}
// How many kernels that takes, and what they are.
BITLOOM_EXPORT(bitloom_explain_model) void bitloom_explain_model(int call, PipelinePointer* pipeline) {
  const auto explained = [&]() -> Result<std::string> {
    const Said asked = TRY(said());
    return TRY((*pipeline)->model().explain(TRY(tensors_of(asked)), asked.words("wanted")))
        .json(asked.flag("pictures"));
  }();
  if (explained.ok()) web::settle(call, nullptr, *explained);
  else web::settle(call, explained.error());
}

BITLOOM_EXPORT(bitloom_encode) void bitloom_encode(int call, PipelinePointer* pipeline) {
  const auto asked = said();
  if (!asked.ok()) return web::settle(call, asked.error());
  const auto e = (*pipeline)->encode(asked->word("text"), asked->word("pair"));
  if (!e.ok()) return web::settle(call, e.error());
  web::settle(call, nullptr, format("{\"ids\":{},\"typeIds\":{}}", list(e->ids), list(e->type_ids)));
}
BITLOOM_EXPORT(bitloom_decode) void bitloom_decode(int call, PipelinePointer* pipeline) {
  const auto asked = said();
  if (!asked.ok()) return web::settle(call, asked.error());
  const Tokenizer* words = (*pipeline)->tokenizer();
  if (!words) return web::settle(call, error(Code::not_found, "[pipeline] this model has no tokenizer"));
  web::settle(call, nullptr, words->decode(asked->integers("ids"), !asked->flag("keepSpecial")));
}

}  // extern "C"

}  // namespace bitloom
