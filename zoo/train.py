#!/usr/bin/env python3
"""Trains one model of the zoo.

    zoo/train.py intents --data /tmp/zoo-data --out OUT        writes OUT/intents
    zoo/train.py digits --data /tmp/zoo-data --out OUT --quick a dozen steps: does it run?

--data is the folder that zoo/prepare.py made."""

import argparse
import importlib
import os
import pathlib
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
os.environ.setdefault("HF_HUB_OFFLINE", "1")
os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
os.environ.setdefault("HF_HUB_DISABLE_PROGRESS_BARS", "1")

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("name", choices=["intents", "clothes", "clip", "numbers", "digits", "verses"])
parser.add_argument("--data", type=pathlib.Path, required=True)
parser.add_argument("--out", type=pathlib.Path, required=True)
parser.add_argument(
    "--minutes", type=float, default=6, help="for the training loop; what comes before and after adds about 1"
)
parser.add_argument("--quick", action="store_true")
args = parser.parse_args()

import torch  # noqa: E402 (takes seconds, which --help need not)

torch.set_num_threads(1 if args.quick else 2)  # six of these run side by side
out = args.out / args.name
out.mkdir(parents=True, exist_ok=True)
# The module is called so that it hides no module of Python's own.
importlib.import_module(f"models.{args.name}").main(args, out)
