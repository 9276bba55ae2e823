'use client';

import { createContext, use } from 'react';
import type { OpenPause } from '@/components/run-state/pauses';
import type { PauseAnswer, PauseDecision } from '@/engine/run/debug/answer';
import type { TypedAnswer } from './use-typed-answers';

/** The pauses of the shown run at breakpoints, and what a person does about them. */
export interface PauseDesk {
  /** Open pauses, oldest first. */
  readonly open: readonly OpenPause[];
  /** The one that commands answer; undefined without any. */
  readonly chosen: OpenPause | undefined;
  choose(pause: OpenPause): void;
  /** What was typed for a pause. It stays until it is sent or dismissed. */
  typedOf(pause: OpenPause): TypedAnswer;
  type(pause: OpenPause, part: Partial<TypedAnswer>): void;
  /** Edits of pauses that ended before the edits were sent. */
  readonly unsent: readonly TypedAnswer[];
  dismiss(pause: OpenPause): void;
  /** Whether the page may answer. */
  readonly mayAnswer: boolean;
  /** The decision that is being sent. */
  readonly busy: PauseDecision | undefined;
  /** Why the last answer was not accepted. */
  readonly refusal: string | undefined;
  /** Removes the refusal, before another form is opened. */
  clearRefusal(): void;
  /** Sends an answer to a pause. Returns whether it was accepted. */
  send(pause: OpenPause, answer: PauseAnswer): Promise<boolean>;
  /** Starts the chosen unit with its inputs as they were edited. */
  proceed(decision: 'continue' | 'step' | 'retry'): void;
}

/** Set by `PauseProvider`; undefined while no run is shown. */
export const PauseContext = createContext<PauseDesk | undefined>(undefined);

/** The pauses of the shown run; undefined while no run is shown. */
export function usePauses(): PauseDesk | undefined {
  return use(PauseContext);
}
