"""digits: a small Whisper that writes down spoken digits (Free Spoken Digit Dataset), one to five in a recording."""

import json
import random

import common
import numpy as np
import torch
import torch.nn.functional as F
from common import DEVICE
from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers, processors, trainers
from transformers import GenerationConfig, WhisperConfig, WhisperFeatureExtractor, WhisperForConditionalGeneration

SEED = 10
WORDS = "zero one two three four five six seven eight nine".split()
RATE, SECONDS = 16000, 4
SAMPLES = RATE * SECONDS
MOST = 5  # digits in a recording


def upsampled(x):
    """8 kHz to 16 kHz: a Hann-windowed sinc of 65 taps, linear phase. Float in, float out, twice as long."""
    reach = 32
    at = np.arange(-reach, reach + 1) / 2
    taps = np.sinc(at) * np.hanning(2 * reach + 3)[1:-1]
    stretched = np.zeros(2 * len(x))
    stretched[::2] = x
    return np.convolve(stretched, taps, "same").astype(np.float32)


def make_tokenizer(out):
    """Byte-level BPE with Whisper's marks after the ordinary tokens, in Whisper's order."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    texts = [f" {a} {b}" for a in WORDS for b in WORDS] + WORDS
    tokenizer.train_from_iterator(
        texts,
        trainers.BpeTrainer(
            vocab_size=256 + 64,
            min_frequency=2,
            initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
            show_progress=False,
        ),
    )
    tokenizer.decoder = decoders.ByteLevel()
    merges = [tuple(m) for m in json.loads(tokenizer.to_str())["model"]["merges"]]
    vocabulary = tokenizer.get_vocab()
    marks = [
        "<|endoftext|>",
        "<|startoftranscript|>",
        "<|en|>",
        "<|translate|>",
        "<|transcribe|>",
        "<|startoflm|>",
        "<|startofprev|>",
        "<|nospeech|>",
        "<|notimestamps|>",
    ]
    tokenizer.add_special_tokens(marks)
    # Times are added but not special, as in Whisper's own tokenizer.
    tokenizer.add_tokens([AddedToken(f"<|{i * 0.02:.2f}|>", normalized=False) for i in range(SECONDS * 50 + 1)])
    ids = {mark: tokenizer.token_to_id(mark) for mark in marks}
    assert list(ids.values()) == list(range(len(vocabulary), len(vocabulary) + len(marks)))
    front = ["<|startoftranscript|>", "<|en|>", "<|transcribe|>", "<|notimestamps|>"]
    tokenizer.post_processor = processors.TemplateProcessing(
        single=" ".join(front) + " $A <|endoftext|>",
        pair=" ".join(front) + " $A $B <|endoftext|>",
        special_tokens=[(mark, ids[mark]) for mark in front + ["<|endoftext|>"]],
    )
    tokenizer.save(str(out / "tokenizer.json"))
    common.write_json(out / "vocab.json", dict(sorted(vocabulary.items(), key=lambda item: item[1])))
    (out / "merges.txt").write_text("#version: 0.2\n" + "".join(f"{a} {b}\n" for a, b in merges), encoding="utf-8")
    common.write_json(
        out / "tokenizer_config.json",
        {
            "tokenizer_class": "WhisperTokenizer",
            "model_max_length": 48,
            "add_prefix_space": False,
            "bos_token": "<|endoftext|>",
            "eos_token": "<|endoftext|>",
            "unk_token": "<|endoftext|>",
            "pad_token": "<|endoftext|>",
        },
    )
    return tokenizer, ids, [ids[mark] for mark in front]


def main(args, out):
    common.seed(SEED)
    data = np.load(args.data / "fsdd.npz")
    differences = np.stack([data["low"], data["high"]], 1).copy().view("<i2")[:, 0]
    audio, starts = np.cumsum(differences, dtype=np.int16), data["starts"]
    digits, indices = data["digits"], data["indices"]
    clips = [audio[a:b] for a, b in zip(starts, starts[1:])]
    # The customary split: indices 0 to 4 are the test. 5 and 6 choose the checkpoint.
    part = lambda low, high: np.flatnonzero((indices >= low) & (indices <= high))
    train, valid, test = part(7, 10**6), part(5, 6), part(0, 4)

    # All training clips at 16 kHz in one table. Very long ones are cut: they are mostly silence.
    longest = int(1.2 * RATE)
    wide = [upsampled(clips[i] / 32768)[:longest] for i in train]
    bank = torch.zeros(len(train), longest)
    for i, clip in enumerate(wide):
        bank[i, : len(clip)] = torch.from_numpy(clip)
    bank = bank.to(DEVICE)
    lengths = torch.tensor([len(clip) for clip in wide], device=DEVICE)
    spoken = torch.tensor(digits[train], device=DEVICE)

    tokenizer, ids, front = make_tokenizer(out)
    end = ids["<|endoftext|>"]
    extractor = WhisperFeatureExtractor(feature_size=80, sampling_rate=RATE, chunk_length=SECONDS)
    filters = torch.tensor(extractor.mel_filters.T, dtype=torch.float32, device=DEVICE)
    window = torch.hann_window(extractor.n_fft, device=DEVICE)

    def features(waves):
        """What WhisperFeatureExtractor computes, for a batch [B, SAMPLES] that is on the GPU already."""
        with torch.autocast(DEVICE, enabled=False):
            stft = torch.stft(waves, extractor.n_fft, extractor.hop_length, window=window, return_complex=True)
            power = stft[..., :-1].abs().square()
            mel = (filters @ power).clamp(min=1e-10).log10()
            mel = torch.maximum(mel, mel.amax((1, 2), keepdim=True) - 8)
            return (mel + 4) / 4

    # The two must agree, or the model would be trained on something else than it is given later.
    probe = np.pad(np.concatenate(wide[:3]), (800, 0))[:SAMPLES]
    theirs = extractor(probe, sampling_rate=RATE, return_tensors="np").input_features[0]
    ours = features(torch.from_numpy(np.pad(probe, (0, SAMPLES - len(probe))))[None].to(DEVICE))[0].cpu().numpy()
    assert theirs.shape == (80, SECONDS * 100) and np.abs(theirs - ours).max() < 1e-2, np.abs(theirs - ours).max()

    config = WhisperConfig(
        vocab_size=tokenizer.get_vocab_size(),
        num_mel_bins=80,
        d_model=128,
        encoder_layers=3,
        decoder_layers=2,
        encoder_attention_heads=4,
        decoder_attention_heads=4,
        encoder_ffn_dim=512,
        decoder_ffn_dim=512,
        max_source_positions=SECONDS * 50,
        max_target_positions=48,
        dropout=0.1,
        attention_dropout=0.0,
        activation_dropout=0.0,
        pad_token_id=end,
        bos_token_id=end,
        eos_token_id=end,
        decoder_start_token_id=front[0],
        begin_suppress_tokens=None,
        suppress_tokens=None,
    )
    model = WhisperForConditionalGeneration(config).to(DEVICE)
    # Labels for the encoder's positions (CTC) make attention find the words much sooner. The head is thrown away.
    ctc = torch.nn.Linear(config.d_model, 11).to(DEVICE)
    size = 4 if args.quick else 128
    time = torch.arange(SAMPLES, device=DEVICE)
    # Token rows of words: [10, most tokens], -100 beyond.
    of_word = [tokenizer.encode(" " + word, add_special_tokens=False).ids for word in WORDS]
    widest = max(map(len, of_word))

    def mixtures():
        """1 to 5 clips one after another, with gaps, at other speeds and loudness, in noise. Those that no longer fit are
        left out (a first clip always does)."""
        count = torch.randint(1, MOST + 1, (size,), device=DEVICE)
        pick = torch.randint(len(bank), (size, MOST), device=DEVICE)
        speed = 0.88 + 0.24 * torch.rand(size, MOST, device=DEVICE)
        span = (lengths[pick] / speed).long()
        gap = (torch.rand(size, MOST, device=DEVICE) ** 2 * 0.5 * RATE).long()
        begin = (gap + span).cumsum(1) - span
        fits = (torch.arange(MOST, device=DEVICE) < count[:, None]) & (begin + span <= SAMPLES)
        loud = 10 ** (torch.rand(size, MOST, device=DEVICE) * 0.6 - 0.3)
        waves = torch.zeros(size, SAMPLES, device=DEVICE)
        for s in range(MOST):
            at = (time - begin[:, s, None]) * speed[:, s, None]
            left = at.floor().long()
            inside = (left >= 0) & (left < lengths[pick[:, s], None] - 1) & fits[:, s, None]
            left = left.clamp(0, longest - 2)
            row = pick[:, s, None]
            value = torch.lerp(bank[row, left], bank[row, left + 1], (at - left).clamp(0, 1))
            waves += torch.where(inside, value * loud[:, s, None], 0)
        # Loudness of the whole, and white noise from inaudible to 15 dB below the speech; some have none at all.
        waves *= 10 ** (torch.rand(size, 1, device=DEVICE) * 1.2 - 0.8)
        level = waves.square().sum(1, keepdim=True) / (span * fits).sum(1, keepdim=True)
        noise = level.sqrt() * 10 ** (-0.75 - 2.5 * torch.rand(size, 1, device=DEVICE))
        noise *= torch.rand(size, 1, device=DEVICE) < 0.8
        # In half of them the recording ends some time after the last word, and what follows is padding.
        stop = ((begin + span) * fits).amax(1, keepdim=True) + torch.rand(size, 1, device=DEVICE) * 0.5 * RATE
        noise = torch.where((time < stop) | (torch.rand(size, 1, device=DEVICE) < 0.5), noise, 0)
        return waves + noise * torch.randn_like(waves), spoken[pick], fits

    table = torch.full((11, widest), -100, device=DEVICE)  # the last row: no word
    for i, tokens in enumerate(of_word):
        table[i, : len(tokens)] = torch.tensor(tokens)

    def loss(progress):
        with torch.no_grad():
            waves, said, fits = mixtures()
            mel = features(waves)
            # A few bands and a stretch of time are hidden (SpecAugment).
            bands, frames = torch.arange(80, device=DEVICE)[:, None], torch.arange(mel.shape[2], device=DEVICE)
            draw = lambda top: torch.randint(0, top, (size, 1, 1), device=DEVICE)
            low, first = draw(80), draw(mel.shape[2])
            hidden = ((bands >= low) & (bands < low + draw(12))) | ((frames >= first) & (frames < first + draw(12)))
            mel = torch.where(hidden, mel.amin((1, 2), keepdim=True), mel)
            # Words' tokens, end, then nothing: rows are drawn together to the front.
            rows = torch.cat(
                [table[torch.where(fits, said, 10)].flatten(1), torch.full((size, 1), end, device=DEVICE)], 1
            )
            order = (rows == -100).long().argsort(dim=1, stable=True)
            rows = rows.gather(1, order)
            prompt = torch.tensor(front, device=DEVICE).repeat(size, 1)
            labels = torch.cat([torch.full((size, len(front) - 1), -100, device=DEVICE), rows], 1)
            inputs = torch.cat([prompt, rows[:, :-1].masked_fill(rows[:, :-1] == -100, end)], 1)
        output = model(input_features=mel, decoder_input_ids=inputs, use_cache=False)
        value = F.cross_entropy(
            output.logits.float().flatten(0, 1), labels.flatten(), ignore_index=-100, label_smoothing=0.05
        )
        if progress < 0.8:
            with torch.autocast(DEVICE, enabled=False):
                logits = ctc(output.encoder_last_hidden_state.float()).log_softmax(-1).transpose(0, 1)
                order = (~fits).long().argsort(dim=1, stable=True)
                value = value + 0.3 * F.ctc_loss(
                    logits,
                    (said + 1).gather(1, order),
                    torch.full((size,), logits.shape[0], device=DEVICE),
                    fits.sum(1),
                    zero_infinity=True,
                )
        return value

    def recordings(pool, count, dice):
        """Fixed mixtures at 8 kHz for validation and test: (int16 samples, digits). 2 to 5 clips with gaps of 0 to 0.3 s and
        faint noise."""
        result, noise = [], np.random.RandomState(dice.randrange(2**31))
        while len(result) < count:
            chosen = [pool[dice.randrange(len(pool))] for _ in range(dice.randint(2, MOST))]
            pieces = []
            for i in chosen:
                pieces += [np.zeros(int(dice.random() * 0.3 * 8000)), clips[i].astype(np.float64)]
            whole = np.concatenate(pieces)
            whole += noise.randn(len(whole)) * 10 ** (dice.random() * 1.5)
            if len(whole) <= SECONDS * 8000:
                result.append((whole.round().clip(-32768, 32767).astype(np.int16), [int(digits[i]) for i in chosen]))
        return result

    def prepare(items):
        return torch.cat(
            [
                torch.from_numpy(
                    extractor(
                        [upsampled(samples / 32768) for samples, _ in items[i : i + 100]],
                        sampling_rate=RATE,
                        return_tensors="np",
                    ).input_features
                )
                for i in range(0, len(items), 100)
            ]
        ).to(DEVICE)

    def transcribe(mel):
        texts = []
        for part in mel.split(500):
            texts += tokenizer.decode_batch(
                common.greedy(model, {"input_features": part}, front, end, 24), skip_special_tokens=True
            )
        return texts

    def wrong(text, expected):
        """Edits (Levenshtein) between the words heard and those spoken."""
        heard, row = text.split(), list(range(len(expected) + 1))
        for i, word in enumerate(heard, 1):
            above, row = row, [i]
            for j, other in enumerate(expected, 1):
                row.append(min(above[j] + 1, row[-1] + 1, above[j - 1] + (word != WORDS[other])))
        return row[-1]

    def accuracy(items, texts):
        """1 - word error rate."""
        return 1 - sum(wrong(t, e) for t, (_, e) in zip(texts, items)) / sum(len(e) for _, e in items)

    singles = lambda pool: [(clips[i][: SECONDS * 8000], [int(digits[i])]) for i in pool]
    few = 10 if args.quick else 300
    valid_items = singles(valid)[:few] + recordings(valid, few // 2, random.Random(1))
    test_singles, test_mixtures = singles(test)[:few], recordings(test, few, random.Random(2))
    valid_mel, single_mel, mixture_mel = prepare(valid_items), prepare(test_singles), prepare(test_mixtures)
    training = common.fit(
        model, loss, lambda: accuracy(valid_items, transcribe(valid_mel)), args=args, steps=9000, lr=1.2e-3, extra=ctc
    )

    # What ships: 60 single digits (every fifth: all digits and speakers) and 20 mixtures.
    eval_items = test_singles[::5] + test_mixtures[:20]
    eval_mel = torch.cat([single_mel[::5], mixture_mel[:20]])

    def scores():
        one, many = transcribe(single_mel), transcribe(mixture_mel)
        return {
            "single_digits": accuracy(test_singles, one),
            "digits_in_mixtures": accuracy(test_mixtures, many),
            "whole_mixtures": sum(not wrong(t, e) for t, (_, e) in zip(many, test_mixtures)) / len(many),
            "eval_digits": accuracy(eval_items, transcribe(eval_mel)),
        }

    table_of_scores = common.measure(model, scores)
    rows = []
    for i, (samples, said) in enumerate(eval_items):
        common.write_wav(out / f"eval/{i:02}.wav", samples, 8000)
        rows.append({"audio": f"{i:02}.wav", "text": " ".join(WORDS[d] for d in said)})
    common.write_lines(out / "eval/eval.jsonl", rows)
    for i, item in enumerate([eval_items[3], eval_items[-1], eval_items[-2], eval_items[-3]]):
        common.write_wav(out / f"sample/{i}-{'-'.join(str(d) for d in item[1])}.wav", item[0], 8000)
    # The features of eight recordings, low notes at the bottom.
    look = [np.flipud((m.cpu().numpy() - m.min().item()) / (m.max() - m.min()).item() * 255) for m in mixture_mel[:8]]
    common.write_png(out / "sheet.png", common.sheet([p.astype(np.uint8) for p in look], 2), zoom=2)
    extractor.save_pretrained(out)
    times = ids["<|notimestamps|>"] + 1
    model.generation_config = GenerationConfig(
        pad_token_id=end,
        bos_token_id=end,
        eos_token_id=end,
        decoder_start_token_id=front[0],
        max_length=32,
        is_multilingual=True,
        lang_to_id={"<|en|>": ids["<|en|>"]},
        task_to_id={"transcribe": ids["<|transcribe|>"], "translate": ids["<|translate|>"]},
        no_timestamps_token_id=ids["<|notimestamps|>"],
        prev_sot_token_id=ids["<|startofprev|>"],
        return_timestamps=False,
        max_initial_timestamp_index=50,
        suppress_tokens=list(range(times, times + SECONDS * 50 + 1)),
        language="en",
        task="transcribe",
    )
    common.save(
        model,
        out,
        "digits",
        {"training": training, "scores": table_of_scores},
        seed_number=SEED,
        title="digits: spoken digits into words",
        what="A Whisper (3 + 2 layers, 128 wide, 4 heads, 80 mel bands, 4 seconds at most) that writes down one to five spoken English digits.",
        data="Free Spoken Digit Dataset: 3,000 recordings of 6 speakers, 8 kHz; indices 0 to 4 are the test, as is customary",
        licence="CC BY-SA 4.0 (the recordings in `eval/` and `sample/` are from it, some joined and with noise added)",
        goal="1 - word error rate, greedy decoding: of the 300 single digits of the test; of 300 mixtures of 2 to 5 of them; the share of mixtures "
        "without any error; of the 80 recordings in `eval/`. The speakers are those of the training.",
        trained="From nothing, on mixtures of 1 to 5 recordings made anew for every step: speed 0.88 to 1.12, loudness, gaps, white noise, hidden "
        "bands and frames; label smoothing 0.05; a CTC loss on the encoder as a help (its head is thrown away).",
        files="- `preprocessor_config.json`: WhisperFeatureExtractor, 16 kHz, 4 s (400 frames). The recordings have 8 kHz and are resampled by a "
        "windowed sinc of 65 taps (`upsampled` in `zoo/models/digits.py`)\n"
        "- `tokenizer.json`, `vocab.json`, `merges.txt`: byte-level BPE, Whisper's marks; decoding starts with "
        "`<|startoftranscript|><|en|><|transcribe|><|notimestamps|>`. Times were never trained.\n"
        "- `eval/*.wav`, `eval/eval.jsonl`: 60 single digits, 20 mixtures, `audio` and `text`\n"
        "- `sample/*.wav`: recordings to try; `sheet.png`: features of eight mixtures, to look at",
    )
