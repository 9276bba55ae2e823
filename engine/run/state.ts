import type { LogLevel } from '../action';
import type { Failure } from '../errors';
import type { Json, JsonObject } from '../json';
import type { Payload, RunEvent, SkipReason, WaitReason } from './events';

/** Rules, section 4. `pending`, `running`, `waiting` and `retrying` are the ones that may still change. */
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

/** Why nothing of a run starts: somebody paused it, or it was under way each time when its worker died. */
export const HOLD_REASONS = ['paused', 'quarantined'] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];

/** A run that is held, and since when. */
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

/** One attempt of one step or iteration: a record of its own, never overwritten by the next. */
export interface AttemptState {
  readonly attempt: number;
  readonly status: 'running' | 'completed' | 'failed' | 'cancelled' | 'interrupted';
  readonly startedAt: string;
  readonly finishedAt: string | undefined;
  /** Resolved parameters, secrets masked. */
  readonly inputs: Payload;
  readonly output: Payload | undefined;
  readonly error: Failure | undefined;
  readonly logs: readonly LogLine[];
  /** How often it has waited: timers and polls. */
  readonly waits: number;
  /** What had been sent to the run when it started. */
  readonly signals: Signals;
}

/** Iterations planned by a loop. The map is shared and grows; the objects in it are replaced, never changed. */
export interface IterationsState {
  readonly action: string;
  readonly params: JsonObject;
  readonly items: readonly Payload[];
  readonly parallel: number;
  readonly stopOnFailure: boolean;
  readonly units: ReadonlyMap<number, UnitState>;
}

/** A step, or one iteration inside a loop. Replaced by a new object at every change, so identity tells what changed. */
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
        readonly reason: WaitReason | 'retry';
        readonly until: string | undefined;
        readonly note: string | undefined;
      }
    | undefined;
  /** Failed, but `on_failure: continue`. */
  readonly tolerated: boolean;
  readonly branch: { readonly taken: string; readonly notTaken: readonly string[] } | undefined;
  readonly iterations: IterationsState | undefined;
}

/** A run as its journal tells it. `steps` has an entry for every step that an event has named. */
export interface RunState {
  runId: string;
  pipelineId: string;
  version: number;
  parentRunId: string | undefined;
  status: RunStatus;
  seq: number;
  params: Readonly<Record<string, Json>>;
  createdAt: string;
  startedAt: string | undefined;
  finishedAt: string | undefined;
  cancelRequested: boolean;
  hold: Hold | undefined;
  /** How long it was held since it started, the hold it is under now not counted, in ms. */
  pausedMs: number;
  /** The newest value of each name. Replaced at every change. */
  signals: Signals;
  /** Number of the newest command that the journal tells of; 0 before the first. */
  heard: number;
  /** Set once `fail` has ended the pipeline, before the run itself is closed. */
  ending: { readonly step: string; readonly error: Failure } | undefined;
  error: Failure | undefined;
  /** The step that failed the run. */
  failedStep: string | undefined;
  outputs: Record<string, Payload>;
  readonly steps: Map<string, UnitState>;
  /** How many steps have each status, of those that an event has named. */
  readonly counts: Record<StepStatus, number>;
}

export type { RunEvent };
