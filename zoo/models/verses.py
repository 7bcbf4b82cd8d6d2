"""verses: a small Llama that goes on in Shakespeare's manner (tiny Shakespeare)."""

import json
import lzma
import math

import common
import torch
import torch.nn.functional as F
from common import DEVICE
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import GenerationConfig, LlamaConfig, LlamaForCausalLM

SEED = 1564
CONTEXT = 256
VERSIONS = 16  # of the training text, each cut into tokens in another way


def make_tokenizer(text, out):
    """Byte-level BPE as GPT-2 has it."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.train_from_iterator(
        text.split("\n\n"),
        trainers.BpeTrainer(
            vocab_size=1024,
            special_tokens=["<|endoftext|>"],
            initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
            show_progress=False,
        ),
    )
    tokenizer.save(str(out / "tokenizer.json"))
    merges = json.loads(tokenizer.to_str())["model"]["merges"]
    common.write_json(out / "vocab.json", dict(sorted(tokenizer.get_vocab().items(), key=lambda item: item[1])))
    (out / "merges.txt").write_text("#version: 0.2\n" + "".join(f"{a} {b}\n" for a, b in merges), encoding="utf-8")
    common.write_json(
        out / "tokenizer_config.json",
        {
            "tokenizer_class": "PreTrainedTokenizerFast",
            "model_max_length": CONTEXT,
            "bos_token": "<|endoftext|>",
            "eos_token": "<|endoftext|>",
        },
    )
    return tokenizer


def main(args, out):
    common.seed(SEED)
    text = lzma.decompress((args.data / "shakespeare.txt.xz").read_bytes()).decode()
    # The last tenth is the test; of the rest, the last twentieth chooses the checkpoint.
    cut = len(text) * 9 // 10
    valid_cut = cut * 19 // 20
    train, valid, test = text[:valid_cut], text[valid_cut:cut], text[cut:]
    # Where the shipped text ends, a line should end.
    shipped = test[: test.index("\n\n", 20000) + 1]
    tokenizer = make_tokenizer(train, out)
    stream = lambda text: torch.tensor(tokenizer.encode(text).ids, device=DEVICE)

    # BPE dropout: the text is short, so it is shown cut into tokens in many ways. The first version is the ordinary one.
    versions = [stream(train)]
    tokenizer.model.dropout = 0.1
    for _ in range(1 if args.quick else VERSIONS - 1):
        versions.append(stream(train))
    tokenizer.model.dropout = None
    assert len(stream(train)) == len(versions[0])
    text_ids = torch.cat(versions)
    print("tokens:", [len(v) for v in versions[:4]], flush=True)

    config = LlamaConfig(
        vocab_size=tokenizer.get_vocab_size(),
        hidden_size=192,
        intermediate_size=512,
        num_hidden_layers=5,
        num_attention_heads=6,
        num_key_value_heads=2,
        head_dim=32,
        max_position_embeddings=CONTEXT,
        rms_norm_eps=1e-5,
        tie_word_embeddings=True,
        attention_dropout=0.1,
        bos_token_id=0,
        eos_token_id=0,
        pad_token_id=None,
    )
    model = LlamaForCausalLM(config).to(DEVICE)
    # Llama has no dropout of its own; without it a text this short is soon known by heart.
    layers = model.model.layers
    common.add_dropout(
        [layer.self_attn.o_proj for layer in layers]
        + [layer.mlp.down_proj for layer in layers]
        + [model.model.embed_tokens],
        0.25,
    )
    size = 4 if args.quick else 64
    line = torch.arange(CONTEXT + 1, device=DEVICE)

    def loss(progress):
        # Half of the windows are from the ordinary version, which is how it will be used.
        plain = torch.rand(size, device=DEVICE) < 0.5
        last = torch.where(plain, len(versions[0]), len(text_ids)) - CONTEXT - 1
        start = (torch.rand(size, device=DEVICE, dtype=torch.float64) * last).long()
        rows = text_ids[start[:, None] + line]
        logits = model(input_ids=rows[:, :-1], use_cache=False).logits.float()
        return F.cross_entropy(logits.flatten(0, 1), rows[:, 1:].flatten())

    def measured(text):
        """Nats for each byte. Windows of 256 tokens that do not overlap; the first token of each is given, not scored."""
        encoding = tokenizer.encode(text)
        # Offsets count characters; the text has but ASCII, so they are bytes.
        bytes_of = torch.tensor([b - a for a, b in encoding.offsets], device=DEVICE)
        ids = torch.tensor(encoding.ids, device=DEVICE)
        count = len(ids) // CONTEXT
        rows, weights = ids[: count * CONTEXT].view(count, -1), bytes_of[: count * CONTEXT].view(count, -1)
        nats = sum(
            F.cross_entropy(
                model(input_ids=part, use_cache=False).logits[:, :-1].flatten(0, 1),
                part[:, 1:].flatten(),
                reduction="sum",
            ).item()
            for part in rows.split(64)
        )
        return nats / weights[:, 1:].sum().item(), nats / rows[:, 1:].numel()

    if args.quick:
        valid, test = valid[:5000], test[:30000]
    assert text.isascii()
    # Larger is better, so minus the perplexity.
    training = common.fit(model, loss, lambda: -math.exp(measured(valid)[0]), args=args, steps=4000, lr=1.5e-3)

    def scores():
        per_byte, per_token = measured(test)
        return {
            "perplexity_per_byte": math.exp(per_byte),
            "bits_per_byte": per_byte / math.log(2),
            "perplexity_per_token": math.exp(per_token),
            "eval_perplexity_per_byte": math.exp(measured(shipped)[0]),
        }

    table = common.measure(model, scores)
    (out / "eval").mkdir(exist_ok=True)
    (out / "eval/eval.txt").write_text(shipped, encoding="utf-8")
    common.write_lines(out / "eval/eval.jsonl", [{"text": "eval.txt", "window": CONTEXT, "bytes": len(shipped)}])
    prompts = ["ROMEO:\n", "To be, or not to be", "KING RICHARD III:\nMy lord, ", "JULIET:\nO "]
    common.write_lines(out / "sample/sample.jsonl", [{"prompt": prompt} for prompt in prompts])
    model.generation_config = GenerationConfig(
        bos_token_id=0, eos_token_id=0, pad_token_id=0, max_new_tokens=128, do_sample=True, temperature=0.8, top_k=40
    )
    # Something to read: what it makes of the prompts.
    with torch.no_grad():
        for prompt in prompts:
            ids = model.generate(stream(prompt)[None], attention_mask=torch.ones_like(stream(prompt)[None]))
            print("---", tokenizer.decode(ids[0].tolist()), sep="\n", flush=True)
    common.save(
        model,
        out,
        "verses",
        {"training": training, "scores": table},
        seed_number=SEED,
        title="verses: in Shakespeare's manner",
        what="A Llama of 5 layers (192 wide, 6 query heads and 2 key/value heads of 32, SwiGLU, tied embeddings, 256 tokens of context).",
        data="tiny Shakespeare (karpathy/char-rnn): 1.1 MB; the last tenth is the test",
        licence="public domain",
        goal="Perplexity for each byte (lower is better), and the same as bits; for each token; for each byte of `eval/eval.txt`. Windows of 256 tokens "
        "that do not overlap; the first token of each is given and not scored.",
        trained="From nothing; dropout 0.25; the text cut into tokens in 16 ways (BPE dropout 0.1). Stopped early in effect: the checkpoint with the "
        "best perplexity on text put aside is kept.",
        files="- `tokenizer.json`, `vocab.json`, `merges.txt`: byte-level BPE, 1,024 tokens; nothing is added at the beginning\n"
        "- `eval/eval.txt`: the beginning of the test text; `eval/eval.jsonl` says how it is read\n"
        "- `sample/sample.jsonl`: beginnings to go on from",
    )
