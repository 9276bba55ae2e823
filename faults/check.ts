import type { Sql } from 'postgres';
import { addressOf, isTerminal, type RunEvent, unitKey } from '@/engine';
import { type AuditedEvent, type AuditedMove, readAudit } from './audit';
import type { Effect } from './ledger';
import { journalHash } from './observer';
import type { Stage } from './stage';

/** Tolerance in ms: ledger and journals use different clocks, the host's and the database's. */
const CLOCK_TOLERANCE_MS = 50;

/** How long an aborted request may still be on its way to the ledger on a busy machine, in ms. */
const CALLED_OFF_MS = 1000;

/** Actions that the ledger records. */
const EFFECTS = new Set(['http_request', 'email', 'database']);

/** The results of the checks. Lists of violations contain sentences and are empty on success. */
export interface Findings {
  readonly runs: number;
  readonly effects: number;
  /** Attempts that were repeated because their process died or lost its lease. */
  readonly interrupted: number;
  /** Repeated effects of one unit: allowed for attempts in flight, up to the number of attempts. */
  readonly doubled: number;
  /** Times from the expiry of a dead worker's lease to the next claim, in ms, sorted. */
  readonly takeovers: readonly number[];
  readonly violations: Readonly<Record<Violation, readonly string[]>>;
}

/** Kinds of violations. */
export const VIOLATIONS = [
  'lost',
  'repeated',
  'late',
  'changed',
  'keys',
  'epochs',
  'endings',
  'stale',
  'journal',
] as const;
export type Violation = (typeof VIOLATIONS)[number];

type Found = Record<Violation, string[]>;

/** Checks a scenario against the ledger, the audit and the observations of readers. */
export async function checkStage(stage: Stage, options: { zombies?: boolean } = {}): Promise<Findings> {
  const found: Found = {
    lost: [],
    repeated: [],
    late: [],
    changed: [],
    keys: [],
    epochs: [],
    endings: [],
    stale: [],
    journal: [],
  };
  const journals = await readJournals(stage.sql);
  const effects = groupBy(await stage.ledger.effects(), ({ run }) => run);
  const audit = await readAudit(stage.sql);
  await checkLost(stage, found);
  checkMoves(audit.moves, found);
  checkWriters(audit, found);
  for (const [id, events] of journals) {
    checkJournal(id, events, found);
    checkSeen(stage, id, events, found);
    checkEffects(id, events, effects.get(id) ?? [], { found, zombies: options.zombies ?? false });
  }
  for (const id of effects.keys()) if (!journals.has(id)) found.lost.push(`${id} had effects, and is no run`);
  return {
    runs: journals.size,
    effects: [...effects.values()].reduce((sum, list) => sum + list.length, 0),
    interrupted: [...journals.values()].flat().filter(({ type }) => type === 'attempt_interrupted').length,
    doubled: countDoubled(effects),
    takeovers: takeoversOf(audit.moves),
    violations: found,
  };
}

async function readJournals(sql: Sql): Promise<Map<string, RunEvent[]>> {
  const rows = await sql<{ runId: string; seq: number; at: Date; body: string }[]>`
    select e.run_id as "runId", e.seq, e.at, e.body::text as body from run_events e order by e.run_id, e.seq`;
  const journals = new Map<string, RunEvent[]>();
  for (const { runId, seq, at, body } of rows) {
    const list = journals.get(runId) ?? [];
    journals.set(runId, list);
    // The same key order as in the product, so that the hashes agree.
    list.push({ seq, at: at.toISOString(), ...JSON.parse(body) } as RunEvent);
  }
  return journals;
}

interface EndRow {
  readonly id: string;
  readonly whole: string;
  readonly status: string;
  readonly hold: string | null;
  readonly why: string;
  readonly last: string;
}

/** Every acknowledged run exists and has ended. */
async function checkLost(stage: Stage, found: Found): Promise<void> {
  const rows = await stage.sql<EndRow[]>`
    select id, coalesce(chunk_of, id) as whole, status, hold, coalesce(failed_step, '') || ': ' || coalesce(error->>'message', '') as why,
      'owner ' || coalesce(owner, 'none') || ', wakes ' || coalesce(wake_at::text, 'never') || ', last ' || (
        select body::text from run_events e where e.run_id = runs.id order by seq desc limit 1
      ) as last
    from runs`;
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const id of stage.acknowledged) if (!byId.has(id)) found.lost.push(`${id} is not there`);
  for (const row of rows) {
    const problem = problemOf(row, stage.cancelled);
    if (problem) found.lost.push(problem);
  }
}

function problemOf(row: EndRow, cancelled: ReadonlySet<string>): string | undefined {
  const { id, whole, status, hold, why, last } = row;
  if (!isEnded(status)) return `${id} is ${status}${hold ? ` (${hold})` : ''}, ${last}`;
  if (status === 'failed') return `${id} failed: ${why}`;
  if (status === 'cancelled' && !cancelled.has(whole)) return `${id} was cancelled although nobody asked`;
  return undefined;
}

function isEnded(status: string): boolean {
  return ['completed', 'failed', 'cancelled'].includes(status);
}

/** Epochs only increase, and ended runs never change. */
function checkMoves(moves: readonly AuditedMove[], found: Found): void {
  for (const { runId, oldEpoch, epoch, oldStatus, status } of moves) {
    if (epoch < oldEpoch) found.epochs.push(`${runId}: ${oldEpoch} to ${epoch}`);
    if (isEnded(oldStatus) && status !== oldStatus) found.endings.push(`${runId}: ${oldStatus} to ${status}`);
  }
}

/** Every event was written by the owner of the run at that time; the first one by its creator. */
function checkWriters(
  { moves, events }: { moves: readonly AuditedMove[]; events: readonly AuditedEvent[] },
  found: Found,
): void {
  const claims = groupBy(
    moves.filter((move) => move.epoch > move.oldEpoch),
    ({ runId }) => runId,
  );
  for (const event of events) {
    if (event.seq === 1) continue;
    const holder = claims.get(event.runId)?.findLast(({ at }) => at <= event.at);
    if (holder?.app !== event.app) {
      found.stale.push(
        `${event.runId}: event ${event.seq} by ${event.app}, held by ${holder?.app ?? 'nobody'}`,
      );
    }
  }
}

/** A journal has no gaps and one end, and no unit starts or ends again after its end. */
function checkJournal(id: string, events: readonly RunEvent[], found: Found): void {
  const ended = new Set<string>();
  for (const [index, { seq }] of events.entries()) {
    if (seq !== index + 1) found.journal.push(`${id}: event ${seq} in place ${index + 1}`);
  }
  const ends = events.filter(isRunEnd).length;
  for (const event of events) {
    const unit = unitOf(event);
    if (unit === undefined || event.type === 'step_logged') continue;
    if (ended.has(unit)) found.repeated.push(`${id}: ${event.type} of ${unit} after its end`);
    if (isUnitEnd(event)) ended.add(unit);
  }
  if (ends > 1) found.endings.push(`${id}: ended ${ends} times`);
}

/** Observed events never change. */
function checkSeen(stage: Stage, id: string, events: readonly RunEvent[], found: Found): void {
  const seen = stage.observer.seen.get(id);
  if (seen && journalHash(events, seen.length) !== seen.hash) {
    found.changed.push(`${id}: the first ${seen.length} events are not those that were shown`);
  }
}

function checkEffects(
  id: string,
  events: readonly RunEvent[],
  effects: readonly Effect[],
  { found, zombies }: { found: Found; zombies: boolean },
): void {
  const { attempts, finished, actions } = attemptsOf(events);
  for (const [unit, list] of groupBy(effects, (effect) => effect.unit)) {
    const begun = attempts.get(unit) ?? 0;
    const late = lateBy(list, finished.get(unit));
    if (list.length > begun)
      found.repeated.push(`${id}: ${list.length} effects of ${unit}, ${begun} attempts`);
    // A process that was suspended during an attempt may finish the effect of that attempt, and no other.
    if (late.length > (zombies ? begun - 1 : 0))
      found.late.push(`${id}: ${unit} ${late.join(' and ')} ms after its end`);
    if (new Set(list.map(({ key }) => key)).size > 1) found.keys.push(`${id}: keys of ${unit} differ`);
  }
  const done = new Set(effects.map(({ unit }) => unit));
  const missing = completedEffects(events, actions).filter((unit) => !done.has(unit));
  found.lost.push(...missing.map((unit) => `${id}: ${unit} completed without effect`));
}

/** When a unit ended, and how late its effects may arrive. */
interface UnitEnd {
  readonly at: number;
  readonly toleranceMs: number;
}

/** How late effects arrived after the end of their unit, in ms. */
function lateBy(effects: readonly Effect[], end: UnitEnd | undefined): number[] {
  if (!end) return [];
  return effects.filter(({ at }) => at > end.at + end.toleranceMs).map(({ at }) => Math.round(at - end.at));
}

/** Completed units whose action has an effect. */
function completedEffects(
  events: readonly RunEvent[],
  actions: ReadonlyMap<string, string>,
): readonly string[] {
  return events
    .filter(({ type }) => type === 'step_completed')
    .map(unitOf)
    .filter((unit) => unit !== undefined && EFFECTS.has(actions.get(unit) ?? '')) as string[];
}

/** Action, attempts and end of each unit. */
function attemptsOf(events: readonly RunEvent[]) {
  const attempts = new Map<string, number>();
  const actions = new Map<string, string>();
  const finished = new Map<string, UnitEnd>();
  for (const event of events) {
    const unit = unitOf(event);
    if (unit === undefined) continue;
    if (event.type === 'step_started') {
      attempts.set(unit, (attempts.get(unit) ?? 0) + 1);
      actions.set(unit, event.action);
    }
    const toleranceMs = event.type === 'step_cancelled' ? CALLED_OFF_MS : CLOCK_TOLERANCE_MS;
    if (isUnitEnd(event)) finished.set(unit, { at: Date.parse(event.at), toleranceMs });
  }
  return { attempts, finished, actions };
}

function unitOf(event: RunEvent): string | undefined {
  if (!('step' in event) || event.step === undefined) return undefined;
  if (event.type === 'run_failed' || event.type === 'output_set') return undefined;
  return unitKey(addressOf(event));
}

function isUnitEnd(event: RunEvent): boolean {
  const statuses: Partial<Record<RunEvent['type'], 'completed' | 'failed' | 'skipped' | 'cancelled'>> = {
    step_completed: 'completed',
    step_failed: 'failed',
    step_skipped: 'skipped',
    step_cancelled: 'cancelled',
  };
  const status = statuses[event.type];
  return status !== undefined && isTerminal(status);
}

function isRunEnd({ type }: RunEvent): boolean {
  return type === 'run_completed' || type === 'run_failed' || type === 'run_cancelled';
}

/** Claims of runs whose lease had expired. */
function takeoversOf(moves: readonly AuditedMove[]): number[] {
  return moves
    .flatMap(({ at, oldOwner, owner, oldLease }) =>
      oldOwner !== null && owner !== null && oldOwner !== owner && oldLease !== null ? [at - oldLease] : [],
    )
    .sort((a, b) => a - b);
}

function countDoubled(effects: ReadonlyMap<string, readonly Effect[]>): number {
  let doubled = 0;
  for (const list of effects.values()) doubled += list.length - new Set(list.map(({ unit }) => unit)).size;
  return doubled;
}

function groupBy<T>(list: readonly T[], key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of list) {
    const group = groups.get(key(item));
    if (group) group.push(item);
    else groups.set(key(item), [item]);
  }
  return groups;
}
