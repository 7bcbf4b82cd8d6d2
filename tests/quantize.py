#!/usr/bin/env python3
"""`bitloom quantize` and `bitloom inspect`, from outside: models are made and read back here by the descriptions alone
(safetensors' own, and docs/format.md), with nothing of Bitloom. Usage: tests/quantize.py build/dev/bitloom"""

import array
import itertools
import json
import math
import os
import random
import resource
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time

BITLOOM = os.path.abspath(sys.argv[1])
SEED = int(os.environ.get("BITLOOM_SEED", random.SystemRandom().randrange(1 << 32)))
R = random.Random(SEED)
SIZES = {"F32": 4, "F16": 2, "BF16": 2, "U32": 4, "I64": 8}


def write(path, tensors, metadata=None):
    """tensors: {name: (type, shape, bytes)}"""
    header, data = {}, b""
    if metadata:
        header["__metadata__"] = metadata
    for name, (kind, shape, raw) in tensors.items():
        header[name] = {"dtype": kind, "shape": shape, "data_offsets": [len(data), len(data) + len(raw)]}
        data += raw
    text = json.dumps(header).encode()
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + data)


def read(path):
    with open(path, "rb") as file:
        raw = file.read()
    (length,) = struct.unpack("<Q", raw[:8])
    header, data = json.loads(raw[8 : 8 + length]), raw[8 + length :]
    metadata = header.pop("__metadata__", {})
    at = 0
    for _, t in sorted(header.items(), key=lambda entry: entry[1]["data_offsets"]):
        assert t["data_offsets"][0] == at and t["data_offsets"][1] - at == math.prod(t["shape"]) * SIZES[t["dtype"]]
        at = t["data_offsets"][1]
    assert at == len(data)
    return {name: (t["dtype"], t["shape"], data[slice(*t["data_offsets"])]) for name, t in header.items()}, metadata


def numbers(tensor):
    kind, _, raw = tensor
    if kind == "BF16":
        return [struct.unpack("<f", b"\0\0" + raw[i : i + 2])[0] for i in range(0, len(raw), 2)]
    letter = {"F32": "f", "F16": "e", "U32": "I"}[kind]
    return list(struct.unpack(f"<{len(raw) // SIZES[kind]}{letter}", raw))


def dequantize(tensors, metadata, name):
    """By docs/format.md."""
    about = json.loads(metadata["bitloom." + name])
    assert about["version"] == 1
    (n, k), bits, symmetric = about["shape"], about["bits"], about["symmetric"]
    codes, scales = tensors[name + ".codes"], numbers(tensors[name + ".scales"])
    assert codes[0] == "U32" and tensors[name + ".scales"][0] == about["scales"]
    padded = -(-k // about["group"]) * about["group"] if about["granularity"] == "group" else k
    words = (
        3 * -(-padded // 32) if bits == 3 and not about["aligned"] else -(-padded // (10 if bits == 3 else 32 // bits))
    )
    assert codes[1] == [n, words], (codes[1], words)
    shape = {"tensor": [1], "channel": [n], "group": [n, padded // about.get("group", 1)]}[about["granularity"]]
    assert tensors[name + ".scales"][1] == shape and (name + ".minimums" in tensors) == (not symmetric)
    minimums = [0.0] * len(scales)
    if not symmetric:
        assert tensors[name + ".minimums"][:2] == tensors[name + ".scales"][:2]
        minimums = numbers(tensors[name + ".minimums"])
    packed, out = numbers(codes), []
    for row in range(n):
        whole = sum(w << 32 * i for i, w in enumerate(packed[row * words : (row + 1) * words]))
        for i in range(k):
            at = i // 10 * 32 + i % 10 * 3 if bits == 3 and about["aligned"] else i * bits
            code = whole >> at & (1 << bits) - 1
            s = {
                "tensor": 0,
                "channel": row,
                "group": row * (padded // about.get("group", 1)) + i // about.get("group", 1),
            }
            s = s[about["granularity"]]
            t = code if not symmetric else 2 * code - 1 if bits == 1 else code - (1 << bits - 1)
            out.append(minimums[s] + scales[s] * t)
    return [out[row * k + i] for i in range(k) for row in range(n)] if about.get("transposed") else out


def relative_error(w, back):
    return math.sqrt(sum((a - b) ** 2 for a, b in zip(w, back)) / sum(a * a for a in w))


def gaussian(n, size=1.0):
    return array.array("f", (R.gauss(0, size) for _ in range(n)))


def run(*words, code=0, **options):
    done = subprocess.run([BITLOOM, *map(str, words)], capture_output=True, text=True, **options)
    assert done.returncode == code, (words, done.returncode, done.stdout[-2000:], done.stderr)
    return done


def made_model(folder):
    os.mkdir(folder)
    tensors = {
        "embed.weight": ("F32", [20, 77], gaussian(20 * 77, 0.02).tobytes()),
        "layer.0.attention.query.weight": ("F32", [24, 64], gaussian(24 * 64).tobytes()),
        "layer.0.mlp.fc1.weight": ("F32", [17, 100], gaussian(1700, 3).tobytes()),
        "layer.0.norm.weight": ("F32", [77], gaussian(77).tobytes()),
        "ids": ("I64", [3], struct.pack("<3q", 1, 2, 3)),
        "conv.weight": ("F32", [2, 3, 4], gaussian(24).tobytes()),
    }
    write(folder + "/model.safetensors", tensors, {"format": "pt"})
    with open(folder + "/config.json", "w") as file:
        file.write('{"kind": "tiny"}')
    return tensors


def test_every_scheme(place):
    model = place + "/model"
    before = made_model(model)
    matrices = [name for name, t in before.items() if len(t[1]) == 2]
    ways = [["--group", 32], ["--group", 128], ["--per-channel"], ["--per-tensor"]]
    for bits, way, extra in itertools.product(
        [1, 2, 3, 4, 8], ways, [["--symmetric"], ["--asymmetric", "--scales", "f32"]]
    ):
        aligned = ["--aligned"] if bits == 3 and way[0] != "--group" else []
        out = place + "/out"
        solver = R.choice(["rtn", "mse", "lsq", "hqq"])
        done = run(
            "quantize", model, out, "--bits", bits, *way, *extra, *aligned, "--solver", solver, "--json", "--force"
        )
        said = {t["name"]: t for t in json.loads(done.stdout)["tensors"]}
        after, metadata = read(out + "/model.safetensors")
        assert metadata["format"] == "pt"
        for name, tensor in before.items():
            if name not in matrices or said[name]["bits"] is None:
                assert after[name] == tensor and said[name]["bits"] is None
                assert name not in matrices or said[name]["reason"] == "it would not get smaller"
                continue
            w, back = numbers(tensor), dequantize(after, metadata, name)
            error = relative_error(w, back)
            assert abs(error - said[name]["error"]) < 1e-5 * (1 + error), (name, error, said[name])
            assert abs(error - json.loads(metadata["bitloom." + name])["error"]) < 1e-5 * (1 + error)
            size = sum(len(after[name + p][2]) for p in (".codes", ".scales", ".minimums") if name + p in after)
            assert size == said[name]["bytes_after"]
            limit = {1: 1.0, 2: 1.0, 3: 0.5, 4: 0.3, 8: 0.03}[bits]
            assert error < limit, (bits, way, extra, solver, name, error)
    shutil.rmtree(out)


def test_transposed(place):
    """GPT-2 stores its matrices [inputs, outputs]; in few bits they are [outputs, inputs], and say so."""
    model = "tests/goldens/models/gpt2"
    for bits, most in (8, 0.01), (4, 0.12):
        out = f"{place}/gpt2-{bits}"
        run("quantize", model, out, "--bits", bits)
        before, _ = read(model + "/model.safetensors")
        after, metadata = read(out + "/model.safetensors")
        turned = 0
        for name, tensor in before.items():
            if name in after:
                continue
            about = json.loads(metadata["bitloom." + name])
            conv = name.rsplit(".", 2)[-2] in ("c_attn", "c_proj", "c_fc")
            assert about.get("transposed", False) == conv, name
            assert about["shape"] == (tensor[1][::-1] if conv else tensor[1]), (name, about)
            turned += conv
            assert relative_error(numbers(tensor), dequantize(after, metadata, name)) < most, name
        assert turned == 8


def test_reports(place):
    model, out = place + "/model", place + "/out"
    made_model(model)
    text = run("quantize", model, out, "--symmetric").stdout
    assert "4.500" in text and "0.0 %" not in text, text
    row = next(line for line in text.splitlines() if line.startswith("layer.0.attention.query.weight"))
    assert row.split()[1:3] == ["attention", "4"] and row.split()[5] == "4.500", row
    with open(out + "/config.json") as file:
        assert file.read() == '{"kind": "tiny"}'
    listed = {t["name"]: t for t in json.loads(run("inspect", out, "--json").stdout)["tensors"]}
    query = listed["layer.0.attention.query.weight"]
    assert (query["bits"], query["bits_per_weight"], query["shape"], query["dtype"]) == (4, 4.5, [24, 64], "F32")
    assert query["bytes"] == 24 * 64 * 4.5 / 8 and 0.05 < query["error"] < 0.12
    after, metadata = read(out + "/model.safetensors")
    codes = [0] * 16
    for word in numbers(after["layer.0.attention.query.weight.codes"]):
        for i in range(8):
            codes[word >> 4 * i & 15] += 1
    assert query["histogram"]["of"] == "codes" and query["histogram"]["counts"] == codes
    norm, values = listed["layer.0.norm.weight"], numbers(after["layer.0.norm.weight"])
    h = norm["histogram"]
    assert abs(h["low"] - min(values)) < 1e-6 and abs(h["high"] - max(values)) < 1e-6 and sum(h["counts"]) == 77
    width = (h["high"] - h["low"]) / len(h["counts"])
    counted = [0] * len(h["counts"])
    for v in values:
        counted[min(len(counted) - 1, int((v - h["low"]) / width))] += 1
    assert counted == h["counts"], (counted, h["counts"])
    assert listed["ids"]["dtype"] == "I64" and "histogram" not in listed["ids"]
    assert "layer.0.mlp.fc1.weight.codes" not in listed, "parts are shown as one tensor"
    text = run("inspect", out).stdout
    assert "█" in text and "9 tensors" not in text and "6 tensors" in text
    text = run("inspect", out, "layer.0.mlp.fc1.weight").stdout
    assert '"bits":4' in text and "#####" in text
    assert "U32" in run("inspect", out, "layer.0.mlp.fc1.weight.codes").stdout
    assert 'no tensor "nope"' in run("inspect", out, "nope", code=1).stderr
    run("inspect", place + "/none", code=1)


def test_budgets(place):
    model = place + "/model"
    made_model(model)
    sizes = []
    for error in (0.3, 0.1, 0.03):
        out = f"{place}/error{error}"
        said = json.loads(run("quantize", model, out, "--max-error", error, "--json").stdout)
        before, _ = read(model + "/model.safetensors")
        after, metadata = read(out + "/model.safetensors")
        wrong = right = 0.0
        for name in before:
            if "bitloom." + name in metadata:
                w = numbers(before[name])
                right += sum(a * a for a in w)
                wrong += sum((a - b) ** 2 for a, b in zip(w, dequantize(after, metadata, name)))
        assert math.sqrt(wrong / right) <= error * (1 + 1e-6)
        sizes.append(said["bytes_after"])
    assert sizes == sorted(sizes) and sizes[0] < sizes[-1]
    out = place + "/small"
    run("quantize", model, out, "--budget", "10kB")
    assert os.path.getsize(out + "/model.safetensors") <= 10000
    assert "is the least" in run("quantize", model, place + "/no", "--budget", "4kB", code=1).stderr


def test_wrong_use(place):
    model, out = place + "/model", place + "/out"
    tensors = made_model(model)
    quantize = lambda *words, code: run("quantize", model, out, *words, code=code).stderr
    assert "not supported: 5 bits; supported are 1, 2, 3, 4 and 8" in quantize("--bits", 5, code=2)
    assert "not supported: groups of 48; supported are 32, 64 and 128" in quantize("--group", 48, code=2)
    assert "not supported: solver 'magic'" in quantize("--solver", "magic", code=2)
    assert "aligned packing of 4 bits" in quantize("--aligned", code=2)
    assert "is not a size" in quantize("--budget", "much", code=2)
    quantize("--per-channel", "--per-tensor", code=2)
    quantize("--scales", "f64", code=2)
    assert "No such file" in run("quantize", place + "/none", out, code=1).stderr
    broken = dict(tensors)
    raw = bytearray(broken["layer.0.mlp.fc1.weight"][2])
    raw[4 * 205 : 4 * 206] = struct.pack("<f", math.nan)
    broken["layer.0.mlp.fc1.weight"] = ("F32", [17, 100], bytes(raw))
    write(place + "/nan.safetensors", broken)
    said = run("quantize", place + "/nan.safetensors", out, code=1).stderr
    assert 'tensor "layer.0.mlp.fc1.weight": weight [2, 5] is nan' in said, said
    with open(model + "/model.safetensors", "rb") as file:
        whole = file.read()
    for cut in (0, 7, 8, 100, len(whole) - 1):
        with open(place + "/cut.safetensors", "wb") as file:
            file.write(whole[:cut])
        run("quantize", place + "/cut.safetensors", out, code=1)
        run("inspect", place + "/cut.safetensors", code=1)
    small = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (3000, 3000))
    assert "File too large" in run("quantize", model, out, code=1, preexec_fn=small).stderr
    assert "Not a directory" in run("quantize", model, place + "/nan.safetensors/out", code=1).stderr
    assert sorted(os.listdir(place)) == ["cut.safetensors", "model", "nan.safetensors"], os.listdir(place)
    if os.path.exists("/dev/shm") and os.geteuid() == 0:  # a disk that is really full, where one can be made
        disk = place + "/disk"
        os.mkdir(disk)
        if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=8k", "none", disk], capture_output=True).returncode == 0:
            try:
                assert "No space left" in run("quantize", model, disk + "/out", code=1).stderr
                assert os.listdir(disk) == []
            finally:
                subprocess.run(["umount", disk], check=True)
    os.mkdir(out)
    with open(out + "/mine", "w") as file:
        file.write("x")
    assert "is not empty" in quantize(code=1)
    assert os.listdir(out) == ["mine"]
    assert quantize("--force", code=0) == "" and "mine" not in os.listdir(out)
    assert run("quantize", model, place + "/quiet", "--quiet").stdout == ""


def test_interrupting(place):
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # ignored in the background, which children inherit
    row = gaussian(1 << 16).tobytes()
    write(place + "/big.safetensors", {f"w{i}": ("F32", [1024, 4096], row * 64) for i in range(4)})
    child = subprocess.Popen(
        [BITLOOM, "quantize", "big.safetensors", "out"], cwd=place, stderr=subprocess.PIPE, text=True
    )
    deadline = time.time() + 60
    while not any(name.startswith(".out.bitloom-part") for name in os.listdir(place)):
        assert time.time() < deadline and child.poll() is None
        time.sleep(0.01)
    time.sleep(0.2)
    child.send_signal(signal.SIGINT)
    said = child.communicate(timeout=60)[1]
    assert child.returncode == 130, (child.returncode, said)
    assert os.listdir(place) == ["big.safetensors"], os.listdir(place)


def test_killing(place):
    """Killed at random moments, it leaves what was there as it was; the next run clears up and succeeds."""
    row = gaussian(1 << 14).tobytes()
    write(place + "/model.safetensors", {f"w{i}": ("F32", [256, 1024], row * 16) for i in range(8)})
    command = [BITLOOM, "quantize", "model.safetensors", "out", "--force", "--quiet"]
    began = time.time()
    subprocess.run(command, cwd=place, check=True)
    takes = time.time() - began
    whole = {name: open(f"{place}/out/{name}", "rb").read() for name in os.listdir(place + "/out")}
    for _ in range(4):
        child = subprocess.Popen(command, cwd=place)
        time.sleep(R.uniform(0, takes))
        child.kill()
        child.wait()
        assert whole == {name: open(f"{place}/out/{name}", "rb").read() for name in os.listdir(place + "/out")}
    subprocess.run(command, cwd=place, check=True)
    assert sorted(os.listdir(place)) == ["model.safetensors", "out"], os.listdir(place)


def test_two_writers(place):
    row = gaussian(1 << 14).tobytes()
    write(place + "/model.safetensors", {f"w{i}": ("F32", [256, 1024], row * 16) for i in range(8)})
    children = [
        subprocess.Popen(
            [BITLOOM, "quantize", "model.safetensors", "out", "--quiet"], cwd=place, stderr=subprocess.PIPE, text=True
        )
        for _ in range(4)
    ]
    said = [child.communicate(timeout=60)[1] for child in children]
    # One at a time; one that starts when another has ended finds its folder.
    assert sorted(child.returncode for child in children) == [0, 1, 1, 1], said
    for child, text in zip(children, said):
        assert child.returncode == 0 or "is writing it" in text or "not empty" in text or "no longer" in text, text
    assert sorted(os.listdir(place)) == ["model.safetensors", "out"], os.listdir(place)


def test_memory(place):
    """The peak is at most the largest tensor and two more of its size above what the program needs for a small model."""
    # A process starts with the peak of the one that made it, so a fresh, small one stands between.
    small = "import os, sys; pid = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ); _, code, usage = os.wait4(pid, 0); print(code, usage.ru_maxrss)"

    def peak(model, *words):
        command = [
            sys.executable,
            "-S",
            "-c",
            small,
            BITLOOM,
            "quantize",
            model,
            place + "/out",
            "--force",
            "--quiet",
            *words,
        ]
        code, kilobytes = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
        assert code == "0"
        return int(kilobytes) * 1024

    row, (n, k) = gaussian(1 << 16).tobytes(), (2048, 2048)
    write(place + "/big.safetensors", {f"w{i}": ("F32", [n, k], row * 64) for i in range(6)})
    write(place + "/small.safetensors", {"w": ("F32", [32, 64], row[: 32 * 64 * 4])})
    for words in (["--solver", "rtn"], ["--solver", "rtn", "--per-tensor", "--bits", "8"]):
        more = peak(place + "/big.safetensors", *words) - peak(place + "/small.safetensors", *words)
        print(f"{' '.join(words)}: {more / 2**20:.0f} MiB above a small model's, for 96 MiB in tensors of 16")
        assert 0.9 * n * k * 4 <= more <= 3 * n * k * 4, more


def test_shards(place):
    model, out = place + "/model", place + "/out"
    os.mkdir(model)
    parts = {
        f"m-{i}.safetensors": {f"layer.{i}.mlp.weight": ("BF16", [8, 64], gaussian(512).tobytes()[:1024])}
        for i in (1, 2)
    }
    for name, tensors in parts.items():
        # BF16 of any bits, as long as they are finite.
        tensors = {
            t: (k, s, bytes(b & 0xBF if i % 2 else b for i, b in enumerate(raw))) for t, (k, s, raw) in tensors.items()
        }
        write(f"{model}/{name}", tensors)
    with open(model + "/m.safetensors.index.json", "w") as file:
        json.dump({"weight_map": {t: name for name, tensors in parts.items() for t in tensors}}, file)
    run("quantize", model, out, "--bits", 8, "--scales", "f32")
    with open(out + "/m.safetensors.index.json") as file:
        index = json.load(file)
    for tensor, name in index["weight_map"].items():
        assert tensor in read(f"{out}/{name}")[0]
    assert sorted(index["weight_map"]) == [f"layer.{i}.mlp.weight.{p}" for i in (1, 2) for p in ("codes", "scales")]
    assert index["metadata"]["total_size"] == 2 * (512 + 8 * 4)


def main():
    print(f"seed {SEED} (repeat with BITLOOM_SEED)")
    for name, test in list(globals().items()):
        if not name.startswith("test_"):
            continue
        started = time.time()
        with tempfile.TemporaryDirectory(prefix="bitloom-") as place:
            test(place)
        print(f"{name[5:]}: right ({time.time() - started:.1f} s)", flush=True)


main()
