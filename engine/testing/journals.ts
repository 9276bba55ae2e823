import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildGraph } from '../pipeline/graph';
import { normalize } from '../pipeline/normalize';
import type { PipelineDocument } from '../pipeline/schema';
import { Frontier, judge } from '../run/schedule/plan';
import type { RunEvent } from '../run/state/events';
import { applyEvent, emptyRunState, foldEvents } from '../run/state/fold';
import { runScope } from '../run/state/scope';
import type { RunState, UnitState } from '../run/state/state';
import { probes } from './probes';

const folder = fileURLToPath(new URL('./journals/', import.meta.url));
const { descriptors } = probes().catalogue;

/**
 * A journal recorded by a release, with the state that this release folded. Later releases must fold the
 * same.
 */
export interface RecordedJournal {
  readonly title: string;
  readonly pipeline: PipelineDocument;
  readonly events: readonly RunEvent[];
  /** The state after all events. */
  readonly state: RunSummary;
  /** The plans after events that made steps ready. */
  readonly plans: readonly Plan[];
}

interface Plan {
  readonly after: number;
  /** `step: verdict`, with the reason of a skip. */
  readonly ready: readonly string[];
}

type RunSummary = ReturnType<typeof summarize>;

/** A summary of the state, independent of its representation. */
export function summarize(state: RunState) {
  return {
    status: state.status,
    started: state.startedAt ?? null,
    finished: state.finishedAt ?? null,
    error: state.error ?? null,
    failed_step: state.failedStep ?? null,
    outputs: state.outputs,
    cancel_requested: state.cancelRequested,
    held: state.hold?.reason ?? null,
    paused_ms: state.pausedMs,
    signals: state.signals,
    heard: state.lastCommand,
    steps: Object.fromEntries([...state.steps].map(([id, unit]) => [id, summarizeUnit(unit)])),
  };
}

interface UnitSummary {
  readonly status: string;
  readonly attempts: readonly string[];
  readonly [field: string]: unknown;
}

function summarizeUnit(unit: UnitState): UnitSummary {
  const { status, attempts, iterations } = unit;
  return {
    status,
    attempts: attempts.map((each) => `${each.status} ${each.waits} ${each.logs.length}`),
    output: unit.output ?? null,
    error: unit.error ?? null,
    skip: unit.skip?.reason ?? null,
    wait: unit.wait === undefined ? null : `${unit.wait.reason} ${unit.wait.until ?? ''}`,
    branch: unit.branch ?? null,
    tolerated: unit.tolerated,
    ...(iterations && {
      items: iterations.items.length,
      iterations: Object.fromEntries([...iterations.units].map(([n, each]) => [n, summarizeUnit(each)])),
    }),
  };
}

/** The plan after each event of a journal. Planning is pure, so every build must give the same. */
export function plansOf({ pipeline, events }: Pick<RecordedJournal, 'pipeline' | 'events'>): Plan[] {
  const graph = buildGraph(normalize(pipeline, descriptors), descriptors);
  const state = emptyRunState();
  const plans: Plan[] = [];
  for (const event of events) {
    applyEvent(state, event);
    const scope = runScope(state, new Date(event.at));
    const ready = new Frontier(graph, state).ready.map((id) => {
      const verdict = judge(graph, state, id, scope);
      return `${id}: ${verdict.do}${verdict.do === 'skip' ? ` ${verdict.reason}` : ''}`;
    });
    const before = plans.at(-1)?.ready ?? [];
    if (JSON.stringify(before) !== JSON.stringify(ready)) plans.push({ after: event.seq, ready });
  }
  return plans;
}

/** Folds and plans a journal with this build. */
export function recordOf(
  title: string,
  pipeline: PipelineDocument,
  events: readonly RunEvent[],
): RecordedJournal {
  return {
    title,
    pipeline,
    events,
    state: summarize(foldEvents(events)),
    plans: plansOf({ pipeline, events }),
  };
}

/** Every recorded journal with its file name. */
export function readJournals(): { file: string; journal: RecordedJournal }[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => ({ file, journal: JSON.parse(readFileSync(folder + file, 'utf8')) }));
}

/**
 * Writes a journal to a new file.
 * @returns false when the file exists: recorded journals are never overwritten
 */
export function keepJournal(file: string, journal: RecordedJournal): boolean {
  mkdirSync(folder, { recursive: true });
  if (existsSync(folder + file)) return false;
  const { events, plans, ...rest } = journal;
  const lines = (list: readonly unknown[]) => list.map((each) => `    ${JSON.stringify(each)}`).join(',\n');
  const head = JSON.stringify(rest).slice(0, -1);
  writeFileSync(
    folder + file,
    `${head},\n  "plans": [\n${lines(plans)}\n  ],\n  "events": [\n${lines(events)}\n  ]\n}\n`,
  );
  return true;
}
