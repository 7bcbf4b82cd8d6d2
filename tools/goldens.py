#!/usr/bin/env python3
"""Tiny random models of every family and what transformers computes with them: what our own are held against.

    tools/goldens.py OUT        needs torch and transformers; half a minute on a CPU; writes OUT/NAME/ for each
    tools/goldens.py OUT --full one model of each family in the size people use: BERT-base, ViT-base, CLIP ViT-B/32, T5-small,
                                Whisper-tiny, Llama 3.2's 1 B (8 GB in all; --full NAME...: only these); then, on a machine with a GPU,
                                BITLOOM_GOLDENS=OUT bitloom-tests --gtest_filter='Models*Agree*'

A folder has the model as Hugging Face saves it (config.json, model.safetensors, f32), `golden.safetensors` and `golden.json`.
Tensors of golden.safetensors, f32 and i32:

    input_ids, pixel_values, input_features, ...   one short input, under the name that transformers gives it
    hidden.0, hidden.1, ...      transformers' hidden_states for it: after the embeddings, after each layer (the last one with
                                 the final norm where the architecture has one: not in BERT, nor in the towers of ViT and CLIP)
    decoder.hidden.0, ...        the same of a decoder that has an encoder; decoder_input_ids is its input
    logits, last_hidden, pooled, ...               outputs for it
    batch.*                      two longer inputs, in encoders the second padded on the right (attention_mask), and their outputs
    greedy                       12 tokens after the input (or the decoder's first tokens), never stopping; [rows, prompt + 12]
    beams, beam_scores           3 beams, all returned, best first; at most 12 tokens, length_penalty 1, stopping at eos

generate.json, of some models: ways to search and to write, with what came of each. whisper-times is a Whisper with languages, tasks
and times, a tokenizer and sounds of several windows; listen.json has the segments that Whisper's own generate finds in them.

golden.json says class and seed (`lively` chose it), and for `greedy` the least distance between the best and the second best logit ("gap"): where
it is small, a difference in the last bits may change tokens."""
import itertools, json, os, pathlib, sys

os.environ.setdefault("HF_HUB_OFFLINE", "1")
import torch
from safetensors.torch import load_file, save_file
from transformers import (
    BertConfig, BertForPreTraining, BertForSequenceClassification, BertForTokenClassification, BertModel, CLIPConfig, CLIPModel,
    GenerationConfig, GPT2Config, GPT2LMHeadModel, LlamaConfig, LlamaForCausalLM, MistralConfig, MistralForCausalLM, MPNetConfig,
    MPNetForMaskedLM, MPNetForSequenceClassification, MPNetModel, Phi3Config, Phi3ForCausalLM, Qwen2Config, Qwen2ForCausalLM, T5Config, T5ForConditionalGeneration, ViTConfig, ViTForImageClassification,
    WhisperConfig, WhisperForConditionalGeneration)
from transformers.generation import GenerationMixin
import transformers

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
        self.about = {"name": name, "class": type(model).__name__, "seed": seed, "transformers": transformers.__version__,
                      "torch": torch.__version__}
        torch.manual_seed(seed + 1)

    def add(self, prefix="", **tensors):
        for key, value in tensors.items():
            value = value.detach().cpu()
            self.tensors[prefix + key] = (value.float() if value.is_floating_point() else value.int()).contiguous().clone()

    def layers(self, states, prefix=""):
        self.add(**{f"{prefix}hidden.{i}": state for i, state in enumerate(states)})

    def generate(self, beams=False, prompt=0, **inputs):
        """Whisper's own generate does much that is not decoding, so the common one is called for all."""
        common = dict(pad_token_id=0, bos_token_id=1, do_sample=False, max_new_tokens=12)
        start = {"decoder_start_token_id": 0} if self.model.config.is_encoder_decoder else {}
        plain = GenerationMixin.generate(
            self.model, generation_config=GenerationConfig(eos_token_id=NEVER, return_dict_in_generate=True, output_logits=True,
                                                           **start, **common), **inputs)
        self.add(greedy=plain.sequences)
        best = torch.stack(plain.logits).topk(2).values
        self.about["gap"] = round((best[..., 0] - best[..., 1]).min().item(), 6)
        assert plain.sequences.shape[1] == prompt + 12, plain.sequences.shape
        if beams:
            wide = GenerationMixin.generate(
                self.model, generation_config=GenerationConfig(
                    eos_token_id=END, num_beams=3, num_return_sequences=3, length_penalty=1.0, early_stopping=False,
                    return_dict_in_generate=True, output_scores=True, **start, **common), **inputs)
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
        print(f"{self.name:18} {self.about['parameters']:7} parameters {size / 1e3:6.0f} kB"
              + (f"  gap {self.about['gap']}" if "gap" in self.about else ""), flush=True)
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


def padded_batch():
    ids, mask = tokens(2, 13), torch.ones(2, 13, dtype=torch.long)
    ids[1, 8:], mask[1, 8:] = 0, 0
    return ids, mask


def bert(out, name, kind, **more):
    config = BertConfig(**sized({}, vocab_size=VOCABULARY, hidden_size=48, num_hidden_layers=2, num_attention_heads=4, intermediate_size=44,
                                max_position_embeddings=40, type_vocab_size=2), **more)
    golden = Golden(out, name, kind(config))
    ids = tokens(1, 7)
    types = torch.tensor([[0, 0, 0, 0, 1, 1, 1]])
    result = golden.model(input_ids=ids, token_type_ids=types, output_hidden_states=True)
    golden.add(input_ids=ids, token_type_ids=types)
    golden.layers(result.hidden_states)
    batch, mask = padded_batch()
    wide = golden.model(input_ids=batch, attention_mask=mask)
    golden.add("batch.", input_ids=batch, attention_mask=mask)
    if kind is BertForPreTraining:
        golden.add(logits=result.prediction_logits, next_sentence=result.seq_relationship_logits)
        golden.add("batch.", logits=wide.prediction_logits)
    elif kind is BertModel:
        # Sentence vectors as MiniLM's users make them: the mean over real tokens, of length 1.
        mean = (wide.last_hidden_state * mask[..., None]).sum(1) / mask.sum(1, keepdim=True)
        golden.add(last_hidden=result.last_hidden_state, pooled=result.pooler_output)
        golden.add("batch.", sentence=torch.nn.functional.normalize(mean, dim=-1), pooled=wide.pooler_output)
    else:
        golden.add(logits=result.logits)
        golden.add("batch.", logits=wide.logits)
    return golden.write()


def mpnet(out, name, kind, **more):
    config = MPNetConfig(vocab_size=VOCABULARY, hidden_size=48, num_hidden_layers=2, num_attention_heads=4, intermediate_size=44,
                         max_position_embeddings=60, **more)
    golden = Golden(out, name, kind(config))
    ids = tokens(1, 7)
    result = golden.model(input_ids=ids, output_hidden_states=True)
    golden.add(input_ids=ids)
    golden.layers(result.hidden_states)
    # Long enough for distances that share a bucket; the padding is 1, and what it becomes is nobody's business.
    batch, mask = tokens(2, 45), torch.ones(2, 45, dtype=torch.long)
    if kind is not MPNetForMaskedLM:
        batch[1, 30:], mask[1, 30:] = 1, 0
    wide = golden.model(input_ids=batch, attention_mask=mask)
    golden.add("batch.", input_ids=batch, attention_mask=mask)
    if kind is MPNetModel:
        mean = (wide.last_hidden_state * mask[..., None]).sum(1) / mask.sum(1, keepdim=True)
        golden.add(last_hidden=result.last_hidden_state, pooled=result.pooler_output)
        golden.add("batch.", sentence=torch.nn.functional.normalize(mean, dim=-1), pooled=wide.pooler_output)
    else:
        golden.add(logits=result.logits)
        golden.add("batch.", logits=wide.logits)
    return golden.write()


def vit(out):
    golden = Golden(out, "vit", ViTForImageClassification(ViTConfig(**sized(
        {}, hidden_size=48, num_hidden_layers=2, num_attention_heads=4, intermediate_size=44, image_size=20, patch_size=4, num_channels=3),
        num_labels=7)))
    side = golden.model.config.image_size
    x = torch.randn(1, 3, side, side)
    result = golden.model(pixel_values=x, output_hidden_states=True)
    golden.add(pixel_values=x, logits=result.logits, last_hidden=golden.model.vit(pixel_values=x).last_hidden_state)
    golden.layers(result.hidden_states)
    x = torch.randn(2, 3, side, side)
    golden.add("batch.", pixel_values=x, logits=golden.model(pixel_values=x).logits)
    return golden.write()


def clip(out):
    golden = Golden(out, "clip", CLIPModel(CLIPConfig(
        text_config=dict(bos_token_id=97, eos_token_id=98, pad_token_id=98, **sized(
            {}, vocab_size=VOCABULARY, hidden_size=40, intermediate_size=44, num_hidden_layers=2, num_attention_heads=4,
            max_position_embeddings=20, projection_dim=24)),
        vision_config=sized({}, hidden_size=48, intermediate_size=44, num_hidden_layers=2, num_attention_heads=4, image_size=16, patch_size=4,
                            num_channels=3, projection_dim=24), **sized({}, projection_dim=24))))
    side = golden.model.config.vision_config.image_size
    ids = torch.randint(3, 97, (2, 9))
    ids[:, 0] = 97
    ids[0, 6:], ids[1, 8:] = 98, 98  # the end, then padding with the same token
    x = torch.randn(3, 3, side, side)
    result = golden.model(input_ids=ids, pixel_values=x)
    text = golden.model.text_model(input_ids=ids[:1], output_hidden_states=True)
    picture = golden.model.vision_model(pixel_values=x[:1], output_hidden_states=True)
    golden.add(input_ids=ids, pixel_values=x, text_embeds=result.text_embeds, image_embeds=result.image_embeds,
               logits_per_image=result.logits_per_image)
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
    golden.add(**inputs, decoder_input_ids=decoder, logits=result.logits, encoder_last_hidden=result.encoder_last_hidden_state)
    golden.layers(result.encoder_hidden_states)
    golden.layers(result.decoder_hidden_states, "decoder.")
    decoder = torch.cat([start.repeat(2, 1), tokens(2, 5)], 1)
    golden.add("batch.", **wide, decoder_input_ids=decoder, logits=model(**wide, decoder_input_ids=decoder).logits)
    golden.generate(beams=True, prompt=start.shape[1], decoder_input_ids=start, **inputs)
    return golden


def t5(out, name, embeddings, old=False, **more):
    """old: as T5 1.1 is stored, with a head of its own and logits that are not scaled. transformers 5 makes no such model anew,
    but reads them: tie_word_embeddings in config.json tells."""
    config = T5Config(**sized({}, vocab_size=VOCABULARY, d_model=40, d_kv=12, num_heads=3, d_ff=44, num_layers=2, num_decoder_layers=2,
                              relative_attention_num_buckets=16, relative_attention_max_distance=24),
                      pad_token_id=0, eos_token_id=END, decoder_start_token_id=0, **more)
    model = T5ForConditionalGeneration(config)
    if old:
        model.lm_head.weight = torch.nn.Parameter(torch.zeros(VOCABULARY, config.d_model))
        assert not config.scale_decoder_outputs

    def make(seed):
        golden = Golden(out, name, model, embeddings, seed)
        batch, mask = padded_batch()
        return encoder_decoder(golden, {"input_ids": tokens(1, 8)}, {"input_ids": batch, "attention_mask": mask},
                               torch.zeros(1, 1, dtype=torch.long))

    size = lively(make)
    if old:
        path = out / name / "config.json"
        settings = json.loads(path.read_text())
        settings["tie_word_embeddings"] = False
        path.write_text(json.dumps(settings, indent=2) + "\n")
    return size


def whisper(out):
    config = WhisperConfig(
        **sized({}, vocab_size=VOCABULARY, num_mel_bins=80, d_model=40, encoder_layers=2, decoder_layers=2, encoder_attention_heads=4,
                decoder_attention_heads=4, encoder_ffn_dim=44, decoder_ffn_dim=44, max_source_positions=20, max_target_positions=32),
        pad_token_id=0, bos_token_id=1, eos_token_id=END, decoder_start_token_id=3, begin_suppress_tokens=None, suppress_tokens=None)
    model = WhisperForConditionalGeneration(config)
    return lively(lambda seed: encoder_decoder(
        Golden(out, "whisper", model, 0.25, seed), {"input_features": torch.randn(1, 80, 2 * config.max_source_positions)},
        {"input_features": torch.randn(2, 80, 2 * config.max_source_positions)}, torch.tensor([[3, 4, 5]])))


def decoder(out, name, model):
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
    model = getattr(transformers, kind).from_pretrained(folder).float().eval()
    stored = load_file(folder / "golden.safetensors")
    start = {"decoder_start_token_id": 0} if model.config.is_encoder_decoder else {}
    inputs = {"input_ids": stored["input_ids"].long()}
    if not start:
        inputs["attention_mask"] = torch.ones_like(inputs["input_ids"])
    prompt = 1 if start else inputs["input_ids"].shape[1]
    ways = [dict(num_beams=4, length_penalty=2.0), dict(num_beams=3, length_penalty=0.0, early_stopping=True),
            dict(num_beams=2, early_stopping="never"), dict(num_beams=5, length_penalty=-1.0),
            dict(num_beams=3, repetition_penalty=1.7), dict(repetition_penalty=1.7), dict(repetition_penalty=0.8),
            dict(suppress_tokens=[]), dict(num_beams=3, suppress_tokens=[])]
    cases, said = [], stored["greedy"][0, prompt:].tolist()
    stops = [END, said[4], said[9]]  # ends that are met
    for way in ways:
        if "suppress_tokens" in way:  # what is said otherwise
            way["suppress_tokens"] = sorted(set(said))[:4]
        beams = way.get("num_beams", 1)
        made = GenerationMixin.generate(model, generation_config=GenerationConfig(
            eos_token_id=stops, pad_token_id=0, bos_token_id=1, do_sample=False, max_new_tokens=14, num_return_sequences=beams,
            return_dict_in_generate=True, output_scores=True, **start, **way), **inputs)
        texts = [list(itertools.takewhile(lambda t: t not in stops, row.tolist()[prompt:])) for row in made.sequences]
        cases.append({"way": way, "stop": stops, "texts": texts,
                      "scores": [round(v, 6) for v in made.sequences_scores.tolist()] if beams > 1 else []})
    (folder / "generate.json").write_text(json.dumps(cases) + "\n")


def listening(out):
    """A Whisper with languages, tasks and times: its own generate, over sounds of several windows."""
    letters = [chr(ord("a") + i) for i in range(26)]
    words = letters + ["\u0120" + c for c in letters] + [c + c for c in "abcdefgh"]
    end, languages, first = len(words), {"<|de|>": 62, "<|en|>": 63, "<|fr|>": 64}, 69
    names = ["<|endoftext|>", "<|startoftranscript|>", *languages, "<|translate|>", "<|transcribe|>", "<|nospeech|>", "<|notimestamps|>"]
    names += [f"<|{i * 0.02:.2f}|>" for i in range(21)]
    settings = dict(
        pad_token_id=end, bos_token_id=end, eos_token_id=end, decoder_start_token_id=end + 1, suppress_tokens=[3, 40, 61, 67],
        begin_suppress_tokens=[26, end])
    config = WhisperConfig(
        vocab_size=first + 21, num_mel_bins=16, d_model=24, encoder_layers=1, decoder_layers=1, encoder_attention_heads=2,
        decoder_attention_heads=2, encoder_ffn_dim=28, decoder_ffn_dim=28, max_source_positions=20, max_target_positions=48, **settings)
    spoken = GenerationConfig(
        lang_to_id=languages, task_to_id={"translate": 65, "transcribe": 66}, no_timestamps_token_id=68, is_multilingual=True,
        max_initial_timestamp_index=8, max_length=48, **settings)
    ways = [dict(language="de", task="transcribe", return_timestamps=True), dict(language="fr", task="translate", return_timestamps=True),
            dict(task="transcribe", return_timestamps=True), dict(language="en", task="transcribe", return_timestamps=True, num_beams=3),
            dict(language="en", task="transcribe", return_timestamps=False, suppress_tokens=[3, 40, 61, 67, *range(first, first + 21)])]

    def make(seed):
        golden = Golden(out, "whisper-times", WhisperForConditionalGeneration(config), 0.3, seed)
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
                found = golden.model.detect_language(sound[..., :frames], generation_config=spoken, num_segment_frames=40).item()
                golden.cases.append({"sound": i, "frames": frames, "way": way, "detected": found, "segments": [
                    [float(s["start"]), float(s["end"]), [t for t in s["tokens"].tolist() if t < first]] for s in made["segments"][0]]})
        return golden

    def worth(seed):
        golden = make(seed)
        spans = {(round(b - a, 2), tuple(t)) for c in golden.cases for a, b, t in c["segments"] if c["way"]["return_timestamps"]}
        lengths = {len(t) for _, t in spans}
        return len(spans) + 3 * len(lengths) + 5 * len({c["detected"] for c in golden.cases})

    golden = make(max(range(SEED, SEED + 6), key=worth))
    size = golden.write()
    (golden.folder / "listen.json").write_text(json.dumps(golden.cases) + "\n")
    golden.model.generation_config.save_pretrained(golden.folder)
    (golden.folder / "preprocessor_config.json").write_text(json.dumps(
        {"feature_size": 16, "hop_length": 400, "n_fft": 400, "chunk_length": 1, "sampling_rate": 16000}) + "\n")
    added = [{"id": end + i, "content": n, "special": not n[2].isdigit(), "single_word": False, "lstrip": False, "rstrip": False,
              "normalized": False} for i, n in enumerate(names)]
    (golden.folder / "tokenizer.json").write_text(json.dumps({
        "version": "1.0", "truncation": None, "padding": None, "added_tokens": added, "normalizer": None,
        "pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True},
        "post_processor": None, "decoder": {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True, "use_regex": True},
        "model": {"type": "BPE", "dropout": None, "unk_token": None, "continuing_subword_prefix": "", "end_of_word_suffix": "",
                  "fuse_unk": False, "byte_fallback": False, "vocab": {w: i for i, w in enumerate(words)}, "merges": []}}) + "\n")
    return size


@torch.no_grad()
def main(out):
    sizes = dict(vocab_size=VOCABULARY, hidden_size=48, intermediate_size=44, num_hidden_layers=2, num_attention_heads=4,
                 num_key_value_heads=2, max_position_embeddings=128, bos_token_id=1, eos_token_id=END, pad_token_id=0)
    stretched = {"rope_type": "llama3", "rope_theta": 10000.0, "factor": 4.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0,
                 "original_max_position_embeddings": 32}
    total = sum([
        bert(out, "bert", BertForPreTraining),
        bert(out, "bert-sequence", BertForSequenceClassification, num_labels=5),
        bert(out, "bert-token", BertForTokenClassification, num_labels=6),
        bert(out, "minilm", BertModel),
        mpnet(out, "mpnet", MPNetModel),
        mpnet(out, "mpnet-fill", MPNetForMaskedLM),
        mpnet(out, "mpnet-sequence", MPNetForSequenceClassification, num_labels=5),
        vit(out),
        clip(out),
        t5(out, "t5-relu", 0.4, feed_forward_proj="relu"),
        t5(out, "t5-gated-gelu", 0.6, old=True, feed_forward_proj="gated-gelu", tie_word_embeddings=False),
        whisper(out),
        decoder(out, "llama", LlamaForCausalLM(LlamaConfig(tie_word_embeddings=True, rope_parameters=stretched, **sizes))),
        decoder(out, "qwen2", Qwen2ForCausalLM(Qwen2Config(tie_word_embeddings=False, rope_parameters={
            "rope_type": "default", "rope_theta": 1000000.0}, **sizes))),
        decoder(out, "mistral", MistralForCausalLM(MistralConfig(sliding_window=64, **{**sizes, "num_key_value_heads": 1}))),
        decoder(out, "phi3", Phi3ForCausalLM(Phi3Config(**sizes))),
        decoder(out, "gpt2", GPT2LMHeadModel(GPT2Config(vocab_size=VOCABULARY, n_positions=40, n_embd=48, n_layer=2, n_head=4, n_inner=44,
                                                        bos_token_id=1, eos_token_id=END))),
    ])
    total += listening(out)
    for name in ("t5-gated-gelu", "llama"):
        searches(out, name)
    print(f"{total / 1e6:.2f} MB in all")


@torch.no_grad()
def full(out, names):
    llama = dict(vocab_size=128256, hidden_size=2048, intermediate_size=8192, num_hidden_layers=16, num_attention_heads=32,
                 num_key_value_heads=8, head_dim=64, max_position_embeddings=131072, bos_token_id=1, eos_token_id=END, pad_token_id=0,
                 tie_word_embeddings=True, rope_parameters={"rope_type": "llama3", "rope_theta": 500000.0, "factor": 32.0,
                 "low_freq_factor": 1.0, "high_freq_factor": 4.0, "original_max_position_embeddings": 8192})
    makers = {
        "bert": lambda: bert(out, "bert", BertForPreTraining), "vit": lambda: vit(out), "clip": lambda: clip(out),
        "t5-relu": lambda: t5(out, "t5-relu", 1.0, feed_forward_proj="relu"), "whisper": lambda: whisper(out),
        "llama": lambda: decoder(out, "llama", LlamaForCausalLM(LlamaConfig(**llama)))}
    for name in names or makers:
        makers[name]()


if __name__ == "__main__":
    if sys.argv[2:3] == ["--full"]:
        FULL = True
        full(pathlib.Path(sys.argv[1]), sys.argv[3:])
    else:
        torch.set_num_threads(1)
        main(pathlib.Path(sys.argv[1]))
