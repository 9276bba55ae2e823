import type { RunEvent } from '../state/events';
import type { StepStatus } from '../state/state';

/** How a step ended in a run, short enough to be stored for every run. Fields with their usual value are left out. */
export interface StepDigest {
  readonly step: string;
  readonly status: StepStatus;
  /** From its first attempt to its end, in ms; absent without an attempt, or before the end. */
  readonly durationMs?: number;
  /** @default 1 */
  readonly attempts?: number;
  /** Its result was taken over from an earlier run, pinned or entered. */
  readonly reused?: true;
  /** It completed although something in it failed. */
  readonly warning?: true;
  /** Why it failed. */
  readonly error?: string;
}

/** Types of the events that `digestSteps` reads. */
export const DIGESTED_EVENTS = [
  'step_started',
  'step_waiting',
  'step_retrying',
  'step_completed',
  'step_failed',
  'step_skipped',
  'step_cancelled',
  'step_reused',
  'step_given',
  'chunk_ended',
] as const satisfies readonly RunEvent['type'][];

type DigestedEvent = Extract<RunEvent, { type: (typeof DIGESTED_EVENTS)[number] }>;

/** Longest message of a digest, in characters. */
const MAX_MESSAGE = 300;

interface Draft {
  status: StepStatus;
  startedAt: string | undefined;
  endedAt: string | undefined;
  attempts: number;
  isReused: boolean;
  hasWarning: boolean;
  error: string | undefined;
}

/**
 * How each step ended, in the order in which they began. Of the events inside loops only failures are needed. Other events
 * are ignored.
 */
export function digestSteps(events: Iterable<RunEvent>): StepDigest[] {
  const drafts = new Map<string, Draft>();
  for (const event of events) {
    if (!isDigested(event)) continue;
    const draft = drafts.get(event.step) ?? newDraft();
    drafts.set(event.step, draft);
    if ('iteration' in event && (event.iteration?.length ?? 0) > 0) applyInside(draft, event);
    else apply(draft, event);
  }
  return [...drafts].map(([step, draft]) => digestOf(step, draft));
}

function isDigested(event: RunEvent): event is DigestedEvent {
  return DIGESTED_EVENTS.some((type) => type === event.type);
}

function newDraft(): Draft {
  return {
    status: 'pending',
    startedAt: undefined,
    endedAt: undefined,
    attempts: 0,
    isReused: false,
    hasWarning: false,
    error: undefined,
  };
}

function applyInside(draft: Draft, event: DigestedEvent): void {
  if (event.type === 'step_failed') draft.hasWarning = true;
}

function apply(draft: Draft, event: DigestedEvent): void {
  switch (event.type) {
    case 'step_started':
      draft.status = 'running';
      draft.startedAt ??= event.at;
      draft.attempts = Math.max(draft.attempts, event.attempt);
      return;
    case 'step_waiting':
      draft.status = 'waiting';
      return;
    case 'step_retrying':
      draft.status = 'retrying';
      return;
    case 'chunk_ended':
      if (event.failed > 0) draft.hasWarning = true;
      return;
    case 'step_reused':
      draft.isReused = true;
      draft.status = event.result.status;
      if (event.result.status === 'failed') draft.error = event.result.error.message;
      return;
    case 'step_given':
      draft.isReused = true;
      draft.status = 'completed';
      return;
    default:
      applyEnd(draft, event);
  }
}

type EndEvent = Extract<
  DigestedEvent,
  { type: 'step_completed' | 'step_failed' | 'step_skipped' | 'step_cancelled' }
>;

function applyEnd(draft: Draft, event: EndEvent): void {
  draft.endedAt = event.at;
  if (event.type === 'step_completed') {
    draft.status = 'completed';
    if (event.warning) draft.hasWarning = true;
  } else if (event.type === 'step_failed') {
    draft.status = 'failed';
    draft.error = event.error.message;
  } else {
    draft.status = event.type === 'step_skipped' ? 'skipped' : 'cancelled';
  }
}

function digestOf(step: string, draft: Draft): StepDigest {
  const { status, startedAt, endedAt, attempts, isReused, hasWarning, error } = draft;
  const isTimed = startedAt !== undefined && endedAt !== undefined;
  return {
    step,
    status,
    ...(isTimed ? { durationMs: Math.max(0, Date.parse(endedAt) - Date.parse(startedAt)) } : {}),
    ...(attempts > 1 ? { attempts } : {}),
    ...(isReused ? { reused: true } : {}),
    ...(hasWarning && status === 'completed' ? { warning: true } : {}),
    ...(error === undefined ? {} : { error: error.slice(0, MAX_MESSAGE) }),
  };
}
