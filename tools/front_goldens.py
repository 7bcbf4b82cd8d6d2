#!/usr/bin/env python3
"""Pictures as Pillow reads and resizes them and as transformers' image processors prepare them; sounds as Whisper's feature
extractor hears them: what src/models/image.cc and sound.cc are held against.

    tools/front_goldens.py OUT        needs torch, transformers and Pillow 12; seconds; writes OUT/pictures and OUT/sounds

(Pillow 13 resizes across or down first, whichever is less work, and rounds differently by that.)

pictures/ has the files and golden.safetensors: NAME.rgb and NAME.grey (u8, [height, width, channels]) of every file;
FROM/FILTER/WIDTHxHEIGHT of resized ones; RULES/NAME of prepared ones, where RULES is a file preprocessor_RULES.json.
sounds/ has 16-bit WAV files at 16 kHz and their log-mel pictures, RULES/NAME."""

import os
import pathlib
import sys
import wave

os.environ.setdefault("HF_HUB_OFFLINE", "1")
import numpy
import torch
from PIL import Image
from safetensors.torch import save_file
from transformers import CLIPImageProcessorPil, ViTImageProcessorPil, WhisperFeatureExtractor

random = numpy.random.default_rng(5)


def scene(width, height):
    """Slopes, a disc, stripes and a little noise: what resizing and JPEG can get wrong."""
    y, x = numpy.mgrid[0:height, 0:width].astype(float)
    out = numpy.stack([255 * x / width, 255 * y / height, 128 + 100 * numpy.sin(x * 0.9) * numpy.cos(y * 0.7)], -1)
    out[(x - width / 2) ** 2 + (y - height / 3) ** 2 < (min(width, height) / 4) ** 2] = (250, 40, 10)
    out[:, ::11] *= 0.3
    return numpy.clip(out + random.normal(0, 6, out.shape), 0, 255).astype(numpy.uint8)


def pictures(out):
    out.mkdir(parents=True, exist_ok=True)
    colour, tall = Image.fromarray(scene(53, 37)), Image.fromarray(scene(29, 64))
    alpha = Image.fromarray(random.integers(0, 256, (37, 53), dtype=numpy.uint8))
    clear = colour.copy()
    clear.putalpha(alpha)
    files = {
        "colour.png": (colour, {}),
        "tall.png": (tall, {}),
        "grey.png": (colour.convert("L"), {}),
        "clear.png": (clear, {}),
        "palette.png": (colour.quantize(17), {}),
        "bits.png": (colour.convert("1"), {}),
        "full.jpg": (colour, {"quality": 92, "subsampling": 0}),
        "half.jpg": (tall, {"quality": 85, "subsampling": 2}),
        "progressive.jpg": (colour, {"quality": 90, "subsampling": 0, "progressive": True}),
        "grey.jpg": (tall.convert("L"), {"quality": 90}),
    }
    tensors = {}
    for name, (picture, options) in files.items():
        picture.save(out / name, **options)
        with Image.open(out / name) as read:
            tensors[f"{name}.rgb"] = numpy.array(read.convert("RGB"))
            tensors[f"{name}.grey"] = numpy.array(read.convert("L"))[..., None]
    for name, picture in ("colour.png", colour), ("grey.png", colour.convert("L")):
        for filter in Image.Resampling.NEAREST, Image.Resampling.BILINEAR, Image.Resampling.BICUBIC:
            for size in (17, 23), (81, 60), (53, 9), (7, 37), (1, 1), (106, 74):
                if name == "grey.png" and size[0] > 60:
                    continue
                resized = numpy.array(picture.resize(size, filter))
                tensors[f"{name}/{filter.value}/{size[0]}x{size[1]}"] = resized.reshape(size[1], size[0], -1)
    rules = {
        "vit": ViTImageProcessorPil(size={"height": 20, "width": 24}),
        "vit_plain": ViTImageProcessorPil(size={"height": 19, "width": 19}, resample=3, do_normalize=False),
        "vit_whole": ViTImageProcessorPil(do_resize=False, image_mean=[0.1, 0.2, 0.3], image_std=[0.4, 0.5, 0.6]),
        "clip": CLIPImageProcessorPil(size={"shortest_edge": 25}, crop_size={"height": 20, "width": 22}),
        "clip_wider": CLIPImageProcessorPil(size={"shortest_edge": 18}, crop_size={"height": 29, "width": 30}),
        "clip_same": CLIPImageProcessorPil(
            size={"shortest_edge": 21}, crop_size={"height": 21, "width": 21}, resample=2
        ),
    }
    for key, processor in rules.items():
        (out / f"preprocessor_{key}.json").write_text(processor.to_json_string())
        for name in "colour.png", "tall.png":
            with Image.open(out / name) as read:
                tensors[f"{key}/{name}"] = numpy.array(
                    processor(read.convert("RGB"), return_tensors="np")["pixel_values"]
                )
    save_file({k: torch.from_numpy(numpy.ascontiguousarray(v)) for k, v in tensors.items()}, out / "golden.safetensors")


def sounds(out):
    out.mkdir(parents=True, exist_ok=True)
    t = numpy.arange(16000) / 16000
    click = numpy.zeros(9000)
    click[4321] = 0.9
    waves = {
        "noise": random.normal(0, 0.1, 11111),
        "tones": (0.4 * numpy.sin(2 * numpy.pi * 440 * t) + 0.2 * numpy.sin(2 * numpy.pi * 3210 * t)) * t,
        "silence": numpy.zeros(4000),
        "click": click,
        "quiet": random.normal(0, 0.0003, 5000),
        "sweep": 0.5 * numpy.sin(2 * numpy.pi * 3000 * t * t),
    }
    tensors = {}
    extractors = {
        "whisper": WhisperFeatureExtractor(chunk_length=1),
        "whisper_large": WhisperFeatureExtractor(feature_size=128, chunk_length=1),
    }
    for name, samples in waves.items():
        numbers = numpy.clip(samples * 32768, -32768, 32767).astype("<i2")
        with wave.open(str(out / f"{name}.wav"), "wb") as file:
            file.setparams((1, 2, 16000, 0, "NONE", ""))
            file.writeframes(numbers.tobytes())
        for key, extract in extractors.items():
            if key == "whisper" or name == "noise":
                heard = extract(numbers.astype(numpy.float32) / 32768, sampling_rate=16000, return_tensors="np")
                tensors[f"{key}/{name}"] = torch.from_numpy(heard["input_features"])
    for key, extract in extractors.items():
        (out / f"preprocessor_{key}.json").write_text(extract.to_json_string())
    save_file(tensors, out / "golden.safetensors")


if __name__ == "__main__":
    to = pathlib.Path(sys.argv[1])
    pictures(to / "pictures")
    sounds(to / "sounds")
