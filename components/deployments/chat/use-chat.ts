'use client';

import { useEffect, useRef, useState } from 'react';
import { ChatError, type ChatMessage, type ChatPiece, type ChatRequest, streamChat } from '@/client/chat';

/** One question with its answer so far. Times are of this machine's clock, in ms. */
export interface Exchange {
  readonly question: string;
  readonly answer: string;
  readonly state: 'streaming' | 'complete' | 'stopped' | 'failed';
  /** The failure, and what to do next. */
  readonly problem?: string;
  readonly startedAt: number;
  readonly firstTokenAt?: number;
  readonly endedAt?: number;
  /** As counted by the server; until then, the number of chunks. */
  readonly tokens: number;
}

/** The parameters of a request besides its messages. */
export type ChatSettings = Omit<ChatRequest, 'messages'>;

const UNREACHABLE = 'The server cannot be reached. Check that it is running, then try again.';

/** A conversation with a deployment. */
export function useChat(settings: ChatSettings) {
  const [exchanges, setExchanges] = useState<readonly Exchange[]>([]);
  const running = useRef<AbortController>(undefined);
  const isBusy = exchanges.at(-1)?.state === 'streaming';

  // Aborts the request when the component unmounts.
  useEffect(() => () => running.current?.abort(), []);

  async function ask(earlier: readonly Exchange[], question: string) {
    const request = new AbortController();
    running.current = request;
    let last: Exchange = { question, answer: '', state: 'streaming', startedAt: Date.now(), tokens: 0 };
    const show = (part: Partial<Exchange>) => {
      if (running.current !== request) return;
      last = { ...last, ...part };
      setExchanges([...earlier, last]);
    };
    show({});
    try {
      const messages = messagesOf(earlier, question);
      for await (const piece of streamChat({ ...settings, messages }, request.signal)) {
        show(afterPiece(last, piece));
      }
      show({ state: 'complete', endedAt: Date.now() });
    } catch (error) {
      show({ ...endOf(error, request.signal.aborted), endedAt: Date.now() });
    }
  }

  return {
    exchanges,
    isBusy,
    /** Sends a question with the conversation so far. */
    send: (question: string) => void ask(exchanges, question),
    /** Sends the last question again, in place of its answer. */
    retry: () => void ask(exchanges.slice(0, -1), exchanges.at(-1)?.question ?? ''),
    /** Ends the answer and keeps the text so far. */
    stop: () => running.current?.abort(),
    /** Starts a new conversation. */
    reset() {
      running.current?.abort();
      running.current = undefined;
      setExchanges([]);
    },
  };
}

function endOf(error: unknown, isAborted: boolean): Partial<Exchange> {
  if (isAborted) return { state: 'stopped' };
  return { state: 'failed', problem: error instanceof ChatError ? error.message : UNREACHABLE };
}

function afterPiece(exchange: Exchange, piece: ChatPiece): Partial<Exchange> {
  if ('tokens' in piece) return { tokens: piece.tokens };
  const { answer, tokens, firstTokenAt = Date.now() } = exchange;
  return { answer: answer + piece.text, tokens: tokens + 1, firstTokenAt };
}

/** The messages of a request, without unanswered questions. */
export function messagesOf(earlier: readonly Exchange[], question: string): ChatMessage[] {
  const answered = earlier.filter(({ answer }) => answer !== '');
  return [
    ...answered.flatMap((one): ChatMessage[] => [
      { role: 'user', content: one.question },
      { role: 'assistant', content: one.answer },
    ]),
    { role: 'user', content: question },
  ];
}

/** Measurements of an answer at an instant. */
export interface ChatFigures {
  readonly firstTokenMs: number | undefined;
  readonly elapsedMs: number;
  readonly tokens: number;
  /** From the first token to the last. */
  readonly tokensPerSecond: number | undefined;
}

/** Measures an answer, also while it arrives. */
export function figuresOf(exchange: Exchange, now: number): ChatFigures {
  const { startedAt, firstTokenAt, tokens } = exchange;
  const end = exchange.endedAt ?? Math.max(now, startedAt);
  const writingMs = firstTokenAt === undefined ? 0 : end - firstTokenAt;
  return {
    firstTokenMs: firstTokenAt === undefined ? undefined : firstTokenAt - startedAt,
    elapsedMs: end - startedAt,
    tokens,
    tokensPerSecond: writingMs > 0 ? (tokens * 1000) / writingMs : undefined,
  };
}
