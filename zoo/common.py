"""What the six models of the zoo share: seeds, few-bit weights, the training loop, saving, cards, pictures and sounds."""

import contextlib
import json
import math
import random
import struct
import time
import wave
import zlib

import numpy as np
import torch

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
GROUP = 32  # weights that share a scale, as in Bitloom's default scheme
MIXED = "1 mixed"  # 1 bit, but 8 for embeddings, attention and the head: they count as exact here
WIDTHS = (8, 4, 3, 2, MIXED)  # bits at which every model is measured
NOISE_FROM = 0.5  # the part of training from which on half of the steps see few-bit weights


def seed(number):
    random.seed(number)
    np.random.seed(number)
    torch.manual_seed(number)
    torch.backends.cudnn.allow_tf32 = False  # measured scores are of plain f32; training uses bf16 anyway


# ---- few bits ----


def matrices(model, bits):
    """The weights that Bitloom would quantize: matrices (embeddings too) whose rows divide into groups."""
    between = ("mlp", "DenseReluDense", "intermediate.dense", "fc1", "fc2")  # what is not critical
    wanted = lambda name: (
        bits != MIXED
        or any(part in name for part in between)
        or (".output.dense" in name and ".attention." not in name)
    )
    return [p for name, p in model.named_parameters() if p.dim() == 2 and p.shape[1] % GROUP == 0 and wanted(name)]


def two_levels(groups):
    """[groups, 32] to the two numbers that are nearest to all of them, found in a few turns and kept in f16."""
    middle = groups.mean(dim=1, keepdim=True)
    for _ in range(4):
        above = (groups > middle).float()
        count = above.sum(dim=1, keepdim=True)
        high = (groups * above).sum(dim=1, keepdim=True) / count.clamp(min=1)
        low = (groups * (1 - above)).sum(dim=1, keepdim=True) / (GROUP - count).clamp(min=1)
        middle = (high + low) / 2
    low, step = low.half().float(), (high - low).half().float()
    return low + step * (groups > middle)


def round_to_nearest(groups, bits):
    """[groups, 32] to the nearest of 2^bits steps between minimum and maximum, both of which are kept in f16."""
    low, high = groups.aminmax(dim=1, keepdim=True)
    top = 2**bits - 1
    scale = ((high - low) / top).half().float()
    low = low.half().float()
    codes = ((groups - low) / torch.where(scale == 0, 1, scale)).round_().clamp_(0, top)
    return low + scale * codes


@contextlib.contextmanager
def few_bits(model, bits):
    """Inside, the model's matrices have only `bits` bits a weight. A backward pass inside gives the gradient at the
    rounded weights, an optimiser step outside applies it to the full ones: that is the straight-through estimator,
    without touching any module. All matrices are rounded at once, since a GPU minds many small kernels."""
    if bits is None:
        yield
        return
    params = [p.data for p in matrices(model, bits)]
    with torch.no_grad():
        flat = torch.cat([p.reshape(-1, GROUP) for p in params])
        sizes = [p.numel() // GROUP for p in params]
        rounded = two_levels(flat) if bits == MIXED else round_to_nearest(flat, bits)
        full = [part.view_as(p) for part, p in zip(flat.split(sizes), params)]
        few = [part.view_as(p) for part, p in zip(rounded.split(sizes), params)]
        torch._foreach_copy_(params, few)
    try:
        yield
    finally:
        torch._foreach_copy_(params, full)


# ---- training ----


def add_dropout(modules, rate):
    """Dropout on the outputs of modules that have none of their own. Hooks are not saved with the model."""
    for module in modules:
        module.register_forward_hook(lambda m, inputs, output: torch.nn.functional.dropout(output, rate, m.training))


def fit(model, loss, validate, *, args, steps, lr, decay=0.1, warmup=0.04, extra=None):
    """Trains until `steps` are done or the time is up, whichever is sooner; the learning rate follows whichever is
    further on, so it always comes down to zero. In the later part, with probability 1/2, a step uses weights of 4, 3, 2 or (a
    third of those) 1 bit, mixed. There the model is also validated now and then, plain and in few bits, and the best one is what is left in
    `model` at the end.

    loss(progress): the loss of one fresh batch. validate(): a number, larger is better. extra: a module that is trained
    along and thrown away. Returns what is worth noting down."""
    modules = torch.nn.ModuleList([model] + ([extra] if extra else []))
    params = [p for p in modules.parameters() if p.requires_grad]
    optimiser = torch.optim.AdamW(
        [
            {"params": [p for p in params if p.dim() > 1], "weight_decay": decay},
            {"params": [p for p in params if p.dim() <= 1], "weight_decay": 0.0},
        ],
        lr=lr,
        betas=(0.9, 0.98),
        fused=DEVICE == "cuda",
    )
    dice = random.Random(1)
    if args.quick:
        steps = 12
    began = told = time.time()
    step, best, best_state, next_check = 0, -math.inf, None, NOISE_FROM
    while True:
        progress = max(step / steps, (time.time() - began) / (60 * args.minutes))
        if progress >= next_check or progress >= 1:
            model.eval()
            scores = []
            for bits in (None, 3, 2, MIXED):
                with few_bits(model, bits), torch.no_grad():
                    scores.append(validate())
            model.train()
            next_check = progress + (0.25 if args.quick else 0.04)
            mean = sum(scores) / len(scores)
            mark = ""
            if mean > best:
                best, mark = mean, "  best"
                best_state = {name: t.detach().clone() for name, t in model.state_dict().items()}
                best_step = step
            print(
                f"{time.time() - began:5.0f} s  step {step}  validation f32 {scores[0]:.4f}  3 bits {scores[1]:.4f}  "
                f"2 bits {scores[2]:.4f}  1 bit {scores[3]:.4f}{mark}",
                flush=True,
            )
        if progress >= 1:
            break
        rate = lr * min(1, progress / warmup) * (0.5 + 0.5 * math.cos(math.pi * progress))
        for group in optimiser.param_groups:
            group["lr"] = rate
        bits = dice.choice((2, 2, 3, 4, MIXED, MIXED)) if progress > NOISE_FROM and dice.random() < 0.5 else None
        model.train()
        with few_bits(model, bits):
            with torch.autocast(DEVICE, torch.bfloat16, enabled=DEVICE == "cuda"):
                value = loss(progress)
            value.backward()
        torch.nn.utils.clip_grad_norm_(params, 1.0)
        optimiser.step()
        optimiser.zero_grad(set_to_none=True)
        step += 1
        if time.time() - told > 20 or step == 1:
            told = time.time()
            print(f"{told - began:5.0f} s  step {step} ({progress:.0%})  loss {value.item():.4f}", flush=True)
    model.load_state_dict(best_state)
    model.eval()
    return {
        "steps": step,
        "steps_planned": steps,
        "best_step": best_step,
        "seconds": round(time.time() - began),
        "validation": round(best, 5),
    }


def measure(model, scores):
    """The table of a model: scores() (a dict) in f32, f16 and at all widths. Leaves the weights rounded to f16, which
    is how they are saved and what few bits are made of."""
    table = {}
    with torch.no_grad():
        table["f32"] = scores()
        for p in model.parameters():
            p.data = p.data.half().float()
        table["f16"] = scores()
        for bits in WIDTHS:
            with few_bits(model, bits):
                table[str(bits)] = scores()
    for row, values in table.items():
        table[row] = {key: round(value, 5) for key, value in values.items()}
    return table


@torch.no_grad()
def greedy(model, inputs, prompt, end, longest):
    """Greedy decoding of an encoder-decoder, a batch at a time: plain and without a cache, since outputs are short.
    prompt: token numbers that every output begins with. Returns lists of token numbers without prompt and end."""
    encoded = model.get_encoder()(**inputs)
    count = encoded.last_hidden_state.shape[0]
    ids = torch.tensor(prompt, device=DEVICE).repeat(count, 1)
    mask = {"attention_mask": inputs["attention_mask"]} if "attention_mask" in inputs else {}
    done = torch.zeros(count, dtype=torch.bool, device=DEVICE)
    for _ in range(longest):
        token = model(encoder_outputs=encoded, decoder_input_ids=ids, use_cache=False, **mask).logits[:, -1].argmax(-1)
        token = torch.where(done, end, token)
        ids = torch.cat([ids, token[:, None]], 1)
        done |= token == end
        if done.all():
            break
    rows = ids[:, len(prompt) :].tolist()
    return [row[: row.index(end)] if end in row else row for row in rows]


# ---- files ----


def write_json(path, value):
    path.write_text(json.dumps(value, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")


def write_lines(path, rows):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")


def write_png(path, picture, zoom=1):
    """uint8 [height, width], grey."""
    picture = np.repeat(np.repeat(np.asarray(picture, dtype=np.uint8), zoom, 0), zoom, 1)
    chunk = lambda kind, data: struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = b"".join(b"\0" + row.tobytes() for row in picture)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", struct.pack(">IIBBBBB", *picture.shape[::-1], 8, 0, 0, 0, 0))
        + chunk(b"IDAT", zlib.compress(rows, 9))
        + chunk(b"IEND", b"")
    )


def sheet(pictures, columns):
    """Pictures of one size as one large one, with a thin line between them."""
    pictures = [np.pad(p, ((0, 1), (0, 1)), constant_values=96) for p in pictures]
    pictures += [np.zeros_like(pictures[0])] * (-len(pictures) % columns)
    return np.concatenate([np.concatenate(pictures[i : i + columns], 1) for i in range(0, len(pictures), columns)])


def write_wav(path, samples, rate):
    """int16 samples, mono."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes(np.asarray(samples, dtype="<i2").tobytes())


def save(model, out, name, metrics, *, title, what, data, licence, trained, files, goal, seed_number):
    """The Hugging Face folder: weights in f16, config, metrics.json and card.md. Tokenizers are saved by their makers."""
    parameters = sum(p.numel() for p in model.parameters())
    model = model.cpu().half()
    model.config.name_or_path = f"bitloom-zoo-{name}"
    model.save_pretrained(out)
    (out / "model.safetensors").chmod(0o644)
    size = (out / "model.safetensors").stat().st_size
    metrics = {"name": name, "seed": seed_number, "parameters": parameters, "bytes": size, **metrics}
    write_json(out / "metrics.json", metrics)
    keys = list(next(iter(metrics["scores"].values())))
    lines = [f"| weights | {' | '.join(k.replace('_', ' ') for k in keys)} |", "| --- |" + " --- |" * len(keys)]
    for row, values in metrics["scores"].items():
        label = row if row.startswith("f") else "1 bit, mixed" if row == MIXED else f"{row} bits"
        lines.append(f"| {label} | {' | '.join(f'{values[k]:.4g}' for k in keys)} |")
    run = metrics["training"]
    table = "\n".join(lines)
    (out / "card.md").write_text(
        f"""# {title}

{what}

| | |
| --- | --- |
| architecture | {model.config.architectures[0]} |
| parameters | {parameters:,} |
| weights | {size / 1e6:.2f} MB, f16 |
| data | {data} |
| licence of the data | {licence} |
| seed | {seed_number} |
| made by | `zoo/train.py {name}` |

## Scores

{table}

{goal} Few bits here are plain round-to-nearest on the f16 weights: groups of {GROUP} along the inputs, minimum and scale in
f16, every matrix and embedding whose rows divide into groups; computed in f32 with the rounded weights. Better solvers
(Bitloom's default) lose less.

## Training

{trained} AdamW, cosine schedule, weight decay 0.1; bf16 autocast on one GPU. From {NOISE_FROM:.0%} of the training on, every
other step (by chance) ran with the weights rounded to 4, 3, 2 or, a third of those, 1 bit (mixed: what lies between attention layers), gradients passed straight through: the scores in few bits
above are of a model trained for them, an ordinary model of this size loses more. {run["steps"]} steps were done of
{run["steps_planned"]} planned, in {run["seconds"]} s; kept is step {run["best_step"]}, the best on a part of the training data put
aside for that, by the mean of f32, 3, 2 and 1 bits. The test set was looked at once, for the table. The schedule may be shortened
by the clock, so another run gives a similar model, not the same bits.

## Files

{files}
""",
        encoding="utf-8",
    )
    print(f"{name}: {parameters:,} parameters, {size / 1e6:.2f} MB")
    print(table, flush=True)
