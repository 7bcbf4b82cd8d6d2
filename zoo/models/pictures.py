"""Fashion-MNIST as tensors: for clothes and clip."""

import common
import numpy as np
import torch
import torch.nn.functional as F
from common import DEVICE

NAMES = ["t-shirt", "trousers", "pullover", "dress", "coat", "sandal", "shirt", "sneaker", "bag", "ankle boot"]
MEAN, STD = 0.286, 0.353
VALID = 200  # pictures of each class put aside for choosing the checkpoint


def load(folder):
    """(pictures uint8 [N, 28, 28], labels) for training, validation and test."""
    data = np.load(folder / "fashion.npz")
    train, labels = data["train"], data["train_labels"].astype(np.int64)
    aside = np.zeros(len(train), dtype=bool)
    for label in range(10):
        aside[np.flatnonzero(labels == label)[:VALID]] = True
    parts = (
        (train[~aside], labels[~aside]),
        (train[aside], labels[aside]),
        (data["test"], data["test_labels"].astype(np.int64)),
    )
    return [(torch.from_numpy(p).to(DEVICE), torch.from_numpy(k).to(DEVICE)) for p, k in parts]


def pixels(pictures):
    """uint8 [N, 28, 28] to what the models take: [N, 1, 28, 28]."""
    return ((pictures.float() / 255 - MEAN) / STD)[:, None]


def augmented(pictures, erase):
    """Moved by up to 2 pixels, half of them mirrored, some with a rectangle blotted out."""
    count = len(pictures)
    padded = F.pad(pictures, (2, 2, 2, 2))
    corner = torch.randint(0, 5, (2, count, 1), device=DEVICE)
    line = torch.arange(28, device=DEVICE)
    mirrored = torch.rand(count, 1, device=DEVICE) < 0.5
    columns = torch.where(mirrored, 27 - line, line) + corner[1]
    rows = line + corner[0]
    moved = padded[torch.arange(count, device=DEVICE)[:, None, None], rows[:, :, None], columns[:, None, :]]
    size = torch.randint(4, 13, (2, count, 1), device=DEVICE)
    start = (torch.rand(2, count, 1, device=DEVICE) * (28 - size)).long()
    inside = (line >= start) & (line < start + size)
    blot = inside[0][:, :, None] & inside[1][:, None, :] & (torch.rand(count, 1, 1, device=DEVICE) < erase)
    return pixels(torch.where(blot, torch.randint(0, 256, (count, 1, 1), device=DEVICE, dtype=torch.uint8), moved))


def preprocessor(out, kind):
    common.write_json(
        out / "preprocessor_config.json",
        {
            "image_processor_type": kind,
            "do_convert_rgb": False,
            "do_resize": True,
            "size": {"height": 28, "width": 28},
            "resample": 2,
            "do_rescale": True,
            "rescale_factor": 1 / 255,
            "do_normalize": True,
            "image_mean": [MEAN],
            "image_std": [STD],
        },
    )


def shipped(test_labels):
    """Positions in the test set of the 500 pictures that ship: 50 of each class, the classes in turn."""
    labels = test_labels.cpu().numpy()
    return [int(np.flatnonzero(labels == label)[i]) for i in range(50) for label in range(10)]
