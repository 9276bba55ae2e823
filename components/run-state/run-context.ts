'use client';

import { createContext, use } from 'react';
import type {
  AnswerPauseInput,
  BreakpointInput,
  SetBreakpointInput,
  SetPauseOnFailureInput,
  SetRunBreakpointsInput,
} from '@/lib/contracts/breakpoints';
import type { Answer } from '@/lib/contracts/errors';
import type { PinOutputInput } from '@/lib/contracts/pins';
import type { AddTestRequest, ChangeTestRequest, SavedTestResult } from '@/lib/contracts/pipeline-tests';
import type { RerunRunInput } from '@/lib/contracts/reruns';
import type {
  PinRunInput,
  ResolveInterruptedInput,
  RunDetail,
  SignalInput,
  StartResult,
} from '@/lib/contracts/runs';
import type { RunDefinition } from './definition';
import type { RunFocus } from './permalink';
import type { RunFileSource } from './run-file';
import type { RunStore } from './run-store';
import type { StepFix } from './step-fix';

/** Server actions that save a run as a test of its pipeline. */
export interface KeepTestActions {
  add(input: AddTestRequest): Promise<SavedTestResult>;
  /** Replaces what a test contains. */
  change(input: ChangeTestRequest): Promise<SavedTestResult>;
}

/** Changes of breakpoints: server actions. */
export interface BreakpointActions {
  set(input: SetBreakpointInput): Promise<Answer>;
  remove(input: BreakpointInput): Promise<Answer>;
  setPauseOnFailure(input: SetPauseOnFailureInput): Promise<Answer>;
  /** Replaces those of an active run. */
  setOfRun(input: SetRunBreakpointsInput): Promise<Answer>;
}

/** Commands of a run: server actions, passed by the page. */
export interface RunActions {
  cancel(id: string): Promise<Answer>;
  pause(id: string): Promise<Answer>;
  /** Resumes a run that is paused or quarantined. */
  resume(id: string): Promise<Answer>;
  signal(input: SignalInput): Promise<Answer>;
  pin(input: PinRunInput): Promise<Answer>;
  /** Pins the output of a step for tries. */
  pinOutput?(input: PinOutputInput): Promise<Answer>;
  rerun(input: RerunRunInput): Promise<StartResult>;
  resolve(input: ResolveInterruptedInput): Promise<Answer>;
  readonly tests?: KeepTestActions;
  /** Answers a pause at a breakpoint. */
  answerPause?(input: AnswerPauseInput): Promise<Answer>;
  /** Changes of the breakpoints of a pipeline, and of an active run. */
  readonly breakpoints?: BreakpointActions;
}

/** The shown run, as components below `RunProvider` see it. */
export interface RunLens {
  readonly runId: string;
  readonly store: RunStore;
  /** The run's record; undefined until it is loaded. */
  readonly detail: RunDetail | undefined;
  /** Its definition; undefined until the record is loaded. */
  readonly definition: RunDefinition | undefined;
  readonly actions: RunActions | undefined;
  /** Why the run cannot be shown, as a sentence: it does not exist. Undefined for a run that exists. */
  readonly missing: string | undefined;
  /** Where the run comes from, when it was opened from a file: only what the file contains can be shown. */
  readonly file?: RunFileSource;
  readonly focus: RunFocus;
  /** Shows a step, an iteration or an attempt; without a step, the run as a whole. */
  setFocus(focus: Partial<RunFocus>): void;
  /** Opens another run, for example one that a re-run has started. */
  openRun(runId: string): void;
  /** Opens the editor at a step with a change made; undefined where there is no editor. */
  readonly edit: ((fix: StepFix) => void) | undefined;
  retryNow(): void;
}

/** Set by `RunProvider`; undefined while no run is shown. */
export const RunContext = createContext<RunLens | undefined>(undefined);

/** The shown run; undefined while there is none. */
export function useOptionalLens(): RunLens | undefined {
  return use(RunContext);
}

/** The shown run. @throws Error when there is none */
export function useLens(): RunLens {
  const lens = use(RunContext);
  if (!lens) throw new Error('useLens needs a RunProvider with a run above it.');
  return lens;
}
