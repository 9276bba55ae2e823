import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import type { Outcome } from './outcome';

/** Time limit of callers, in ms. */
const PATIENCE_MS = 30_000;

const agent = new Agent({ keepAlive: true });

const answerSchema = z.object({
  choices: z.tuple([z.object({ message: z.object({ content: z.string() }) })]),
});
const chunkSchema = z.object({ choices: z.tuple([z.object({ delta: z.object({ content: z.string() }) })]) });
const errorSchema = z.object({ error: z.object({ code: z.string() }) });

/** A chat whose answer repeats its content. */
export interface Chat {
  /** Base URL of a deployment, without `/v1`. */
  readonly url: string;
  readonly content: string;
  readonly stream: boolean;
}

/** Sends a request and reads its answer to the end. Never rejects. */
export async function sendChat(chat: Chat): Promise<Outcome> {
  const giveUp = new AbortController();
  const timer = setTimeout(() => giveUp.abort(), PATIENCE_MS);
  try {
    const answer = await open(chat, giveUp.signal);
    return outcomeOf(chat, answer.statusCode ?? 0, await text(answer));
  } catch {
    return giveUp.signal.aborted ? 'no outcome' : 'cut off';
  } finally {
    clearTimeout(timer);
  }
}

function open({ url, content, stream }: Chat, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/v1/chat/completions`, {
      ...{ agent, signal, method: 'POST' },
      headers: { 'content-type': 'application/json' },
    });
    sent.once('response', resolve).once('error', reject);
    sent.end(JSON.stringify({ model: 'tiny', stream, messages: [{ role: 'user', content }] }));
  });
}

function outcomeOf({ content, stream }: Chat, status: number, body: string): Outcome {
  if (status !== 200) return `refused: ${status} ${codeOf(body)}`;
  return (stream ? streamed(body) : answered(body)) === content ? 'answered' : 'wrong answer';
}

function codeOf(body: string): string {
  return errorSchema.safeParse(jsonOf(body)).data?.error.code ?? 'without a code';
}

function answered(body: string): string | undefined {
  return answerSchema.safeParse(jsonOf(body)).data?.choices[0].message.content;
}

/** The text of a stream that has its end; undefined for others. */
function streamed(body: string): string | undefined {
  const events = body.split('\n\n').map((line) => line.replace(/^data: /, ''));
  if (events.at(-2) !== '[DONE]') return undefined;
  return events
    .slice(0, -2)
    .map((event) => chunkSchema.safeParse(jsonOf(event)).data?.choices[0].delta.content ?? '')
    .join('');
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
