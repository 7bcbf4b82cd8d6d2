// Writing: beams, times, and what is drawn, against the reference implementation and against plain versions here.
#include <nlohmann/json.hpp>
#include <set>

#include "bitloom/pipeline.h"
#include "models/sample.h"
#include "models/speech.h"
#include "ops/check.h"
#include "runtime/inside.h"
#include "tests/golden.h"
#include "tests/support.h"

namespace bitloom {
namespace {

namespace fs = std::filesystem;

std::shared_ptr<Model> load(const std::shared_ptr<Backend>& backend, const Golden& golden) {
  auto made = run_sync(Model::load(backend, golden.folder));
  if (!made.ok()) fatal(made.error().message);
  return *made;
}

std::string input_of(const Golden& g) { return g.has("input_features") ? "input_features" : "input_ids"; }
// What the decoder's text starts with: Whisper's are the tokens that name language and task.
std::vector<int32_t> prompt_of(const Golden& g) {
  return g.has("input_features") ? std::vector<int32_t>{3, 4, 5} : std::vector<int32_t>{0};
}

void check_beams(const std::shared_ptr<Backend>& backend, const std::vector<const char*>& names) {
  for (const char* name : names) {
    SCOPED_TRACE(name);
    const Golden g(name);
    const auto model = load(backend, g);
    const std::vector<int32_t> prompt = prompt_of(g);
    const auto got = run_sync(model->generate(
        {{input_of(g), g[input_of(g)]}}, {.max_new_tokens = 12, .num_beams = 3, .num_results = 3, .prompt = prompt}));
    ASSERT_TRUE(got.ok()) << got.error().message;
    const Tensor all = g["beams"], scores = g["beam_scores"];
    ASSERT_EQ(got->beams.size(), 3u);
    for (size_t i = 0; i < 3; ++i) {
      const auto width = static_cast<size_t>(all.shape()[1]);
      const auto row = all.data<int32_t>().subspan(i * width, width).subspan(prompt.size());
      const std::vector<int32_t> want(row.begin(), std::ranges::find(row, 2));
      EXPECT_EQ(got->beams[i].tokens, want) << "beam " << i;
      EXPECT_EQ(got->beams[i].ended, want.size() < row.size());
      EXPECT_NEAR(got->beams[i].score, scores.data<float>()[i], 1e-4) << "beam " << i;
    }
    EXPECT_EQ(got->tokens, got->beams[0].tokens);
  }
}

TEST(Generate, BeamsAgree) { check_beams(std::make_shared<CpuBackend>(), {"t5-relu", "t5-gated-gelu", "whisper"}); }

// Ways to search and to write, as the reference implementation went them.
TEST(Generate, EveryWayAgrees) {
  for (const char* name : {"t5-gated-gelu", "llama"}) {
    const Golden g(name);
    const auto model = load(std::make_shared<CpuBackend>(), g);
    const auto cases = nlohmann::json::parse(*read_text(g.folder / "generate.json"));
    ASSERT_EQ(cases.size(), 9u);
    for (const auto& c : cases) {
      SCOPED_TRACE(name + c["way"].dump());
      GenerateOptions o{.max_new_tokens = 14};
      o.num_beams = o.num_results = c["way"].value("num_beams", 1);
      o.length_penalty = c["way"].value("length_penalty", 1.0);
      o.repetition_penalty = c["way"].value("repetition_penalty", 1.0);
      o.suppress = c["way"].value("suppress_tokens", std::vector<int32_t>{});
      o.stop = c["stop"].get<std::vector<int32_t>>();
      if (const auto way = c["way"].find("early_stopping"); way != c["way"].end())
        o.early_stopping = way->is_string() ? EarlyStopping::never : EarlyStopping::yes;
      const auto got = run_sync(model->generate({{"input_ids", g["input_ids"]}}, o));
      ASSERT_TRUE(got.ok()) << got.error().message;
      const auto want = c["texts"].get<std::vector<std::vector<int32_t>>>();
      EXPECT_EQ(got->tokens, want[0]);
      if (o.num_beams == 1) continue;
      ASSERT_EQ(got->beams.size(), want.size());
      for (size_t i = 0; i < want.size(); ++i) {
        EXPECT_EQ(got->beams[i].tokens, want[i]) << i;
        EXPECT_NEAR(got->beams[i].score, c["scores"][i].get<double>(), 1e-4 * std::abs(got->beams[i].score) + 1e-5);
      }
    }
  }
}

// One chance after another, as the sampler has them.
struct Chances {
  explicit Chances(uint64_t seed) : state(seed) {}
  double next() { return Random(std::exchange(state, state + 0x9e3779b97f4a7c15)).uniform(); }
  uint64_t state;
};

// The plain way: every token with its probability, the likeliest first; those outside top_k and top_p have none.
std::vector<std::pair<int32_t, double>> plain(const std::vector<float>& logits, const GenerateOptions& o,
                                              const std::vector<int32_t>& so_far) {
  std::vector<std::pair<int32_t, double>> out;
  for (size_t i = 0; i < logits.size(); ++i) {
    double l = logits[i];
    if (std::ranges::find(so_far, static_cast<int32_t>(i)) != so_far.end())
      l = l < 0 ? l * o.repetition_penalty : l / o.repetition_penalty;
    out.emplace_back(static_cast<int32_t>(i), l / o.temperature);
  }
  std::ranges::sort(out, [](const auto& a, const auto& b) { return a.second > b.second; });
  const auto spread = [&] {
    double all = 0;
    for (auto& [t, p] : out) all += p;
    for (auto& [t, p] : out) p /= all;
  };
  const double most = out[0].second;
  for (auto& [t, p] : out) p = std::exp(p - most);
  if (o.top_k > 0) out.resize(std::min(out.size(), static_cast<size_t>(o.top_k)));
  spread();
  double before = 0;
  for (auto& [t, p] : out) before += std::exchange(p, before < o.top_p || before == 0 ? p : 0);
  std::erase_if(out, [](const auto& e) { return e.second == 0; });
  spread();
  return out;
}
int32_t at_chance(const std::vector<std::pair<int32_t, double>>& all, double chance) {
  for (const auto& [token, p] : all)
    if ((chance -= p) < 0) return token;
  return all.back().first;
}

std::vector<GenerateOptions> ways_to_draw() {
  return {{.temperature = 1, .seed = 1},
          {.temperature = 0.6, .seed = 2},
          {.temperature = 2.5, .top_k = 5, .seed = 3},
          {.temperature = 1.3, .top_p = 0.7, .seed = 4},
          {.temperature = 1.7, .top_p = 0.8, .top_k = 6, .seed = 5},
          {.temperature = 1.2, .top_p = 0.001, .seed = 6},
          {.temperature = 1.2, .repetition_penalty = 1.6, .seed = 7},
          {.temperature = 1.2, .top_k = 7, .repetition_penalty = 1.6, .seed = 8},
          {.temperature = 1.2, .top_k = 3, .repetition_penalty = 0.3, .seed = 9}};
}

TEST(Sampler, DrawsAsOftenAsIsLikely) {
  Random random(5);
  for (const GenerateOptions& o : ways_to_draw()) {
    std::vector<float> logits;
    for (int i = 0; i < 13; ++i) logits.push_back(static_cast<float>(random.normal() * 1.5));
    const std::vector<int32_t> so_far{3, 7, 7, 11};
    const auto want = plain(logits, o, so_far);
    Sampler sampler(o);
    std::map<int32_t, double> got;
    constexpr int draws = 20000;
    for (int i = 0; i < draws; ++i) {
      Candidates all;
      for (size_t t = 0; t < logits.size(); ++t) all.push_back({static_cast<int32_t>(t), logits[t]});
      punish(all, so_far, o.repetition_penalty);
      ++got[sampler.draw(all)];
    }
    // The sum of squares over what is expected is about the number of tokens less one.
    double off = 0;
    for (const auto& [token, p] : want) off += std::pow(got[token] - draws * p, 2) / (draws * p), got.erase(token);
    const double free = static_cast<double>(want.size()) - 1;
    EXPECT_LT(off, free + 4 * std::sqrt(2 * free) + 1e-9) << "seed " << o.seed;
    EXPECT_TRUE(got.empty()) << "seed " << o.seed << ": " << got.begin()->first << " is not among them";
  }
}

TEST(Sampler, TheLikeliestDecideAsAllDo) {
  Random random(fresh_seed());
  int decided = 0, open = 0;
  for (int turn = 0; turn < 2000; ++turn) {
    const GenerateOptions o{
        .temperature = 0.5 + 2 * random.uniform(), .top_p = turn % 2 ? 1 : random.uniform(), .seed = random.next()};
    std::vector<float> logits;
    double total = 0;
    for (int i = 0; i < 60; ++i) logits.push_back(static_cast<float>(random.normal() * 2));
    Candidates all, some;
    for (size_t i = 0; i < logits.size(); ++i) {
      all.push_back({static_cast<int32_t>(i), logits[i]});
      total += std::exp(logits[i] / o.temperature);
    }
    for (const Candidate& c : all) some.push_back({c.token, c.score / o.temperature - std::log(total)});
    std::ranges::sort(some, likelier);
    some.resize(10);
    Sampler whole(o), part(o);
    const std::optional<int32_t> quick = part.draw_from_likeliest(some);
    const int32_t want = whole.draw(all);
    quick ? ++decided : ++open;
    EXPECT_EQ(quick ? *quick : part.draw(all), want);
    EXPECT_EQ(part.draw(all), whole.draw(all));  // and both go on alike
  }
  EXPECT_GT(decided, 500);
  EXPECT_GT(open, 100);
}

// What a model writes by chance, against its logits without a cache and the plain way.
void check_draws(const std::shared_ptr<Model>& model, const Tensor& prompt, const GenerateOptions& o) {
  const auto given = prompt.data<int32_t>();
  std::vector<int32_t> tokens(given.begin(), given.end());
  const auto got = run_sync(model->generate({{"input_ids", prompt}}, o));
  ASSERT_TRUE(got.ok()) << got.error().message;
  Chances chances(o.seed);
  for (int32_t token : got->tokens) {
    const Tensor ids = Tensor::from<int32_t>({1, static_cast<int64_t>(tokens.size())}, tokens);
    const auto out = run_sync(model->run({{"input_ids", ids}}, {"logits"}));
    ASSERT_TRUE(out.ok()) << out.error().message;
    const std::vector<float> y = out->at("logits").to_floats();
    const std::vector<float> last(y.end() - static_cast<ptrdiff_t>(y.size() / tokens.size()), y.end());
    ASSERT_EQ(token, at_chance(plain(last, o, tokens), chances.next()))
        << "after " << tokens.size() << ", seed " << o.seed;
    tokens.push_back(token);
  }
}

TEST(Generate, DrawsAsThePlainWayDoes) {
  const Golden g("llama");
  const auto model = load(std::make_shared<CpuBackend>(), g);
  std::set<std::vector<int32_t>> texts;
  for (GenerateOptions o : ways_to_draw()) {
    o.max_new_tokens = 16;
    check_draws(model, g["input_ids"], o);
    const auto first = run_sync(model->generate({{"input_ids", g["input_ids"]}}, o));
    const auto again = run_sync(model->generate({{"input_ids", g["input_ids"]}}, o));
    ASSERT_TRUE(first.ok() && again.ok());
    EXPECT_EQ(first->tokens, again->tokens);
    texts.insert(first->tokens);
  }
  EXPECT_EQ(texts.size(), ways_to_draw().size());
}

// More tokens than come back at first: hot enough, what is drawn is often among the others.
TEST(Generate, DrawsFromAllTokensWhereItMust) {
  auto made = run_sync(Model::load(std::make_shared<CpuBackend>(), fs::path(BITLOOM_SOURCE_DIR) / "zoo/verses"));
  ASSERT_TRUE(made.ok()) << made.error().message;
  const Tensor prompt = Tensor::from<int32_t>({1, 3}, {5, 200, 31});
  for (const GenerateOptions& o : {GenerateOptions{.max_new_tokens = 12, .temperature = 8, .seed = 3},
                                   GenerateOptions{.max_new_tokens = 12, .temperature = 5, .top_p = 0.95, .seed = 4},
                                   GenerateOptions{.max_new_tokens = 12, .temperature = 0.9, .top_p = 0.95, .seed = 5},
                                   GenerateOptions{.max_new_tokens = 6, .temperature = 3, .top_k = 300, .seed = 6}})
    check_draws(*made, prompt, o);
}

// Two beams over tokens 0 to 3, of which 3 ends a text.
TEST(Sampler, BeamsStopWhenToldTo) {
  const auto steps = [](EarlyStopping stopping, double penalty) {
    BeamSearch search({.num_beams = 2, .length_penalty = penalty, .early_stopping = stopping}, {3}, 10);
    EXPECT_EQ(search.kept(), 4);
    const Candidates each{{3, -1}, {0, -1.1}, {1, -2}, {2, -3}};
    int count = 0;
    for (; !search.done(); ++count) search.advance(std::vector<Candidates>(search.running().size(), each));
    return count;
  };
  // After two steps two texts ended, at -1 and (-1.1 - 1) / 2; one under way, at -1.1 a token, is no better than those.
  EXPECT_EQ(steps(EarlyStopping::yes, 1), 2);
  EXPECT_EQ(steps(EarlyStopping::no, 1), 2);
  EXPECT_EQ(steps(EarlyStopping::never, 1), 10);  // at -2.2 for ten tokens it would be
  EXPECT_EQ(steps(EarlyStopping::yes, 2), 2);
  EXPECT_EQ(steps(EarlyStopping::no, 2), 10);  // long ones are ever better
}

TEST(Sampler, TimesFollowTheRules) {
  const TimestampRules rules{
      .first = 10, .end = 6, .most_first = 2};  // 0 to 5 are words, 9 says that there are no times
  const auto left = [&](std::vector<int32_t> said, const std::map<int32_t, double>& likely) {
    Candidates all;
    for (int32_t t = 0; t < 16; ++t) all.push_back({t, likely.contains(t) ? likely.at(t) : -9});
    keep_allowed(all, said, rules);
    std::vector<int32_t> out;
    for (const Candidate& c : all) out.push_back(c.token);
    return out;
  };
  using Tokens = std::vector<int32_t>;
  const std::map<int32_t, double> words{{1, 5}};
  EXPECT_EQ(left({}, words), Tokens({10, 11, 12}));                   // a time comes first, an early one
  EXPECT_EQ(left({11}, words), Tokens({0, 1, 2, 3, 4, 5, 6, 7, 8}));  // then words
  EXPECT_EQ(left({11, 2}, words), Tokens({0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 13, 14, 15}));  // or a later time
  EXPECT_EQ(left({11, 2, 13}, {{6, 5}}), Tokens({6, 7, 8, 13, 14, 15}));  // which is repeated, or the end
  EXPECT_EQ(left({11, 2, 13, 13}, words), Tokens({0, 1, 2, 3, 4, 5, 6, 7, 8}));
  EXPECT_EQ(left({11, 2, 13, 13, 4}, words), Tokens({0, 1, 2, 3, 4, 5, 6, 7, 8, 14, 15}));
  // Times that together are likelier than any word leave no words; one by one they need not be.
  EXPECT_EQ(left({11, 2}, {{1, 0.5}, {12, 0}, {13, 0}}), Tokens({12, 13, 14, 15}));
  EXPECT_EQ(left({11, 2}, {{1, 0.8}, {12, 0}, {13, 0}}).size(), 13u);
}

TEST(Generate, WhatMayNotComeFirstComesLater) {
  const Golden g("t5-relu");
  const auto model = load(std::make_shared<CpuBackend>(), g);
  const auto write = [&](std::vector<int32_t> prompt, std::vector<int32_t> suppress_first) {
    const auto out = run_sync(model->generate(
        {{"input_ids", g["input_ids"]}},
        {.max_new_tokens = 8, .suppress_first = std::move(suppress_first), .prompt = std::move(prompt)}));
    return out.ok() ? out->tokens : std::vector<int32_t>{};
  };
  const std::vector<int32_t> free = write({0}, {});
  ASSERT_GE(free.size(), 4u);
  std::vector<int32_t> other = write({0}, free);
  ASSERT_FALSE(other.empty());
  EXPECT_EQ(std::ranges::find(free, other[0]), free.end());
  std::vector<int32_t> rest = write({0, other[0]}, {});
  rest.resize(std::min(rest.size(), other.size() - 1));
  other.erase(other.begin());
  EXPECT_EQ(other, rest);
}

// Whole sounds, window after window, as the reference implementation hears them.
void check_listening(const std::shared_ptr<Backend>& backend, std::optional<size_t> one = {}) {
  const Golden g("whisper-times");
  const auto model = load(backend, g);
  const Config generation = *Config::parse(*read_text(g.folder / "generation_config.json"));
  const SpeechRules rules = SpeechRules::read(Inside::config(*model), generation, nullptr);
  EXPECT_EQ(rules.languages.size(), 3u);
  const auto cases = nlohmann::json::parse(*read_text(g.folder / "listen.json"));
  for (size_t i = 0; i < cases.size(); ++i) {
    if (one && i != *one) continue;
    const auto& c = cases[i];
    SCOPED_TRACE(c["way"].dump());
    const auto& way = c["way"];
    SpeechOptions o{.language = way.value("language", ""),
                    .task = way.value("task", ""),
                    .timestamps = way["return_timestamps"].get<bool>()};
    o.generate.max_new_tokens = 16, o.generate.num_beams = way.value("num_beams", 1);
    o.generate.suppress = way.value("suppress_tokens", std::vector<int32_t>{});
    const Tensor sounds = g["sounds"];
    const int64_t mels = sounds.shape()[1], length = sounds.shape()[2], frames = c["frames"].get<int64_t>();
    const auto sound = sounds.data<float>().subspan(c["sound"].get<size_t>() * static_cast<size_t>(mels * length));
    const auto window = [&](int64_t from) {  // nothing after the end
      Tensor out(DType::f32, {1, mels, rules.frames});
      for (int64_t m = 0; m < mels; ++m)
        for (int64_t i = 0; i < rules.frames && from + i < frames; ++i)
          out.data<float>()[static_cast<size_t>(m * rules.frames + i)] =
              sound[static_cast<size_t>(m * length + from + i)];
      return out;
    };
    const auto got = run_sync(hear(*model, rules, o, frames, window));
    ASSERT_TRUE(got.ok()) << got.error().message;
    if (o.language.empty()) {
      EXPECT_EQ(rules.languages.at(got->language), c["detected"].get<int>());
    }
    ASSERT_EQ(got->segments.size(), c["segments"].size());
    for (size_t j = 0; j < got->segments.size(); ++j) {
      EXPECT_NEAR(got->segments[j].from, c["segments"][j][0].get<double>(), 1e-6) << j;
      EXPECT_NEAR(got->segments[j].to, c["segments"][j][1].get<double>(), 1e-6) << j;
      EXPECT_EQ(got->segments[j].tokens, c["segments"][j][2].get<std::vector<int32_t>>()) << j;
    }
  }
}
TEST(Generate, ListensAsTheReferenceDoes) { check_listening(std::make_shared<CpuBackend>()); }

// The same words by the same chances as on the CPU.
void check_same_draws() {
  const Golden g("llama");
  const auto cpu = load(std::make_shared<CpuBackend>(), g), gpu = load(shared_gpu(), g);
  for (const GenerateOptions& o : {GenerateOptions{.max_new_tokens = 8, .temperature = 1.3, .top_k = 5, .seed = 3},
                                   GenerateOptions{.max_new_tokens = 8, .temperature = 1.5, .top_p = 0.9, .seed = 4}}) {
    const auto want = run_sync(cpu->generate({{"input_ids", g["input_ids"]}}, o));
    const auto got = run_sync(gpu->generate({{"input_ids", g["input_ids"]}}, o));
    ASSERT_TRUE(want.ok() && got.ok()) << got.error().message;
    EXPECT_EQ(got->tokens, want->tokens);
  }
}

TEST(ModelsGpuWriting, Agrees) {
  const bool slow = compiles_slowly(*shared_gpu());  // then one of them, another each time
  const uint64_t turn = Random(fresh_seed()).below(3);
  if (!slow || turn == 0) check_listening(shared_gpu(), slow ? 0 : 3);  // 3: with beams
  if (!slow || turn == 1) check_same_draws();
  if (!slow || turn == 2) check_beams(shared_gpu(), {"t5-relu"});
}

// A sound as a WAV file of 16 bits at 16 kHz.
std::vector<std::byte> wav(const std::vector<float>& samples) {
  std::string out = "RIFF....WAVEfmt ";
  const auto put = [&](uint32_t v, int bytes) {
    for (int i = 0; i < bytes; ++i) out += static_cast<char>(v >> (8 * i));
  };
  put(16, 4), put(1, 2), put(1, 2), put(16000, 4), put(32000, 4), put(2, 2), put(16, 2);
  out += "data";
  put(static_cast<uint32_t>(samples.size() * 2), 4);
  for (float v : samples) put(static_cast<uint32_t>(static_cast<int32_t>(v * 32767)), 2);
  const auto* from = reinterpret_cast<const std::byte*>(out.data());
  return {from, from + out.size()};
}

TEST(Listening, SoundsOfEveryLength) {
  const auto cpu = std::make_shared<CpuBackend>();
  const auto made = run_sync(Pipeline::load(cpu, goldens / "whisper-times"));  // its windows are of one second
  ASSERT_TRUE(made.ok()) << made.error().message;
  Pipeline& pipeline = **made;
  const auto ask = [&](const std::vector<float>& samples, bool timestamps, const std::string& language = "en",
                       const std::string& task = "") {
    GenerateOptions o{.max_new_tokens = 8};
    if (!timestamps)
      for (int32_t t = 69; t < 90; ++t) o.suppress.push_back(t);
    return run_sync(pipeline.ask(
        {.audio = wav(samples), .generate = o, .language = language, .task = task, .timestamps = timestamps}));
  };
  const auto problem = [](const Result<Answer>& a) { return a.ok() ? "no problem" : a.error().message; };
  EXPECT_EQ(problem(ask({}, false)), "[pipeline] the sound is empty");
  EXPECT_EQ(problem(ask({0.1f}, false, "ja")),
            "[speech] language 'ja' is not supported by this model; supported are de, en, fr");
  EXPECT_EQ(problem(ask({0.1f}, false, "en", "sing")),
            "[speech] task 'sing' is not supported; supported are transcribe and translate");
  // Nothing is said of silence.
  for (bool timestamps : {false, true}) {
    const auto silence = ask(std::vector<float>(40000), timestamps);
    ASSERT_TRUE(silence.ok()) << silence.error().message;
    EXPECT_EQ(silence->text, "");
    EXPECT_TRUE(silence->segments.empty());
  }
  // A tone for 1.6 s, first alone and then late in ten minutes: at its time, and without memory for all of it.
  const auto tone = [](size_t seconds_before, size_t seconds_after) {
    std::vector<float> out(16000 * (seconds_before + seconds_after) + 25600);
    for (size_t i = 0; i < 25600; ++i)
      out[16000 * seconds_before + i] = 0.3f * std::sin(static_cast<float>(i * i) * 1e-6f);
    return out;
  };
  const auto alone = ask(tone(0, 0), true);
  ASSERT_TRUE(alone.ok()) << alone.error().message;
  ASSERT_FALSE(alone->segments.empty());
  EXPECT_EQ(alone->language, "en");
  for (const Answer::Segment& s : alone->segments) {
    EXPECT_LE(s.from, s.to);
    EXPECT_LE(s.to, 1.6 + 1e-9);
    EXPECT_NE(s.text, "");
    EXPECT_EQ(s.text.find('<'), std::string::npos) << s.text;
  }
  const CpuMemory before = cpu_memory();
  const auto late = ask(tone(500, 100), true);
  const CpuMemory after = cpu_memory();
  ASSERT_TRUE(late.ok()) << late.error().message;
  ASSERT_FALSE(late->segments.empty());
  EXPECT_NEAR(late->segments[0].from, 500 + alone->segments[0].from, 1e-6);
  EXPECT_EQ(late->segments[0].text, alone->segments[0].text);
  if (after.peak > before.peak) {
    EXPECT_LT(after.peak - before.live, size_t{1} << 20);
  }
  // Without times there is a window after another.
  const auto plain = ask(tone(0, 0), false, "");
  ASSERT_TRUE(plain.ok()) << plain.error().message;
  ASSERT_EQ(plain->segments.size(), 2u);
  EXPECT_NE(plain->language, "");
  EXPECT_DOUBLE_EQ(plain->segments[1].from, 1);
  EXPECT_DOUBLE_EQ(plain->segments[1].to, 1.6);
  // A model that was told to say no times says none.
  const auto digits = run_sync(Pipeline::load(cpu, fs::path(BITLOOM_SOURCE_DIR) / "zoo/digits"));
  ASSERT_TRUE(digits.ok()) << digits.error().message;
  const auto refused = run_sync((*digits)->ask({.audio = wav(tone(0, 0)), .timestamps = true}));
  EXPECT_NE(problem(refused).find("suppresses them"), std::string::npos) << problem(refused);
}

TEST(Listening, CutsAtTimes) {
  const auto cut = [](std::vector<int32_t> tokens) { return cut_at_times(tokens, 100, 3000, 0.01); };
  // Two stretches, and one that was not ended: from the last end on it is heard again.
  const Cut two = cut({100, 1, 2, 150, 150, 3, 200, 210, 4});
  ASSERT_EQ(two.segments.size(), 2u);
  EXPECT_DOUBLE_EQ(two.segments[0].to, 1);
  EXPECT_DOUBLE_EQ(two.segments[1].from, 1);
  EXPECT_DOUBLE_EQ(two.segments[1].to, 2);
  EXPECT_EQ(two.segments[1].tokens, std::vector<int32_t>{3});
  EXPECT_EQ(two.frames, 200);
  // One time at the end: nothing is said after it.
  const Cut ended = cut({100, 1, 150, 160, 3, 200});
  ASSERT_EQ(ended.segments.size(), 2u);
  EXPECT_DOUBLE_EQ(ended.segments[1].from, 1.2);
  EXPECT_DOUBLE_EQ(ended.segments[1].to, 2);
  EXPECT_EQ(ended.frames, 3000);
  // No times meet: all of it is one.
  EXPECT_DOUBLE_EQ(cut({110, 1, 2, 170}).segments[0].to, 1.4);
  EXPECT_DOUBLE_EQ(cut({100, 1, 2}).segments[0].to, 30);
  EXPECT_TRUE(cut({}).segments.empty());
  EXPECT_EQ(cut({}).frames, 3000);
  EXPECT_GT(cut({100, 100, 5}).frames, 0);  // it always goes on
}

TEST(Generate, SaysWhatIsWrong) {
  const Golden g("t5-relu");
  const auto model = load(std::make_shared<CpuBackend>(), g);
  const auto said = [&](const GenerateOptions& o) {
    const auto out = run_sync(model->generate({{"input_ids", g["input_ids"]}}, o));
    return out.ok() ? "no problem" : out.error().message;
  };
  EXPECT_EQ(said({.max_new_tokens = 2}), "no problem");
  EXPECT_EQ(said({.num_beams = 65}), "[generate] num_beams must be 1 to 64, not 65");
  EXPECT_EQ(said({.num_beams = 2, .num_results = 3}),
            "[generate] num_results must be 1 to num_beams, which is 2, not 3");
  EXPECT_EQ(said({.temperature = 1, .num_beams = 2}), "[generate] beams and a temperature do not go together");
  EXPECT_NE(said({.temperature = -1}), "no problem");
  EXPECT_NE(said({.top_p = 1.5}), "no problem");
  EXPECT_NE(said({.repetition_penalty = 0}), "no problem");
  EXPECT_NE(said({.timestamps = TimestampRules{.first = 99, .end = 2}}), "no problem");
  EXPECT_EQ(said({.max_new_tokens = 0, .num_beams = 2}), "no problem");
}

// Of texts of different lengths the padding is not looked at, neither by the encoder nor by the decoder.
TEST(Generate, PaddedTextsAgree) {
  for (const char* name : {"t5-relu", "t5-gated-gelu"}) {
    const Golden g(name);
    const auto model = load(std::make_shared<CpuBackend>(), g);
    const Model::Tensors in{{"input_ids", g["batch.input_ids"]}, {"attention_mask", g["batch.attention_mask"]}};
    auto crossed = run_sync(model->run(in, {"cross_key_0", "cross_value_0", "cross_key_1", "cross_value_1"}));
    ASSERT_TRUE(crossed.ok()) << crossed.error().message;
    crossed->emplace("input_ids", g["batch.decoder_input_ids"]);
    crossed->emplace("attention_mask", g["batch.attention_mask"]);
    const auto out = run_sync(model->run(*crossed, {"logits"}));
    ASSERT_TRUE(out.ok()) << out.error().message;
    EXPECT_LT(away(out->at("logits"), g["batch.logits"]), 1e-4) << name;
  }
}

}  // namespace
}  // namespace bitloom
