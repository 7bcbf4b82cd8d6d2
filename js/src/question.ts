// What is asked of a model and what it answers, and how both cross to the core and back.
import { InternalError, invalid } from './errors.js';
import type { Task } from './task.js';
import { describe } from './text.js';

/** Of text that is written. */
export interface GenerateOptions {
  /** 128 unless set. */
  maxNewTokens?: number;
  /** 0, the default: always the likeliest token. */
  temperature?: number;
  /** Of the likeliest so many; all unless set. */
  topK?: number;
  /** Of the likeliest that together have this probability; all unless set. */
  topP?: number;
  repetitionPenalty?: number;
  seed?: number;
  /** Over 1: so many texts are followed at once, and the `numResults` likeliest come back. Not with a temperature. */
  numBeams?: number;
  numResults?: number;
  lengthPenalty?: number;
  /** Tokens that end it, besides the model's own. */
  stopTokens?: readonly number[];
  signal?: AbortSignal;
}

export interface Question extends GenerateOptions {
  text?: string;
  /** A second text, for models of pairs. */
  pair?: string;
  /** PNG or JPEG. */
  image?: Blob | ArrayBuffer | Uint8Array;
  /** WAV. */
  audio?: Blob | ArrayBuffer | Uint8Array;
  /** Of a sound: 'en', ...; the likeliest of those the model knows unless set. */
  language?: string;
  /** Written down as it is, or in English. */
  speechTask?: 'transcribe' | 'translate';
  /** With the times of what is said. */
  timestamps?: boolean;
  /** What a picture may show, for models without labels of their own. */
  labels?: readonly string[];
  /** Labels in the answer; 5 unless set. */
  top?: number;
  /** Text as it comes, whole characters at a time. False ends it. */
  onText?: (text: string, token: number) => boolean | void;
}

export interface Label {
  name: string /** A probability. */;
  score: number;
}

/** A token and its likeliest class, with the fields of Hugging Face's token-classification pipeline. */
export interface Entity {
  word: string;
  entity: string;
  /** A probability. */
  score: number;
  /** Among the tokens, special ones counted. */
  index: number;
  /** Where it is in the text: `text.slice(start, end)`. */
  start: number;
  end: number;
}

export interface Answer extends Generated {
  task: Task;
  /** The likeliest first. */
  labels: Label[];
  /** Of token classification: one for each token of the text. */
  entities: Entity[];
  /** What was written or heard. */
  text: string;
  /** With several results: all of them, the best first. */
  texts: string[];
  /** Of a sound, in seconds. */
  segments: { from: number; to: number; text: string }[];
  /** Of a sound. */
  language: string;
  /** Of length 1. */
  embedding: number[];
}

export interface Generated {
  /** The new ones, without the one that ended it. */
  tokens: number[];
  promptTokens: number;
  /** It came to its end; false where it was cut. */
  ended: boolean;
  firstMs: number;
  tokensPerSecond: number;
  ms: number;
}

// What each key takes; the core checks the ranges.
const isString = (value: unknown): boolean => typeof value === 'string';
const isNumber = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value);
const isInteger = (value: unknown): boolean => Number.isInteger(value) && Math.abs(value as number) < 2 ** 31;
const isSeed = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;
const listOf = (kind: (value: unknown) => boolean) => (value: unknown) => Array.isArray(value) && value.every(kind);
type Kind = readonly [is: (value: unknown) => boolean, what: string];
const text: Kind = [isString, 'a string'];
const number: Kind = [isNumber, 'a finite number'];
const integer: Kind = [isInteger, 'an integer of 32 bits'];
const tokens: Kind = [listOf(isInteger), 'an array of token ids'];
const generateKeys = {
  maxNewTokens: integer,
  temperature: number,
  topK: integer,
  topP: number,
  repetitionPenalty: number,
  seed: [isSeed, 'an integer from 0 to 2^53 - 1'],
  numBeams: integer,
  numResults: integer,
  lengthPenalty: number,
  stopTokens: tokens,
} satisfies Record<string, Kind>;
const questionKeys: Record<string, Kind> = {
  text,
  pair: text,
  labels: [listOf(isString), 'an array of strings'],
  top: integer,
  ...generateKeys,
  language: text,
  speechTask: [(value) => value === 'transcribe' || value === 'translate', "'transcribe' or 'translate'"],
  timestamps: [(value) => typeof value === 'boolean', 'a boolean'],
};
const tokenKeys: Record<string, Kind> = { ...generateKeys, prompt: tokens };

// The values of the keys that cross as JSON; `others` are handled by the caller.
function checked(options: object, keys: Record<string, Kind>, others: readonly string[]): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(options)) {
    if (value === undefined || others.includes(key)) continue;
    const kind = Object.hasOwn(keys, key) ? keys[key] : undefined;
    if (!kind)
      throw invalid(
        `[pipeline] '${key}' is not supported; supported are ${[...Object.keys(keys), ...others].join(', ')}`,
      );
    if (!kind[0](value)) throw invalid(`[pipeline] ${key} must be ${kind[1]}; got ${shown(value)}`);
    out[key] = value;
  }
  return out;
}
const shown = (value: unknown): string =>
  typeof value === 'string' ? JSON.stringify(value) : typeof value === 'number' ? String(value) : describe(value);

/** @internal A question without its bytes and functions. */
export function questionJson(question: Question): string {
  if (typeof question !== 'object' || question === null)
    throw invalid(`[pipeline] a question must be an object such as { text: '...' }; got ${describe(question)}`);
  const known = checked(question, questionKeys, ['image', 'audio', 'onText', 'signal']);
  // Half of a surrogate pair has no UTF-8: it becomes U+FFFD, as everywhere on the Web.
  return JSON.stringify(known, (_, value) => (typeof value === 'string' ? value.toWellFormed() : value));
}
/** @internal */
export const generateSettings = (options: object): Record<string, unknown> =>
  checked(options, tokenKeys, ['onToken', 'signal']);

/** @internal What the core answered, as JSON. A number that is not finite has no place there. */
export function readAnswer<T>(json: string): T {
  try {
    return JSON.parse(json) as T;
  } catch (error) {
    throw new InternalError(
      'internal',
      `[pipeline] the answer of the core cannot be read: ${(error as Error).message}`,
    );
  }
}

// The core counts bytes of UTF-8; JavaScript counts UTF-16 code units.
/** @internal */
export function withTextPositions(answer: Answer, text: string): Answer {
  if (answer.entities.length === 0) return answer;
  const units: number[] = [];
  let unit = 0;
  for (const character of text) {
    const code = character.codePointAt(0)!;
    for (let bytes = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4; bytes > 0; --bytes) units.push(unit);
    unit += character.length;
  }
  units.push(unit);
  for (const entity of answer.entities) {
    entity.start = units[entity.start]!;
    entity.end = units[entity.end]!;
  }
  return answer;
}
