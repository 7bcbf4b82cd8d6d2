// What models are for and what they are, as the core tells it from their small files.
import type { Backend } from './backend.js';
import { UnsupportedError } from './errors.js';

/** What models do, by Hugging Face's names. */
export type Task =
  | 'text-classification'
  | 'token-classification'
  | 'fill-mask'
  | 'feature-extraction'
  | 'image-classification'
  | 'zero-shot-image-classification'
  | 'text-generation'
  | 'text2text-generation'
  | 'automatic-speech-recognition';
/** What `PipelineOptions.task` takes: also the words of earlier versions, each for one or more tasks. */
export type TaskName = Task | 'classify' | 'fill' | 'embed' | 'match' | 'write' | 'listen';

/** What a model is, told by its small files alone. */
export interface ModelSummary {
  family: string;
  task: Task;
  /** What goes in. */
  takes: ('text' | 'image' | 'audio')[];
}

/** @internal With which other files the model may have; some of them (modules.json) lead to others. */
export type Summary = ModelSummary & { tokenizer: boolean; files: string[] };

/** @internal The core and where it has the backend, which must have been made with models. */
export function withModels(backend: Backend): ReturnType<Backend['_handle']> {
  const handle = backend._handle();
  if (!handle.core.exports.bitloom_files)
    throw new UnsupportedError(
      'unsupported',
      '[pipeline] this backend was created without models; create it with { models: true }',
    );
  return handle;
}

/** @internal */
export async function summarize(
  backend: Backend,
  small: ReadonlyMap<string, Uint8Array>,
  name: string,
  task?: TaskName,
): Promise<Summary> {
  const { core } = withModels(backend);
  const files = Object.fromEntries([...small].map(([file, data]) => [file, new TextDecoder().decode(data)]));
  core.say(JSON.stringify({ name, task, files }));
  return JSON.parse((await core.call((id) => core.exports.bitloom_summarize(id))).text) as Summary;
}
