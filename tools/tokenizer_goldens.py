#!/usr/bin/env python3
"""Makes tests/goldens/tokenizers: small tokenizers of every kind, trained by the reference libraries, and what these make
of a list of texts.

    pip install tokenizers==0.23.3 sentencepiece==0.2.2 && tools/tokenizer_goldens.py [FOLDER]

texts.json has the texts (broken ones as {"hex": ...}); expected.json, beside each tokenizer, a line for each of them: ids,
what they decode to (null: the text itself), and for each fifth one the ids and type ids of a pair with the text before it. Training is not the same each time (the library
orders by hashes), so new goldens differ from the old ones; all of them must pass.
"""

import io
import json
import pathlib
import sys

import sentencepiece
from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers

SENTENCES = """\
The quick brown fox jumps over the lazy dog, doesn't it? It's 1984 -- or 3.14159; we'll see!
Tokenizers split text into pieces; pieces become numbers, and numbers become meaning (mostly).
She said: "I'm sure you've seen they're not here, he'd go." 'Twas brillig... DON'T SHOUT, PLEASE'S FINE.
Ein süßer Bär läuft über die Straße; ÄÖÜ ẞ. Ça va, où êtes-vous ? El niño comió jalapeños. Žluťoučký kůň.
Съешь же ещё этих мягких французских булок, да выпей чаю. Ελληνικά: Ο ΣΊΣΥΦΟΣ και η θάλασσα.
敏捷的棕色狐狸跳过了懒狗。日本語のテキスト、カタカナ、ひらがな。한국어 문장도 있습니다. ｶﾞｷﾞ ＡＢＣ１２３ ㍿ ﬁne ﬂow ½ ² ™ ①
नमस्ते दुनिया, यह हिन्दी है। สวัสดีชาวโลก ภาษาไทย שלום עולם مرحبا بالعالم ١٢٣ ৪৫৬ தமிழ்
👩‍👩‍👧‍👦 family, 👍🏽 thumbs, 🇩🇪🇫🇷 flags, 😀😃 faces ❤️ heart \u00e9 e\u0301 \u00f1 n\u0303 a\u0323\u0308
def main(argc: int, argv=["a", 'b']) -> None:⏎\tfor i in range(10):⏎\t\tprint(f"{i:>3} {i**2}")  # squares⏎⏎⏎
for (size_t i = 0; i < n; ++i) { out[i] = a[i] * 0x1F + b[i]; } // ok\r⏎    return std::move(out);\r⏎
https://www.example.org/path/to?query=1&other=%20x#part user.name+tag@mail.example.co.uk 192.168.0.1 C:\\Users\\x
tabs\tand\u00a0no-break\u2003em\u3000ideographic   many     spaces ⏎ new⏎⏎ lines\u2028sep\u2029par \u200bzero\u200d\ufeffwidth
control \x00\x01\x1f\x7f\x80\x9f chars \ufffd and private \ue000 \u00ad soft
1234567890 12 345 6,789.00 1e-5 -7 +8 ٣ Ⅻ ¾ 1st 2nd 3rd 100% $5 €6 £7
İstanbul ıI ſt ǅ Ǆ ǆ ΑΒΓ ΰ Ǻ ﷺ ﬃ ㎏ ℡ Ω Å K ẛ̣ q̣̇ 각 각 ᄀ각""".split("\n")
SENTENCES = [s.replace("⏎", "\n") for s in SENTENCES]
TEXTS = SENTENCES + [
    "",
    " ",
    "   ",
    "\n",
    " \n \n",
    "a",
    " a",
    "a ",
    "  a  b  ",
    "x" * 300,
    "word" * 60,
    "é" * 40,
    "漢" * 40,
    "Hello world!",
    "hello  world",
    "HELLO",
    "it's IT'S It'S 'ſ",
    "a\r\nb\rc\n\nd \r\n e",
    "\t\tx",
    "…—–‘quoted’“too”",
    "<s> [CLS] <|endoftext|> </s> <unk> [MASK] <mask> <pad>",
    "a<mask> b <mask>c",
    "xNEWTOKx NEWTOK newtok NEWTOK.",
    "<|startoftranscript|><|en|> hi<|endoftext|> <|notimestamps|>",
    "<0x41> <0xE4> ▁ ▁▁a ▁b",
    "</w> a</w> Ġ Ċ ĠĠ",
    "##ing ing ##",
    "e\u0301 ﬁ\u0301 \u0301 x\u0323\u0307 \u0344",
    "🏳️‍🌈🏴󠁧󠁢󠁥󠁮󠁧󠁿 1️⃣",
    "\U00020000\U0010fffd \U0001d400\U0001d7d8",
    "don't can't won't I'LL we'Ve",
    "中文English混合 ab中cd",
    "a.b,c!d?e;f:g",
    "(1+2)*3=9",
    "snake_case camelCase kebab-case",
    "....",
    "!!!???",
    "٣٤٥ १२३ 123456789",
]
BROKEN = [
    b"\xff",
    b"a\xffb",
    b"\xc3",
    b"\xe2\x82",
    b"\xf0\x9f\x98",
    b"\xed\xa0\x80x",
    b"\xc0\x80",
    b"ok \xe2\x28\xa1 \xf8\x88 end",
    b"\xf4\x90\x80\x80",
]

CORPUS = (
    [s for s in SENTENCES for _ in range(3)]
    + [w for s in SENTENCES for w in s.split(" ")]
    + ["low lower lowest new newer newest wide wider"] * 20
)


def bert():
    t = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    t.normalizer = normalizers.BertNormalizer()
    t.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    t.decoder = decoders.WordPiece()
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    t.train_from_iterator(
        CORPUS, trainers.WordPieceTrainer(vocab_size=700, special_tokens=special, show_progress=False)
    )
    t.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B:1 [SEP]:1", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    t.add_tokens([AddedToken("newtok", single_word=True), AddedToken("Straße", normalized=True)])
    return t


def bytes_trainer(size, special, **more):
    return trainers.BpeTrainer(
        vocab_size=size,
        special_tokens=special,
        show_progress=False,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        **more,
    )


def gpt2():
    t = Tokenizer(models.BPE())
    t.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    t.decoder = decoders.ByteLevel()
    t.post_processor = processors.ByteLevel(trim_offsets=False)
    t.train_from_iterator(CORPUS, bytes_trainer(500, ["<|endoftext|>"]))
    return t


def roberta():
    t = Tokenizer(models.BPE())
    t.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=True)
    t.decoder = decoders.ByteLevel()
    t.train_from_iterator(CORPUS, bytes_trainer(400, ["<s>", "<pad>", "</s>", "<unk>"]))
    t.add_special_tokens([AddedToken("<mask>", lstrip=True)])
    t.post_processor = processors.RobertaProcessing(("</s>", 2), ("<s>", 0))
    return t


def modernbert():
    t = Tokenizer(models.BPE())
    t.normalizer = normalizers.NFC()
    t.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    t.decoder = decoders.ByteLevel()
    t.train_from_iterator(CORPUS, bytes_trainer(420, []))
    # Long runs of spaces and some words are tokens of their own, which are no special ones.
    t.add_tokens([AddedToken(x, normalized=True) for x in ("|||IP_ADDRESS|||", "  ", "   ", "     ")])
    t.add_special_tokens(["[UNK]", "[CLS]", "[SEP]", "[PAD]", AddedToken("[MASK]", lstrip=True)])
    ids = {x: t.token_to_id(x) for x in ("[CLS]", "[SEP]")}
    t.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B [SEP]", special_tokens=list(ids.items())
    )
    return t


def clip():
    t = Tokenizer(models.BPE(unk_token="<|endoftext|>", end_of_word_suffix="</w>", continuing_subword_prefix=""))
    t.normalizer = normalizers.Sequence(
        [normalizers.NFC(), normalizers.Replace(Regex(r"\s+"), " "), normalizers.Lowercase()]
    )
    t.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(
                Regex(r"'s|'t|'re|'ve|'m|'ll|'d|[\p{L}]+|[\p{N}]|[^\s\p{L}\p{N}]+"), "removed", invert=True
            ),
            pre_tokenizers.ByteLevel(add_prefix_space=False),
        ]
    )
    t.decoder = decoders.BPEDecoder("</w>")
    t.train_from_iterator(CORPUS, bytes_trainer(700, ["<|startoftext|>", "<|endoftext|>"], end_of_word_suffix="</w>"))
    t.post_processor = processors.RobertaProcessing(
        ("<|endoftext|>", 1), ("<|startoftext|>", 0), add_prefix_space=False, trim_offsets=False
    )
    return t


def whisper():
    t = Tokenizer(models.BPE())
    t.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    t.decoder = decoders.ByteLevel()
    t.train_from_iterator(CORPUS, bytes_trainer(380, []))
    t.add_special_tokens(
        ["<|endoftext|>", "<|startoftranscript|>", "<|en|>", "<|de|>", "<|transcribe|>", "<|notimestamps|>"]
    )
    t.add_tokens(["<|0.00|>", "<|0.02|>"])
    ids = {x: t.token_to_id(x) for x in ("<|startoftranscript|>", "<|notimestamps|>", "<|endoftext|>")}
    t.post_processor = processors.TemplateProcessing(
        single="<|startoftranscript|> <|notimestamps|> $A <|endoftext|>",
        pair="<|startoftranscript|> <|notimestamps|> $A $B <|endoftext|>",
        special_tokens=list(ids.items()),
    )
    return t


LLAMA3 = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"


def llama3(pattern=LLAMA3, normalizer=None):
    t = Tokenizer(models.BPE())
    if normalizer:
        t.normalizer = normalizer
    t.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(pattern), "isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    t.decoder = decoders.ByteLevel()
    t.train_from_iterator(CORPUS, bytes_trainer(480, []))
    t.add_special_tokens(["<|begin_of_text|>", "<|eot_id|>"])
    saved = json.loads(t.to_str())
    if normalizer is None:
        # Words that are in the vocabulary though no merges lead to them.
        for word in ("Ġtokenizers", "quick", "Ġ12", "wordword"):
            saved["model"]["vocab"].setdefault(word, len(saved["model"]["vocab"]) + 2)
        saved["model"]["ignore_merges"] = True
        begin = t.token_to_id("<|begin_of_text|>")
        t = Tokenizer.from_str(json.dumps(saved))
        t.post_processor = processors.Sequence(
            [
                processors.ByteLevel(trim_offsets=False),
                processors.TemplateProcessing(
                    single="<|begin_of_text|> $A",
                    pair="<|begin_of_text|> $A <|begin_of_text|>:1 $B:1",
                    special_tokens=[("<|begin_of_text|>", begin)],
                ),
            ]
        )
    return t


def qwen2():
    return llama3(LLAMA3.replace(r"\p{N}{1,3}", r"\p{N}"), normalizers.NFC())


def llama2():
    t = Tokenizer(models.BPE(unk_token="<unk>", fuse_unk=True, byte_fallback=True))
    t.normalizer = normalizers.Sequence([normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")])
    t.decoder = decoders.Sequence(
        [decoders.Replace("▁", " "), decoders.ByteFallback(), decoders.Fuse(), decoders.Strip(" ", 1, 0)]
    )
    special = ["<unk>", "<s>", "</s>"]
    words = [w for s in CORPUS for w in s.split(" ")]
    limit = [c for c in sorted(set("".join(words))) if ord(c) < 0x180] + ["▁"]
    t.train_from_iterator(
        words,
        trainers.BpeTrainer(
            vocab_size=720,
            special_tokens=special + [f"<0x{i:02X}>" for i in range(256)],
            initial_alphabet=limit,
            limit_alphabet=len(limit),
            show_progress=False,
        ),
    )
    saved = json.loads(t.to_str())
    saved["added_tokens"] = saved["added_tokens"][:3]  # bytes are tokens like others
    t = Tokenizer.from_str(json.dumps(saved))
    t.post_processor = processors.TemplateProcessing(
        single="<s> $A", pair="<s> $A <s>:1 $B:1", special_tokens=[("<s>", 1)]
    )
    return t


# A few rules of NFKC and of spaces; all of them would be 300 KB.
RULES = [
    ("ﬁ", "fi"),
    ("ﬂ", "fl"),
    ("ﬃ", "ffi"),
    ("½", "1⁄2"),
    ("²", "2"),
    ("™", "TM"),
    ("①", "1"),
    ("㍿", "株式会社"),
    ("\u212b", "\u00c5"),
    ("\u212a", "K"),
    ("\u2126", "\u03a9"),
    ("e\u0301", "\u00e9"),
    ("n\u0303", "\u00f1"),
    ("…", "..."),
    ("\u00a0", " "),
    ("\u3000", " "),
    ("\u2003", " "),
    ("\t", " "),
    ("\n", " "),
    ("\r", " "),
    ("\u200b", " "),
    ("\ufeff", " "),
    ("\x01", ""),
    ("\x7f", ""),
    ("\u00ad", ""),
    ("\u1100\u1161", "\uac00"),
    ("\u1100\u1161\u11a8", "\uac01"),
    ("\uff76", "\u30ab"),
    ("\uff76\uff9e", "\u30ac"),
]


def sentencepieces(kind, full=False, **more):
    rules = pathlib.Path("/tmp/bitloom-rules.tsv")
    rules.write_text(
        "".join(
            " ".join(f"{ord(c):X}" for c in a) + "\t" + " ".join(f"{ord(c):X}" for c in b) + "\n"
            for a, b in RULES + [(chr(c), chr(c - 0xFEE0)) for c in range(0xFF01, 0xFF5F)]
        )
    )
    if not full and "normalization_rule_name" not in more:
        more["normalization_rule_tsv"] = str(rules)
    out = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter([s.replace("\0", "") for s in CORPUS]),
        model_writer=out,
        model_type=kind,
        minloglevel=2,
        num_threads=1,
        hard_vocab_limit=False,
        **more,
    )
    return out.getvalue()


def t5(full=False):
    return sentencepieces(
        "unigram", full, vocab_size=520, character_coverage=0.98, pad_id=0, eos_id=1, unk_id=2, bos_id=-1
    )


def fields(data):
    at = 0

    def number():
        nonlocal at
        n = shift = 0
        while True:
            b = data[at]
            at += 1
            n |= (b & 127) << shift
            shift += 7
            if b < 128:
                return n

    while at < len(data):
        key = number()
        if key & 7 == 0:
            yield key >> 3, number()
        else:
            size = {1: 8, 5: 4}.get(key & 7) or number()
            yield key >> 3, data[at : at + size]
            at += size


def t5_json(model, byte_fallback=False):
    """As transformers makes it of spiece.model."""
    sp = sentencepiece.SentencePieceProcessor(model_proto=model)
    vocab = [(sp.id_to_piece(i), sp.get_score(i)) for i in range(len(sp))]
    for i in range(5):
        vocab.append((f"<extra_id_{4 - i}>", 0.0))
    t = Tokenizer(models.Unigram(vocab, unk_id=sp.unk_id(), byte_fallback=byte_fallback))
    charsmap = dict(fields(dict(fields(model))[3])).get(2, b"")
    t.normalizer = normalizers.Sequence(
        [
            normalizers.Precompiled(charsmap),
            normalizers.Strip(left=False, right=True),
            normalizers.Replace(Regex(" {2,}"), "▁"),
        ]
    )
    t.pre_tokenizer = pre_tokenizers.Metaspace(replacement="▁", prepend_scheme="always")
    t.decoder = (
        decoders.Sequence([decoders.ByteFallback(), decoders.Metaspace()]) if byte_fallback else decoders.Metaspace()
    )
    t.add_special_tokens(["</s>", "<unk>", "<pad>"] + [f"<extra_id_{i}>" for i in range(5)])
    t.post_processor = processors.TemplateProcessing(
        single="$A </s>", pair="$A </s> $B </s>", special_tokens=[("</s>", 1)]
    )
    return t


def xlm_roberta():
    """As transformers makes it of sentencepiece.bpe.model: special tokens come first, and texts are split at spaces before."""
    model = sentencepieces("unigram", vocab_size=500, character_coverage=0.98)
    sp = sentencepiece.SentencePieceProcessor(model_proto=model)
    vocab = [("<s>", 0.0), ("<pad>", 0.0), ("</s>", 0.0), ("<unk>", 0.0)]
    vocab += [(sp.id_to_piece(i), sp.get_score(i)) for i in range(3, len(sp))] + [("<mask>", 0.0)]
    t = Tokenizer(models.Unigram(vocab, unk_id=3, byte_fallback=False))
    t.normalizer = normalizers.Precompiled(dict(fields(dict(fields(model))[3])).get(2, b""))
    t.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Metaspace(replacement="▁", prepend_scheme="always")]
    )
    t.decoder = decoders.Metaspace()
    t.add_special_tokens(["<s>", "<pad>", "</s>", "<unk>", AddedToken("<mask>", lstrip=True)])
    t.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>", pair="<s> $A </s> </s> $B </s>", special_tokens=[("<s>", 0), ("</s>", 2)]
    )
    return t


def llama_model():
    return sentencepieces(
        "bpe",
        vocab_size=620,
        character_coverage=0.98,
        byte_fallback=True,
        split_digits=True,
        normalization_rule_name="identity",
        remove_extra_whitespaces=False,
        user_defined_symbols=["NEWTOK", "<mask>"],
    )


def unigram_bytes():
    return sentencepieces(
        "unigram",
        vocab_size=600,
        character_coverage=0.98,
        byte_fallback=True,
        user_defined_symbols=["NEWTOK", "<mask>"],
    )


class Sentences:
    """SentencePiece with the interface of the other library."""

    def __init__(self, model):
        self.sp = sentencepiece.SentencePieceProcessor(model_proto=model)

    def ids(self, text, pair=None):
        return self.sp.encode(text) + (self.sp.encode(pair) if pair is not None else []), None

    def decode(self, ids):
        return self.sp.decode(ids)


class Others:
    def __init__(self, t):
        self.t = t

    def ids(self, text, pair=None):
        e = self.t.encode(text, pair)
        return e.ids, e.type_ids

    def decode(self, ids):
        return self.t.decode(ids)


def made(full=False):
    """Name to files and reference."""
    out = {}
    for name, make in (
        ("bert", bert),
        ("gpt2", gpt2),
        ("roberta", roberta),
        ("modernbert", modernbert),
        ("xlm-roberta", xlm_roberta),
        ("clip", clip),
        ("whisper", whisper),
        ("llama3", llama3),
        ("qwen2", qwen2),
        ("llama2", llama2),
    ):
        t = make()
        out[name] = {"tokenizer.json": t.to_str(pretty=False).encode()}, Others(t)
    model = t5(full)
    out["t5"] = {"tokenizer.json": t5_json(model).to_str(pretty=False).encode()}, Others(t5_json(model))
    out["t5-model"] = {"spiece.model": model}, Sentences(model)
    for name, make in (("llama-model", llama_model), ("unigram-bytes-model", unigram_bytes)):
        model = make()
        out[name] = {"tokenizer.model": model}, Sentences(model)
    # The same tokenizers from the files that older models have.
    t = bert()
    vocab = sorted(json.loads(t.to_str())["model"]["vocab"].items(), key=lambda x: x[1])
    plain = Tokenizer.from_str(
        json.dumps(json.loads(t.to_str()) | {"added_tokens": json.loads(t.to_str())["added_tokens"][:5]})
    )
    plain.normalizer = normalizers.BertNormalizer(lowercase=False)
    out["bert-files"] = (
        {
            "vocab.txt": "".join(w + "\n" for w, _ in vocab).encode(),
            "tokenizer_config.json": b'{"do_lower_case": false}',
        },
        Others(plain),
    )
    t = gpt2()
    saved = json.loads(t.to_str())
    merges = [m if isinstance(m, str) else " ".join(m) for m in saved["model"]["merges"]]
    out["gpt2-files"] = (
        {
            "vocab.json": json.dumps(saved["model"]["vocab"], ensure_ascii=False).encode(),
            "merges.txt": ("#version: 0.2\n" + "\n".join(merges) + "\n").encode(),
        },
        Others(t),
    )
    return out


def main():
    folder = pathlib.Path(
        sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent / "tests/goldens/tokenizers"
    )
    folder.mkdir(parents=True, exist_ok=True)
    texts = TEXTS + BROKEN
    strings = [t if isinstance(t, str) else t.decode("utf-8", "replace") for t in texts]
    lines = [json.dumps(t if isinstance(t, str) else {"hex": t.hex()}, ensure_ascii=False) for t in texts]
    (folder / "texts.json").write_text("[\n" + ",\n".join(lines) + "\n]\n")
    for name, (files, reference) in made().items():
        (folder / name).mkdir(exist_ok=True)
        for file, data in files.items():
            (folder / name / file).write_bytes(data)
        lines = []
        for i, text in enumerate(strings):
            ids, _ = reference.ids(text)
            decoded = reference.decode(ids)
            line = [ids, None if decoded == text else decoded]
            if i % 5 == 4:
                line += reference.ids(text, strings[i - 1])
            lines.append(json.dumps(line, ensure_ascii=False, separators=(",", ":")))
        (folder / name / "expected.json").write_text("[\n" + ",\n".join(lines) + "\n]\n")


if __name__ == "__main__":
    main()
