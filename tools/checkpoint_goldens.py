#!/usr/bin/env python3
"""What transformers computes with a published model of sentences: what ours is held against.

    tools/checkpoint_goldens.py .deps/models/all-MiniLM-L6-v2 tests/goldens/checkpoints/all-MiniLM-L6-v2

needs torch and transformers, and the model where tools/setup puts it. Writes golden.json, the sentences with their tokens, and
golden.safetensors, `sentences` [n, width]: the mean over tokens, of length 1, in f32 from weights that were made f32."""

import json
import os
import pathlib
import sys

os.environ.setdefault("HF_HUB_OFFLINE", "1")
import tokenizers
import torch
import transformers
from safetensors.torch import save_file

SENTENCES = [
    "How do I reset my password?",
    "I forgot the secret word for my account and cannot log in.",
    "The cat sleeps on the warm windowsill.",
    "A kitten is taking a nap in the sun.",
    "Shares fell sharply after the company missed its earnings forecast.",
    "The stock market dropped following disappointing quarterly results.",
    "Preheat the oven to 180 °C and grease a baking tin.",
    "Bake the cake until a skewer comes out clean.",
    "Photosynthesis turns sunlight, water and CO2 into sugar.",
    "Plants use light to make their own food.",
    "Où est la bibliothèque la plus proche? 図書館はどこですか。",
    "It was late; "
    + "the train crossed one bridge after another, and nobody in the carriage said a word. " * 8
    + "Then it stopped.",
]


@torch.no_grad()
def main(source, out):
    words = tokenizers.Tokenizer.from_file(str(source / "tokenizer.json"))
    words.no_padding()
    words.no_truncation()
    model = transformers.BertModel.from_pretrained(source, dtype=torch.float32).eval()
    vectors, tokens = [], []
    for sentence in SENTENCES:
        ids = words.encode(sentence).ids
        mean = model(input_ids=torch.tensor([ids])).last_hidden_state.mean(1)
        vectors.append(torch.nn.functional.normalize(mean, dim=-1)[0])
        tokens.append(ids)
    out.mkdir(parents=True, exist_ok=True)
    save_file({"sentences": torch.stack(vectors).contiguous()}, out / "golden.safetensors")
    lines = ",\n".join("  " + json.dumps({"text": t, "ids": i}, ensure_ascii=False) for t, i in zip(SENTENCES, tokens))
    (out / "golden.json").write_text(
        f'{{"transformers": "{transformers.__version__}", "torch": "{torch.__version__}", "sentences": [\n{lines}]}}\n'
    )


if __name__ == "__main__":
    main(*map(pathlib.Path, sys.argv[1:]))
