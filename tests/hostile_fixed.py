"""Cases that once went wrong, and one of every class that is known to be dangerous. tests/hostile.py runs them first."""

import struct
import zlib

from hostile_corpus import Case

CPU = ["--engine", "cpu"]


def run(seed, *edits, ask=("--text", "the quick brown fox"), fails=True, **more):
    return Case(seed, list(edits), ["run", "{model}", *ask, *CPU], fails=fails, **more)


def picture(data, **more):
    return run("zoo-clothes", ("bytes", "given/x.png", data.hex()), ask=["--image", "{model}/given/x.png"], **more)


def sound(data, **more):
    return run("zoo-digits", ("bytes", "given/x.wav", data.hex()), ask=["--audio", "{model}/given/x.wav"], **more)


def evaluation(seed, text, file="eval/eval.jsonl", **more):
    more.setdefault("fails", True)
    more.setdefault("says", file.rsplit("/", 1)[-1])
    return Case(seed, [("write", file, text)], ["eval", "{model}", "--bits", "8", *CPU], **more)


def config(seed, key, raw, ask=("--text", "the quick brown fox"), file="config.json", **more):
    more.setdefault("says", file)
    return run(seed, ("set", file, key.split("."), raw), ask=ask, **more)


def added(seed, key, raw, ask=("--text", "the quick brown fox"), file="config.json", **more):
    more.setdefault("says", file)
    return run(seed, ("add", file, [], f'"{key}"', raw), ask=ask, **more)


def png(width, height, data, colour=2):
    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    header = struct.pack(">IIBBBBB", width, height, 8, colour, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def wav(rate, data, bits=16, channels=1):
    about = struct.pack(
        "<HHIIHH", 1, channels, rate, rate * channels * bits // 8 & 0xFFFFFFFF, channels * bits // 8, bits
    )
    body = b"WAVEfmt " + struct.pack("<I", 16) + about + b"data" + struct.pack("<I", len(data)) + data
    return b"RIFF" + struct.pack("<I", len(body)) + body


def large(width, height):
    """A white picture in RGB, all of which there is to decode."""
    packer, row = zlib.compressobj(9), b"\0" + b"\xff" * (3 * width)
    return png(width, height, b"".join(packer.compress(row) for _ in range(height)) + packer.flush())


def long_sound(rate, seconds):
    """Silence, in 8 bits."""
    return wav(rate, b"\x80" * (rate * seconds), bits=8)


def bomb():
    """A picture of one dot whose data inflate to 200 MB."""
    packer = zlib.compressobj(9)
    return b"".join([packer.compress(bytes(1 << 20)) for _ in range(200)]) + packer.flush()


def scans():
    """A progressive JPEG that begins 20,000 scans and has nothing in them."""
    frame = b"\xff\xc2" + struct.pack(">HBHHB", 17, 8, 64, 64, 3) + b"\x01\x11\0\x02\x11\0\x03\x11\0"
    table = b"\xff\xdb" + struct.pack(">HB", 67, 0) + b"\x01" * 64
    scan = b"\xff\xda" + struct.pack(">HBBB", 8, 1, 1, 0) + b"\x00\x00\x00"
    return b"\xff\xd8" + table + frame + scan * 20000 + b"\xff\xd9"


def splitter(pattern):
    return (
        "set",
        "tokenizer.json",
        ["pre_tokenizer"],
        f'{{"type":"Split","pattern":{{"Regex":"{pattern}"}},"behavior":"Isolated","invert":false}}',
    )


def replaces(times):
    one = '{"type":"Replace","pattern":{"String":"a"},"content":"%s"}' % ("a" * 1000)
    return (
        "set",
        "tokenizer.json",
        ["normalizer"],
        '{{"type":"Sequence","normalizers":[{}]}}'.format(",".join([one] * times)),
    )


DIGITS = ["--audio", "{seed:sound.wav}"]
PICTURE = ["--image", "{seed:picture.png}"]
NAN = "0000c07f"
QUERY = "bert.encoder.layer.0.attention.self.query.weight"

CASES = [
    # Evaluation sets.
    evaluation("zoo-clothes", '{"picture": -1, "id": 0}\n'),
    evaluation("zoo-clothes", '{"picture": 18446744073709551615, "id": 0}\n'),
    evaluation("zoo-clothes", '{"picture": 1e300, "id": 0}\n'),
    evaluation("zoo-clothes", "[]\n"),
    evaluation("zoo-clothes", '{"picture": 0, "id": "x"}\n'),
    evaluation("zoo-clothes", "3\n"),
    evaluation("zoo-clothes", "[" * 100000),
    evaluation("zoo-clip", '{"prompts": [1]}', "eval/tasks.json"),
    evaluation("zoo-clip", '{"prompts": {}}', "eval/tasks.json"),
    evaluation("zoo-clip", "[]", "eval/tasks.json"),
    evaluation("zoo-clip", '{"prompts": []}', "eval/tasks.json"),
    evaluation("zoo-verses", '{"text": "eval.txt", "window": "x"}\n'),
    evaluation("zoo-verses", '{"text": "eval.txt", "window": 0}\n'),
    evaluation("zoo-verses", '{"text": "eval.txt", "window": -5}\n'),
    evaluation("zoo-verses", '{"text": ".."}\n', says=""),
    evaluation("zoo-verses", '{"text": "../../../../../../../etc/passwd"}\n'),
    evaluation("zoo-intents", '{"text": 3, "label": []}\n'),
    evaluation("zoo-digits", '{"audio": "", "text": "zero"}\n', says=""),
    evaluation("zoo-digits", '{"audio": "00.wav"}\n'),
    evaluation("zoo-numbers", '{"input": null}\n'),
    # A tokenizer that cannot be read is not one that is missing.
    Case(
        "bert-sequence",
        [("cut", "tokenizer.json", 100)],
        ["eval", "{model}", "--bits", "8", "--limit", "1", *CPU],
        fails=True,
        says="tokenizer.json",
    ),
    run("bert-sequence", ("cut", "tokenizer.json", 100), says="[tokenizer] tokenizer.json: line 1"),
    # Folders and names.
    Case("zoo-intents", [], ["eval", "{model}/config.json", *CPU], fails=True, says="config.json"),
    Case("zoo-intents", [], ["eval", "{model}/model.safetensors", *CPU], fails=True, says="model.safetensors"),
    Case("zoo-intents", [], ["eval", "/nope\udcff", *CPU], fails=True),
    Case("bert-sequence", [("folder", "x.safetensors")], ["eval", "{model}", "--bits", "8", "--limit", "1", *CPU]),
    Case("bert-sequence", [("dangling", "x.safetensors")], ["eval", "{model}", "--bits", "8", "--limit", "1", *CPU]),
    Case(
        "zoo-intents",
        [("fifo", "x.safetensors")],
        ["inspect", "{model}/x.safetensors"],
        fails=True,
        says="x.safetensors",
    ),
    Case(
        "zoo-intents",
        [("fifo", "config.json")],
        ["run", "{model}", "--text", "x", *CPU],
        fails=True,
        says="config.json",
    ),
    Case("zoo-intents", [], ["shaders", "--check", "/nope"], fails=True),
    Case("bert-sequence", [], ["quantize", "{model}", ""], fails=True),
    Case("bert-sequence", [], ["quantize", "{model}", "{case}/" + "a" * 300], fails=True),
    Case("bert-sequence", [], ["quantize", "{model}", "{model}/inside"], fails=True),
    # Numbers that make no sense, and those that leave no finite answer.
    run("bert-sequence", ("fill", "model.safetensors", QUERY, NAN, 0, 9)),
    run("zoo-verses", ("fill", "model.safetensors", "model.layers.0.mlp.up_proj.weight", "007e", 0, 99)),
    run("gpt2", ("fill", "model.safetensors", "transformer.wte.weight", NAN, 0, 10**6)),
    config("bert-sequence", "layer_norm_eps", "-1"),
    config("bert-sequence", "layer_norm_eps", "1e308"),
    added("llama", "rope_theta", "0"),
    config("bert-sequence", "hidden_size", "-1"),
    config("bert-sequence", "hidden_size", "4611686018427387904"),
    config("bert-sequence", "num_hidden_layers", "1000000000"),
    config("bert-sequence", "max_position_embeddings", "4000", says=""),
    config("bert-sequence", "vocab_size", "1000000", says=""),
    config("zoo-clothes", "rescale_factor", "1e308", PICTURE, "preprocessor_config.json"),
    config("zoo-clothes", "image_std", "[0, 0, 0]", PICTURE, "preprocessor_config.json"),
    config("zoo-clothes", "patch_size", "5", PICTURE, says=""),
    config(
        "bert-sequence",
        "post_processor",
        '{"type":"BertProcessing","sep":["[SEP]",999999],"cls":["[CLS]",2]}',
        file="tokenizer.json",
        says="",
    ),
    run(
        "bert-sequence",
        ("set", "tokenizer.json", ["post_processor", "single", 0, "SpecialToken", "type_id"], "5"),
        says="tokenizer.json: 'token_type_ids' has 5",
    ),
    config("t5-relu", "decoder_start_token_id", '"x"'),
    run("bert-sequence", ("drop", "model.safetensors", QUERY.replace("weight", "bias")), says="query.bias"),
    config("bert-sequence", "model_type", '"\\u001b[31mbert"'),
    # Memory that no file backs.
    config("zoo-digits", "vocab_size", "1073741824", DIGITS, says=""),
    config("zoo-digits", "max_source_positions", "1073741824", DIGITS, says=""),
    config("zoo-digits", "num_mel_bins", "1073741824", DIGITS, says=""),
    added("llama", "head_dim", "1073741824", says=""),
    added("llama", "max_position_embeddings", "1073741824", says="", fails=False),
    config("zoo-clothes", "size", '{"height": 1000000, "width": 1000000}', PICTURE, "preprocessor_config.json"),
    config("zoo-digits", "chunk_length", "3600", DIGITS, "preprocessor_config.json"),
    config("zoo-digits", "n_fft", "1000000000", DIGITS, "preprocessor_config.json"),
    config("zoo-digits", "hop_length", "0", DIGITS, "preprocessor_config.json"),
    picture(png(1, 1, bomb()), says="x.png", fails=False),
    picture(png(100000, 100000, zlib.compress(b"")), says="x.png"),
    picture(png(0, 0, zlib.compress(b"")), says="x.png"),
    picture(b"", says="x.png"),
    # As large as they may be; then larger, in pixels that take more to decode.
    picture(large(8192, 8192), fails=False, answers=True),
    picture(large(1024, 65536), fails=False, answers=True),
    picture(png(8192, 8190, bytes(300000), colour=6), says="too large"),
    picture(scans(), fails=False),
    sound(b"", says="x.wav"),
    sound(wav(1, bytes(20000)), fails=False),
    sound(wav(0, bytes(2000))),
    # Two hours that are 130 million samples at the model's rate, and a second more.
    run(
        "zoo-digits",
        ("bytes", "given/x.wav", long_sound(1000, 7199).hex()),
        ("set", "preprocessor_config.json", ["sampling_rate"], "18000"),
        ("set", "preprocessor_config.json", ["hop_length"], "180"),
        ask=["--audio", "{model}/given/x.wav"],
        fails=False,
        answers=True,
    ),
    sound(long_sound(1000, 7200), says="too long"),
    sound(wav(1000, bytes(2 << 20)), fails=False),
    sound(wav(4294967295, bytes(2000)), fails=False),
    run("bert-sequence", replaces(12), ask=["--text", "aaaa"]),
    # Time from small files.
    run("bert-sequence", splitter("(a|a)" * 30 + "b"), fails=False, ask=["--text", "a" * 3000]),
    run("bert-sequence", splitter("a*a*a*a*b"), fails=False, ask=["--text", "a" * 100000]),
    run("bert-sequence", splitter("(a*)*b"), fails=False, ask=["--text", "a" * 100000]),
    run("bert-sequence", splitter("((a{30}){30}){30}"), fails=False, ask=["--text", "a" * 3000]),
    run(
        "bert-sequence",
        ("set", "tokenizer.json", ["added_tokens", 0, "content"], '"%s"' % ("a" * 60000)),
        ask=["--text", "a" * 100000],
    ),
    run("t5-relu", ask=["--text", "the fox " * 15000, "--tokens", "4"]),
    run("llama", ask=["--text", "the fox " * 15000, "--tokens", "4"]),
    # Damage in what was quantized is told as that.
    run(
        "bert-few",
        ("set", "model.safetensors", ["__metadata__", f"bitloom.{QUERY}", "@json", "bits"], "5"),
        ask=["--text", "the [MASK] fox"],
        says=QUERY,
    ),
    run(
        "bert-few",
        ("set", "model.safetensors", ["__metadata__", f"bitloom.{QUERY}", "@json", "shape"], "[1]"),
        ask=["--text", "the [MASK] fox"],
        says="shape",
    ),
    # Options that cannot be followed.
    run("bert-few", ask=["--text", "x", "--bits", "1"]),
    run("bert-sequence", ask=["--text", "x", "--image", "{seed:picture.png}"]),
    run("bert-sequence", ask=["--text", "x", "--label", "y"]),
    run("bert-sequence", ask=["--text", "x", "--beams", "4"]),
    run("gpt2", ask=["--text", "x", "--pair", "y"]),
    run("gpt2", ask=["--text", "x", "--bits", ""]),
    run("gpt2", ask=["--text", "x", "--seed", "18446744073709551616"]),
    Case("bert-sequence", [], ["quantize", "{model}", "{case}/out", "--max-error", "0"], fails=True),
    Case("bert-sequence", [], ["quantize", "{model}", "{case}/out", "--budget", ""], fails=True),
    Case("bert-sequence", [], ["eval", "--bits", "8", "--limit", "1", *CPU, "{model}"]),
    # What cannot be written.
    *[
        Case("bert-sequence", [], words, stdout="full")
        for words in (["run", "{model}", "--text", "x", *CPU], ["inspect", "{model}"])
    ],
    *[
        Case("bert-sequence", [], words, stdout="full")
        for words in (["eval", "{model}", "--limit", "1", "--bits", "8", *CPU], ["ops"])
    ],
    *[
        Case("bert-sequence", [], words, stdout="full")
        for words in (["quantize", "{model}", "{case}/out"], ["--help"], ["run", "--help"])
    ],
    Case(
        "bert-sequence",
        [("set", "config.json", ["id2label", "0"], '"\\u001b[2J"')],
        ["run", "{model}", "--text", "x", *CPU],
    ),
    Case(
        "bert-sequence",
        [("add", "model.safetensors", [], '"\\u001b[2J"', '{"dtype":"F32","shape":[0],"data_offsets":[0,0]}')],
        ["inspect", "{model}"],
    ),
    Case("bert-sequence", [], ["run", "\x1b[2J", "--text", "x", *CPU], fails=True),
    Case("bert-sequence", [], ["run", "{model}", "--text", "x", "--engine", "\x1b[2J"], fails=True),
    Case("bert-sequence", [], ["\x1b[2J"], fails=True),
    # Labels that are not there have names all the same.
    Case(
        "bert-sequence",
        [("remove", "config.json", ["id2label"]), ("remove", "config.json", ["label2id"])],
        ["run", "{model}", "--text", "x", *CPU],
    ),
]
