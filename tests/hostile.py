#!/usr/bin/env python3
"""Damaged models, pictures, sounds, evaluation sets and command lines, drawn from a seed (tests/hostile_corpus.py), given to
`bitloom` on the CPU. Whatever they are: it exits with 0, 1, 2 or 3, within 10 s and with bounded memory; where it fails it says
why in one line that names the file and the field; it leaves nothing behind, changes no input, and no answer is empty or not
finite. A drawn case whose reason names too little is told as vague; with --strict it counts as wrong, as the others do.

    tests/hostile.py build/dev/bitloom                          the cases that failed once, then 20 s of new ones
    tests/hostile.py build/dev/bitloom --cases 10000 --jobs 2   so many
    tests/hostile.py build/dev/bitloom --seed 7 --case 1234     that one again, told in full; --keep leaves its folder
"""

import argparse
import collections
import json
import math
import mmap
import multiprocessing
import os
import random
import re
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import hostile_corpus as corpus
import hostile_fixed

SECONDS = 10  # a case may take; more where the machine has others to serve, and it computed for less than half of that
MEMORY = 500 << 20  # beside three times the model's files
VAGUE = "the reason does not name"  # how verdicts on what a reason names begin


def is_sanitized(program):
    with open(program, "rb") as file, mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ) as data:
        return any(data.find(name) >= 0 for name in (b"__asan_init", b"__tsan_init"))


def numbers_in(value, where=""):
    """Every place of a parsed JSON that is no finite number, or null, which is how one is written."""
    if isinstance(value, dict):
        for key, one in value.items():
            yield from numbers_in(one, f"{where}.{key}")
    elif isinstance(value, list):
        for i, one in enumerate(value):
            yield from numbers_in(one, f"{where}[{i}]")
    elif value is None or (isinstance(value, float) and not math.isfinite(value)):
        if not where.endswith("].bits"):  # null: a tensor that was not quantized
            yield where


def wrong_answer(words, out):
    """What an exit of 0 may not come with, or None; "blank" where the text alone does not say."""
    text = out.decode("utf-8", "replace")
    command = words[0] if words else ""
    if command not in ("run", "eval", "quantize", "inspect") or "--help" in words:
        return None
    if "--json" in words:
        try:
            answer = json.loads(text)
        except ValueError as why:
            return f"stdout is not JSON: {why}"
        if command != "inspect" and (places := list(numbers_in(answer))):
            return f"not finite: {places[0]}"
        return "an empty answer" if command == "run" and is_empty(answer) else None
    if command == "run" and re.search(r"^ *-?(nan|inf)\b( %|  )|numbers:.* -?(nan|inf)\b", text, re.M):
        return "not finite"
    if command in ("eval", "quantize") and re.search(r"[ -](nan|inf)\b", text):
        return "not finite"
    if text.strip() or (command == "quantize" and "--quiet" in words):
        return None
    return "blank" if command == "run" else "an empty answer"


def is_empty(answer):
    """Of a run: it has nothing to say, and no reason for that. A text may be empty if no token of it was written that is text,
    and there may be no entities in a text."""
    if "text" in answer and not answer["text"].strip():
        written = answer.get("generated", {"tokens": 0, "special": 0})
        return written["tokens"] > written["special"] and not answer["text"]
    said = [answer.get(key) for key in ("text", "labels", "entities", "embedding", "results")]
    return not any(said) and answer["task"] not in WITHOUT_AN_ANSWER


WITHOUT_AN_ANSWER = ("token-classification", "automatic-speech-recognition", "text-generation", "text2text-generation")


class Runner:
    """Makes a case's folder, runs it and judges."""

    def __init__(self, bitloom, place, seeds):
        self.bitloom, self.place, self.seeds = bitloom, place, seeds
        self.sanitized = is_sanitized(bitloom)
        if not self.sanitized:  # what asks for the whole machine is told no, and fails here, not elsewhere
            resource.setrlimit(resource.RLIMIT_DATA, (4 << 30, 4 << 30))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        self.environment = {"PATH": os.environ["PATH"], "HOME": "/nonexistent", "LC_ALL": "C.UTF-8"}
        self.environment |= {"VK_ICD_FILENAMES": "/dev/null", "BITLOOM_ENGINE_DIR": "/nonexistent"}
        self.environment |= {k: v for k, v in os.environ.items() if k.endswith("SAN_OPTIONS")}
        self.child = None
        self.late = False
        signal.signal(signal.SIGALRM, self.too_late)

    def too_late(self, *_):
        self.late = True
        if self.child:
            os.kill(self.child, signal.SIGKILL)

    def make(self, case):
        shutil.rmtree(self.place, ignore_errors=True)
        model = self.place + "/case/model"
        os.makedirs(self.place + "/tmp")
        os.makedirs(self.place + "/cwd")
        source = f"{self.seeds}/{case.seed}"
        for where, _, names in os.walk(source):
            to = os.path.join(model, os.path.relpath(where, source))
            os.makedirs(to, exist_ok=True)
            for name in names:
                os.symlink(os.path.join(where, name), os.path.join(to, name))
        for edit in case.edits:
            corpus.apply(model, edit, self.seeds)
        return model

    def words(self, case):
        def filled(word):
            word = re.sub(r"\{seed:([^}]*)\}", lambda m: f"{self.seeds}/{case.seed}/{m[1]}", word)
            return word.replace("{model}", self.place + "/case/model").replace("{case}", self.place + "/case")

        # The program's own limit is not what is tested.
        return [os.fsencode(filled(w).replace("\0", "?")) for w in case.words]

    def execute(self, words, stdout=""):
        """(exit code, seconds, peak memory, stdout, stderr); sets `late`"""
        files = [open(self.place + "/" + name, "w+b") for name in ("stdout", "stderr")]
        self.late = False
        started = time.monotonic()
        with open("/dev/full" if stdout == "full" else os.devnull, "wb") as full:
            child = subprocess.Popen(
                [self.bitloom, *words],
                stdin=subprocess.DEVNULL,
                stdout=full if stdout else files[0],
                stderr=files[1],
                cwd=self.place + "/cwd",
                env=self.environment | {"TMPDIR": self.place + "/tmp"},
            )
            self.child = child.pid
            signal.setitimer(signal.ITIMER_REAL, SECONDS * (12 if self.sanitized else 3))
            _, status, usage = os.wait4(child.pid, 0)
            signal.setitimer(signal.ITIMER_REAL, 0)
            self.child = None
            child.returncode = code = os.waitstatus_to_exitcode(status)
        took = time.monotonic() - started
        out, err = (read_back(file) for file in files)
        if took > SECONDS and usage.ru_utime + usage.ru_stime > SECONDS / 2 and not self.sanitized:
            self.late = True
        return code, took, usage.ru_maxrss << 10, out, err

    def run(self, case):
        """(what is wrong with it or None, all that is to be told)"""
        model = self.make(case)
        before = snapshot(self.place + "/case")
        allowed = 3 * sum(s[1] for s in before.values()) + MEMORY
        words = self.words(case)
        code, took, peak, out, err = self.execute(words, case.stdout)
        wrong = self.judge(case, model, before, code, out, err, peak, allowed)
        if wrong == "blank":  # the same in JSON says whether that is an answer
            again = self.execute([*words, b"--json"])
            wrong = (
                wrong_answer([*case.words, "--json"], again[3]) if again[0] == code else f"with --json exit {again[0]}"
            )
        return wrong, dict(code=code, seconds=took, peak=peak, stdout=out, stderr=err, words=words)

    def judge(self, case, model, before, code, out, err, peak, allowed):
        text = err.decode("utf-8", "replace")
        lines = text.rstrip("\n").split("\n")
        if self.late:
            return f"over {SECONDS} s"
        if code < 0:
            return f"signal {signal.Signals(-code).name}"
        if re.search(r"(Address|Leak|Thread)Sanitizer|runtime error:", text):
            return "sanitizer"
        if code not in (0, 1, 2, 3):
            return f"exit {code}"
        if peak > allowed and not self.sanitized:
            return f"memory: {peak >> 20} MB where {allowed >> 20} are allowed"
        for name, said in ("stdout", out), ("stderr", err):
            if found := re.search(rb"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]", said):
                if name == "stderr" or found[0] == b"\x1b":
                    return f"control character {found[0]!r} on {name}"
        if code in (1, 2):
            if not text.strip():
                return f"exit {code} without a reason"
            if len(lines) > (1 if code == 1 else 3):
                return f"a reason in {len(lines)} lines"
            if "std::" in text or "terminate" in text or "what():" in text:
                return "a reason not meant for users"
        if case.fails and code == 0:
            return "it did not fail"
        if case.answers and code != 0:
            return "it did not answer"
        if case.says and case.says not in text:
            return f"the reason does not contain {case.says!r}"
        if code == 1 and case.edits and case.blamed and not case.stdout:
            if not names_the_file(case, model, text):
                return f"{VAGUE} the file"
            if not OF_THE_FOLDER.search(text) and not names_the_field(case, text):
                return f"{VAGUE} the field"
        if code in (0, 3):
            if case.stdout == "full" and "--quiet" not in case.words:
                return "stdout was full, and it exits with 0"
            if not case.stdout and (wrong := wrong_answer(case.words, out)):
                return wrong
        if left := os.listdir(self.place + "/tmp") + os.listdir(self.place + "/cwd"):
            return f"left behind: {left[0]}"
        after = snapshot(self.place + "/case")
        for path, was in before.items():
            if after.pop(path, None) != was:
                return f"changed: {path}"
        made = {p.split("/")[0] for p in after}
        if any("-part" in p for p in after) or made - {"out", "new", "a"}:
            return f"left behind: {sorted(after)[0]}"
        if made and code not in (0, 3) and made != {"new"} and not case.stdout:
            return f"failed, and {sorted(made)[0]} is there"
        if case.words[:1] == ["quantize"] and code == 0 and not made:
            return "nothing was written"
        return None


# What is wrong with a whole folder, so that its name is enough: what was damaged made it another kind of model; there are no
# weights; weights in few bits cannot be evaluated, damaged or not.
OF_THE_FOLDER = re.compile(r"needs a (text|picture|sound)|there is no \*\.safetensors|is quantized already")
# A sum that overflows does so by all that is in it: the layer is named where it first did.
IN_A_LAYER = re.compile(r"not finite.*; (first so|the input) ")


def names_the_file(case, model, text):
    """One that was damaged; of weights, the tensor says more than the file."""
    if any(os.path.basename(edit[1]) in text for edit in case.edits):
        return True
    if model in text and (OF_THE_FOLDER.search(text) or IN_A_LAYER.search(text)):
        return True
    return model in text and any(f"{name}'" in text for edit in case.edits for name in tensors_in(edit))


def tensors_in(edit):
    """The ends of the names of the tensors that an edit damages: without the first word, which some checkpoints lack, and of
    bytes, which may be anywhere, any."""
    if not edit[1].endswith(".safetensors"):
        return []
    if edit[0] in ("flip", "insert", "splice", "repeat"):
        return [""]
    names = {"fill": edit[2:3], "shape": edit[2:3], "drop": edit[2:3], "swap": edit[2:4]}.get(edit[0], [])
    if edit[0] in ("set", "remove") and edit[2]:
        names = [edit[2][0]]
    return [short for name in names if isinstance(name, str) for short in (name, name.partition(".")[2]) if short]


def names_the_field(case, text):
    """Where one value of a JSON file was replaced: its key, some of the value, or the place where it is no JSON."""
    if len(case.edits) != 1 or case.edits[0][0] != "set" or not case.edits[0][1].endswith((".json", ".jsonl")):
        return True
    _, file, where, raw = case.edits[0]
    keys = [name for key in where if isinstance(key, str) for name in called(key)]
    if not keys or re.search(r"\b(line|byte|column|offset) \d|nested|not UTF-8|tensor '", text):
        return True
    said = text.partition(file)[2]
    quoted = [one.strip("\"'") for one in re.findall(r"\"[^\"]*\"|'[^']*'|\d+", said)]
    words = re.findall(r"\w{3,}", raw)
    return (
        any(key in re.sub("[_-]", " ", said) for key in keys)
        or any(len(one) >= 3 and one in raw for one in quoted)
        or any(word in one for word in words for one in quoted)
        or (len(raw.strip('"')) >= 3 and raw.strip('"') in said)
    )


def called(key):
    """How messages write a key."""
    key = key.removeprefix("pooling_mode_").rstrip("s").replace("_", " ")
    words = key.split()
    # Families have names of their own for these.
    return [key] + [
        one for word, one in (("act", "activation"), ("activation", "activation"), ("head", "heads")) if word in words
    ]


def read_back(file):
    file.seek(0)
    out = file.read(16 << 20)
    file.close()
    return out


def snapshot(folder):
    """{path: (kind, bytes on disk, size, modified)} of what is under a folder."""
    out = {}
    for where, folders, names in os.walk(folder):
        for name in folders + names:
            path = os.path.join(where, name)
            about = os.lstat(path)
            size = about.st_blocks * 512
            if os.path.islink(path) and os.path.isfile(path):
                size = os.stat(path).st_size
            key = os.path.relpath(path, folder)
            modified = 0 if name in folders else about.st_mtime_ns
            out[key] = (about.st_mode, size, 0 if name in folders else about.st_size, modified)
    return out


def shown(case, told):
    words = " ".join(shlex.quote(os.fsdecode(w)[:200]) for w in told["words"])
    text = repr(case)
    return (
        f"  {text if len(text) < 1200 else text[:600] + ' ... ' + text[-600:]}\n  bitloom {words[:1500]}\n"
        f"  exit {told['code']}, {told['seconds']:.2f} s, {told['peak'] >> 20} MB\n"
        f"  stdout: {told['stdout'][:300]!r}\n  stderr: {told['stderr'][:1500].decode('utf-8', 'replace')!r}"
    )


def fixed(asks):
    sound = [
        corpus.Case(name, [], ["run", "{model}", *ask, *hostile_fixed.CPU], answers=True) for name, ask in asks.items()
    ]
    return sound + hostile_fixed.CASES


def worker(options, place, seeds, asks, number, deadline, results):
    runner = Runner(options.bitloom, f"{place}/{number}", seeds)
    # Models that are as they should be come first, then the cases that once failed, in turn.
    for at, case in list(enumerate(fixed(asks)))[number :: options.jobs]:
        wrong, told = runner.run(case)
        results.put(
            (f"--fixed {at}", wrong, shown(case, told) if wrong else "", told["seconds"], told["peak"], told["code"])
        )
    at = number
    while at < options.cases and time.monotonic() < deadline:
        case = corpus.drawn(options.seed, at, seeds, asks)
        wrong, told = runner.run(case)
        results.put(
            (
                f"--seed {options.seed} --case {at}",
                wrong,
                shown(case, told) if wrong else "",
                told["seconds"],
                told["peak"],
                told["code"],
            )
        )
        at += options.jobs
    shutil.rmtree(f"{place}/{number}", ignore_errors=True)
    results.put(None)


def kind_of(wrong, text):
    """What failures have in common: the verdict, and the reason without names and numbers."""
    err = text.rsplit("stderr: ", 1)[-1]
    err = re.sub(r"'[^']*'|\"[^\"]*\"|/[^ ]*|\[[\d, ]+\]|\d+", "#", err[1:])
    return re.sub(r"\d+", "#", wrong) + " | " + err[:70]


def again(options, place, seeds, asks):
    runner = Runner(options.bitloom, place + "/one", seeds)
    if options.fixed is not None:
        case = fixed(asks)[options.fixed]
    else:
        case = corpus.drawn(options.seed, options.case, seeds, asks)
    wrong, told = runner.run(case)
    print(shown(case, told))
    print("wrong: " + wrong if wrong else "right")
    if options.keep:
        words = " ".join(shlex.quote(os.fsdecode(w)) for w in told["words"])
        print(f"kept: {place}/one\n  {options.bitloom} {words[:3000]}")
    return 1 if wrong else 0


def main():
    parse = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parse.add_argument("bitloom")
    parse.add_argument("--seconds", type=float)
    parse.add_argument("--cases", type=int)
    parse.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 32))
    parse.add_argument("--jobs", type=int, default=2)
    parse.add_argument("--strict", action="store_true", help="a vague reason of a drawn case is wrong, too")
    parse.add_argument("--case", type=int)
    parse.add_argument("--fixed", type=int)
    parse.add_argument("--keep", action="store_true")
    parse.add_argument("--each", type=int, default=1, help="failures of one kind to show")
    options = parse.parse_args()
    if options.seconds is None:
        options.seconds = 20 if options.cases is None else math.inf
    options.cases = options.cases if options.cases is not None else 1 << 62
    options.bitloom = os.path.abspath(options.bitloom)
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    place = tempfile.mkdtemp(prefix="bitloom-hostile-", dir=memory)
    try:
        seeds = place + "/seeds"
        os.mkdir(seeds)
        asks = corpus.make_seeds(seeds, options.bitloom)
        before = snapshot(seeds)
        if options.case is not None or options.fixed is not None:
            return again(options, place, seeds, asks)
        print(f"seed {options.seed}", flush=True)
        results = multiprocessing.Queue()
        deadline = time.monotonic() + options.seconds
        started = time.monotonic()
        workers = [
            multiprocessing.Process(target=worker, args=(options, place, seeds, asks, i, deadline, results))
            for i in range(options.jobs)
        ]
        for one in workers:
            one.start()
        running, kinds, codes, vague = len(workers), collections.Counter(), collections.Counter(), 0
        slowest, most = (0.0, ""), 0
        while running:
            result = results.get()
            if result is None:
                running -= 1
                continue
            replay, wrong, text, seconds, peak, code = result
            codes[code] += 1
            slowest, most = max(slowest, (seconds, replay)), max(most, peak)
            if (wrong or "").startswith(VAGUE) and not replay.startswith("--fixed") and not options.strict:
                vague += 1
                print(f"vague: {replay}: {text.rsplit('stderr: ', 1)[-1]}", flush=True)
            elif wrong:
                kind = kind_of(wrong, text)
                kinds[kind] += 1
                if kinds[kind] <= options.each:
                    print(f"WRONG: {wrong}\n{text}\n  again: tests/hostile.py {sys.argv[1]} {replay}", flush=True)
        for one in workers:
            one.join()
        after = snapshot(seeds)
        if after != before:
            kinds["a sound model was changed"] += 1
        done = sum(codes.values())
        print(
            f"{done} cases in {time.monotonic() - started:.0f} s: {', '.join(f'{n} exit {c}' for c, n in sorted(codes.items()))}; "
            f"slowest {slowest[0]:.1f} s ({slowest[1]}), at most {most >> 20} MB"
        )
        for kind, count in kinds.most_common():
            print(f"{count:6}  {kind}")
        print(f"{sum(kinds.values())} of {done} wrong, {vague} vague")
        return 1 if kinds or any(one.exitcode for one in workers) or not done else 0
    finally:
        if not options.keep:
            shutil.rmtree(place, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
