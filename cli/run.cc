// `bitloom run`: a model answers.
//
//   bitloom run zoo/intents --text "Where is my card?"
//   bitloom run zoo/clothes --image boot.png
//   bitloom run zoo/digits --audio call.wav
//   bitloom run zoo/numbers --text "translate English to German: seven" --beams 4 --results 3
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "base/try.h"
#include "cli/commands.h"
#include "cli/options.h"
#include "cli/terminal.h"
#include "formats/files.h"
#include "models/question.h"
#include "runtime/inside.h"

using namespace bitloom;

namespace {

struct RunArguments {
  std::string model, text, pair, image, audio, engine, language, task;
  std::vector<std::string> labels;
  GenerateOptions generate;
  int top = 5, bits = 0, repeat = 1;
  int64_t max_length = 0;
  bool json = false, f16 = false, timestamps = false, times = false;
  std::map<std::string, bool> flags{};  // all of them, and whether they were given
};

Result<std::vector<std::byte>> bytes_of(const std::string& path) {
  if (path.empty()) return std::vector<std::byte>{};
  const std::string text = TRY(read_text(path));
  if (text.empty()) return error(Code::invalid_argument, "[run] {} is empty", path);
  const auto* from = reinterpret_cast<const std::byte*>(text.data());
  return std::vector<std::byte>(from, from + text.size());
}

// Errors of an answer, with the picture, the sound or the model that they are about.
Error with_file(const Error& e, const RunArguments& g) {
  for (const auto& [who, file] : {std::pair{"[image] ", g.image}, {"[sound] ", g.audio}})
    if (e.message.starts_with(who) && !file.empty()) return in_file(e, file);
  return in_file(e, g.model);
}

// What the GPU spent on each kernel of one answer, in their order, by its own clock.
Status print_times(Backend& backend, Pipeline& pipeline, const Question& q) {
  TRY(backend.set_timing(true));
  (void)TRY(run_sync(pipeline.ask(q)));
  double sum = 0;
  for (const DispatchTime& t : backend.take_times()) {
    note("%9.1f us  %s\n", t.microseconds, t.label.c_str());
    sum += t.microseconds;
  }
  note("%9.1f us  in all\n", sum);
  return backend.set_timing(false);
}

// Fields of a question are flags, most under the same name; empty: there is none.
std::string flag_of(const std::string& field, const std::map<std::string, bool>& flags) {
  static const std::map<std::string, std::string> others{
      {"labels", "label"}, {"max_new_tokens", "tokens"}, {"num_beams", "beams"}, {"num_results", "results"}};
  const auto found = others.find(field);
  std::string flag = "--" + (found != others.end() ? found->second : field);
  std::ranges::replace(flag, '_', '-');
  return flags.contains(flag) ? flag : "";
}

// Refuses flags that the model cannot do anything with, and names those it takes.
Status check_flags(const RunArguments& g, const Pipeline& pipeline) {
  const Family& family = Inside::family(pipeline.model());
  const TaskKind task = Inside::task(pipeline);
  auto fields = renamed(fields_of({}, family, task), [&](const auto& field) { return flag_of(field, g.flags); });
  for (QuestionField& f : fields) f.given = g.flags.at(f.name);
  return check_fields(fields, family, task);
}

// How many tokens are no text, such as padding.
size_t special(const Pipeline& pipeline, std::span<const int32_t> tokens) {
  const Tokenizer* words = pipeline.tokenizer();
  return static_cast<size_t>(std::ranges::count_if(tokens, [&](int32_t t) { return words && words->is_special(t); }));
}

// What was asked for is wrong, not what it was asked of.
bool is_wrong_use(const Error& e) { return e.message.starts_with("[options] "); }

Result<int> run(RunArguments& g) {
  int code = 0;
  const std::shared_ptr<Backend> backend = TRY(open_backend_or_cpu(g.engine, code));
  const ModelOptions options{
      .activations = g.f16 ? DType::f16 : DType::f32, .bits = g.bits, .max_length = g.max_length};
  const auto pipeline = TRY(run_sync(Pipeline::load(backend, g.model, options)));
  Model& model = pipeline->model();
  (void)TRY(check_flags(g, *pipeline));
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
  const TaskKind task = Inside::task(*pipeline);
  const bool hears = task == TaskKind::automatic_speech_recognition;
  // Several results are shown when all is done.
  const bool writes = task == TaskKind::text_generation || task == TaskKind::text2text_generation;
  const bool as_it_comes = writes && !g.json && g.generate.num_results == 1;
  std::optional<TokenStream> stream;
  if (as_it_comes && pipeline->tokenizer()) {
    stream.emplace(*pipeline->tokenizer());
    q.generate.on_token = [&](int32_t token) {
      print_text(stream->push(token));
      return flush_output();  // nobody reads on: it ends
    };
  }
  Question again;  // only where it is asked again: a sound may be large
  if (g.repeat > 1 || g.times) again = q;
  auto answered = run_sync(pipeline->ask(std::move(q)));
  if (!answered.ok()) return with_file(answered.error(), g);
  Answer a = *std::move(answered);
  if (stream) print_text(stream->finish() + "\n");
  if (g.repeat > 1) {
    // The first answer compiled and planned; what follows is the speed.
    again.generate.on_token = {};
    std::vector<Answer> more;
    for (int i = 0; i < g.repeat; ++i) more.push_back(TRY(run_sync(pipeline->ask(again))));
    std::ranges::sort(more, {}, &Answer::ms);
    a = more[more.size() / 2];
  }
  if (g.times) TRY(print_times(*backend, *pipeline, again));
  if (g.json) {
    nlohmann::json j{{"task", a.task},
                     {"family", model.family()},
                     {"device", backend->name()},
                     {"ms", a.ms},
                     {"weight_bytes", model.bytes()}};
    if (writes || hears) j["text"] = a.text;
    if (!a.language.empty()) j["language"] = a.language;
    for (const Answer::Segment& s : a.segments)
      j["segments"].push_back({{"from", s.from}, {"to", s.to}, {"text", s.text}});
    for (size_t i = 0; i < a.texts.size(); ++i)
      j["results"].push_back({{"text", a.texts[i]}, {"score", a.generated.beams[i].score}});
    for (const Answer::Label& l : a.labels) j["labels"].push_back({{"name", l.name}, {"score", l.score}});
    for (const Answer::Entity& e : a.entities)
      j["entities"].push_back({{"word", e.word},
                               {"entity", e.entity},
                               {"score", e.score},
                               {"index", e.index},
                               {"start", e.start},
                               {"end", e.end}});
    if (!a.embedding.empty()) j["embedding"] = a.embedding;
    if (a.generated.ms > 0)
      j["generated"] = {{"tokens", a.generated.tokens.size()},
                        {"special", special(*pipeline, a.generated.tokens)},
                        {"first_ms", a.generated.first_ms},
                        {"tokens_per_second", a.generated.per_second()}};
    print_data(json_text(j) + "\n");
    return code;
  }
  for (const Answer::Label& l : a.labels) print("%6.2f %%  %s\n", 100 * l.score, one_line(l.name).c_str());
  for (const Answer::Entity& e : a.entities)
    print("%6.2f %%  %-12s %s (%zu to %zu)\n", 100 * e.score, one_line(e.entity).c_str(), one_line(e.word).c_str(),
          e.start, e.end);
  if (g.generate.num_results > 1)
    for (size_t i = 0; i < a.texts.size(); ++i)
      print("%8.4f  %s\n", a.generated.beams[i].score, one_line(a.texts[i]).c_str());
  if (g.timestamps)
    for (const Answer::Segment& s : a.segments) print("%8.2f - %8.2f  %s\n", s.from, s.to, s.text.c_str());
  else if (hears) print("%s\n", a.text.c_str());
  if (!a.embedding.empty()) {
    print("%zu numbers:", a.embedding.size());
    for (size_t i = 0; i < std::min<size_t>(a.embedding.size(), 8); ++i) print(" %.4f", a.embedding[i]);
    print("%s\n", a.embedding.size() > 8 ? " ..." : "");
  }
  if (!flush_output()) return code;
  note("%s on %s, %s of weights, %.1f ms", model.family().c_str(), backend->name().c_str(),
       short_bytes(model.bytes()).c_str(), a.ms);
  if (a.generated.tokens.size() > 1)
    note(", first token after %.1f ms, %.1f tokens/s", a.generated.first_ms, a.generated.per_second());
  note("\n");
  return code;
}

}  // namespace

void add_run(CLI::App& app, int& code) {
  auto* command = app.add_subcommand("run", "A model answers: a class, a text, a list of numbers");
  auto given = std::make_shared<RunArguments>();
  RunArguments& g = *given;
  command->add_option("MODEL", g.model, "A Hugging Face folder, in few bits or not")->required();
  command->add_option("--text", g.text, "What is asked, or what is to go on");
  command->add_option("--pair", g.pair, "A second text, for models that compare two");
  command->add_option("--image", g.image, "A PNG or JPEG file");
  command->add_option("--audio", g.audio, "A WAV file");
  command
      ->add_option("--label", g.labels,
                   "What a picture may show, for models without labels of their own; may come several times")
      ->allow_extra_args(false);
  command->add_option("--top", g.top, "Labels to show")->capture_default_str()->check(CLI::Range(1, 1000));
  command->add_option("--bits", g.bits, "Quantize to so many bits first: 1, 2, 3, 4, 8 or 16")
      ->check(CLI::IsMember({1, 2, 3, 4, 8, 16}));
  add_max_length(*command, g.max_length);
  command->add_option("--tokens", g.generate.max_new_tokens, "Tokens to write at most")
      ->capture_default_str()
      ->check(CLI::Range(1, 1 << 20));
  command->add_option("--temperature", g.generate.temperature, "0: always the likeliest token")
      ->capture_default_str()
      ->check(number_between(0, 100));
  command->add_option("--top-k", g.generate.top_k, "Draw from so many likeliest; 0: from all")
      ->check(CLI::Range(0, 1 << 20));
  command->add_option("--top-p", g.generate.top_p, "Draw from those that together have this probability")
      ->check(number_between(0, 1));
  command->add_option("--repetition-penalty", g.generate.repetition_penalty, "Over 1: what was said is less likely")
      ->check(number_between(0.01, 100));
  command->add_option("--seed", g.generate.seed, "Of what is drawn")->check(whole_number());
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
      ->check(number_between(-100, 100));
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
  command->callback([given, command, &code] {
    for (const CLI::Option* option : command->get_options())
      given->flags.emplace(option->get_name(), option->count() > 0);
    auto done = run(*given);
    code = done.ok() ? *done : report(done.error());
    if (!done.ok() && is_wrong_use(done.error())) code = 2;
  });
}
