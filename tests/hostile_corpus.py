"""What tests/hostile.py runs: small sound models made of those in the tree, edits that damage one, and where both come from by a
seed. A case is plain data, so that one which failed can be printed, run again and kept:

    Case("bert-sequence", [("set", "config.json", ["hidden_size"], "-1")], ["run", "{model}", "--text", "a b"])
"""

import dataclasses
import json
import math
import os
import random
import shutil
import struct
import subprocess

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
GOLDENS = os.path.join(ROOT, "tests/goldens")
SIZES = {"F64": 8, "F32": 4, "F16": 2, "BF16": 2, "I64": 8, "I32": 4, "I16": 2, "I8": 1, "U8": 1, "BOOL": 1, "U32": 4}


@dataclasses.dataclass
class Case:
    seed: str
    edits: list
    words: list  # of the command line; {model}, {case} and {seed:FILE} stand for paths
    stdout: str = ""  # "full": no byte of it can be written
    blamed: bool = True  # a reason must name what was damaged
    fails: bool = False  # a run that exits with 0 is wrong
    answers: bool = False  # any other is
    says: str = ""  # what the reason must contain


# --- Files -----------------------------------------------------------------------------------------------------------


def read(path):
    with open(path, "rb") as file:
        return file.read()


def write(path, data):
    """In place of what is there, which may be a link to a seed's file."""
    if os.path.lexists(path):
        os.unlink(path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(data if isinstance(data, bytes) else data.encode("utf-8", "surrogateescape"))


def read_tensors(path):
    """(header, data), the header as it is written."""
    raw = read(path)
    (length,) = struct.unpack("<Q", raw[:8])
    return json.loads(raw[8 : 8 + length]), raw[8 + length :]


def write_tensors(path, header, data):
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    write(path, struct.pack("<Q", len(text)) + text + data)


def laid_out(tensors, metadata=None):
    """{name: (type, shape, bytes)} as (header, data)."""
    header, data = ({"__metadata__": metadata} if metadata else {}), []
    at = 0
    for name, (kind, shape, raw) in tensors.items():
        header[name] = {"dtype": kind, "shape": shape, "data_offsets": [at, at + len(raw)]}
        data.append(raw)
        at += len(raw)
    return header, b"".join(data)


def tensors_of(path):
    header, data = read_tensors(path)
    metadata = header.pop("__metadata__", None)
    return {n: (t["dtype"], t["shape"], data[slice(*t["data_offsets"])]) for n, t in header.items()}, metadata


# --- Sound models ----------------------------------------------------------------------------------------------------
# Those of the goldens and of the zoo, whatever families they are of: what is asked of one is in its config. The goldens' models
# know 99 tokens, and most have no words: their tables are made longer, so that tokenizers fit.

TEXT = ["--text", "the quick brown fox"]
PICTURE = ["--image", "{seed:picture.png}"]
SOUND = ["--audio", "{seed:sound.wav}"]
LABELS = ["--label", "a dog", "--label", "the cat"]
# How some of them are quantized, in turn.
FEW = [
    ["--bits", "4"],
    ["--bits", "3"],
    ["--bits", "8"],
    ["--bits", "2", "--symmetric"],
    ["--bits", "3", "--per-channel", "--aligned"],
    ["--bits", "1", "--per-tensor"],
    ["--bits", "16"],
    ["--bits", "4", "--group", "64", "--scales", "f32"],
]


def config_of(folder):
    return json.loads(read(folder + "/config.json"))


def is_for(config, *words):
    """Whether its architecture is called ...ForMaskedLM, or the like."""
    return any(word in name for name in config.get("architectures", []) for word in words)


def asked(folder):
    """What a model that is as it should be answers."""
    config = config_of(folder)
    writes = ["--tokens", "6"] if is_for(config, "CausalLM", "LMHead", "ConditionalGeneration") else []
    if "num_mel_bins" in config:
        return [*SOUND, *writes]
    if "vision_config" in config or "patch_size" in config:
        return [*PICTURE, *LABELS] if "text_config" in config else PICTURE
    if is_for(config, "MaskedLM", "PreTraining"):
        return ["--text", f"the {mask_of(folder)} fox"]
    return [*TEXT, *writes]


def has_words(folder):
    return any(os.path.exists(f"{folder}/{file}") for file in ("tokenizer.json", "vocab.txt", "vocab.json"))


def mask_of(folder):
    """How a tokenizer writes the gap that is to be filled, or None."""
    for file in "tokenizer.json", "vocab.txt":
        if os.path.exists(f"{folder}/{file}"):
            text = read(f"{folder}/{file}").decode()
            return next((mask for mask in ("[MASK]", "<mask>") if mask in text), None)
    return None


def tokenizers_for(config, turn):
    """Those that are called as its type is; where none is, one of all, by turns."""
    top = GOLDENS + "/tokenizers"
    all_of_them = sorted(name for name in os.listdir(top) if os.path.isdir(f"{top}/{name}"))
    if is_for(config, "MaskedLM", "PreTraining"):
        all_of_them = [name for name in all_of_them if mask_of(f"{top}/{name}")]
    same = [name for name in all_of_them if name.startswith(config["model_type"])]
    return same or [all_of_them[turn % len(all_of_them)]]


def grown(path, to):
    """Tables of 99 rows get `to` of them."""
    tensors, metadata = tensors_of(path)
    for name, (kind, shape, raw) in tensors.items():
        if shape and shape[0] == 99:
            row = len(raw) // 99
            more = (raw * (to // 99 + 1))[: row * to]
            tensors[name] = (kind, [to, *shape[1:]], more)
    write_tensors(path, *laid_out(tensors, metadata))


def vocabulary(folder):
    if os.path.exists(path := folder + "/tokenizer.json"):
        made = json.loads(read(path))
        ids = [t["id"] for t in made["added_tokens"]]
        return max(len(made["model"]["vocab"]), *ids, 0) + 1
    if os.path.exists(path := folder + "/vocab.txt"):
        return len(read(path).splitlines()) + 8
    return 800


def made(folder, model, tokenizer):
    """A sound model of the goldens, with these words if it has none of its own."""
    shutil.copytree(f"{GOLDENS}/models/{model}", folder)
    for file in "golden.json", "golden.safetensors", "generate.json", "listen.json":
        if os.path.exists(f"{folder}/{file}"):
            os.unlink(f"{folder}/{file}")
    config = config_of(folder)
    if tokenizer:
        shutil.copytree(f"{GOLDENS}/tokenizers/{tokenizer}", folder, dirs_exist_ok=True)
        os.unlink(folder + "/expected.json")
        size = max(vocabulary(folder), 99)
        grown(folder + "/model.safetensors", size)
        for at in config, config.get("text_config", {}):
            if at.get("vocab_size") == 99:
                at["vocab_size"] = size
        write(folder + "/config.json", json.dumps(config))
    rules = f"{GOLDENS}/front/pictures/preprocessor_{config['model_type']}.json"
    if os.path.exists(rules):
        rules = json.loads(read(rules))
        side = config.get("vision_config", config)["image_size"]
        for key in "size", "crop_size":
            if isinstance(rules.get(key), dict):
                rules[key] = dict.fromkeys(rules[key], side)
        write(folder + "/preprocessor_config.json", json.dumps(rules))


def make_seeds(place, bitloom):
    """Every sound model under `place`; returns {name: what is asked of it}."""
    asks = {}
    for turn, model in enumerate(sorted(os.listdir(GOLDENS + "/models"))):
        source = f"{GOLDENS}/models/{model}"
        config = config_of(source)
        if "num_mel_bins" in config and not os.path.exists(source + "/preprocessor_config.json"):
            continue  # hears less than a second at once
        wordless = has_words(source) or ("patch_size" in config and "text_config" not in config)
        tokenizers = [None] if wordless else tokenizers_for(config, turn)
        for tokenizer in tokenizers:
            name = model if tokenizer == tokenizers[0] else f"{model}-{tokenizer}"
            made(f"{place}/{name}", model, tokenizer)
            asks[name] = asked(f"{place}/{name}")
            if is_for(config, "SequenceClassification") and tokenizer == tokenizers[-1]:
                asks[name] = [*asks[name], "--pair", "a dog"]
    zoo = sorted(name for name in os.listdir(ROOT + "/zoo") if os.path.exists(f"{ROOT}/zoo/{name}/config.json"))
    for name in zoo:
        folder = f"{place}/zoo-{name}"
        without = shutil.ignore_patterns("*.md", "metrics.json", "sheet.*", "*.wav", "*.html")
        shutil.copytree(f"{ROOT}/zoo/{name}", folder, ignore=without)
        for path in "eval/eval.jsonl", "eval/eval.txt", "eval/pictures.bin":
            if os.path.exists(whole := f"{folder}/{path}"):
                with open(whole, "rb") as file:
                    head = file.read(3000) if path == "eval/eval.txt" else file.read(4 * 784)
                if path.endswith(".jsonl"):
                    head = b"".join(head.splitlines(True)[:3])
                write(whole, head)
        for file in sorted(os.listdir(f"{ROOT}/zoo/{name}/eval"))[:4]:
            if file.endswith(".wav"):
                shutil.copy(f"{ROOT}/zoo/{name}/eval/{file}", f"{folder}/eval")
        asks["zoo-" + name] = asked(folder)
    # One of each type in few bits; one that writes and one that does not in two files.
    types, kinds = {}, {}
    for name in sorted(asks):
        types.setdefault(config_of(f"{place}/{name}")["model_type"], name)
        if TEXT[0] in asks[name]:
            kinds.setdefault("--tokens" in asks[name], name)
    for name in kinds.values():
        folder = f"{place}/{name}-shards"
        shutil.copytree(f"{place}/{name}", folder)
        tensors, metadata = tensors_of(folder + "/model.safetensors")
        os.unlink(folder + "/model.safetensors")
        index, half = {}, list(tensors)
        for i, names in enumerate((half[::2], half[1::2]), 1):
            file = f"model-0000{i}-of-00002.safetensors"
            write_tensors(f"{folder}/{file}", *laid_out({n: tensors[n] for n in names}, metadata))
            index.update(dict.fromkeys(names, file))
        write(folder + "/model.safetensors.index.json", json.dumps({"metadata": {}, "weight_map": index}))
        asks[name + "-shards"] = asks[name]
    for i, name in enumerate(types.values()):
        folder = f"{place}/{name}-few"
        words = FEW[i % len(FEW)]
        subprocess.run([bitloom, "quantize", f"{place}/{name}", folder, "--quiet", *words], check=True)
        asks[name + "-few"] = asks[name]
    for name in asks:
        shutil.copy(ROOT + "/zoo/clothes/sample/bag.png", f"{place}/{name}/picture.png")
        shutil.copy(ROOT + "/zoo/digits/eval/00.wav", f"{place}/{name}/sound.wav")
    os.mkdir(place + "/media")
    for kind in "pictures", "sounds":
        folder = f"{GOLDENS}/front/{kind}"
        for file in os.listdir(folder):
            if file.endswith((".png", ".jpg", ".wav")):
                shutil.copy(f"{folder}/{file}", place + "/media")
    return asks


def files_of(folder):
    """What may be damaged: names relative to the folder, without the picture and the sound that are asked about."""
    out = []
    for where, _, names in os.walk(folder):
        out += [os.path.relpath(os.path.join(where, name), folder) for name in names]
    return sorted(set(out) - {"picture.png", "sound.wav"})


# --- Edits -----------------------------------------------------------------------------------------------------------

MARK = "\ue000"  # around what is put into JSON as it is written


def as_json(file, path):
    """(tree, back to bytes) of a file with JSON in it: whole, by lines, or before tensors."""
    raw = read(path)
    if file.endswith(".safetensors"):
        header, data = read_tensors(path)

        def back(text):
            text = text.encode("utf-8", "surrogatepass")
            return struct.pack("<Q", len(text)) + text + data

        return header, back
    if file.endswith(".jsonl"):
        lines = [json.loads(line) for line in raw.splitlines() if line.strip()]
        return lines, lambda text: text.encode("utf-8", "surrogatepass")
    return json.loads(raw), lambda text: text.encode("utf-8", "surrogatepass")


def dumped(file, tree, raws):
    if file.endswith(".jsonl") and isinstance(tree, list):
        text = "\n".join(json.dumps(line) for line in tree) + "\n"
    else:
        text = json.dumps(tree)
    for key, raw in raws.items():
        text = text.replace(json.dumps(key), raw)
    return text


def edit_json(file, path, where, change):
    """Goes down `where`; "@json" is a string with JSON of its own in it. change(parent, key) -> {mark: raw text}"""
    tree, back = as_json(file, path)
    if "@json" in where:
        at = where.index("@json")
        parent = tree
        for key in where[: at - 1]:
            parent = parent[key]
        inner, rest = json.loads(parent[where[at - 1]]), where[at + 1 :]
        holder = [inner]
        at_inner = holder
        for key in [0, *rest][:-1]:
            at_inner = at_inner[key]
        raws = change(at_inner, [0, *rest][-1])
        text = json.dumps(holder[0])
        for key, raw in raws.items():
            text = text.replace(json.dumps(key), raw)
        parent[where[at - 1]] = text
        return back(dumped(file, tree, {}))
    holder = [tree]
    parent = holder
    for key in [0, *where][:-1]:
        parent = parent[key]
    raws = change(parent, [0, *where][-1])
    return back(dumped(file, holder[0], raws))


def apply(folder, edit, seeds):
    """Damages a case's own copy of a model."""
    kind, file, *more = edit
    path = f"{folder}/{file}"
    if kind == "set":  # the value at a place becomes this text
        where, raw = more

        def change(parent, key):
            parent[key] = MARK
            return {MARK: raw}

        write(path, edit_json(file, path, where, change))
    elif kind == "remove":
        (where,) = more

        def change(parent, key):
            del parent[key]
            return {}

        write(path, edit_json(file, path, where, change))
    elif kind == "add":  # a member, or another of the same name
        where, name, raw = more

        def change(parent, key):
            at = parent[key]
            if isinstance(at, list):
                at.append(MARK)
                return {MARK: raw}
            at[MARK + "k"] = MARK
            return {MARK: raw, MARK + "k": name}

        write(path, edit_json(file, path, where, change))
    elif kind == "write":
        write(path, more[0])
    elif kind == "bytes":
        write(path, bytes.fromhex(more[0]))
    elif kind == "copy":  # a sound picture or sound, to be damaged by the edits that follow
        write(path, read(f"{seeds}/media/{more[0]}"))
    elif kind == "flip":
        data = bytearray(read(path))
        for at, bits in more[0]:
            if data:
                data[at % len(data)] ^= bits
        write(path, bytes(data))
    elif kind == "cut":
        write(path, read(path)[: more[0]])
    elif kind == "insert":
        data = read(path)
        at = min(more[0], len(data))
        write(path, data[:at] + bytes.fromhex(more[1]) + data[at:])
    elif kind == "splice":  # some of it comes again elsewhere, over what is there
        data = bytearray(read(path))
        begin, to, length = more
        piece = data[begin : begin + length]
        data[to : to + len(piece)] = piece
        write(path, bytes(data))
    elif kind == "repeat":
        data = read(path)
        begin, length, times = more
        write(path, data[: begin + length] + data[begin : begin + length] * times + data[begin + length :])
    elif kind == "length":  # what a safetensors file says of its header
        write(path, struct.pack("<Q", more[0]) + read(path)[8:])
    elif kind == "fill":  # values of a tensor, from somewhere on
        name, pattern, begin, count = more
        header, data = read_tensors(path)
        data, pattern = bytearray(data), bytes.fromhex(pattern)
        first, last = header[name]["data_offsets"]
        first = min(first + begin * len(pattern), last)
        length = min(count * len(pattern), last - first)
        data[first : first + length] = (pattern * count)[:length]
        write_tensors(path, header, bytes(data))
    elif kind == "shape":  # a tensor of another size, and all that belongs to it
        name, dtype, shape = more
        tensors, metadata = tensors_of(path)
        raw = tensors[name][2] or b"\0"
        size = math.prod(shape) * SIZES[dtype]
        tensors[name] = (dtype, shape, (raw * (size // len(raw) + 1))[:size])
        write_tensors(path, *laid_out(tensors, metadata))
    elif kind == "drop":
        tensors, metadata = tensors_of(path)
        del tensors[more[0]]
        write_tensors(path, *laid_out(tensors, metadata))
    elif kind == "swap":
        tensors, metadata = tensors_of(path)
        a, b = more
        tensors[a], tensors[b] = tensors[b], tensors[a]
        write_tensors(path, *laid_out(tensors, metadata))
    elif kind in ("delete", "folder", "fifo", "dangling", "loop", "sparse"):
        if os.path.lexists(path):
            os.unlink(path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        if kind == "folder":
            os.mkdir(path)
        elif kind == "fifo":
            os.mkfifo(path)
        elif kind == "dangling":
            os.symlink("nowhere", path)
        elif kind == "loop":
            os.symlink(os.path.basename(path), path)
        elif kind == "sparse":
            with open(path, "wb") as made:
                made.truncate(more[0])
    else:
        raise ValueError(f"no edit {kind}")


# --- What is drawn ---------------------------------------------------------------------------------------------------

NUMBERS = [
    *(str(n) for n in (-1, 0, 1, 2, 3, 5, 7, 16, 100, 255, 1000, 65536, -65536)),
    *(str(1 << n) for n in (20, 24, 28, 30, 31, 32, 40, 53, 62, 63, 64, 70)),
    *(str(-(1 << n)) for n in (31, 32, 63, 64)),
    *("2147483647", "4294967295", "9223372036854775807", "1e308", "-1e308", "1e-308", "1e-45", "-0.0", "0.5", "1.5"),
    *("-0.5", "1e19", "1e400", "-1e400", "NaN", "Infinity", "-Infinity", "1e10", "3.4e38", "0x10", "01", "1.", "+1"),
]
OTHERS = [
    *(
        "null",
        "true",
        "false",
        '""',
        '"x"',
        "[]",
        "{}",
        "[[]]",
        "[null]",
        '{"a":1}',
        "[1,2,3]",
        '["a"]',
        '"\\ud800"',
        '"\\udc00x"',
    ),
    *(
        '"\\u0000"',
        '"\\u001b[31mred"',
        '"\\n\\n"',
        '"\\u202e"',
        '"../../etc/passwd"',
        '"/dev/zero"',
        '"%s%n"',
        '"{}"',
        '"\ufeff"',
    ),
    *(
        "tru",
        "",
        "'x'",
        '"open',
        "//",
        "[1,]",
        '{"a":}',
        '"\\x"',
        '"\t"',
        '"\u0001"',
        "9" * 400,
        '"' + "a" * 70000 + '"',
    ),
    *("[" * 100 + "]" * 100, "[" * 100000, '{"a":' * 5000 + "1" + "}" * 5000, "[" + "0," * 20000 + "0]"),
]
PATTERNS = [
    *(
        "(a|a)" * 30,
        "(a*)*b",
        "(a+)+$",
        "a*a*a*a*b",
        "(((((a?){20}){20}){20}){20})",
        "(?:a|b|ab)*c",
        "[",
        "(",
        "a{2,1}",
        "a{99999999}",
    ),
    *(
        "\\p{Nope}",
        "(?<=a)b",
        "\\1(a)",
        "x*",
        "",
        "^",
        "(?i)[a-z]+",
        "[^\\x00-\\x{10FFFF}]",
        ".*.*.*.*.*x",
        "(?:" * 2000 + ")" * 2000,
    ),
]
KEYS = """hidden_size head_dim num_attention_heads num_key_value_heads num_hidden_layers intermediate_size vocab_size rope_theta
 rope_scaling layer_norm_eps rms_norm_eps max_position_embeddings sliding_window hidden_act type_vocab_size id2label num_labels
 problem_type architectures model_type is_decoder tie_word_embeddings max_length min_length num_beams no_repeat_ngram_size
 decoder_start_token_id eos_token_id bos_token_id pad_token_id forced_bos_token_id suppress_tokens begin_suppress_tokens
 repetition_penalty temperature top_k top_p do_sample max_new_tokens image_size patch_size num_channels do_resize size crop_size
 do_center_crop resample rescale_factor image_mean image_std n_fft hop_length feature_size sampling_rate chunk_length
 relative_attention_num_buckets relative_attention_max_distance max_source_positions max_target_positions num_mel_bins
 quantization_config pooling_mode_mean_tokens word_embedding_dimension max_seq_length do_lower_case truncation padding
 global_attn_every_n_layers local_attention classifier_pooling attention_bias mlp_bias logit_scale projection_dim""".split()
HALVES = {"nan": "007e", "inf": "007c", "big": "ff7b", "zero": "0000", "small": "0100"}
FLOATS = {"nan": "0000c07f", "inf": "0000807f", "big": "ffff7f7f", "zero": "00000000", "small": "01000000"}


def a_value(r, old):
    """JSON, or what is nearly."""
    if isinstance(old, bool):
        return r.choice(["true", "false", r.choice(NUMBERS), r.choice(OTHERS)])
    if isinstance(old, (int, float)) and r.random() < 0.35:
        return json.dumps(
            r.choice([old + 1, old - 1, -old, old * 2, old // 2, old * 1000, str(old), [old], float(old)])
        )
    if isinstance(old, str) and r.random() < 0.5:
        at = r.randrange(len(old) + 1)
        more = r.choice(["\x1b[2J", "\0", "\n", "é", "\U0001f600", "a" * 300, "\u202e", " ", "Ġ", "##", "x", "\ufffd"])
        return json.dumps(
            r.choice([old[:at] + more + old[at:], old[at:], old * 50, old[::-1], old.upper(), r.choice(PATTERNS)])
        )
    if isinstance(old, list) and old and r.random() < 0.5:
        return json.dumps(
            r.choice([old[1:], old * 2, old[::-1], old[0], old + [old], old * 40 if len(old) < 9 else old[:1]])
        )
    return r.choice(NUMBERS) if r.random() < 0.55 else r.choice(OTHERS)


def a_place(r, tree):
    """(path, value): every level as likely as what is in it."""
    where = []
    while isinstance(tree, (dict, list)) and tree and (not where or r.random() < 0.8):
        key = r.choice(list(tree)) if isinstance(tree, dict) else r.randrange(len(tree))
        where.append(key)
        tree = tree[key]
        if isinstance(tree, str) and len(where) > 1 and where[-2] == "__metadata__" and str(key).startswith("bitloom."):
            where.append("@json")
            tree = json.loads(tree)
    if where and where[-1] == "@json":
        where.pop()
        tree = json.dumps(tree)
    return where, tree


def a_json_edit(r, file, path):
    tree, _ = as_json(file, path)
    where, old = a_place(r, tree)
    kind = r.random()
    if not where or kind < 0.62:
        return ("set", file, where, a_value(r, old))
    if kind < 0.74:
        return ("remove", file, where)
    if kind < 0.80:
        return ("add", file, where[:-1], json.dumps(str(where[-1])), a_value(r, old))
    if kind < 0.9:
        return ("add", file, where[:-1], json.dumps(r.choice(KEYS)), a_value(r, 1))
    return (
        "add",
        file,
        where[:-1],
        r.choice(['"\\u001b]0;x"', '""', '"\\ud800"', '"' + "k" * 9000 + '"', "1", "x"]),
        a_value(r, ""),
    )


def a_bytes_edit(r, file, path):
    size = max(os.path.getsize(path), 1)
    # What is at the beginning says what the rest is.
    at = lambda: min(size - 1, int(size * r.random() ** r.choice([1, 1, 4])))
    return r.choice(
        [
            lambda: ("flip", file, [(at(), 1 << r.randrange(8)) for _ in range(r.choice([1, 1, 2, 8, 64]))]),
            lambda: ("flip", file, [(at(), r.randrange(1, 256)) for _ in range(r.choice([1, 1, 2, 4]))]),
            lambda: ("cut", file, r.choice([0, 1, at(), at(), size - 1])),
            lambda: ("insert", file, at(), r.randbytes(r.choice([1, 2, 4, 16, 300])).hex()),
            lambda: (
                "insert",
                file,
                at(),
                (r.choice([b"\0", b"\xff", b"\x1b", b"{", b"9"]) * r.choice([1, 8, 5000])).hex(),
            ),
            lambda: ("splice", file, at(), at(), r.choice([1, 4, 16, 64, 1000])),
            lambda: ("repeat", file, at(), r.choice([1, 4, 16, 64, 1000]), r.choice([1, 2, 20])),
        ]
    )()


def a_tensor_edit(r, file, path):
    header, _ = read_tensors(path)
    names = [n for n in header if n != "__metadata__"]
    name = r.choice(names)
    about = header[name]
    dtype, shape = about["dtype"], about["shape"]
    kind = r.random()
    if kind < 0.25:
        values = HALVES if dtype in ("F16", "BF16") else FLOATS
        value = values[r.choice(["nan", "nan", "inf", "big", "big", "zero", "small"])]
        return ("fill", file, name, value, r.randrange(max(math.prod(shape), 1)), r.choice([1, 1, 16, 10**6]))
    if kind < 0.45:
        new = list(shape) or [1]
        at = r.randrange(len(new))
        new[at] = max(0, r.choice([new[at] - 1, new[at] + 1, new[at] * 2, 1, 0, new[at] // 2]))
        if r.random() < 0.3:
            new = r.choice([list(shape)[::-1], [math.prod(shape)], [1, *shape], [*shape, 1], []])
        return ("shape", file, name, dtype if r.random() < 0.8 else r.choice(sorted(SIZES)), new)
    if kind < 0.55:
        return ("shape", file, name, r.choice(sorted(SIZES)), shape)
    if kind < 0.65:
        return ("drop", file, name)
    if kind < 0.72:
        return ("swap", file, name, r.choice(names))
    if kind < 0.78:
        size = os.path.getsize(path)
        return (
            "length",
            file,
            r.choice([0, 1, 7, 8, size - 8, size - 7, size, 1 << 31, 1 << 40, (1 << 63) - 1, (1 << 64) - 1]),
        )
    if kind < 0.92:
        where = [name, r.choice(["dtype", "shape", "data_offsets"])]
        old = about[where[1]]
        if isinstance(old, list) and old and r.random() < 0.7:
            where.append(r.randrange(len(old)))
            old = old[where[-1]]
        return ("set", file, where, a_value(r, old))
    return a_json_edit(r, file, path)


def an_edit(r, folder, file):
    path = f"{folder}/{file}"
    if r.random() < 0.06:
        kind = r.choice(["delete", "folder", "fifo", "dangling", "loop", "sparse", "write", "write"])
        if kind == "sparse":
            return (kind, file, r.choice([0, 1, 8, 100, 1 << 20, 1 << 33, 1 << 42]))
        if kind == "write":
            return (
                kind,
                file,
                r.choice(["", "{}", "[]", "null", "\0", "\n", "0", '"x"', "{", " ", "[" * 300000, "\ufeff{}"]),
            )
        return (kind, file)
    if file.endswith(".safetensors") and r.random() < 0.85:
        return a_tensor_edit(r, file, path)
    if file.endswith((".json", ".jsonl")) and r.random() < 0.85:
        return a_json_edit(r, file, path)
    return a_bytes_edit(r, file, path)


TEXTS = [
    *(
        "",
        " ",
        "a",
        "the " * 30,
        "a" * 2000,
        "a" * 100000,
        "the " * 20000,
        "\x1b[2J",
        "\udcff\udcfe",
        "\n\n\n",
        "[MASK]" * 500,
        "é" * 3000,
    ),
    *(
        "e\u0301" * 2000,
        "\u202e",
        "\ufeff",
        "\U0001f600" * 700,
        "<s></s><unk>",
        "ﷺ" * 2000,
        "漢字" * 2000,
        "0123456789" * 300,
        "\u0300" * 9000,
    ),
]
VALUES = [
    *NUMBERS,
    *TEXTS[:12],
    "x",
    "nan",
    "inf",
    "-",
    "--",
    "16,8",
    ",",
    "0,0",
    "4,4,4",
    "f32",
    "/",
    "/dev/null",
    "/nope/x",
    "a" * 300,
    "{case}/new",
]


def random_words(r, ask, most=4):
    """More of a command line for `run`, mostly of the right kind."""
    options = {
        "--top": ["0", "1", "3", "1000", "1001", "-1", "x", ""],
        "--tokens": ["0", "1", "5", "60", "-1", "x", "1e3", "2147483648", ""],
        "--temperature": ["0", "0.7", "100", "-1", "nan", "inf", "1e-30", "x"],
        "--top-k": ["0", "1", "5", "1048576", "-1"],
        "--top-p": ["0", "0.5", "1", "1.5", "nan", "1e-30"],
        "--repetition-penalty": ["0.01", "1", "2", "100", "0", "nan"],
        "--seed": ["0", "1", "-1", "18446744073709551615", "18446744073709551616", "x"],
        "--beams": ["0", "1", "2", "5", "64", "65", "x"],
        "--results": ["0", "1", "2", "64", "x"],
        "--length-penalty": ["-100", "0", "1", "nan", "x"],
        "--early-stopping": ["yes", "no", "never", "x", ""],
        "--language": ["en", "xx", "", "\x1b[1m", "<|en|>"],
        "--task": ["transcribe", "translate", "x"],
        "--bits": ["1", "2", "3", "4", "8", "16", "5", "0", "-1", "", "x"],
        "--label": ["x", "", "a" * 3000],
        "--pair": TEXTS[:12],
        "--repeat": ["1", "2", "0", "x"],
        "--text": TEXTS,
        "--image": ["{seed:picture.png}", "{seed:sound.wav}", "/dev/null", "/nope", "/", "", "{model}"],
        "--audio": ["{seed:sound.wav}", "{seed:picture.png}", "/dev/null", "/nope", "/", "", "{model}"],
    }
    words = list(ask)
    for _ in range(r.randrange(most)):
        option = r.choice(list(options))
        words += [option, r.choice(options[option])]
    words += r.sample(["--timestamps", "--f16", "--json", "--nope", "extra"], r.choice([0, 0, 0, 1, 2]))
    return words


def a_command(r, name, ask):
    """A command line with nothing damaged: what is given is the damage."""
    kind = r.choice(["run", "run", "run", "eval", "quantize", "quantize", "inspect", "other"])
    value = lambda: r.choice(VALUES)
    model = r.choice(
        ["{model}"] * 12
        + ["/nope", "", ".", "/dev/null", "{seed:picture.png}", "{model}/config.json", "{model}/", "a" * 5000, "\udcff"]
    )
    if kind == "run":
        return ["run", model, *random_words(r, ask, 6), "--engine", "cpu"]
    if kind == "eval":
        words = ["eval", model, "--engine", "cpu", "--limit", r.choice(["1", "2", "2", "0", "x"])]
        for option in r.sample(
            ["--bits", "--json-file", "--svg", "--png", "--html", "--limit", "--mixed-precision", "--json"],
            r.randrange(4),
        ):
            words.append(option)
            if option == "--bits":
                words.append(r.choice(["4", "16,1", "8", "", "x", "4,", "5", "-1", "99999999999"]))
            elif option in ("--json-file", "--svg", "--png", "--html"):
                words.append(
                    r.choice(["{case}/new", "/nope/x", "{case}", "", "{model}/config.json/x", "{case}/" + "a" * 300])
                )
            elif option == "--limit":
                words.append(r.choice(["1", "2", "-1", "1e9", "x", ""]))
        return words if "--bits" in words else [*words, "--bits", "4"]
    if kind == "quantize":
        out = r.choice(
            ["{case}/out"] * 8
            + [
                "",
                "/",
                "/dev/null",
                "{model}",
                "{model}/x",
                "{case}/a/b/c",
                "{case}/" + "a" * 300,
                "/proc/x",
                "{model}/config.json",
            ]
        )
        words = ["quantize", model, out]
        for option in r.sample(
            [
                "--bits",
                "--group",
                "--scales",
                "--solver",
                "--calibrate",
                "--budget",
                "--max-error",
                "--threads",
                "--per-channel",
                "--per-tensor",
            ]
            + ["--symmetric", "--asymmetric", "--aligned", "--mixed-precision", "--force", "--json", "--quiet"],
            r.randrange(5),
        ):
            words.append(option)
            likely = {
                "--bits": ["1", "2", "3", "4", "8", "16"],
                "--group": ["32", "64", "128", "31"],
                "--solver": ["rtn", "mse", "hqq", "lsq"],
                "--budget": ["1MB", "100kB", "1", "1e30GB"],
                "--max-error": ["0.1", "0", "-1", "1e-9"],
                "--calibrate": ["{model}/model.safetensors", "{model}"],
                "--threads": ["1", "2", "0"],
                "--scales": ["f16", "f32"],
            }
            if option in likely:
                words.append(r.choice(likely[option]) if r.random() < 0.6 else value())
        # It replaces what is given, which is for a case's own folder only.
        return [w for w in words if w != "--force"] if out not in ("{case}/out", "{case}/a/b/c") else words
    if kind == "inspect":
        return ["inspect", model, *r.choice([[], ["--json"], [value()], [value(), "--json"], ["--nope"]])]
    return r.choice(
        [
            lambda: [
                "doctor",
                "--quick",
                "--engine",
                "cpu",
                "--op",
                r.choice(["softmax", "relu", "nope", "", "\x1b[1m"]),
            ],
            lambda: [
                "explain",
                r.choice(["relu", "nope", "matmul", "relu:x=1", "", ":", "softmax:axis=99"]),
                "--tensors",
                value(),
                "--engine",
                value(),
            ],
            lambda: [
                "shaders",
                r.choice(["--check", "nope", "", "\x1b[1m", value()]),
                r.choice(["/nope", "{case}", value()]),
            ],
            lambda: ["ops", r.choice(["", "--typescript", "--cpp", "--nope", value()])],
            lambda: ["serve", "--help", value()],
            lambda: ["serve", "--port", r.choice(["-1", "65536", "x", ""])],
            lambda: [value()],
            lambda: [value(), value()],
            lambda: ["run", "--help"],
            lambda: [],
        ]
    )()


def drawn(seed, number, seeds, asks):
    """Case `number` of a seed. It depends on nothing else but the sound models."""
    r = random.Random(f"{seed}/{number}")
    name = r.choice(sorted(asks) + sorted(a for a in asks if a.startswith("zoo")))
    folder, ask = f"{seeds}/{name}", asks[name]
    stdout = "full" if r.random() < 0.02 else ""
    kind = r.random()
    if kind < 0.14:
        return Case(name, [], a_command(r, name, ask), stdout)
    if kind < 0.26:  # a picture or a sound
        option = "--audio" if r.random() < 0.4 else "--image"
        name = r.choice([name for name in sorted(asks) if option in asks[name]])
        files = [f for f in sorted(os.listdir(seeds + "/media")) if f.endswith(".wav") == (option == "--audio")]
        file = r.choice(files)
        edits = [("copy", "given/" + file, file)]
        for _ in range(r.choice([1, 1, 2, 4])):
            edit = a_bytes_edit(r, file, f"{seeds}/media/{file}")
            edits.append((edit[0], "given/" + file, *edit[2:]))
        ask = ["{model}/given/" + file if word.startswith("{seed:") else word for word in asks[name]]
        return Case(name, edits, ["run", "{model}", *ask, "--engine", "cpu"], stdout)
    what = r.random()
    files = files_of(folder)
    # Small files say more than large ones: each kind is as likely as any other.
    files = (
        [f for f in files if not f.startswith(("eval/", "sample/"))]
        if what < 0.8 or name[:3] != "zoo"
        else [f for f in files if "/" in f]
    )
    file = r.choice(files)
    edits = [an_edit(r, folder, file)]
    if r.random() < 0.15:
        edits.append(an_edit(r, folder, r.choice([f for f in files if f != file] or [file])))
    if len(edits) == 2 and edits[0][1] == edits[1][1]:
        edits.pop()
    if what < 0.2 or what >= 0.7:
        # A copy of it would be made, and of a text every byte would be read by the model
        most = 1 << 14 if file.endswith(".txt") else 1 << 20
        edits = [("sparse", e[1], min(e[2], most)) if e[0] == "sparse" else e for e in edits]
    json_too = ["--json"] if r.random() < 0.5 else []
    if what >= 0.8 or (what >= 0.7 and name[:3] != "zoo"):
        words = [
            "eval",
            "{model}",
            "--bits",
            r.choice(["4", "1", "8", "16"]),
            "--limit",
            "2",
            "--engine",
            "cpu",
            *json_too,
        ]
    elif what < 0.1:
        words = ["inspect", "{model}", *json_too]
    elif what < 0.2:
        words = ["quantize", "{model}", "{case}/out", "--bits", r.choice(["4", "3", "8", "16", "1"]), "--quiet"]
        if name.startswith("zoo"):  # not so small
            words += ["--solver", "rtn"]
        elif r.random() < 0.3:
            words += r.choice([["--max-error", "0.2"], ["--budget", "1MB"], ["--mixed-precision"], ["--solver", "hqq"]])
    else:
        more = r.random() < 0.15
        words = ["run", "{model}", *(random_words(r, ask, 2) if more else ask), "--engine", "cpu", *json_too]
        return Case(name, edits, words, stdout, blamed=not more)
    return Case(name, edits, words, stdout)
