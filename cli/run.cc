// `bitloom run`: a model answers.
//
//   bitloom run zoo/intents --text "Where is my card?"
//   bitloom run zoo/clothes --image boot.png
//   bitloom run zoo/digits --audio call.wav
//   bitloom run zoo/numbers --text "translate English to German: seven" --beams 4 --results 3
#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "formats/files.h"
#include "gpu/device.h"

using namespace bitloom;

namespace {

struct Given {
  std::string model, text, pair, image, audio, engine, language, task;
  std::vector<std::string> labels;
  GenerateOptions generate;
  int top = 5, bits = 0, repeat = 1;
  bool json = false, f16 = false, timestamps = false, times = false;
};

Result<std::vector<std::byte>> bytes_of(const std::string& path) {
  if (path.empty()) return std::vector<std::byte>{};
  const std::string text = TRY(read_text(path));
  const auto* from = reinterpret_cast<const std::byte*>(text.data());
  return std::vector<std::byte>(from, from + text.size());
}

// What the GPU spent on each kernel of one answer, in their order, by its own clock.
Status print_times(Backend& backend, Pipeline& pipeline, const Question& q) {
  if (!backend.webgpu()) return error(Code::unsupported, "[run] --times: {} is no GPU", backend.name());
  gpu::Device& device = backend.webgpu()->device();
  TRY(device.set_timing(true));
  (void)TRY(run_sync(pipeline.ask(q)));
  double sum = 0;
  for (const gpu::DispatchTime& t : device.take_times()) {
    std::fprintf(stderr, "%9.1f us  %s\n", t.microseconds, t.label.c_str());
    sum += t.microseconds;
  }
  std::fprintf(stderr, "%9.1f us  in all\n", sum);
  return device.set_timing(false);
}

Result<int> run(Given& g) {
  int code = 0;
  auto backend = open_backend(g.engine);
  if (!backend.ok()) {
    if (!g.engine.empty()) return backend.error();
    std::fprintf(stderr, "%s\nrunning on the CPU instead\n", backend.error().message.c_str());
    backend = open_backend("cpu"), code = 3;
  }
  const ModelOptions options{.activations = g.f16 ? DType::f16 : DType::f32, .bits = g.bits};
  const auto pipeline = TRY(run_sync(Pipeline::load(*backend, g.model, options)));
  Question q{.text = g.text,
             .pair = g.pair,
             .image = TRY(bytes_of(g.image)),
             .audio = TRY(bytes_of(g.audio)),
             .labels = g.labels,
             .top = g.top,
             .generate = g.generate,
             .language = g.language,
             .task = g.task,
             .timestamps = g.timestamps};
  if (pipeline->task() != "listen" && (g.timestamps || !g.language.empty() || !g.task.empty()))
    return error(Code::invalid_argument, "--language, --task and --timestamps are for sounds: {} hears none",
                 pipeline->model().family());
  // Several results are shown when all is done.
  const bool writes = pipeline->task() == "write" && !g.json && g.generate.num_results == 1;
  std::optional<TokenStream> stream;
  if (writes && pipeline->tokenizer()) {
    // As it comes.
    stream.emplace(*pipeline->tokenizer());
    q.generate.on_token = [&](int32_t token) {
      std::fputs(stream->push(token).c_str(), stdout);
      std::fflush(stdout);
      return true;
    };
  }
  Question again;  // only where it is asked again: a sound may be large
  if (g.repeat > 1 || g.times) again = q;
  Answer a = TRY(run_sync(pipeline->ask(std::move(q))));
  if (stream) std::printf("%s\n", stream->finish().c_str());
  if (g.repeat > 1) {
    // The first answer compiled and planned; what follows is the speed.
    again.generate.on_token = {};
    std::vector<Answer> more;
    for (int i = 0; i < g.repeat; ++i) more.push_back(TRY(run_sync(pipeline->ask(again))));
    std::ranges::sort(more, {}, &Answer::ms);
    a = more[more.size() / 2];
  }
  if (g.times) TRY(print_times(**backend, *pipeline, again));
  Model& model = pipeline->model();
  if (g.json) {
    nlohmann::json j{{"task", a.task},
                     {"family", model.family()},
                     {"device", (*backend)->name()},
                     {"ms", a.ms},
                     {"weight_bytes", model.bytes()}};
    if (!a.text.empty() || a.task == "write" || a.task == "listen") j["text"] = a.text;
    if (!a.language.empty()) j["language"] = a.language;
    for (const Answer::Segment& s : a.segments)
      j["segments"].push_back({{"from", s.from}, {"to", s.to}, {"text", s.text}});
    for (size_t i = 0; i < a.texts.size(); ++i)
      j["results"].push_back({{"text", a.texts[i]}, {"score", a.generated.beams[i].score}});
    for (const Answer::Label& l : a.labels) j["labels"].push_back({{"name", l.name}, {"score", l.score}});
    if (!a.embedding.empty()) j["embedding"] = a.embedding;
    if (a.generated.ms > 0)
      j["generated"] = {{"tokens", a.generated.tokens.size()},
                        {"first_ms", a.generated.first_ms},
                        {"tokens_per_second", a.generated.per_second()}};
    std::printf("%s\n", j.dump(2, ' ', false, nlohmann::json::error_handler_t::replace).c_str());
    return code;
  }
  for (const Answer::Label& l : a.labels) std::printf("%6.2f %%  %s\n", 100 * l.score, l.name.c_str());
  if (g.generate.num_results > 1)
    for (size_t i = 0; i < a.texts.size(); ++i)
      std::printf("%8.4f  %s\n", a.generated.beams[i].score, a.texts[i].c_str());
  if (g.timestamps)
    for (const Answer::Segment& s : a.segments) std::printf("%8.2f - %8.2f  %s\n", s.from, s.to, s.text.c_str());
  else if (a.task == "listen") std::printf("%s\n", a.text.c_str());
  if (!a.embedding.empty()) {
    std::printf("%zu numbers:", a.embedding.size());
    for (size_t i = 0; i < std::min<size_t>(a.embedding.size(), 8); ++i) std::printf(" %.4f", a.embedding[i]);
    std::printf("%s\n", a.embedding.size() > 8 ? " ..." : "");
  }
  std::fprintf(stderr, "%s on %s, %s of weights, %.1f ms", model.family().c_str(), (*backend)->name().c_str(),
               short_bytes(model.bytes()).c_str(), a.ms);
  if (a.generated.tokens.size() > 1)
    std::fprintf(stderr, ", first token after %.1f ms, %.1f tokens/s", a.generated.first_ms, a.generated.per_second());
  std::fputs("\n", stderr);
  return code;
}

}  // namespace

void add_run(CLI::App& app, int& code) {
  auto* command = app.add_subcommand("run", "A model answers: a class, a text, a list of numbers");
  auto given = std::make_shared<Given>();
  Given& g = *given;
  command->add_option("MODEL", g.model, "A Hugging Face folder, in few bits or not")->required();
  command->add_option("--text", g.text, "What is asked, or what is to go on");
  command->add_option("--pair", g.pair, "A second text, for models that compare two");
  command->add_option("--image", g.image, "A PNG or JPEG file");
  command->add_option("--audio", g.audio, "A WAV file");
  command->add_option("--label", g.labels, "CLIP: a label to choose from; may come several times");
  command->add_option("--top", g.top, "Labels to show")->capture_default_str()->check(CLI::Range(1, 1000));
  command->add_option("--bits", g.bits, "Quantise to so many bits first: 1, 2, 3, 4, 8 or 16")
      ->check(CLI::IsMember({1, 2, 3, 4, 8, 16}));
  command->add_option("--tokens", g.generate.max_new_tokens, "Tokens to write at most")
      ->capture_default_str()
      ->check(CLI::Range(1, 1 << 20));
  command->add_option("--temperature", g.generate.temperature, "0: always the likeliest token")
      ->capture_default_str()
      ->check(CLI::Range(0.0, 100.0));
  command->add_option("--top-k", g.generate.top_k, "Draw from so many likeliest; 0: from all")
      ->check(CLI::Range(0, 1 << 20));
  command->add_option("--top-p", g.generate.top_p, "Draw from those that together have this probability")
      ->check(CLI::Range(0.0, 1.0));
  command->add_option("--repetition-penalty", g.generate.repetition_penalty, "Over 1: what was said is less likely")
      ->check(CLI::Range(0.01, 100.0));
  command->add_option("--seed", g.generate.seed, "Of what is drawn");
  command->add_option("--beams", g.generate.num_beams, "Follow so many texts at once, and take the likeliest")
      ->capture_default_str()
      ->check(CLI::Range(1, 64));
  command->add_option("--results", g.generate.num_results, "Show so many of them, with their scores")
      ->capture_default_str()
      ->check(CLI::Range(1, 64));
  command
      ->add_option("--length-penalty", g.generate.length_penalty,
                   "Of beams: over 0 long texts gain, under 0 short ones")
      ->capture_default_str()
      ->check(CLI::Range(-100.0, 100.0));
  command
      ->add_option("--early-stopping", g.generate.early_stopping,
                   "Of beams: yes, when as many texts ended as there are beams; no, when better ones are unlikely "
                   "(default); never, while one is possible")
      ->transform(CLI::CheckedTransformer(std::map<std::string, EarlyStopping>{
          {"yes", EarlyStopping::yes}, {"no", EarlyStopping::no}, {"never", EarlyStopping::never}}));
  command->add_option("--language", g.language, "Of a sound, such as en (default: the one it is heard to be)");
  command->add_option("--task", g.task, "Of a sound: transcribe (default), or translate to English")
      ->check(CLI::IsMember({"transcribe", "translate"}));
  command->add_flag("--timestamps", g.timestamps, "Of a sound: when each part of it was said");
  command->add_option("--engine", g.engine, "dawn, wgpu, cpu, or a library's path (default: the best there is)");
  command->add_option("--repeat", g.repeat, "Ask so many times more, and tell the median time")
      ->check(CLI::Range(1, 100000));
  command->add_flag("--f16", g.f16, "Keep what lies between layers in f16");
  command->add_flag("--times", g.times, "What the GPU spent on each kernel, of one more answer");
  command->add_flag("--json", g.json, "One JSON object");
  command->callback([given, &code] {
    auto done = run(*given);
    code = done.ok() ? *done : report(done.error());
  });
}
