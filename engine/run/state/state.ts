import type { LogLevel } from '../../action-context';
import type { Failure } from '../../errors';
import type { Json, JsonObject } from '../../json';
import type { PauseDecision } from '../debug/answer';
import type { Breakpoint, DebugSettings, PauseMoment } from '../debug/breakpoint';
import type { Chunk, Payload, SkipReason, WaitReason } from './events';
import type { PauseCause } from './pause-events';
import type { GivenSource, RerunRequest } from './rerun-request';
import type { RunTrace } from './run-trace';
import type { RunWarnings } from './run-warnings';

/** docs/rules.md, section 4. `pending`, `running`, `waiting` and `retrying` may still change. */
export const STEP_STATUSES = [
  'pending',
  'running',
  'waiting',
  'retrying',
  'completed',
  'failed',
  'skipped',
  'cancelled',
] as const;
export type StepStatus = (typeof STEP_STATUSES)[number];

export const RUN_STATUSES = ['pending', 'running', 'waiting', 'completed', 'failed', 'cancelled'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** Why a run starts nothing: a person paused it, or its workers died repeatedly. */
export const HOLD_REASONS = ['paused', 'quarantined'] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];

/** A pause or quarantine. */
export interface Hold {
  readonly reason: HoldReason;
  readonly detail: string | undefined;
  readonly since: string;
}

/** Values sent to a run, by name. */
export type Signals = Readonly<Record<string, Payload>>;

/** One line of a step's log. */
export interface LogLine {
  readonly seq: number;
  readonly at: string;
  readonly level: LogLevel;
  readonly message: string;
}

/** One attempt of one step or iteration. The next attempt does not overwrite it. */
export interface AttemptState {
  readonly attempt: number;
  readonly status: 'running' | 'completed' | 'failed' | 'cancelled' | 'interrupted';
  readonly startedAt: string;
  readonly finishedAt: string | undefined;
  /** Release of the action. */
  readonly release: number;
  /** Resolved parameters, secrets masked. */
  readonly inputs: Payload;
  readonly output: Payload | undefined;
  readonly error: Failure | undefined;
  readonly logs: readonly LogLine[];
  /** Number of its waits: timers and checks. */
  readonly waits: number;
  /** The signals of the run when it started. */
  readonly signals: Signals;
  /** How long the run had been paused when it started, in ms. */
  readonly pausedMs: number;
  /** The instant that its expressions read as `now`. */
  readonly resolvedAt: string;
}

/** Iterations of a loop. The map is shared and grows; its values are replaced, never changed. */
export interface IterationsState {
  /** The name by which an iteration reads its item, when `item` and `index` are those of an outer loop. */
  readonly as: string | undefined;
  readonly action: string;
  readonly params: JsonObject;
  readonly items: readonly Payload[];
  /** Index of the iteration that the first item belongs to: above 0 only in a chunk, and in a try of one iteration. */
  readonly first: number;
  /** Iterations of the whole loop. */
  readonly total: number;
  readonly parallel: number;
  readonly stopOnFailure: boolean;
  readonly units: ReadonlyMap<number, UnitState>;
}

/** How a chunk ended. */
export interface ChunkEnd {
  readonly status: 'completed' | 'failed' | 'cancelled';
  readonly completed: number;
  readonly failed: number;
  readonly results: Payload | undefined;
  readonly errors: Payload | undefined;
  readonly error: Failure | undefined;
  /** The failure of an iteration that ends the pipeline. */
  readonly ending: Failure | undefined;
}

/** Iterations that are executed by other runs, one chunk each. The maps are shared and grow. */
export interface ChunksState {
  readonly action: string;
  readonly params: JsonObject;
  /** The lists of the chunks, in order. */
  readonly items: readonly Payload[];
  readonly total: number;
  /** Iterations of each chunk but the last. */
  readonly size: number;
  readonly parallel: number;
  readonly stopOnFailure: boolean;
  readonly ended: ReadonlyMap<number, ChunkEnd>;
  /** Active chunks, with the concurrency of each. */
  readonly open: ReadonlyMap<number, number>;
  /** Active chunks that wait only for a person. */
  readonly waiting: ReadonlySet<number>;
  /** Iterations that completed, and those that did not, in the chunks that have ended. */
  readonly completed: number;
  readonly failed: number;
}

/** A pause of a unit at a breakpoint. */
export interface PauseState {
  /** Number of its event. */
  readonly seq: number;
  readonly since: string;
  /** The attempt that would start, or the one that failed. */
  readonly attempt: number;
  readonly moment: PauseMoment;
  readonly cause: PauseCause;
  readonly breakpoint: Breakpoint | undefined;
  /** Resolved parameters; secrets are references. */
  readonly inputs: Payload;
  /** Why the attempt failed. */
  readonly error: Failure | undefined;
  /** When the run is cancelled unless the pause was answered. */
  readonly until: string | undefined;
  /** Why the condition of the breakpoint, or the parameters, could not be evaluated. */
  readonly note: string | undefined;
  /** Whether the failure ends the pipeline: the `fail` action. */
  readonly endsRun: boolean;
  /** The signals of the run when it began. */
  readonly signals: Signals;
}

/** A pause with what a person decided about it. */
export interface AnsweredPause {
  readonly pause: PauseState;
  readonly decision: PauseDecision;
  readonly at: string;
  /** Edited parameters, an object. */
  readonly inputs: Payload | undefined;
  readonly output: Payload | undefined;
  readonly message: string | undefined;
}

/** Breakpoints of a run. */
export interface DebugState extends DebugSettings {
  /** Whether the next step or iteration that starts is paused. */
  readonly isStepping: boolean;
}

/** A step, or one iteration inside a loop. Every change replaces the object, so identity shows what changed. */
export interface UnitState {
  readonly status: StepStatus;
  readonly action: string | undefined;
  readonly attempts: readonly AttemptState[];
  readonly output: Payload | undefined;
  readonly error: Failure | undefined;
  readonly startedAt: string | undefined;
  readonly finishedAt: string | undefined;
  readonly skip: { readonly reason: SkipReason; readonly detail: string | undefined } | undefined;
  readonly cancelReason: string | undefined;
  /** While `waiting` or `retrying`: what for and until when. */
  readonly wait:
    | {
        readonly reason: WaitReason | 'retry' | 'breakpoint';
        readonly until: string | undefined;
        readonly note: string | undefined;
        /** The signals of the run when the wait began. */
        readonly signals: Signals;
      }
    | undefined;
  /** Its pause at a breakpoint, until a person decides. */
  readonly pause: PauseState | undefined;
  /** Its pauses that were answered, oldest first. */
  readonly answered: readonly AnsweredPause[];
  /** The decision that is still to be carried out. */
  readonly decided: AnsweredPause | undefined;
  /** Parameters that a person edited during a pause, and all parameters as the pause showed them: objects. */
  readonly edited: { readonly inputs: Payload; readonly shown: Payload } | undefined;
  /** Whether it failed with `on_failure: continue`. */
  readonly tolerated: boolean;
  readonly branch: { readonly taken: string; readonly notTaken: readonly string[] } | undefined;
  /** A problem of a completed unit: the service answered with an error status. */
  readonly warning: Failure | undefined;
  readonly iterations: IterationsState | undefined;
  readonly chunks: ChunksState | undefined;
  /** The run that executed it, when its result was taken over. */
  readonly reusedFrom: string | undefined;
  /** Where its output comes from, when it is neither executed nor taken over. */
  readonly given: GivenSource | undefined;
  /** What failed inside a unit whose result was taken over, without failing it. */
  readonly reusedWarnings:
    | Pick<RunWarnings, 'failedIterations' | 'iterations' | 'errorResponses'>
    | undefined;
  /** Results of iterations that the loop takes over once it has planned them. */
  readonly reusable: ReadonlyMap<number, UnitState> | undefined;
}

/** The fold of a run's journal. `steps` has an entry for every step with an event. */
export interface RunState {
  runId: string;
  /** Set when the run is a chunk of another run's loop. */
  chunk: Chunk | undefined;
  pipelineId: string;
  version: number;
  parentRunId: string | undefined;
  /** Set when the run is a re-run that may reuse results. */
  rerun: RerunRequest | undefined;
  /** The trace that it belongs to. */
  trace: RunTrace | undefined;
  status: RunStatus;
  seq: number;
  params: Readonly<Record<string, Json>>;
  createdAt: string;
  startedAt: string | undefined;
  finishedAt: string | undefined;
  cancelRequested: boolean;
  /** Why it was cancelled, unless a person requested it. */
  cancelDetail: string | undefined;
  hold: Hold | undefined;
  /** Set when the run is debugged. */
  debug: DebugState | undefined;
  /** Number of units that are paused at breakpoints. */
  pauses: number;
  /** Since when its timeouts do not count: it has a hold, or a unit is paused at a breakpoint. */
  frozenSince: string | undefined;
  /** How long its timeouts did not count since it started, the current time excluded, in ms. */
  pausedMs: number;
  /** The newest value of each name. The object is replaced at every change. */
  signals: Signals;
  /** Number of the newest command in the journal; 0 before the first. */
  lastCommand: number;
  /** Set once `fail` has ended the pipeline, before the last event of the run. */
  ending: { readonly step: string; readonly error: Failure } | undefined;
  error: Failure | undefined;
  /** The step that failed the run. */
  failedStep: string | undefined;
  outputs: Record<string, Payload>;
  readonly steps: Map<string, UnitState>;
  /** Number of steps in each status, of those with an event. */
  readonly counts: Record<StepStatus, number>;
  /** Large values that were read, by reference. Not part of the fold. */
  readonly loaded: Map<string, Json>;
}

/** The id of the run that people see: for a chunk, of the parent run. */
export function publicRunId(state: RunState): string {
  return state.chunk?.of ?? state.runId;
}
