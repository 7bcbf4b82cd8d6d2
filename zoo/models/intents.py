"""intents: a small BERT that says which of 77 things a bank's customer wants (Banking77)."""

import json
import lzma
import random

import common
import torch
import torch.nn.functional as F
from common import DEVICE
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers
from transformers import BertConfig, BertForSequenceClassification
from transformers.models.bert.modeling_bert import BertOnlyMLMHead

SEED = 77
LENGTH = 64
PAD, UNK, CLS, SEP, MASK = range(5)


def make_tokenizer(texts, out):
    """WordPiece as BERT has it, lower-cased."""
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    # Characters nobody used in training would all become [UNK]: give it the printable ones of ASCII at least.
    tokenizer.train_from_iterator(
        texts,
        trainers.WordPieceTrainer(
            vocab_size=2560,
            min_frequency=2,
            special_tokens=special,
            initial_alphabet=[chr(c) for c in range(33, 127) if not chr(c).isupper()],
        ),
    )
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B:1 [SEP]:1", special_tokens=[("[CLS]", CLS), ("[SEP]", SEP)]
    )
    tokenizer.decoder = decoders.WordPiece()
    tokenizer.save(str(out / "tokenizer.json"))
    words = sorted(tokenizer.get_vocab().items(), key=lambda item: item[1])
    (out / "vocab.txt").write_text("".join(word + "\n" for word, _ in words), encoding="utf-8")
    common.write_json(
        out / "tokenizer_config.json",
        {
            "tokenizer_class": "BertTokenizer",
            "do_lower_case": True,
            "model_max_length": LENGTH,
            "pad_token": "[PAD]",
            "unk_token": "[UNK]",
            "cls_token": "[CLS]",
            "sep_token": "[SEP]",
            "mask_token": "[MASK]",
        },
    )
    return tokenizer


def rows(tokenizer, texts):
    """Token numbers without [CLS] and [SEP], padded: [N, LENGTH]."""
    table = torch.full((len(texts), LENGTH), PAD)
    for i, encoding in enumerate(tokenizer.encode_batch(texts, add_special_tokens=False)):
        ids = encoding.ids[: LENGTH - 2]
        table[i, : len(ids)] = torch.tensor(ids)
    return table.to(DEVICE)


def framed(ids):
    """[CLS] and [SEP] around rows, whose padding may lie anywhere: dropped tokens are padding, too."""
    count = len(ids)
    order = (ids == PAD).long().argsort(dim=1, stable=True)  # tokens to the front, in their order
    ids = ids.gather(1, order)[:, : LENGTH - 2]
    lengths = (ids != PAD).sum(1)
    framed = torch.full((count, LENGTH), PAD, device=DEVICE)
    framed[:, 0] = CLS
    framed[:, 1:-1] = ids
    framed.scatter_(1, lengths[:, None] + 1, SEP)
    return framed[:, : int(lengths.max()) + 2]


def main(args, out):
    common.seed(SEED)
    data = json.loads(lzma.decompress((args.data / "banking77.json.xz").read_bytes()))
    labels = data["labels"]
    shuffled = random.Random(SEED).sample(data["train"], len(data["train"]))
    # Five texts of each intent are put aside for choosing the checkpoint.
    seen, train, valid = [0] * len(labels), [], []
    for text, label in shuffled:
        seen[label] += 1
        (valid if seen[label] <= 5 else train).append((text, label))
    tokenizer = make_tokenizer([text for text, _ in train], out)
    config = BertConfig(
        vocab_size=tokenizer.get_vocab_size(),
        hidden_size=192,
        num_hidden_layers=3,
        num_attention_heads=6,
        intermediate_size=768,
        max_position_embeddings=LENGTH,
        hidden_dropout_prob=0.2,
        attention_probs_dropout_prob=0.1,
        classifier_dropout=0.3,
        num_labels=len(labels),
        id2label=dict(enumerate(labels)),
        label2id={name: i for i, name in enumerate(labels)},
    )
    model = BertForSequenceClassification(config).to(DEVICE)
    # Predicting hidden words is learnt along with the intents, on the same passes: 10,000 texts alone are few.
    guess = BertOnlyMLMHead(config).to(DEVICE)
    guess.predictions.decoder.weight = model.bert.embeddings.word_embeddings.weight

    def tensors(pairs):
        return rows(tokenizer, [text for text, _ in pairs]), torch.tensor([label for _, label in pairs], device=DEVICE)

    ids, targets = tensors(train)
    valid_ids, valid_targets = tensors(valid)
    test_ids, test_targets = tensors(data["test"])
    by_label = targets.argsort()
    count_of = torch.bincount(targets, minlength=len(labels))
    first_of = count_of.cumsum(0) - count_of
    half = 16 if args.quick else 192

    def batch():
        pick = torch.randint(len(ids), (half,), device=DEVICE)
        label = targets[pick]
        x = ids[pick]
        # A quarter of the texts are followed by another of the same intent.
        other = by_label[first_of[label] + (torch.rand(half, device=DEVICE) * count_of[label]).long()]
        more = torch.where(torch.rand(half, 1, device=DEVICE) < 0.25, ids[other], PAD)
        x = torch.cat([x, more], 1)
        # Words go missing, 0 to 25 % of a text; the first one never, so that nothing is empty.
        gone = torch.rand(x.shape, device=DEVICE) < 0.25 * torch.rand(half, 1, device=DEVICE)
        gone[:, 0] = False
        return framed(torch.where(gone, PAD, x)), label

    def loss(progress):
        x, label = batch()
        # Each text twice, with other words hidden and other units dropped; both answers should agree (R-Drop).
        x, label = x.repeat(2, 1), label.repeat(2)
        ordinary = x > MASK
        chosen = ordinary & (torch.rand(x.shape, device=DEVICE) < 0.12)
        hidden = torch.where(chosen & (torch.rand(x.shape, device=DEVICE) < 0.85), MASK, x)
        hidden = torch.where(
            chosen & (torch.rand(x.shape, device=DEVICE) < 0.1),
            torch.randint_like(x, MASK + 1, config.vocab_size),
            hidden,
        )
        output = model.bert(hidden, attention_mask=(x != PAD).long())
        logits = model.classifier(model.dropout(output.pooler_output)).float()
        a, b = logits.log_softmax(-1).chunk(2)
        agree = 0.5 * (
            F.kl_div(a, b, log_target=True, reduction="batchmean")
            + F.kl_div(b, a, log_target=True, reduction="batchmean")
        )
        words = guess(output.last_hidden_state[chosen]).float()
        # Early on it is mostly about words, later mostly about intents.
        weight = 1.0 if progress < 0.3 else 0.3
        return F.cross_entropy(logits, label, label_smoothing=0.1) + agree + weight * F.cross_entropy(words, x[chosen])

    def right(ids, targets):
        answers = [model(x, attention_mask=(x != PAD).long()).logits.argmax(-1) for x in map(framed, ids.split(1024))]
        return (torch.cat(answers) == targets).float()

    training = common.fit(
        model, loss, lambda: right(valid_ids, valid_targets).mean().item(), args=args, steps=9000, lr=7e-4, extra=guess
    )

    # What ships for evaluation: five test texts of each intent (385 lines).
    taken, shipped = [0] * len(labels), []
    for i, (_, label) in enumerate(data["test"]):
        taken[label] += 1
        if taken[label] <= 5:
            shipped.append(i)

    def scores():
        good = right(test_ids, test_targets)
        return {"test_accuracy": good.mean().item(), "eval_accuracy": good[shipped].mean().item()}

    table = common.measure(model, scores)
    texts = [data["test"][i] for i in shipped]
    common.write_lines(out / "eval/eval.jsonl", [{"text": t, "label": labels[k], "id": k} for t, k in texts])
    common.write_lines(
        out / "sample/sample.jsonl",
        [
            {"text": "My new card still has not arrived, where is it?"},
            {"text": "I was charged twice for the same thing"},
            {"text": "What exchange rate will I get abroad?"},
            {"text": "somebody stole my phone, please help"},
            {"text": "How do I change my PIN?"},
        ],
    )
    common.save(
        model,
        out,
        "intents",
        {"training": training, "scores": table},
        seed_number=SEED,
        title="intents: what a bank's customer wants",
        what="A BERT of 3 layers (192 wide, 6 heads) that puts a short English question into one of 77 intents.",
        data="Banking77 (PolyAI), 10,003 questions for training, 3,080 for the test",
        licence="CC BY 4.0",
        goal="Accuracy, 0 to 1: of the whole test set, and of the 385 lines in `eval/`.",
        trained="From nothing, on Banking77's training texts alone: intents (label smoothing 0.1, words left out, texts of one "
        "intent joined, R-Drop) and hidden words (MLM) at the same time.",
        files="- `tokenizer.json`, `vocab.txt`: WordPiece, lower-cased, made from the training texts; at most 64 tokens\n"
        "- `eval/eval.jsonl`: `text`, `label`, `id`, five of each intent from the test set\n"
        "- `sample/sample.jsonl`: texts to try",
    )
