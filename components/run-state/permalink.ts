import { fillPath, readPath } from '@/lib/contracts/endpoint';

/** The shown part of a run; the query of its URL. */
export interface RunFocus {
  readonly step: string | undefined;
  /** Path of iteration numbers, counted from 0; empty for the step itself. */
  readonly iteration: readonly number[];
  /** Counted from 1; undefined for the newest. */
  readonly attempt: number | undefined;
  /** The shown part of the output: a JSON pointer, RFC 6901. @default none */
  readonly path?: string | undefined;
}

/** Shows the run as a whole. */
export const NO_FOCUS: RunFocus = { step: undefined, iteration: [], attempt: undefined };

/** Reads `step`, `iteration`, `attempt` and `path` from a query. Invalid values are ignored. */
export function readFocus(query: URLSearchParams): RunFocus {
  const step = query.get('step') ?? undefined;
  if (step === undefined) return NO_FOCUS;
  return {
    step,
    iteration: readIteration(query.get('iteration')),
    attempt: readAttempt(query.get('attempt')),
    path: readPointer(query.get('path')),
  };
}

function readIteration(text: string | null): number[] {
  if (!text || !/^\d{1,9}(\.\d{1,9})*$/.test(text)) return [];
  return text.split('.').map(Number);
}

function readAttempt(text: string | null): number | undefined {
  return text && /^[1-9]\d{0,3}$/.test(text) ? Number(text) : undefined;
}

/** Longest path in an address, in characters. */
const MAX_POINTER = 2000;

function readPointer(text: string | null): string | undefined {
  return text?.startsWith('/') && text.length <= MAX_POINTER ? text : undefined;
}

/** The focus after a change. A new step resets the iteration, a new iteration the attempt, and a new attempt the path. */
export function moveFocus(focus: RunFocus, change: Partial<RunFocus>): RunFocus {
  const step = 'step' in change ? change.step : focus.step;
  if (step === undefined) return NO_FOCUS;
  const staysAtStep = step === focus.step;
  const iteration = change.iteration ?? (staysAtStep ? focus.iteration : []);
  const staysAtUnit = staysAtStep && iteration.join('.') === focus.iteration.join('.');
  const attempt = 'attempt' in change || !staysAtUnit ? change.attempt : focus.attempt;
  return movePath(
    focus,
    { step, iteration, attempt },
    {
      ...change,
      staysAtAttempt: staysAtUnit && attempt === focus.attempt,
    },
  );
}

function movePath(
  focus: RunFocus,
  moved: RunFocus,
  change: Partial<RunFocus> & { readonly staysAtAttempt: boolean },
): RunFocus {
  const path = 'path' in change || !change.staysAtAttempt ? change.path : focus.path;
  if (change.staysAtAttempt && path === focus.path) return focus;
  return path === undefined ? moved : { ...moved, path };
}

/** A query with the focus; other entries stay. Iterations of nested loops are joined by dots: `6.2`. */
export function writeFocus(query: URLSearchParams, focus: RunFocus): URLSearchParams {
  const next = new URLSearchParams(query);
  const parts: readonly (readonly [string, string | undefined])[] = [
    ['step', focus.step],
    ['iteration', focus.step && focus.iteration.length > 0 ? focus.iteration.join('.') : undefined],
    ['attempt', focus.step && focus.attempt !== undefined ? String(focus.attempt) : undefined],
    ['path', focus.step && focus.path],
  ];
  for (const [name, value] of parts) {
    if (value === undefined) next.delete(name);
    else next.set(name, value);
  }
  return next;
}

/** The query parameter with the shown instant, in seconds since the start of the run: `37.812`. */
const INSTANT = 't';
/** Longest instant of an address: 100 days in seconds. */
const MAX_SECONDS = 8_640_000;

/** Reads the shown instant from a query, in ms since the start of the run; undefined for the newest state. */
export function readInstant(query: URLSearchParams): number | undefined {
  const text = query.get(INSTANT);
  if (!text || !/^\d{1,7}(\.\d{1,3})?$/.test(text)) return undefined;
  return Math.round(Math.min(Number(text), MAX_SECONDS) * 1000);
}

/** A query with the shown instant; other entries stay. */
export function writeInstant(query: URLSearchParams, offsetMs: number | undefined): URLSearchParams {
  const next = new URLSearchParams(query);
  if (offsetMs === undefined) next.delete(INSTANT);
  else next.set(INSTANT, String(Math.max(0, Math.round(offsetMs)) / 1000));
  return next;
}

const RUN_PATH = '/runs/:id';

/** The path of a run, or of a part of it. */
export function runPath(runId: string, focus: RunFocus = NO_FOCUS): string {
  const query = writeFocus(new URLSearchParams(), focus).toString();
  return `${fillPath(RUN_PATH, { id: runId })}${query ? `?${query}` : ''}`;
}

/** The id of the run in a path; undefined for another page. */
export function runIdIn(pathname: string): string | undefined {
  return readPath(RUN_PATH, pathname)?.id;
}

const COMPARE_PATH = '/runs/:id/compare';

/** The page that compares a run with another one. @param base the other run; the run before it by default */
export function comparePath(runId: string, base?: string): string {
  const query = base === undefined ? '' : `?${new URLSearchParams({ base })}`;
  return fillPath(COMPARE_PATH, { id: runId }) + query;
}

/** The page of the runs of a pipeline by step. */
export function historyPath(pipelineId: string): string {
  return fillPath('/pipelines/:id/history', { id: pipelineId });
}

/** The query parameter of the editor that shows a version, compared with the version before it. */
export const VERSION_IN_ADDRESS = 'version';

/** The editor with a version compared with the version before it. */
export function versionPath(pipelineId: string, version: number): string {
  return `${fillPath('/pipelines/:id', { id: pipelineId })}?${VERSION_IN_ADDRESS}=${version}`;
}
