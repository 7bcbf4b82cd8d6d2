#!/usr/bin/env python3
"""An op is one folder and one line, a family of models one file and one line (docs/architecture.md, docs/models.md). In a
scratch copy of the tree one of each is added just so, and what is generated is renewed; nothing else may change. Then
both are used as the others are, on the CPU and on a GPU engine: the op alone, fused, in random graphs, in C++ and as a
model's activation; the family as it is, quantized and evaluated. The unit tests that look at all of them pass as well.

    python3 tests/additions.py [ENGINE]      # from the root of a tree whose `dev` build is done; wgpu unless told
"""

import json
import math
import os
import random
import re
import shlex
import shutil
import struct
import subprocess
import sys
from pathlib import Path

MAIN = Path.cwd()
SCRATCH = MAIN / "build" / "test" / "additions"
ENGINE = sys.argv[1] if len(sys.argv) > 1 else "wgpu"
BUILD = Path("build", "dev")
SEED = int(os.environ.get("BITLOOM_SEED", random.SystemRandom().randrange(1 << 32)))


def run(*command: str) -> str:
    """What a command prints, run in the scratch copy; one for the GPU gets a driver that computes on the CPU."""
    shell = '. tools/lib.sh && with_software_vulkan "$0" "$@"'
    done = subprocess.run(["bash", "-c", shell, ENGINE, *command], cwd=SCRATCH, capture_output=True, text=True)
    expect(done.returncode == 0, f"{shlex.join(command)}\nended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


def expect(right: object, problem: str) -> None:
    if not right:
        sys.exit(problem)


def bitloom(*arguments: str) -> str:
    return run(str(BUILD / "bitloom"), *arguments)


# --- The op -----------------------------------------------------------------------------------------------------------

OP = """// softsign: x / (1 + |x|)
#include <cmath>

#include "ops/elementwise/elementwise.h"

namespace bitloom {
namespace {

struct Softsign {
  static constexpr std::string_view name = "softsign";
  static constexpr Activation activations[] = {{"softsign"}, {"soft_sign"}};
  static double eval(const double* x, const Attrs&) { return std::isinf(x[0]) ? std::copysign(1, x[0]) : x[0] / (1 + std::abs(x[0])); }
};

}  // namespace

const Op& op_softsign() {
  static const Op op = elementwise::make<Softsign, 1>("x / (1 + |x|)");
  return op;
}

}  // namespace bitloom
"""

EXPRESSION = """#param f, V, T, fast=0
fn ${f}(x: ${V}) -> ${V} {
  // Of a large x the sum is x itself, or infinity.
  return select(x / (1.0 + abs(x)), sign(x), abs(x) > vec4f(1e30));
}
"""

USER = """#include <bitloom/bitloom.h>
bitloom::Tensor use(bitloom::sync::Backend& backend, const bitloom::Tensor& x) { return bitloom::ops::softsign(backend, x); }
"""


def check_op() -> None:
    for engine in "cpu", ENGINE:
        told = bitloom("doctor", "--quick", "--engine", engine, "--op", "softsign")
        expect(re.search(r"\b[1-9]\d* right, 0 wrong, 0 failed", told), told)
    # In a list: one kernel, and a pattern by what it is. An alias is as good as its name.
    for name in "softsign", "soft_sign":
        told = bitloom("explain", "matmul", "add", name, "--tensors", "9x16,16x12,12", "--engine", ENGINE)
        expect("3 dispatches" in told and "-> 1 dispatch" in told and "LinearActivation" in told, told)
    # In random graphs, held against the references of their ops, fused and not.
    for engine, graphs in ("cpu", 150), (ENGINE, 3):
        fuzz = [str(BUILD / "bitloom-fuzz"), "--engine", engine, "--graphs", "--iterations", str(graphs), "--json"]
        told = json.loads(run(*fuzz))
        expect(not told["failures"] and (engine != "cpu" or told["drawn"].get("softsign", 0) > 0), str(told))
    # In a model, as its activation: the same answer from both, and not the one of the activation it has.
    answers = {}
    for act in "gelu", "softsign":
        folder = SCRATCH / "build" / act
        shutil.copytree(SCRATCH / "zoo" / "intents", folder)
        config = json.loads((folder / "config.json").read_text())
        (folder / "config.json").write_text(json.dumps(config | {"hidden_act": act}))
        for engine in "cpu", ENGINE:
            answers[act, engine] = scores(bitloom("run", str(folder), "--text", "my card is lost", "--engine", engine))
    for act in "gelu", "softsign":
        a, b = answers[act, "cpu"], answers[act, ENGINE]
        expect(a.keys() == b.keys() and all(abs(a[k] - b[k]) < 0.05 for k in a), f"{act}: {a} and {b}")
    expect(answers["gelu", "cpu"] != answers["softsign", "cpu"], "the activation changes nothing")
    # In C++, as a function with its own name.
    (SCRATCH / "build" / "user.cc").write_text(USER)
    run("clang++-19", "-std=c++20", "-fsyntax-only", "-Iinclude", "build/user.cc")
    for file, text in (
        ("docs/ops.md", "| `softsign` |"),
        ("docs/families.md", "| `toy.cc` |"),
        ("js/src/ops.ts", "  softsign(x: In"),
        ("js/src/ops.ts", "| 'softsign' |"),
    ):
        expect(text in (SCRATCH / file).read_text(), f"{file} lacks {text}")


def scores(told: str) -> dict[str, float]:
    """The labels of an answer, and what each has of a hundred."""
    return {label: float(score) for score, label in re.findall(r"^ *([\d.]+) %  (\w+)$", told, re.M)}


# --- The family -------------------------------------------------------------------------------------------------------

VOCABULARY, WIDTH, CLASSES = 40, 64, 5
FAMILY = """// A toy: the mean of a text's token vectors, and what a matrix makes of it.
#include "models/family.h"

namespace bitloom {
namespace {

class Toy final : public Family {
 public:
  explicit Toy(const Config& c)
      : vocabulary_(c.size("vocab_size")), hidden_(c.size("hidden_size")), labels_(c.label_count()) {}
  int64_t vocabulary() const override { return vocabulary_; }
  int64_t positions() const override { return 16; }
  std::vector<Use> uses(DType) const override {
    const Desc text{DType::i32, {1, 4}};
    return {{.inputs = {{"input_ids", text}}, .optional = {{"attention_mask", text}}}};
  }
  void build(Net& net, const Inputs& inputs) const override {
    const Value mask = text_mask(net, inputs);
    const Value x = net.embedding(net.input("input_ids", inputs.at("input_ids")), "tokens.weight", {vocabulary_, hidden_});
    pooled_outputs(net, x, mask);
    if (task() == TaskKind::text_classification)
      net.output("logits", net.linear(mean_of_tokens(net, x, mask), "classifier", labels_));
  }

 private:
  int64_t vocabulary_, hidden_, labels_;
};

}  // namespace

const FamilyEntry& family_toy() {
  static const FamilyEntry entry{
      .name = "toy",
      .types = {"toy"},
      .takes = {.text = true},
      .architectures = {{"ToyModel", TaskKind::feature_extraction},
                        {"ToyForSequenceClassification", TaskKind::text_classification, "classifier.weight"}},
      .inputs = {"input_ids", "attention_mask"},
      .outputs = pooled_names({"logits"}),
      .make = make_family<Toy>};
  return entry;
}

}  // namespace bitloom
"""


def make_model(folder, head):
    """Weights, config and a tokenizer of letters; gives back what the model is to answer."""
    r = random.Random(SEED)
    tokens = [[r.gauss(0, 1) for _ in range(WIDTH)] for _ in range(VOCABULARY)]
    matrix = [[r.gauss(0, 1) for _ in range(WIDTH)] for _ in range(CLASSES)]
    bias = [r.gauss(0, 1) for _ in range(CLASSES)]
    os.makedirs(folder, exist_ok=True)
    tensors = {"tokens.weight": tokens, **({"classifier.weight": matrix, "classifier.bias": [bias]} if head else {})}
    header, data = {}, b""
    for name, rows in tensors.items():
        raw = b"".join(struct.pack(f"<{len(row)}f", *row) for row in rows)
        shape = [len(rows), len(rows[0])] if name.endswith("weight") else [len(rows[0])]
        header[name] = {"dtype": "F32", "shape": shape, "data_offsets": [len(data), len(data) + len(raw)]}
        data += raw
    text = json.dumps(header).encode()
    with open(f"{folder}/model.safetensors", "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + data)
    with open(f"{folder}/config.json", "w") as file:
        kind = "ToyForSequenceClassification" if head else "ToyModel"
        sizes = {"vocab_size": VOCABULARY, "hidden_size": WIDTH, "num_labels": CLASSES}
        json.dump({"model_type": "toy", "architectures": [kind], **sizes}, file)
    vocabulary = {"[UNK]": 0, **{chr(ord("a") + i): i + 1 for i in range(26)}}
    vocabulary |= {f"##{letter}": i for letter, i in vocabulary.items() if i in range(1, 13)}
    vocabulary = {word: i for i, word in enumerate(vocabulary)}
    with open(f"{folder}/tokenizer.json", "w") as file:
        json.dump(
            {
                "version": "1.0",
                "added_tokens": [],
                "normalizer": None,
                "pre_tokenizer": {"type": "BertPreTokenizer"},
                "post_processor": None,
                "decoder": None,
                "model": {
                    "type": "WordPiece",
                    "unk_token": "[UNK]",
                    "continuing_subword_prefix": "##",
                    "max_input_chars_per_word": 100,
                    "vocab": vocabulary,
                },
            },
            file,
        )

    def answer(words):
        rows = [tokens[vocabulary[word]] for word in words.split()]
        mean = [sum(column) / len(rows) for column in zip(*rows)]
        logits = [sum(a * b for a, b in zip(row, mean)) + c for row, c in zip(matrix, bias)]
        size = math.sqrt(sum(v * v for v in mean))
        exps = [math.exp(v - max(logits)) for v in logits]
        return [v / size for v in mean], [e / sum(exps) for e in exps]

    return answer


def check_family() -> None:
    plain, classes, few = (str(SCRATCH / "build" / name) for name in ("toy", "toy-classes", "toy-few"))
    embed, answer = make_model(plain, False), make_model(classes, True)
    bitloom("quantize", classes, few, "--bits", "8")
    for engine in "cpu", ENGINE:
        for words in ("a b", "c", "q w e r t z"):
            got = {
                model: json.loads(bitloom("run", model, "--text", words, "--json", "--engine", engine))
                for model in (plain, classes, few)
            }
            expect(got[plain]["family"] == "toy" and got[plain]["task"] == "feature-extraction", str(got[plain]))
            off = max(abs(a - b) for a, b in zip(got[plain]["embedding"], embed(words)[0], strict=True))
            expect(off < 1e-5, f"{engine}, {words}: off by {off}")
            want = answer(words)[1]
            for model, most in (classes, 1e-4), (few, 0.05):
                labels = got[model]["labels"]
                expect(got[model]["task"] == "text-classification" and len(labels) == CLASSES, str(got[model]))
                off = max(abs(label["score"] - want[int(label["name"].removeprefix("LABEL_"))]) for label in labels)
                expect(off < most, f"{engine}, {model}, {words}: {labels}, not {want}")
        report = json.loads(bitloom("eval", classes, "--bits", "8", "--json", "--engine", engine))
        expect([row["bits"] for row in report["rows"]] == [32, 8] and "12 texts" in report["samples"], str(report))


# --- The scratch copy -------------------------------------------------------------------------------------------------

NEW = {
    "src/ops/softsign/op.cc": OP,
    "src/ops/softsign/expr.wgsl": EXPRESSION,
    "src/models/toy.cc": FAMILY,
}
LINES = {"src/ops/ops.def": "OP(softsign)", "src/models/families.def": "FAMILY(toy)"}


def reuse_objects() -> None:
    """Objects of the tree's own build whose sources, headers and command are the same need not be compiled again.

    They go to a folder from which a stand-in for the compiler takes them.
    """
    folder = SCRATCH / "build" / "reuse"

    def commands(root: Path) -> dict[str, str]:
        out = {}
        for entry in json.loads((root / BUILD / "compile_commands.json").read_text()):
            words = shlex.split(entry["command"].replace(str(root), "."))
            words = words[next(i for i, word in enumerate(words) if "clang" in word) :]  # without the launcher
            out[words[words.index("-o") + 1]] = shlex.join(words)
        return out

    listed = subprocess.run(
        ["ninja", "-t", "deps"], cwd=MAIN / BUILD, capture_output=True, text=True, check=True
    ).stdout
    depends = {}
    for block in listed.split("\n\n"):
        head, *dependencies = block.splitlines() or [""]
        if "(VALID)" in head:
            depends[head.split(":")[0]] = [d.strip() for d in dependencies]

    same_files: dict[str, bool] = {}

    def same(dependency: str) -> bool:
        if dependency not in same_files:
            path = (MAIN / BUILD / dependency).resolve()
            within = path.is_relative_to(MAIN)
            built = str(path.relative_to(MAIN / BUILD)) if path.is_relative_to(MAIN / BUILD) else ""
            if built.endswith(".pch"):  # precompiled headers are what they are made from
                same_files[dependency] = built in depends and all(map(same, depends[built]))
            else:
                other = SCRATCH / path.relative_to(MAIN) if within else path
                same_files[dependency] = other.is_file() and (not within or other.read_bytes() == path.read_bytes())
        return same_files[dependency]

    before, now = commands(MAIN), commands(SCRATCH)
    for target, dependencies in depends.items():
        if target.endswith(".o") and target in now and before.get(target) == now[target]:
            if all(map(same, dependencies)):
                (folder / target).parent.mkdir(parents=True, exist_ok=True)
                os.link(MAIN / BUILD / target, folder / target)


LAUNCHER = """#!/bin/sh
# In place of a compiler: takes the object where there is one already.
for word; do [ "$before" = -o ] && object=$word; before=$word; done
if [ -f "../reuse/$object" ]; then ln -f "../reuse/$object" "$object" && echo "$object:" >"$object.d"; else exec "$@"; fi
"""


def copy_tree() -> None:
    shutil.rmtree(SCRATCH, ignore_errors=True)
    listed = subprocess.run(
        ["git", "ls-files", "-z", "-co", "--exclude-standard"], capture_output=True, check=True
    ).stdout
    for name in filter(None, listed.decode().split("\0")):
        if (MAIN / name).is_file():
            (SCRATCH / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(MAIN / name, SCRATCH / name)
    (SCRATCH / ".deps").symlink_to(MAIN / ".deps")
    run("git", "init", "-q")
    with (SCRATCH / ".git" / "info" / "exclude").open("a") as exclude:
        exclude.write(".deps\n")
    run("git", "add", "-A")
    run("git", "-c", "user.name=test", "-c", "user.email=test@localhost", "commit", "-q", "-m", "as it was")


def add() -> None:
    for name, text in NEW.items():
        (SCRATCH / name).parent.mkdir(parents=True, exist_ok=True)
        (SCRATCH / name).write_text(text)
    for name, line in LINES.items():
        with (SCRATCH / name).open("a") as listing:
            listing.write(line + "\n")


def build() -> None:
    launcher = SCRATCH / "build" / "launcher"
    launcher.parent.mkdir(exist_ok=True)
    launcher.write_text(LAUNCHER)
    launcher.chmod(0o755)
    precompiled = ["-D", "BITLOOM_PCH=ON"] if os.environ.get("CI") else []
    run("cmake", "--preset", "dev", "-D", f"CMAKE_CXX_COMPILER_LAUNCHER={launcher}", *precompiled)
    reuse_objects()
    run("cmake", "--build", "--preset", "dev", "--target", "bitloom-cli", "bitloom-fuzz", "bitloom-tests")


def generate() -> None:
    """The commands that the docs name."""
    for page, start in ("architecture.md", "To add one: "), ("models.md", r"\*\*A new family\*\* "):
        steps = re.search(rf"^{start}.*?\n\n", (SCRATCH / "docs" / page).read_text(), re.M | re.S)
        commands = re.findall(r"`(bitloom [^`]+)`", steps[0]) if steps else []
        expect(commands, f"docs/{page} does not say how what is generated is renewed")
        for command in commands:
            run("bash", "-c", f'PATH="$PWD/{BUILD}:$PATH" {command}')


def check_units() -> None:
    """Tests that look at every op and every family take the new ones as they are."""
    names = "Families.*:Ops.*:RandomGraphs.UseEveryKindOfOp:Elementwise.NaNGoesThrough:*/OpCases.*/softsign"
    told = run("env", f"BITLOOM_WEBGPU={ENGINE}", str(BUILD / "bitloom-tests"), f"--gtest_filter={names}")
    for name in "Families.NoArchitectureAndNoTypeIsTwoFamilies", "Ops.EveryOpIsComplete", "/softsign":
        expect(re.search(rf"\[       OK \] \S*{re.escape(name)} ", told), f"{name} was not run:\n{told}")


def check_changes() -> None:
    """New files, a line each, and what is generated; nothing else."""
    changed = [line[3:] for line in run("git", "status", "--porcelain", "-uall").splitlines()]
    generated = run("git", "check-attr", "linguist-generated", "--", *changed)
    for file in changed:
        marked = f"{file}: linguist-generated: true" in generated or f"{file}: linguist-generated: set" in generated
        if marked or file in NEW:
            continue
        difference = run("git", "diff", "--numstat", file).split()
        expect(file in LINES and difference[:2] == ["1", "0"], f"adding touches {file}")
    expect(NEW.keys() <= set(changed), f"not all of {NEW.keys()} are in {changed}")


def main() -> None:
    print(f"seed {SEED} (repeat with BITLOOM_SEED)", flush=True)
    copy_tree()
    add()
    build()
    generate()
    check_changes()
    check_units()
    check_op()
    check_family()
    shutil.rmtree(SCRATCH)


if __name__ == "__main__":
    main()
