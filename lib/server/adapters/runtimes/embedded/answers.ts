import { randomUUID } from 'node:crypto';
import type { AnswerPiece, Ending } from './engine';

/** The endpoint of a response. */
export type AnswerKind = 'chat' | 'completion';

/** Fields common to all chunks of a response. */
export interface AnswerHead {
  readonly kind: AnswerKind;
  readonly id: string;
  /** In seconds since 1970. */
  readonly created: number;
  readonly model: string;
}

export function answerHead(kind: AnswerKind, model: string): AnswerHead {
  const prefix = kind === 'chat' ? 'chatcmpl' : 'cmpl';
  return { kind, id: `${prefix}-${randomUUID()}`, created: Math.floor(Date.now() / 1000), model };
}

/** A complete response. */
export function completeAnswer(head: AnswerHead, pieces: readonly AnswerPiece[], ending: Ending) {
  const text = textOf(pieces, 'content');
  const reasoning = textOf(pieces, 'reasoning');
  const choice =
    head.kind === 'chat'
      ? {
          message: {
            role: 'assistant',
            content: text,
            ...(reasoning !== '' && { reasoning_content: reasoning }),
          },
        }
      : { text };
  return {
    ...base(head, false),
    choices: [{ index: 0, ...choice, logprobs: null, finish_reason: ending.finishReason }],
    usage: usageOf(ending),
  };
}

/** The first chunk of a stream, sent when generation begins; undefined for completions. */
export function firstChunk(head: AnswerHead) {
  if (head.kind === 'completion') return undefined;
  return chunk(head, { delta: { role: 'assistant', content: '' } }, null);
}

/** A chunk of a stream with text. */
export function pieceChunk(head: AnswerHead, { kind, text }: AnswerPiece) {
  if (head.kind === 'completion') return chunk(head, { text }, null);
  return chunk(head, { delta: kind === 'content' ? { content: text } : { reasoning_content: text } }, null);
}

/** The chunk with the finish reason. */
export function lastChunk(head: AnswerHead, { finishReason }: Ending) {
  return chunk(head, head.kind === 'chat' ? { delta: {} } : { text: '' }, finishReason);
}

/** The chunk with the usage, for clients that request it. */
export function usageChunk(head: AnswerHead, ending: Ending) {
  return { ...base(head, true), choices: [], usage: usageOf(ending) };
}

/** The response to a request for embeddings. */
export function embeddingsAnswer(
  model: string,
  embeddings: readonly { readonly vector: readonly number[]; readonly tokens: number }[],
  isBase64: boolean,
) {
  const tokens = embeddings.reduce((sum, embedding) => sum + embedding.tokens, 0);
  return {
    object: 'list',
    model,
    data: embeddings.map(({ vector }, index) => ({
      object: 'embedding',
      index,
      embedding: isBase64 ? base64Of(vector) : vector,
    })),
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  };
}

function chunk(head: AnswerHead, choice: object, finishReason: string | null) {
  const last = { logprobs: null, finish_reason: finishReason };
  return { ...base(head, true), choices: [{ index: 0, ...choice, ...last }] };
}

function base({ kind, id, created, model }: AnswerHead, isChunk: boolean) {
  const chat = isChunk ? 'chat.completion.chunk' : 'chat.completion';
  return { id, object: kind === 'chat' ? chat : 'text_completion', created, model };
}

function usageOf({ promptTokens, completionTokens }: Ending) {
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
  };
}

function textOf(pieces: readonly AnswerPiece[], kind: AnswerPiece['kind']): string {
  return pieces.flatMap((piece) => (piece.kind === kind ? [piece.text] : [])).join('');
}

function base64Of(vector: readonly number[]): string {
  const floats = Float32Array.from(vector);
  return Buffer.from(floats.buffer).toString('base64');
}
