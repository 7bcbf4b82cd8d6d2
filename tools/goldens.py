#!/usr/bin/env python3
"""Tiny random models of every family and what transformers computes with them: what our own are held against.

    tools/goldens.py OUT        needs torch and transformers; half a minute on a CPU; writes OUT/NAME/ for each (NAME...: only these)
    tools/goldens.py OUT --full models in the size people use: BERT-base, RoBERTa-base, ViT-base, CLIP ViT-B/32, T5-small,
                                Whisper-tiny, Llama 3.2's 1 B, ... (9 GB in all; --full NAME...: only these); then, on a machine with a
                                GPU, BITLOOM_GOLDENS=OUT bitloom-tests --gtest_filter='Models*Agree*'

A folder has the model as Hugging Face saves it (config.json, model.safetensors, f32), `golden.safetensors` and `golden.json`.
Tensors of golden.safetensors, f32 and i32:

    input_ids, pixel_values, input_features, ...   one short input, under the name that transformers gives it
    hidden.0, hidden.1, ...      transformers' hidden_states for it: after the embeddings, after each layer (the last one with
                                 the final norm where the architecture has one: not in BERT, nor in the towers of ViT and CLIP)
    decoder.hidden.0, ...        the same of a decoder that has an encoder; decoder_input_ids is its input
    logits, last_hidden, pooled, ...               outputs for it
    batch.*                      two longer inputs, in encoders the second padded on the right (attention_mask), and their outputs
    left.*                       the same, padded on the left; outputs for padding are zeros
    text.N.*                     tokens of the texts in golden.json and their sentence vectors, of a folder with modules.json
    greedy                       12 tokens after the input (or the decoder's first tokens), never stopping; [rows, prompt + 12]
    beams, beam_scores           3 beams, all returned, best first; at most 12 tokens, length_penalty 1, stopping at eos

generate.json, of some models: ways to search and to write, with what came of each. whisper-times is a Whisper with languages, tasks
and times, a tokenizer and sounds of several windows; listen.json has the segments that Whisper's own generate finds in them.

golden.json says class and seed (`lively` chose it), and for `greedy` the least distance between the best and the second best logit ("gap"): where
it is small, a difference in the last bits may change tokens."""

import itertools
import json
import os
import pathlib
import sys

os.environ.setdefault("HF_HUB_OFFLINE", "1")
import tokenizers
import torch
import transformers as hf
from safetensors.torch import load_file, save_file
from transformers.generation import GenerationMixin

VOCABULARY, END = 99, 2
NEVER = 10**6  # as an end: none would be replaced by the one of the config
SEED = 7
FULL = False


def sized(full, **small):
    return full if FULL else small


def randomised(model, embeddings, seed):
    """Weights large enough that outputs are not tiny, norms and biases that are not all one and zero."""
    torch.manual_seed(seed)
    tables = {id(m.weight) for m in model.modules() if isinstance(m, torch.nn.Embedding)}
    norm = lambda name: "norm" in name.lower() or "ln_" in name or "layrnorm" in name
    for name, p in sorted(model.named_parameters()):
        if not p.requires_grad or p.dim() == 0:
            continue  # Whisper's sines, CLIP's logit scale
        with torch.no_grad():
            if p.dim() == 1:  # those of norms are about one, biases and CLIP's class about zero
                p.copy_(torch.randn(p.shape) * 0.1 + (norm(name) and name.endswith("weight")))
            else:
                wide = p[0].numel() ** -0.5 if FULL else 0.15
                p.copy_(torch.randn(p.shape) * (embeddings if id(p) in tables else wide))
    return model.float().eval()


def tokens(*shape):
    return torch.randint(3, VOCABULARY, shape)


class Golden:
    """Collects tensors for one model and writes its folder."""

    def __init__(self, out, name, model, embeddings=0.15, seed=SEED):
        self.folder, self.name, self.tensors = out / name, name, {}
        self.model = randomised(model, embeddings, seed)
        self.about = {
            "name": name,
            "class": type(model).__name__,
            "seed": seed,
            "transformers": hf.__version__,
            "torch": torch.__version__,
        }
        torch.manual_seed(seed + 1)

    def add(self, prefix="", **tensors):
        for key, value in tensors.items():
            value = value.detach().cpu()
            self.tensors[prefix + key] = (
                (value.float() if value.is_floating_point() else value.int()).contiguous().clone()
            )

    def layers(self, states, prefix=""):
        self.add(**{f"{prefix}hidden.{i}": state for i, state in enumerate(states)})

    def generate(self, beams=False, prompt=0, **inputs):
        """Whisper's own generate does much that is not decoding, so the common one is called for all."""
        common = dict(pad_token_id=0, bos_token_id=1, do_sample=False, max_new_tokens=12)
        start = {"decoder_start_token_id": 0} if self.model.config.is_encoder_decoder else {}
        plain = GenerationMixin.generate(
            self.model,
            generation_config=hf.GenerationConfig(
                eos_token_id=NEVER, return_dict_in_generate=True, output_logits=True, **start, **common
            ),
            **inputs,
        )
        self.add(greedy=plain.sequences)
        best = torch.stack(plain.logits).topk(2).values
        self.about["gap"] = round((best[..., 0] - best[..., 1]).min().item(), 6)
        assert plain.sequences.shape[1] == prompt + 12, plain.sequences.shape
        if beams:
            wide = GenerationMixin.generate(
                self.model,
                generation_config=hf.GenerationConfig(
                    eos_token_id=END,
                    num_beams=3,
                    num_return_sequences=3,
                    length_penalty=1.0,
                    early_stopping=False,
                    return_dict_in_generate=True,
                    output_scores=True,
                    **start,
                    **common,
                ),
                **inputs,
            )
            self.add(beams=wide.sequences, beam_scores=wide.sequences_scores)

    def write(self):
        self.model.save_pretrained(self.folder)
        save_file(self.tensors, self.folder / "golden.safetensors", metadata={"format": "pt"})
        self.about["tensors"] = {key: list(value.shape) for key, value in self.tensors.items()}
        self.about["parameters"] = sum(p.numel() for p in self.model.parameters())
        for key, value in self.tensors.items():
            assert not value.is_floating_point() or value.isfinite().all(), key
        (self.folder / "golden.json").write_text(json.dumps(self.about, indent=1) + "\n")
        size = sum(f.stat().st_size for f in self.folder.iterdir())
        print(
            f"{self.name:18} {self.about['parameters']:7} parameters {size / 1e3:6.0f} kB"
            + (f"  gap {self.about['gap']}" if "gap" in self.about else ""),
            flush=True,
        )
        return size


def lively(make):
    """Random models like to say one word over and over, which tests little. Of some seeds, takes the one whose greedy output has
    most different tokens, with no narrow decision; it counts as two more if of the three beams some end early and some do not."""

    def worth(seed):
        golden = make(seed)
        made = golden.tensors["greedy"][0, -12:].tolist()
        ended = [END in beam for beam in golden.tensors.get("beams", torch.zeros(0, 0)).tolist()]
        return (golden.about["gap"] > 0.01) * (len(set(made)) + 2 * (len(set(ended)) == 2))

    return make(SEED if FULL else max(range(SEED, SEED + 16), key=worth)).write()


def outcome(result, mask=None, whole=False):
    """What a text encoder gave, by our names. With a mask: of the last states, the mean over real tokens, of length 1, as sentence
    vectors are made of them; and, unless it is whole, zeros where the padding is, which is nobody's business."""
    if "prediction_logits" in result:
        out = {"logits": result.prediction_logits}
        return out if mask is not None else out | {"next_sentence": result.seq_relationship_logits}
    if "logits" in result:
        logits = result.logits
        return {
            "logits": logits
            if mask is None or whole or logits.dim() == 2
            else torch.where(mask[..., None] > 0, logits, 0)
        }
    states = result.last_hidden_state
    out = {"last_hidden": states}
    if mask is not None:
        mean = (torch.where(mask[..., None] > 0, states, 0)).sum(1) / mask.sum(1, keepdim=True)
        out = {"sentence": torch.nn.functional.normalize(mean, dim=-1)}
    return out | ({"pooled": result.pooler_output} if "pooler_output" in result else {})


def padded(shape, real, pad, left=False):
    """Tokens of which the second row has so many, and the mask of them."""
    ids, mask = tokens(*shape), torch.ones(*shape, dtype=torch.long)
    gone = slice(0, shape[1] - real) if left else slice(real, None)
    ids[1, gone], mask[1, gone] = pad, 0
    return ids, mask


def encoder(out, name, kind, length=13, real=8, pad=0, types=False, whole=False, **settings):
    """Of text. types: there are token types; whole: as the goldens of BERT and MPNet were made, which stay as they are."""
    golden = Golden(out, name, kind(kind.config_class(**settings)))
    inputs = {"input_ids": tokens(1, 7)}
    if types:
        inputs["token_type_ids"] = torch.tensor([[0, 0, 0, 0, 1, 1, 1]])
    result = golden.model(**inputs, output_hidden_states=True)
    golden.add(**inputs)
    golden.layers(result.hidden_states)
    batch, mask = padded((2, length), real, pad)
    wide = golden.model(input_ids=batch, attention_mask=mask)
    golden.add("batch.", input_ids=batch, attention_mask=mask)
    golden.add(**outcome(result))
    golden.add("batch.", **outcome(wide, mask, whole))
    if not whole:
        batch, mask = padded((2, length), real, pad, left=True)
        wide = golden.model(input_ids=batch, attention_mask=mask)
        golden.add("left.", input_ids=batch, attention_mask=mask, **outcome(wide, mask))
    return golden.write()


SENTENCES = ["a cat sat", "the owl", "x", "we saw a very long line of ants in the sand by the sea"]


def sentences(out, name, kind, pooling, unit, tokenizer, longest, pad, **settings):
    """A folder as sentence-transformers stores it: modules.json and the pooling beside a model without a head. What it makes of
    SENTENCES, which are cut to the longest, and of padded batches, is computed here from the model's last states."""
    golden = Golden(out, name, kind(kind.config_class(**settings)))

    def vectors(ids, mask):
        states = golden.model(input_ids=ids, attention_mask=mask).last_hidden_state
        last = mask.shape[1] - 1 - mask.flip(1).argmax(1)  # the last that is real
        made = {
            "cls": states[:, 0],
            "mean": (states * mask[..., None]).sum(1) / mask.sum(1, keepdim=True),
            "lasttoken": states[torch.arange(len(ids)), last],
        }[pooling]
        return torch.nn.functional.normalize(made, dim=-1) if unit else made

    for prefix in ("batch.", "left."):
        ids, mask = padded((2, 13), 8, pad, left=prefix == "left.")
        golden.add(prefix, input_ids=ids, attention_mask=mask, sentence=vectors(ids, mask))
    words = tokenizers.Tokenizer.from_str(json.dumps(tokenizer))
    words.enable_truncation(longest)
    for i, text in enumerate(SENTENCES):
        ids = torch.tensor([words.encode(text).ids])
        golden.add(f"text.{i}.", input_ids=ids, sentence=vectors(ids, torch.ones_like(ids)))
    golden.about["texts"] = SENTENCES
    size = golden.write()
    folder = golden.folder
    (folder / "tokenizer.json").write_text(json.dumps(tokenizer) + "\n")
    kinds = ["Transformer", "Pooling"] + ["Normalize"] * unit
    paths = ["", "1_Pooling", "2_Normalize"]
    (folder / "modules.json").write_text(
        json.dumps(
            [
                {"idx": i, "name": str(i), "path": paths[i], "type": f"sentence_transformers.models.{k}"}
                for i, k in enumerate(kinds)
            ],
            indent=2,
        )
        + "\n"
    )
    (folder / "1_Pooling").mkdir(exist_ok=True)
    modes = {
        "cls_token": "cls",
        "mean_tokens": "mean",
        "max_tokens": "max",
        "mean_sqrt_len_tokens": "",
        "weightedmean_tokens": "",
        "lasttoken": "lasttoken",
    }
    (folder / "1_Pooling/config.json").write_text(
        json.dumps(
            {
                "word_embedding_dimension": golden.model.config.hidden_size,
                "include_prompt": True,
                **{f"pooling_mode_{key}": value == pooling for key, value in modes.items()},
            },
            indent=2,
        )
        + "\n"
    )
    (folder / "sentence_bert_config.json").write_text(
        json.dumps({"max_seq_length": longest, "do_lower_case": False}) + "\n"
    )
    return size


def letters(specials, begin, end, bytes_of_text=False):
    """A tokenizer.json of few tokens: special ones, letters, and letters inside of words, or the space between them."""
    alphabet = [chr(ord("a") + i) for i in range(26)]
    words = [*specials, *alphabet, *(["\u0120"] if bytes_of_text else ["##" + c for c in alphabet])]
    vocab = {w: i for i, w in enumerate(words)}
    added = [
        {
            "id": i,
            "content": n,
            "special": True,
            "single_word": False,
            "lstrip": False,
            "rstrip": False,
            "normalized": False,
        }
        for i, n in enumerate(specials)
    ]
    between = (
        ([{"SpecialToken": {"id": begin, "type_id": 0}}] if begin else [])
        + [{"Sequence": {"id": "A", "type_id": 0}}]
        + ([{"SpecialToken": {"id": end, "type_id": 0}}] if end else [])
    )
    post = {
        "type": "TemplateProcessing",
        "single": between,
        "pair": between + [{"Sequence": {"id": "B", "type_id": 1}}],
        "special_tokens": {n: {"id": n, "ids": [vocab[n]], "tokens": [n]} for n in (begin, end) if n},
    }
    common = {"version": "1.0", "truncation": None, "padding": None, "added_tokens": added, "post_processor": post}
    if not bytes_of_text:
        return common | {
            "normalizer": {
                "type": "BertNormalizer",
                "clean_text": True,
                "handle_chinese_chars": True,
                "strip_accents": None,
                "lowercase": True,
            },
            "pre_tokenizer": {"type": "BertPreTokenizer"},
            "decoder": {"type": "WordPiece", "prefix": "##", "cleanup": True},
            "model": {
                "type": "WordPiece",
                "unk_token": "[UNK]",
                "continuing_subword_prefix": "##",
                "max_input_chars_per_word": 100,
                "vocab": vocab,
            },
        }
    level = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True}
    return common | {
        "normalizer": None,
        "pre_tokenizer": level,
        "decoder": level,
        "model": {
            "type": "BPE",
            "dropout": None,
            "unk_token": None,
            "continuing_subword_prefix": "",
            "end_of_word_suffix": "",
            "fuse_unk": False,
            "byte_fallback": False,
            "vocab": vocab,
            "merges": [],
        },
    }


def vit(out):
    golden = Golden(
        out,
        "vit",
        hf.ViTForImageClassification(
            hf.ViTConfig(
                **sized(
                    {},
                    hidden_size=48,
                    num_hidden_layers=2,
                    num_attention_heads=4,
                    intermediate_size=44,
                    image_size=20,
                    patch_size=4,
                    num_channels=3,
                ),
                num_labels=7,
            )
        ),
    )
    side = golden.model.config.image_size
    x = torch.randn(1, 3, side, side)
    result = golden.model(pixel_values=x, output_hidden_states=True)
    golden.add(pixel_values=x, logits=result.logits, last_hidden=golden.model.vit(pixel_values=x).last_hidden_state)
    golden.layers(result.hidden_states)
    x = torch.randn(2, 3, side, side)
    golden.add("batch.", pixel_values=x, logits=golden.model(pixel_values=x).logits)
    return golden.write()


def clip(out):
    golden = Golden(
        out,
        "clip",
        hf.CLIPModel(
            hf.CLIPConfig(
                text_config=dict(
                    bos_token_id=97,
                    eos_token_id=98,
                    pad_token_id=98,
                    **sized(
                        {},
                        vocab_size=VOCABULARY,
                        hidden_size=40,
                        intermediate_size=44,
                        num_hidden_layers=2,
                        num_attention_heads=4,
                        max_position_embeddings=20,
                        projection_dim=24,
                    ),
                ),
                vision_config=sized(
                    {},
                    hidden_size=48,
                    intermediate_size=44,
                    num_hidden_layers=2,
                    num_attention_heads=4,
                    image_size=16,
                    patch_size=4,
                    num_channels=3,
                    projection_dim=24,
                ),
                **sized({}, projection_dim=24),
            )
        ),
    )
    side = golden.model.config.vision_config.image_size
    ids = torch.randint(3, 97, (2, 9))
    ids[:, 0] = 97
    ids[0, 6:], ids[1, 8:] = 98, 98  # the end, then padding with the same token
    x = torch.randn(3, 3, side, side)
    result = golden.model(input_ids=ids, pixel_values=x)
    text = golden.model.text_model(input_ids=ids[:1], output_hidden_states=True)
    picture = golden.model.vision_model(pixel_values=x[:1], output_hidden_states=True)
    golden.add(
        input_ids=ids,
        pixel_values=x,
        text_embeds=result.text_embeds,
        image_embeds=result.image_embeds,
        logits_per_image=result.logits_per_image,
    )
    # The states of the first text and of the first picture.
    golden.layers(text.hidden_states, "text.")
    golden.layers(picture.hidden_states, "vision.")
    golden.add("text.", last_hidden=text.last_hidden_state, pooled=text.pooler_output)
    golden.add("vision.", last_hidden=picture.last_hidden_state, pooled=picture.pooler_output)
    return golden.write()


def encoder_decoder(golden, inputs, wide, start):
    """start: the decoder's first tokens."""
    model = golden.model
    decoder = torch.cat([start, tokens(1, 4)], 1)
    result = model(**inputs, decoder_input_ids=decoder, output_hidden_states=True)
    golden.add(
        **inputs, decoder_input_ids=decoder, logits=result.logits, encoder_last_hidden=result.encoder_last_hidden_state
    )
    golden.layers(result.encoder_hidden_states)
    golden.layers(result.decoder_hidden_states, "decoder.")
    decoder = torch.cat([start.repeat(2, 1), tokens(2, 5)], 1)
    golden.add("batch.", **wide, decoder_input_ids=decoder, logits=model(**wide, decoder_input_ids=decoder).logits)
    golden.generate(beams=True, prompt=start.shape[1], decoder_input_ids=start, **inputs)
    return golden


def t5(out, name, embeddings, old=False, **more):
    """old: as T5 1.1 is stored, with a head of its own and logits that are not scaled. transformers 5 makes no such model anew,
    but reads them: tie_word_embeddings in config.json tells."""
    config = hf.T5Config(
        **sized(
            {},
            vocab_size=VOCABULARY,
            d_model=40,
            d_kv=12,
            num_heads=3,
            d_ff=44,
            num_layers=2,
            num_decoder_layers=2,
            relative_attention_num_buckets=16,
            relative_attention_max_distance=24,
        ),
        pad_token_id=0,
        eos_token_id=END,
        decoder_start_token_id=0,
        **more,
    )
    model = hf.T5ForConditionalGeneration(config)
    if old:
        model.lm_head.weight = torch.nn.Parameter(torch.zeros(VOCABULARY, config.d_model))
        assert not config.scale_decoder_outputs

    def make(seed):
        golden = Golden(out, name, model, embeddings, seed)
        batch, mask = padded((2, 13), 8, 0)
        return encoder_decoder(
            golden,
            {"input_ids": tokens(1, 8)},
            {"input_ids": batch, "attention_mask": mask},
            torch.zeros(1, 1, dtype=torch.long),
        )

    size = lively(make)
    if old:
        path = out / name / "config.json"
        settings = json.loads(path.read_text())
        settings["tie_word_embeddings"] = False
        path.write_text(json.dumps(settings, indent=2) + "\n")
    return size


def whisper(out):
    config = hf.WhisperConfig(
        **sized(
            {},
            vocab_size=VOCABULARY,
            num_mel_bins=80,
            d_model=40,
            encoder_layers=2,
            decoder_layers=2,
            encoder_attention_heads=4,
            decoder_attention_heads=4,
            encoder_ffn_dim=44,
            decoder_ffn_dim=44,
            max_source_positions=20,
            max_target_positions=32,
        ),
        pad_token_id=0,
        bos_token_id=1,
        eos_token_id=END,
        decoder_start_token_id=3,
        begin_suppress_tokens=None,
        suppress_tokens=None,
    )
    model = hf.WhisperForConditionalGeneration(config)
    return lively(
        lambda seed: encoder_decoder(
            Golden(out, "whisper", model, 0.25, seed),
            {"input_features": torch.randn(1, 80, 2 * config.max_source_positions)},
            {"input_features": torch.randn(2, 80, 2 * config.max_source_positions)},
            torch.tensor([[3, 4, 5]]),
        )
    )


def decoder(out, name, kind, **settings):
    model = kind(kind.config_class(**settings))

    def make(seed):
        golden = Golden(out, name, model, seed=seed)
        ids = tokens(1, 7)
        result = golden.model(input_ids=ids, output_hidden_states=True)
        golden.add(input_ids=ids, logits=result.logits)
        golden.layers(result.hidden_states)
        batch = tokens(2, 15)
        golden.add("batch.", input_ids=batch, logits=golden.model(input_ids=batch).logits)
        golden.generate(prompt=7, input_ids=ids, attention_mask=torch.ones_like(ids))
        return golden

    return lively(make)


def searches(out, name):
    """generate.json of a model that is there: ways to write, and what comes of each."""
    folder = out / name
    kind = json.loads((folder / "golden.json").read_text())["class"]
    model = getattr(hf, kind).from_pretrained(folder).float().eval()
    stored = load_file(folder / "golden.safetensors")
    start = {"decoder_start_token_id": 0} if model.config.is_encoder_decoder else {}
    inputs = {"input_ids": stored["input_ids"].long()}
    if not start:
        inputs["attention_mask"] = torch.ones_like(inputs["input_ids"])
    prompt = 1 if start else inputs["input_ids"].shape[1]
    ways = [
        dict(num_beams=4, length_penalty=2.0),
        dict(num_beams=3, length_penalty=0.0, early_stopping=True),
        dict(num_beams=2, early_stopping="never"),
        dict(num_beams=5, length_penalty=-1.0),
        dict(num_beams=3, repetition_penalty=1.7),
        dict(repetition_penalty=1.7),
        dict(repetition_penalty=0.8),
        dict(suppress_tokens=[]),
        dict(num_beams=3, suppress_tokens=[]),
    ]
    cases, said = [], stored["greedy"][0, prompt:].tolist()
    stops = [END, said[4], said[9]]  # ends that are met
    for way in ways:
        if "suppress_tokens" in way:  # what is said otherwise
            way["suppress_tokens"] = sorted(set(said))[:4]
        beams = way.get("num_beams", 1)
        made = GenerationMixin.generate(
            model,
            generation_config=hf.GenerationConfig(
                eos_token_id=stops,
                pad_token_id=0,
                bos_token_id=1,
                do_sample=False,
                max_new_tokens=14,
                num_return_sequences=beams,
                return_dict_in_generate=True,
                output_scores=True,
                **start,
                **way,
            ),
            **inputs,
        )
        texts = [list(itertools.takewhile(lambda t: t not in stops, row.tolist()[prompt:])) for row in made.sequences]
        cases.append(
            {
                "way": way,
                "stop": stops,
                "texts": texts,
                "scores": [round(v, 6) for v in made.sequences_scores.tolist()] if beams > 1 else [],
            }
        )
    (folder / "generate.json").write_text(json.dumps(cases) + "\n")


def listening(out):
    """A Whisper with languages, tasks and times: its own generate, over sounds of several windows."""
    letters = [chr(ord("a") + i) for i in range(26)]
    words = letters + ["\u0120" + c for c in letters] + [c + c for c in "abcdefgh"]
    end, languages, first = len(words), {"<|de|>": 62, "<|en|>": 63, "<|fr|>": 64}, 69
    names = [
        "<|endoftext|>",
        "<|startoftranscript|>",
        *languages,
        "<|translate|>",
        "<|transcribe|>",
        "<|nospeech|>",
        "<|notimestamps|>",
    ]
    names += [f"<|{i * 0.02:.2f}|>" for i in range(21)]
    settings = dict(
        pad_token_id=end,
        bos_token_id=end,
        eos_token_id=end,
        decoder_start_token_id=end + 1,
        suppress_tokens=[3, 40, 61, 67],
        begin_suppress_tokens=[26, end],
    )
    config = hf.WhisperConfig(
        vocab_size=first + 21,
        num_mel_bins=16,
        d_model=24,
        encoder_layers=1,
        decoder_layers=1,
        encoder_attention_heads=2,
        decoder_attention_heads=2,
        encoder_ffn_dim=28,
        decoder_ffn_dim=28,
        max_source_positions=20,
        max_target_positions=48,
        **settings,
    )
    spoken = hf.GenerationConfig(
        lang_to_id=languages,
        task_to_id={"translate": 65, "transcribe": 66},
        no_timestamps_token_id=68,
        is_multilingual=True,
        max_initial_timestamp_index=8,
        max_length=48,
        **settings,
    )
    ways = [
        dict(language="de", task="transcribe", return_timestamps=True),
        dict(language="fr", task="translate", return_timestamps=True),
        dict(task="transcribe", return_timestamps=True),
        dict(language="en", task="transcribe", return_timestamps=True, num_beams=3),
        dict(
            language="en",
            task="transcribe",
            return_timestamps=False,
            suppress_tokens=[3, 40, 61, 67, *range(first, first + 21)],
        ),
    ]

    def make(seed):
        golden = Golden(out, "whisper-times", hf.WhisperForConditionalGeneration(config), 0.3, seed)
        golden.model.generation_config = spoken
        # What is said depends on where and on the sound, not only on what was said just before.
        golden.model.model.decoder.embed_positions.weight.mul_(4)
        golden.model.model.decoder.layers[0].encoder_attn.out_proj.weight.mul_(6)
        sounds = torch.randn(2, 1, 16, 150)
        golden.add(sounds=sounds[:, 0])
        golden.cases = []
        for i, sound in enumerate(sounds):
            for way in ways:
                frames = 40 if not way["return_timestamps"] else 150 - 13 * i
                made = golden.model.generate(sound[..., :frames], max_new_tokens=16, return_segments=True, **way)
                found = golden.model.detect_language(
                    sound[..., :frames], generation_config=spoken, num_segment_frames=40
                ).item()
                golden.cases.append(
                    {
                        "sound": i,
                        "frames": frames,
                        "way": way,
                        "detected": found,
                        "segments": [
                            [float(s["start"]), float(s["end"]), [t for t in s["tokens"].tolist() if t < first]]
                            for s in made["segments"][0]
                        ],
                    }
                )
        return golden

    def worth(seed):
        golden = make(seed)
        spans = {
            (round(b - a, 2), tuple(t))
            for c in golden.cases
            for a, b, t in c["segments"]
            if c["way"]["return_timestamps"]
        }
        lengths = {len(t) for _, t in spans}
        return len(spans) + 3 * len(lengths) + 5 * len({c["detected"] for c in golden.cases})

    golden = make(max(range(SEED, SEED + 6), key=worth))
    size = golden.write()
    (golden.folder / "listen.json").write_text(json.dumps(golden.cases) + "\n")
    golden.model.generation_config.save_pretrained(golden.folder)
    (golden.folder / "preprocessor_config.json").write_text(
        json.dumps({"feature_size": 16, "hop_length": 400, "n_fft": 400, "chunk_length": 1, "sampling_rate": 16000})
        + "\n"
    )
    added = [
        {
            "id": end + i,
            "content": n,
            "special": not n[2].isdigit(),
            "single_word": False,
            "lstrip": False,
            "rstrip": False,
            "normalized": False,
        }
        for i, n in enumerate(names)
    ]
    (golden.folder / "tokenizer.json").write_text(
        json.dumps(
            {
                "version": "1.0",
                "truncation": None,
                "padding": None,
                "added_tokens": added,
                "normalizer": None,
                "pre_tokenizer": {
                    "type": "ByteLevel",
                    "add_prefix_space": False,
                    "trim_offsets": True,
                    "use_regex": True,
                },
                "post_processor": None,
                "decoder": {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True, "use_regex": True},
                "model": {
                    "type": "BPE",
                    "dropout": None,
                    "unk_token": None,
                    "continuing_subword_prefix": "",
                    "end_of_word_suffix": "",
                    "fuse_unk": False,
                    "byte_fallback": False,
                    "vocab": {w: i for i, w in enumerate(words)},
                    "merges": [],
                },
            }
        )
        + "\n"
    )
    return size


def small_ones(out):
    """What makes each golden, by name."""
    sizes = dict(
        vocab_size=VOCABULARY, hidden_size=48, intermediate_size=44, num_hidden_layers=2, num_attention_heads=4
    )
    writers = dict(
        num_key_value_heads=2, max_position_embeddings=128, bos_token_id=1, eos_token_id=END, pad_token_id=0, **sizes
    )
    stretched = {
        "rope_type": "llama3",
        "rope_theta": 10000.0,
        "factor": 4.0,
        "low_freq_factor": 1.0,
        "high_freq_factor": 4.0,
        "original_max_position_embeddings": 32,
    }
    makers = {}

    def add(make, name, *given, **more):
        makers[name] = lambda: make(out, name, *given, **more)

    bert = dict(max_position_embeddings=40, type_vocab_size=2, types=True, whole=True, **sizes)
    add(encoder, "bert", hf.BertForPreTraining, **bert)
    add(encoder, "bert-sequence", hf.BertForSequenceClassification, num_labels=5, **bert)
    add(encoder, "bert-token", hf.BertForTokenClassification, num_labels=6, **bert)
    add(encoder, "minilm", hf.BertModel, **bert)
    # Long enough for distances that share a bucket.
    mpnet = dict(max_position_embeddings=60, length=45, pad=1, whole=True, **sizes)
    add(encoder, "mpnet", hf.MPNetModel, real=30, **mpnet)
    add(encoder, "mpnet-fill", hf.MPNetForMaskedLM, real=45, **mpnet)
    add(encoder, "mpnet-sequence", hf.MPNetForSequenceClassification, real=30, num_labels=5, **mpnet)
    distilbert = dict(vocab_size=VOCABULARY, dim=48, hidden_dim=44, n_layers=2, n_heads=4, max_position_embeddings=40)
    add(encoder, "distilbert", hf.DistilBertModel, **distilbert)
    add(encoder, "distilbert-fill", hf.DistilBertForMaskedLM, **distilbert)
    add(encoder, "distilbert-sequence", hf.DistilBertForSequenceClassification, num_labels=5, **distilbert)
    add(encoder, "distilbert-token", hf.DistilBertForTokenClassification, num_labels=6, **distilbert)
    # Positions are counted from that of padding on.
    roberta = dict(
        max_position_embeddings=42,
        type_vocab_size=1,
        pad=1,
        pad_token_id=1,
        bos_token_id=0,
        eos_token_id=END,
        layer_norm_eps=1e-5,
        **sizes,
    )
    add(encoder, "roberta", hf.RobertaModel, **roberta)
    add(encoder, "roberta-fill", hf.RobertaForMaskedLM, **roberta)
    add(encoder, "roberta-sequence", hf.RobertaForSequenceClassification, num_labels=5, **roberta)
    add(encoder, "roberta-token", hf.RobertaForTokenClassification, num_labels=6, **roberta)
    add(encoder, "xlm-roberta", hf.XLMRobertaModel, **roberta)
    # Of four layers the first and the last see all, the others four tokens to each side.
    modernbert = dict(
        max_position_embeddings=64,
        local_attention=8,
        length=37,
        real=21,
        pad_token_id=0,
        bos_token_id=1,
        eos_token_id=END,
        cls_token_id=1,
        sep_token_id=END,
        **{**sizes, "num_hidden_layers": 4},
    )
    add(encoder, "modernbert", hf.ModernBertModel, **modernbert)
    add(encoder, "modernbert-fill", hf.ModernBertForMaskedLM, **modernbert)
    add(encoder, "modernbert-sequence", hf.ModernBertForSequenceClassification, num_labels=5, **modernbert)
    add(
        encoder,
        "modernbert-mean",
        hf.ModernBertForSequenceClassification,
        num_labels=5,
        classifier_pooling="mean",
        attention_bias=True,
        mlp_bias=True,
        norm_bias=True,
        classifier_bias=True,
        **modernbert,
    )
    add(encoder, "modernbert-token", hf.ModernBertForTokenClassification, num_labels=6, **modernbert)
    add(
        sentences,
        "sentence-cls",
        hf.BertModel,
        "cls",
        True,
        pad=0,
        longest=16,
        max_position_embeddings=40,
        type_vocab_size=2,
        tokenizer=letters(["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"], "[CLS]", "[SEP]"),
        **sizes,
    )
    add(
        sentences,
        "sentence-last",
        hf.Qwen2Model,
        "lasttoken",
        False,
        pad=0,
        longest=24,
        tie_word_embeddings=False,
        tokenizer=letters(["<pad>", "<s>", "</s>"], "", "</s>", bytes_of_text=True),
        **writers,
    )
    makers["vit"] = lambda: vit(out)
    makers["clip"] = lambda: clip(out)
    add(t5, "t5-relu", 0.4, feed_forward_proj="relu")
    add(t5, "t5-gated-gelu", 0.6, old=True, feed_forward_proj="gated-gelu", tie_word_embeddings=False)
    makers["whisper"] = lambda: whisper(out)
    makers["whisper-times"] = lambda: listening(out)
    add(decoder, "llama", hf.LlamaForCausalLM, tie_word_embeddings=True, rope_parameters=stretched, **writers)
    add(
        decoder,
        "qwen2",
        hf.Qwen2ForCausalLM,
        tie_word_embeddings=False,
        rope_parameters={"rope_type": "default", "rope_theta": 1000000.0},
        **writers,
    )
    add(decoder, "mistral", hf.MistralForCausalLM, sliding_window=64, **{**writers, "num_key_value_heads": 1})
    add(decoder, "phi3", hf.Phi3ForCausalLM, **writers)
    add(
        decoder,
        "gpt2",
        hf.GPT2LMHeadModel,
        vocab_size=VOCABULARY,
        n_positions=40,
        n_embd=48,
        n_layer=2,
        n_head=4,
        n_inner=44,
        bos_token_id=1,
        eos_token_id=END,
    )
    return makers


def full_ones(out):
    llama = dict(
        vocab_size=128256,
        hidden_size=2048,
        intermediate_size=8192,
        num_hidden_layers=16,
        num_attention_heads=32,
        num_key_value_heads=8,
        head_dim=64,
        max_position_embeddings=131072,
        bos_token_id=1,
        eos_token_id=END,
        pad_token_id=0,
        tie_word_embeddings=True,
        rope_parameters={
            "rope_type": "llama3",
            "rope_theta": 500000.0,
            "factor": 32.0,
            "low_freq_factor": 1.0,
            "high_freq_factor": 4.0,
            "original_max_position_embeddings": 8192,
        },
    )
    return {
        "bert": lambda: encoder(out, "bert", hf.BertForPreTraining, types=True, whole=True),
        "distilbert": lambda: encoder(out, "distilbert", hf.DistilBertModel),
        "roberta": lambda: encoder(out, "roberta", hf.RobertaModel, pad=1, max_position_embeddings=514),
        "modernbert": lambda: encoder(out, "modernbert", hf.ModernBertForMaskedLM, length=200, real=150, pad=50283),
        "vit": lambda: vit(out),
        "clip": lambda: clip(out),
        "t5-relu": lambda: t5(out, "t5-relu", 1.0, feed_forward_proj="relu"),
        "whisper": lambda: whisper(out),
        "llama": lambda: decoder(out, "llama", hf.LlamaForCausalLM, **llama),
    }


@torch.no_grad()
def main(out, names):
    makers = full_ones(out) if FULL else small_ones(out)
    total = sum(makers[name]() for name in names or makers)
    for name in ("t5-gated-gelu", "llama"):
        if not FULL and name in (names or makers):
            searches(out, name)
    print(f"{total / 1e6:.2f} MB in all")


if __name__ == "__main__":
    FULL = sys.argv[2:3] == ["--full"]
    if not FULL:
        torch.set_num_threads(1)
    main(pathlib.Path(sys.argv[1]), sys.argv[3 if FULL else 2 :])
