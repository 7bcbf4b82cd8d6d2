#!/usr/bin/env python3
"""The `bitloom` program under bad input and faults, from outside, with exact verdicts: the exit code, a reason in one line that
names the file and the field, nothing left behind, no control character on a terminal. Usage: tests/cli.py build/dev/bitloom"""

import json
import os
import re
import resource
import shutil
import signal
import stat
import struct
import subprocess
import sys
import tempfile
import time

BITLOOM = os.path.abspath(sys.argv[1])
os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
CPU = ("--engine", "cpu")
TEXT = ("--text", "Where is my card?")
CONTROL = re.compile(rb"[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\xaa-\xae]|\xe2\x81[\xa6-\xa9]")


class Done:
    def __init__(self, words, code, out, err):
        self.words, self.code, self.out, self.err = words, code, out, err.decode("utf-8", "replace")
        for name, said in ("stdout", out), ("stderr", err):
            assert not CONTROL.search(said or b""), (name, self)

    def __repr__(self):
        return f"{self.words}: exit {self.code}\n{self.out!r}\n{self.err}"


def run(*words, code=0, **options):
    options.setdefault("stdout", subprocess.PIPE)
    done = subprocess.run([BITLOOM, *words], stderr=subprocess.PIPE, timeout=60, **options)
    done = Done(words, done.returncode, done.stdout, done.stderr)
    assert done.code == code, (done, code)
    return done


def fails(reason, *words, code=1, **options):
    """One line on stderr, with the reason in it, and nothing on stdout. Wrong use (2) may have a line on help, too."""
    done = run(*words, code=code, **options)
    lines = done.err.splitlines()
    assert len(lines) == 1 or (code == 2 and lines[1:] == ["Run with --help or --help-all for more information."]), done
    assert reason in lines[0], (reason, done)
    assert not done.out, done


def linked(model, place, without=()):
    """A folder like a model's, of links, so that files of it can be others."""
    folder = os.path.join(place, os.path.basename(model))
    shutil.rmtree(folder, ignore_errors=True)
    for where, _, names in os.walk(model):
        to = os.path.join(folder, os.path.relpath(where, model))
        os.makedirs(to, exist_ok=True)
        for name in names:
            if os.path.relpath(os.path.join(where, name), model) not in without:
                os.symlink(os.path.abspath(os.path.join(where, name)), os.path.join(to, name))
    return folder


def written(path, text):
    with open(path, "wb") as file:
        file.write(text if isinstance(text, bytes) else text.encode())


def test_evaluation_sets(place):
    lines = "eval/eval.jsonl"
    for model, file, text, reason in (
        (
            "clothes",
            lines,
            '{"picture": -1, "id": 0}',
            "line 1: picture is -1; it must be an integer between 0 and 499",
        ),
        ("clothes", lines, '{"picture": 500, "id": 0}', "line 1: picture is 500; it must be an integer between 0"),
        ("clothes", lines, '{"picture": 18446744073709551615, "id": 0}', "line 1: picture is 18446744073709551615;"),
        ("clothes", lines, '{"picture": 1e3, "id": 0}', "line 1: picture is 1e3; it must be an integer"),
        ("clothes", lines, '\n \n{"picture": "0", "id": 0}', "line 3: picture is a string; it must be an integer"),
        ("clothes", lines, '{"picture": 0}', "line 1: id is missing"),
        ("clothes", lines, '{"picture": 0, "id": 10}', "line 1: id is 10; the model has 10 classes"),
        ("clothes", lines, '{"picture": 0, "id": -1}', "line 1: id is -1;"),
        ("clothes", lines, "[]", "line 1 is an array; it must be an object"),
        ("clothes", lines, "[" * 100000, "line 1: byte"),
        ("clothes", lines, '{"picture": 0, "picture": 1, "id": 0}', "line 1: byte"),
        ("clothes", lines, b'{"picture": 0, "id": 0, "label": "\xff"}', "line 1: byte"),
        ("clothes", lines, "", "eval.jsonl is empty"),
        ("clothes", lines, "\n\r\n \n", "eval.jsonl is empty"),
        ("clothes", "eval/pictures.bin", b"x" * 785, "pictures.bin has 785 bytes"),
        ("clothes", "eval/pictures.bin", b"", "pictures.bin has 0 bytes"),
        ("clip", "eval/tasks.json", '{"prompts": [1]}', "tasks.json: prompts[0] must be a string"),
        ("clip", "eval/tasks.json", '{"prompts": []}', "tasks.json: prompts must be a list"),
        ("clip", "eval/tasks.json", "[]", "tasks.json: it must be an object"),
        ("clip", "eval/tasks.json", '{"prompts"', "tasks.json: line 1, byte"),
        ("verses", lines, '{"text": "eval.txt", "window": "x"}', "line 1: window is a string; it must be an integer"),
        ("verses", lines, '{"text": "eval.txt", "window": 1}', "line 1: window is 1; it must be an integer between 2"),
        ("verses", lines, '{"text": "../eval/eval.txt"}', 'line 1: text is "../eval/eval.txt"; it must be the name'),
        ("verses", lines, '{"text": "/etc/passwd"}', 'line 1: text is "/etc/passwd"; it must be the name of a file'),
        ("verses", lines, '{"text": "nowhere.txt"}', "nowhere.txt: No such file"),
        ("verses", "eval/eval.txt", "", 'line 1: text: "eval.txt" has fewer than two tokens'),
        (
            "intents",
            lines,
            '{"text": "a", "label": "nothing"}',
            'line 1: label "nothing" is not one of the model\'s 77',
        ),
        ("intents", lines, '{"text": 3, "label": "card_arrival"}', "line 1: text is a number; it must be a string"),
        ("intents", lines, '{"text": " ", "label": "card_arrival"}', "line 1: text is empty"),
        ("intents", lines, '{"text": "a", "pair": [], "label": "b"}', "line 1: pair is an array; it must be a string"),
        ("intents", lines, '{"text": "a", "label": "card_arrival"}\nnonsense\n', "line 2: byte 1"),
        ("digits", lines, '{"audio": "", "text": "zero"}', 'line 1: audio is ""; it must be the name of a file'),
        ("digits", lines, '{"audio": "00.wav", "text": ""}', "line 1: text is empty"),
        ("digits", "eval/00.wav", "nonsense", "line 1: [sound]"),
        ("numbers", lines, '{"input": null}', "line 1: input is null; it must be a string"),
    ):
        folder = linked(f"zoo/{model}", place, {file})
        written(f"{folder}/{file}", text)
        fails(reason, "eval", folder, "--bits", "8", *CPU)
        assert f"{folder}/eval/" in run("eval", folder, "--bits", "8", *CPU, code=1).err
    # Samples, where there is no set.
    folder = linked("zoo/intents", place, {"eval/eval.jsonl"})
    os.makedirs(folder + "/sample", exist_ok=True)
    written(folder + "/sample/x.jsonl", '{"text": "a"}\n{"text": []}\n')
    fails("x.jsonl: line 2: text is an array; it must be a string", "eval", folder, "--bits", "8", *CPU)
    # Lines with more fields than are used, blank ones and CRLF.
    written(folder + "/eval/eval.jsonl", '\r\n{"text": "where is my card?", "label": "card_arrival", "x": [1]}\r\n\n')
    assert len(json.loads(run("eval", folder, "--bits", "8", "--json", *CPU).out)["rows"]) == 2


def test_folders(place):
    fails("config.json", "eval", "zoo/intents/config.json", *CPU)
    fails("model.safetensors: Not a directory", "eval", "zoo/intents/model.safetensors", *CPU)
    fails("/nope\\xff", "eval", b"/nope\xff", *CPU)
    bad = place.encode() + b"/\xff\x1b"
    shutil.copytree(b"zoo/intents", bad)
    for more in ("--json",), ():
        out = run("eval", bad, "--bits", "8", "--limit", "2", *CPU, *more, "--html", bad + b"/x.html").out.decode()
        assert "\ufffd" in out if more else "\\xff\\x1b" in out, out
    assert "\\xff\\x1b" in open(bad + b"/x.html").read()
    run("inspect", bad)
    for wrong in "/nope", "/dev/null", place + "/file":
        written(place + "/file", "x")
        reason = "cannot be used for temporary files"
        fails(reason, "eval", "zoo/intents", "--limit", "1", *CPU, env={**os.environ, "TMPDIR": wrong})
    # Bitloom's own source folder, or what looks like it.
    fails("/nope is not Bitloom's src folder", "shaders", "--check", "--src", "/nope")
    fails("is required and 2 were given", "shaders", "--check", "/nope", code=2)
    os.makedirs(place + "/src/ops")
    written(place + "/src/ops/ops.def", "")
    fails("src/graph/goldens.txt: No such file", "shaders", "--check", "--src", place + "/src")
    os.makedirs(place + "/src/graph")
    written(place + "/src/graph/goldens.txt", "")
    written(place + "/src/ops/argmax", "a file where a folder is to be")
    done = run("shaders", "--write", "--src", place + "/src", code=1)
    assert "argmax" in done.err and "Not a directory" in done.err and len(done.err.splitlines()) == 1, done


def commands(place):
    return (
        ("run", "zoo/intents", *TEXT, *CPU),
        ("run", "zoo/intents", *TEXT, *CPU, "--json"),
        ("run", "zoo/verses", "--text", "To be", "--tokens", "4", *CPU),
        ("eval", "zoo/intents", "--limit", "1", "--bits", "16", *CPU),
        ("inspect", "zoo/intents"),
        ("inspect", "zoo/intents", "--json"),
        ("quantize", "tests/goldens/models/bert", place + "/out", "--force"),
        ("doctor", "--op", "relu", "--quick", *CPU),
        ("devices", "--json"),
        ("demo", *CPU, "--model", "none"),
        ("ops",),
        (
            "shaders",
            "elementwise/kernel.wgsl?a_form=flat&a_type=f16&alpha=0.01&inputs=1&op=leaky_relu&threads=256&y_type=f16",
        ),
        ("--version",),
        ("--help",),
        ("run", "--help"),
    )


def test_output(place):
    reader, writer = os.pipe()
    os.close(reader)
    with open("/dev/full", "wb") as full:
        for words in commands(place):
            told = "bitloom: io: cannot write to standard output: "
            for stdout, why in (full, "No space left on device"), (writer, "Broken pipe"):
                lines = run(*words, code=1, stdout=stdout).err.splitlines()
                assert told + why in lines and (words[0] == "devices" or len(lines) == 1), (words, lines)
            closed = subprocess.run(
                ["sh", "-c", 'exec "$0" "$@" >&-', BITLOOM, *words], stderr=subprocess.PIPE, text=True, timeout=60
            )
            assert closed.returncode == 1 and told + "Bad file descriptor" in closed.stderr, (words, closed)
    os.close(writer)
    # A closed stdout must not become a file that is written; what prints nothing does not need it.
    words = ["quantize", "tests/goldens/models/bert", place + "/quiet", "--quiet"]
    subprocess.run(["sh", "-c", 'exec "$0" "$@" <&- >&- 2>&-', BITLOOM, *words], check=True, timeout=60)
    run("inspect", place + "/quiet")


def test_reports(place):
    """Files that a user names are replaced whole, keep their modes, and what is no plain file is written through."""
    evaluate = ("eval", "zoo/intents", "--limit", "1", "--bits", "16", *CPU, "--json-file")
    mine, link = place + "/mine.json", place + "/link.json"
    written(mine, "old")
    os.chmod(mine, 0o600)
    os.symlink(mine, link)
    run(*evaluate, link)
    assert os.path.islink(link) and json.load(open(mine))["rows"] and stat.S_IMODE(os.stat(mine).st_mode) == 0o600
    assert sorted(os.listdir(place)) == ["link.json", "mine.json"], os.listdir(place)
    # Not the devices themselves: a program that is wrong would replace them.
    pipe, full = place + "/pipe", place + "/full"
    os.mkfifo(pipe)
    os.symlink("/dev/full", full)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    run(*evaluate, pipe)
    assert stat.S_ISFIFO(os.stat(pipe).st_mode) and json.loads(os.read(reader, 1 << 20))["rows"]
    os.close(reader)
    for path, why in (full, "No space left"), (place, "cannot write"), (place + "/no/x", "No such file"):
        done = run(*evaluate, path, code=1)
        assert why in done.err and path in done.err and len(done.err.splitlines()) == 1, done
    assert sorted(os.listdir(place)) == ["full", "link.json", "mine.json", "pipe"], os.listdir(place)


def test_interrupting(place):
    """At any moment: exit code 130, one line, and nothing left."""
    for number in signal.SIGINT, signal.SIGHUP:  # ignored in the background and under nohup, which children inherit
        signal.signal(number, signal.SIG_DFL)
    words = ("eval", "zoo/intents", *CPU, "--json-file", place + "/report.json")
    for number, (delay, name) in enumerate(
        (delay, name) for delay in (0.0, 0.3) for name in ("SIGINT", "SIGTERM", "SIGHUP")
    ):
        tmp = f"{place}/{number}"
        os.mkdir(tmp)
        child = subprocess.Popen(
            [BITLOOM, *words], env={**os.environ, "TMPDIR": tmp}, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        deadline = time.time() + 30
        while not os.listdir(tmp):
            assert time.time() < deadline and child.poll() is None
            time.sleep(0.005)
        time.sleep(delay)
        child.send_signal(getattr(signal, name))
        out, err = child.communicate(timeout=30)
        assert (child.returncode, out, err) == (130, b"", b"bitloom: interrupted\n"), (name, child.returncode, out, err)
        assert os.listdir(tmp) == [], (name, delay, os.listdir(tmp))
        assert not os.path.exists(place + "/report.json")
    # What was to be ignored stays so.
    words = ["eval", "zoo/intents", "--bits", "8", "--limit", "100", *CPU]
    ignored = lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN)
    child = subprocess.Popen([BITLOOM, *words], preexec_fn=ignored, stdout=subprocess.PIPE)
    time.sleep(0.2)
    child.send_signal(signal.SIGHUP)
    assert child.communicate(timeout=60)[0] and child.returncode == 0


def test_truncated_in_use(place):
    """A model whose file becomes shorter while it is evaluated: one line, exit code 1, and nothing left."""
    for attempt in range(20):
        folder, tmp = place + f"/model{attempt}", place + f"/tmp{attempt}"
        shutil.copytree("zoo/intents", folder)
        os.mkdir(tmp)
        child = subprocess.Popen(
            [BITLOOM, "eval", folder, *CPU],
            env={**os.environ, "TMPDIR": tmp},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        deadline = time.time() + 30
        weights = folder + "/model.safetensors"
        while weights not in open(f"/proc/{child.pid}/maps").read() or not os.listdir(tmp):
            assert time.time() < deadline and child.poll() is None
        time.sleep(0.02 * attempt)
        os.truncate(weights, 4096)
        out, err = child.communicate(timeout=30)
        assert child.returncode == 1 and out == b"" and err.count(b"\n") == 1, (child.returncode, out, err)
        assert os.listdir(tmp) == [], (err, os.listdir(tmp))
        if b"became shorter while in use" in err:
            return
        assert weights.encode() in err, err  # the moment was between two uses: it is refused when it is opened
    raise AssertionError("it was never in use")


def test_not_finite(place):
    """Weights that are no numbers end in an error that names the layer, on the CPU and on a GPU."""
    name = "bert.encoder.layer.1.output.dense.weight"
    folder = linked("zoo/intents", place, {"model.safetensors"})
    with open("zoo/intents/model.safetensors", "rb") as file:
        data = bytearray(file.read())
    (length,) = struct.unpack("<Q", data[:8])
    about = json.loads(data[8 : 8 + length])[name]
    begin = 8 + length + about["data_offsets"][0]
    nan = {"F16": b"\x00\x7e", "BF16": b"\xc0\x7f", "F32": b"\x00\x00\xc0\x7f"}[about["dtype"]]
    data[begin : begin + 8 * len(nan)] = 8 * nan
    written(folder + "/model.safetensors", bytes(data))
    for engine in "cpu", "wgpu":
        for more in ("--bits", "4"), ():
            reason = f"{folder}: " if not more else ""
            done = run("run", folder, *TEXT, "--engine", engine, *more, code=1)
            assert reason in done.err and not done.out and len(done.err.splitlines()) == 1, done
            if not more:
                assert (
                    "the result 'logits' is not finite (NaN or infinite); first so in 'bert.encoder.layer.1'"
                    in done.err
                )


def test_little_memory(place):
    """Where memory or threads run out, wherever that is: an answer, or one line and exit code 1."""
    words = ("eval", "zoo/intents", "--bits", "8", "--limit", "2", *CPU)
    codes = set()
    for limit in [m << 20 for m in (1, 2, 3, 4, 6, 8, 11, 16, 24, 32)]:
        few = lambda limit=limit: resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))
        done = subprocess.run(
            [BITLOOM, *words], capture_output=True, text=True, preexec_fn=few, env={**os.environ, "TMPDIR": place}
        )
        assert done.returncode in (0, 1) and len(done.stderr.splitlines()) == done.returncode, (limit, done)
        assert os.listdir(place) == [], (limit, os.listdir(place))
        codes.add(done.returncode)
    assert codes == {0, 1}, codes


def test_flags(place):
    """What a model cannot do anything with is refused, and what it can is named."""
    bert, verses, clip = "zoo/intents", "zoo/verses", "zoo/clip"
    for flags, model, supported in (
        (("--image", "x.png"), bert, "--text, --pair, --top"),
        (("--audio", "x.wav"), bert, "--text, --pair, --top"),
        (("--label", "x"), bert, "--text, --pair, --top"),
        (("--beams", "2"), bert, "--text, --pair, --top"),
        (("--tokens", "2"), bert, "--text, --pair, --top"),
        (("--timestamps",), bert, "--text, --pair, --top"),
        (("--pair", "x"), verses, "--text, --tokens"),
        (("--top", "3"), verses, "--text, --tokens"),
        (("--language", "en"), verses, "--text, --tokens"),
        (("--pair", "x"), clip, "--text, --image, --label, --top"),
    ):
        reason = f"{flags[0]} is not supported; supported are {supported}"
        fails(reason, "run", model, "--text", "x", *flags, *CPU, code=2)
    fails("--results is not supported", "run", "zoo/digits", "--results", "1", *CPU, code=2)
    fails("--text is not supported", "run", "zoo/digits", "--text", "x", *CPU, code=2)
    fails("--image, --beams are not supported", "run", bert, "--image", "x", "--beams", "1", *CPU, code=2)
    fails("--label needs --image", "run", clip, "--text", "x", "--label", "y", *CPU, code=2)
    fails("--length-penalty needs --beams", "run", verses, "--text", "x", "--length-penalty", "2", *CPU, code=2)
    run("quantize", bert, place + "/few", "--quiet")
    for bits in "1", "4", "16":
        fails("is already quantized: --bits", "run", place + "/few", *TEXT, "--bits", bits, *CPU, code=2)
    # A list of widths ends where the model begins, as labels do.
    run("eval", "--bits", "8", bert, "--limit", "1", *CPU)
    picture = ("--image", "zoo/clip/sample/" + min(n for n in os.listdir("zoo/clip/sample") if n.endswith(".png")))
    run("run", *picture, "--label", "a shoe", "--label", "a bag", clip, *CPU)
    # Pictures and sounds are named.
    written(place + "/x.png", "nonsense")
    written(place + "/empty", "")
    fails(f"[image] {place}/x.png: ", "run", "zoo/clothes", "--image", place + "/x.png", *CPU)
    fails(f"[sound] {place}/x.png: ", "run", "zoo/digits", "--audio", place + "/x.png", *CPU)
    fails(f"{place}/empty is empty", "run", "zoo/clothes", "--image", place + "/empty", *CPU)


def test_lengths(place):
    """A text over the limit is refused, and the option that the reason names sets another, in `run` and in `eval`."""
    reason = "the text has more than {} tokens, which is the limit; --max-length"
    model = linked("zoo/numbers", place, {"eval/eval.jsonl"})
    text = "translate English to German: " + 1100 * "seven hundred "
    written(model + "/eval/eval.jsonl", json.dumps({"input": text, "output": "siebenhundert"}) + "\n")
    for ask in ("run", model, "--text", text, "--tokens", "1", *CPU), ("eval", model, "--bits", "8", *CPU):
        fails(reason.format(10), *ask, "--max-length", "10")
        fails(reason.format(2048), *ask)
        run(*ask, "--max-length", "9000")
        fails("--max-length", *ask, "--max-length", "0", code=2)


def test_values(place):
    model, out = "tests/goldens/models/bert", place + "/out"
    for flag in "--bits", "--budget", "--calibrate", "--solver":
        fails(f"{flag}: the value is empty", "quantize", model, out, flag, "", code=2)
    fails("out: the value is empty", "quantize", model, "", code=2)
    fails("model: the value is empty", "quantize", "", out, code=2)
    fails("out is not a usable path: File name too long", "quantize", model, place + "/" + "a" * 300, code=2)
    fails("out is not a usable path: File name too long", "quantize", model, "a/" * 3000, code=2)
    fails("0", "quantize", model, out, "--max-error", "0", code=2)
    for wrong in "nan", "inf", "-1", "1.5", "x":
        fails(f"--max-error: {wrong} is not a number in [0 - 1]", "quantize", model, out, "--max-error", wrong, code=2)
    fails("--bits: the value is empty", "eval", "zoo/intents", "--bits", "", code=2)
    fails("--json-file: the value is empty", "eval", "zoo/intents", "--json-file", "", code=2)
    ask = ("run", "zoo/verses", "--text", "x", "--tokens", "1", *CPU)
    for wrong in "18446744073709551616", "-1", "1e3", "x", " 1":
        fails(f"--seed: {wrong} is not a whole number", *ask, "--seed", wrong, code=2)
        fails(f"--seed: {wrong} is not a whole number", "doctor", "--op", "relu", *CPU, "--seed", wrong, code=2)
    run(*ask, "--seed", "18446744073709551615")
    for flag in "--temperature", "--top-p", "--repetition-penalty":
        fails(f"{flag}: nan is not a number in", *ask, flag, "nan", code=2)
    assert os.listdir(place) == []


def test_terminal(place):
    """run() looks for control characters in all that is printed; here they are in the files."""
    evil = "\x1b[2J\r\n\u009b\u202e"
    shown = "\\x1b[2J\\r\\n\\x9b\\u{202e}"
    # Labels.
    folder = linked("zoo/intents", place, {"config.json"})
    config = json.load(open("zoo/intents/config.json"))
    for i in config["id2label"]:
        config["id2label"][i] = evil + i
    written(folder + "/config.json", json.dumps(config))
    assert shown in run("run", folder, *TEXT, *CPU).out.decode()
    assert json.loads(run("run", folder, *TEXT, *CPU, "--json").out)["labels"][0]["name"].startswith(evil[:4])
    config["model_type"] = evil
    written(folder + "/config.json", json.dumps(config))
    fails("x1b", "run", folder, *TEXT, *CPU)
    # Names of tensors.
    header = json.dumps({evil: {"dtype": "F32", "shape": [32, 32], "data_offsets": [0, 4096]}}).encode()
    data = b"".join(struct.pack("<f", i % 7) for i in range(1024))
    written(place + "/x.safetensors", struct.pack("<Q", len(header)) + header + data)
    assert shown in run("inspect", place + "/x.safetensors").out.decode()
    assert shown in run("inspect", place + "/x.safetensors", evil).out.decode()
    assert shown in run("quantize", place + "/x.safetensors", place + "/out").out.decode()
    assert json.loads(run("inspect", place + "/out", "--json").out)["tensors"][0]["name"] == evil
    # What was typed.
    for words in ((evil,), ("run", evil, *TEXT, *CPU), ("inspect", evil), ("run", folder, "--engine", evil)):
        done = run(*words, code=2 if len(words) == 1 else 1)
        assert "\\x1b" in done.err or len(words) == 1, done


def main():
    for name, test in list(globals().items()):
        if name.startswith("test_"):
            started = time.time()
            with tempfile.TemporaryDirectory(prefix="bitloom-") as place:
                test(place)
            print(f"{name[5:]}: right ({time.time() - started:.1f} s)", flush=True)


main()
