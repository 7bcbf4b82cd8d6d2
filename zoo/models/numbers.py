"""numbers: a small T5 that translates English number words into French and German ones."""

import collections
import json
import math
import random

import common
import torch
from common import DEVICE
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers
from transformers import GenerationConfig, T5Config, T5ForConditionalGeneration

from models import words

SEED = 5
PAD, END, UNK = range(3)
LANGUAGES = {"French": words.french, "German": words.german}


def make_tokenizer(texts, out):
    """Unigram with ▁ for spaces, as SentencePiece makes it for T5."""
    tokenizer = Tokenizer(models.Unigram())
    tokenizer.normalizer = normalizers.NFKC()
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(replacement="▁", prepend_scheme="always")
    tokenizer.train_from_iterator(
        texts,
        trainers.UnigramTrainer(
            vocab_size=384,
            max_piece_length=10,
            special_tokens=["<pad>", "</s>", "<unk>"],
            unk_token="<unk>",
            show_progress=False,
            initial_alphabet=[chr(c) for c in range(33, 127)] + list("éäöüß"),
        ),
    )
    # The trainer takes pieces from what different words have in common and so misses words that are frequent but like no
    # other ("translate", "mille"). They are added with the probability they have as whole words.
    pieces = dict(json.loads(tokenizer.to_str())["model"]["vocab"])
    counts = collections.Counter("▁" + word for text in texts for word in text.split())
    for word, count in counts.most_common(112):
        if len(word) <= 11 and "-" not in word:
            pieces[word] = max(pieces.get(word, -math.inf), math.log(count / counts.total()))
    tokenizer.model = models.Unigram(list(pieces.items()), unk_id=UNK)
    tokenizer.post_processor = processors.TemplateProcessing(
        single="$A </s>", pair="$A </s> $B </s>", special_tokens=[("</s>", END)]
    )
    tokenizer.decoder = decoders.Metaspace(replacement="▁", prepend_scheme="always")
    assert [tokenizer.token_to_id(t) for t in ("<pad>", "</s>", "<unk>")] == [PAD, END, UNK]
    tokenizer.save(str(out / "tokenizer.json"))
    common.write_json(
        out / "tokenizer_config.json",
        {
            "tokenizer_class": "T5Tokenizer",
            "extra_ids": 0,
            "model_max_length": 64,
            "pad_token": "<pad>",
            "eos_token": "</s>",
            "unk_token": "<unk>",
        },
    )
    return tokenizer


def padded(lists):
    table = torch.full((len(lists), max(map(len, lists))), PAD)
    for i, ids in enumerate(lists):
        table[i, : len(ids)] = torch.tensor(ids)
    return table.to(DEVICE)


def main(args, out):
    common.seed(SEED)
    words.check()
    dice = random.Random(SEED)
    # Numbers of all lengths: half of them from anywhere, half with a number of digits drawn first.
    draw = lambda: dice.randrange(10**6) if dice.random() < 0.5 else dice.randrange(10 ** dice.randint(1, 6))
    # Held out are numbers from 1000 on that leave 0 or 1 when divided by 97: one can tell at once which. All below 1000 are
    # for training: they are the words themselves.
    held_out = lambda n: n >= 1000 and n % 97 < 2
    trained, tested = set(range(1000)), []
    while len(trained) < (3000 if args.quick else 120000):
        n = draw()
        if not held_out(n):
            trained.add(n)
    while len(tested) < (300 if args.quick else 2500):
        n = draw()
        if held_out(n) and n not in tested:
            tested.append(n)
    trained = sorted(trained)

    def pairs(numbers, dice):
        """(number, language, input, output), both languages for each; a third of the English is British."""
        return [
            (n, language, f"translate English to {language}: {words.english(n, dice.random() < 1 / 3)}", speak(n))
            for n in numbers
            for language, speak in LANGUAGES.items()
        ]

    train, test = pairs(trained, dice), pairs(tested, dice)
    # The vocabulary needs not to see everything (an odd step, since languages alternate).
    tokenizer = make_tokenizer([text for row in train[::9] for text in row[2:]], out)
    encode = lambda texts: padded([e.ids for e in tokenizer.encode_batch(texts)])
    sources, targets = encode([row[2] for row in train]), encode([row[3] for row in train])
    # Every word must be spelt with known pieces and come back as it was.
    assert not (sources == UNK).any() and not (targets == UNK).any()
    assert tokenizer.decode_batch(targets[:5000].tolist()) == [row[3] for row in train[:5000]]
    config = T5Config(
        vocab_size=tokenizer.get_vocab_size(),
        d_model=128,
        d_kv=32,
        d_ff=384,
        num_layers=3,
        num_decoder_layers=3,
        num_heads=4,
        relative_attention_num_buckets=32,
        relative_attention_max_distance=64,
        dropout_rate=0.05,
        feed_forward_proj="gated-gelu",
        pad_token_id=PAD,
        eos_token_id=END,
        decoder_start_token_id=PAD,
    )
    model = T5ForConditionalGeneration(config).to(DEVICE)
    size = 32 if args.quick else 1024

    def loss(progress):
        pick = torch.randint(len(sources), (size,), device=DEVICE)
        source, target = sources[pick], targets[pick]
        labels = target.masked_fill(target == PAD, -100)
        return model(input_ids=source, attention_mask=(source != PAD).long(), labels=labels).loss

    def right(rows):
        good = []
        for i in range(0, len(rows), 1000):
            part = rows[i : i + 1000]
            source = encode([row[2] for row in part])
            ids = common.greedy(
                model,
                {"input_ids": source, "attention_mask": (source != PAD).long()},
                [PAD],
                END,
                8 if args.quick else 48,
            )
            good += [text == row[3] for text, row in zip(tokenizer.decode_batch(ids), part)]
        return good

    # The first 500 of the held-out numbers choose the checkpoint, the others are the test.
    valid, test = test[:1000], test[1000:]
    if args.quick:
        valid, test = valid[:40], valid[40:200]
    mean = lambda values: sum(values) / len(values)
    training = common.fit(model, loss, lambda: mean(right(valid)), args=args, steps=9000, lr=2e-3)
    shipped = test[:400]

    def scores():
        good = right(test)
        of = lambda language: mean([g for g, row in zip(good, test) if row[1] == language])
        return {
            "exact": mean(good),
            "French": of("French"),
            "German": of("German"),
            "eval_exact": mean(good[: len(shipped)]),
        }

    table = common.measure(model, scores)
    common.write_lines(
        out / "eval/eval.jsonl", [{"input": source, "output": target, "number": n} for n, _, source, target in shipped]
    )
    common.write_lines(
        out / "sample/sample.jsonl",
        [
            {"input": "translate English to French: ninety-nine"},
            {"input": "translate English to German: ninety-nine"},
            {"input": "translate English to French: eighty thousand two hundred"},
            {"input": "translate English to German: one hundred and one thousand and one"},
            {"input": "translate English to French: seven hundred seventy-seven thousand seven hundred seventy-one"},
        ],
    )
    model.generation_config = GenerationConfig(
        pad_token_id=PAD, eos_token_id=END, decoder_start_token_id=PAD, max_new_tokens=48
    )
    common.save(
        model,
        out,
        "numbers",
        {"training": training, "scores": table},
        seed_number=SEED,
        title="numbers: number words from English to French and German",
        what="A T5 (3 + 3 layers, 128 wide, 4 heads, gated GELU, tied embeddings) for the words of 0 to 999,999. Inputs begin with\n"
        '"translate English to French: " or "translate English to German: ".',
        data="made by rules, `zoo/models/words.py`: 120,000 numbers in both languages; held out are numbers n from 1000 on with n mod 97 < 2",
        licence="none needed; the rules are Bitloom's",
        goal="Share of translations that are right to the letter, greedy decoding: of 2,000 held-out numbers in both languages, of either "
        "language, and of the 400 lines in `eval/`.",
        trained='From nothing; dropout 0.05. French is in traditional spelling (vingt et un, quatre-vingts, quatre-vingt mille), German has "einhundert" and "eintausend"; English comes with and without "and".',
        files="- `tokenizer.json`: Unigram (about 450 pieces), ▁ for spaces, `<pad>` 0 (also what decoding starts from), `</s>` 1, `<unk>` 2\n"
        "- `eval/eval.jsonl`: `input`, `output`, `number`\n- `sample/sample.jsonl`: inputs to try",
    )
