'use client';

import { createContext, use } from 'react';
import type { Answer } from '@/lib/contracts/errors';
import type {
  PinRunInput,
  RerunRunInput,
  ResolveInterruptedInput,
  RunDetail,
  SignalInput,
  StartResult,
} from '@/lib/contracts/runs';
import type { RunDefinition } from './definition';
import type { RunFocus } from './permalink';
import type { RunStore } from './run-store';

/** What a person can do to a run: server actions, handed down by the page. */
export interface RunActions {
  cancel(id: string): Promise<Answer>;
  pause(id: string): Promise<Answer>;
  /** Goes on with a run that is paused or quarantined. */
  resume(id: string): Promise<Answer>;
  signal(input: SignalInput): Promise<Answer>;
  pin(input: PinRunInput): Promise<Answer>;
  rerun(input: RerunRunInput): Promise<StartResult>;
  resolve(input: ResolveInterruptedInput): Promise<Answer>;
}

/** The run lens as everything below `RunProvider` sees it. */
export interface RunLens {
  readonly runId: string;
  readonly store: RunStore;
  /** The run's record; undefined until it is loaded. */
  readonly detail: RunDetail | undefined;
  /** What it runs; undefined until the record is loaded. */
  readonly definition: RunDefinition | undefined;
  readonly actions: RunActions | undefined;
  readonly focus: RunFocus;
  /** Looks at a step, an iteration or an attempt; without a step, at the run as a whole. */
  setFocus(focus: Partial<RunFocus>): void;
  /** Goes to another run, for example the one that a re-run has started. */
  openRun(runId: string): void;
  retryNow(): void;
}

/** Carries the lens from `RunProvider` down; undefined while no run is looked at. */
export const RunContext = createContext<RunLens | undefined>(undefined);

/** The run lens, or undefined while no run is looked at. */
export function useOptionalLens(): RunLens | undefined {
  return use(RunContext);
}

/** The run lens. @throws Error where no run is looked at */
export function useLens(): RunLens {
  const lens = use(RunContext);
  if (!lens) throw new Error('useLens needs a RunProvider with a run above it.');
  return lens;
}
