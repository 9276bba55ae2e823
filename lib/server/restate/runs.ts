import type { Sql } from 'postgres';
import { type AttemptOutcome, type Catalogue, foldEvents, Runner } from '@/engine';
import type { Clock, World } from '@/engine/ports';
import type { BlobStore } from '../adapters/blobs/blob-store';
import { SYSTEM } from '../store/audit';
import { requestCancel } from '../store/commands/add-command';
import { concurrencyOf, type Definitions } from '../store/definitions';
import { LeaseLost } from '../store/journal';
import type { JournalWriter } from '../store/journal-writer';
import { loadWholeEvents } from '../store/load';
import { missingVersion } from '../store/missing';
import { parkRun } from '../store/queue/park-run';
import { releaseAll } from '../store/queue/release-all';
import { decideQuarantine } from '../worker/quarantine-decision';
import { RunSession } from '../worker/run-session';
import { countCommands, type TakenRun, takeRun } from './claim';
import { Gates } from './gates';
import { OutcomeStore } from './outcomes';
import { Session, type SessionState } from './session';
import type { KeptOutcome, Turn, TurnEnd, Turns } from './turns';

/** Longest timer to wait for in memory, in ms; for longer ones the run leaves this process. */
const PARK_AFTER_MS = 5000;

/**
 * How long a run stays in memory without a handler, in ms: Restate may be away for a moment and return to attempts
 * that have continued. Afterwards they are aborted, because another process has the run.
 */
const ORPHAN_MS = 20_000;

export interface RestateRunsOptions {
  /** Identifies this process among all that execute runs; new at every start. */
  readonly owner: string;
  readonly sql: Sql;
  readonly blobs: BlobStore;
  readonly writer: JournalWriter;
  readonly definitions: Definitions;
  readonly catalogue: Catalogue;
  readonly clock: Clock;
  readonly world: World;
  readonly newCommandId: () => string;
  readonly report: (error: unknown, what: string) => void;
  /** Called when a run has ended and its slot is free. */
  readonly ended: () => void;
}

/** A run in the memory of this process. */
interface Present {
  readonly claim: TakenRun;
  readonly session: Session;
  readonly gates: Gates;
  commands: number;
}

/** What this process knows about a run. */
interface Entry {
  attendants: number;
  present: Present | undefined;
  /** The last turn: turns of one run never overlap. */
  turn: Promise<unknown>;
  orphaned: NodeJS.Timeout | undefined;
}

/** The runs that Restate handlers of this process execute. */
export class RestateRuns implements Turns {
  readonly #options: RestateRunsOptions;
  readonly #outcomes: OutcomeStore;
  readonly #entries = new Map<string, Entry>();
  #closed = false;

  constructor(options: RestateRunsOptions) {
    this.#options = options;
    this.#outcomes = new OutcomeStore(options);
  }

  /** Number of runs in memory. */
  get activeRuns(): number {
    return [...this.#entries.values()].filter(({ present }) => present).length;
  }

  attend(runId: string): () => void {
    const entry = this.#entry(runId);
    entry.attendants += 1;
    clearTimeout(entry.orphaned);
    let left = false;
    return () => {
      if (left) return;
      left = true;
      entry.attendants -= 1;
      if (entry.attendants === 0) this.#orphan(runId, entry);
    };
  }

  take(runId: string, turn: Turn): Promise<TurnEnd> {
    const entry = this.#entry(runId);
    const result = entry.turn.then(() => this.#take(runId, entry, turn));
    entry.turn = result.catch(() => undefined);
    return result;
  }

  async carryOut(runId: string, attempt: string): Promise<KeptOutcome> {
    const gates = this.#entries.get(runId)?.present?.gates;
    const outcome: AttemptOutcome = gates ? await gates.carryOut(attempt) : { interrupted: true };
    return this.#outcomes.keep(runId, outcome);
  }

  /** Drops every run; Restate continues them elsewhere, or when this process is back. */
  async close(): Promise<void> {
    this.#closed = true;
    const entries = [...this.#entries.values()];
    for (const entry of entries) {
      clearTimeout(entry.orphaned);
      entry.present?.session.abandon();
    }
    await Promise.all(entries.map(({ turn }) => turn));
    this.#entries.clear();
    await releaseAll(this.#options.sql, this.#options.owner);
  }

  #entry(runId: string): Entry {
    const known = this.#entries.get(runId);
    if (known) return known;
    const entry: Entry = {
      attendants: 0,
      present: undefined,
      turn: Promise.resolve(),
      orphaned: undefined,
    };
    this.#entries.set(runId, entry);
    return entry;
  }

  #orphan(runId: string, entry: Entry): void {
    clearTimeout(entry.orphaned);
    const drop = () => {
      entry.present?.session.abandon();
      if (this.#entries.get(runId) === entry) this.#entries.delete(runId);
    };
    if (entry.present) entry.orphaned = setTimeout(drop, ORPHAN_MS);
    else drop();
  }

  async #take(runId: string, entry: Entry, turn: Turn): Promise<TurnEnd> {
    if (this.#closed) throw new Error('The process is shutting down.');
    const { sql } = this.#options;
    if (turn.news.kind === 'cancelled') {
      await requestCancel(sql, runId, this.#options.newCommandId(), SYSTEM);
    }
    try {
      const state = entry.present ? await this.#proceed(entry.present, turn) : undefined;
      return await this.#conclude(runId, entry, turn, state);
    } catch (error) {
      entry.present?.session.abandon();
      entry.present = undefined;
      const isOurs = !this.#closed && !(error instanceof LeaseLost);
      if (isOurs) this.#options.report(error, `Run ${runId} could not be continued`);
      throw error;
    } finally {
      if (entry.attendants === 0) this.#orphan(runId, entry);
    }
  }

  /** Takes turns until the run is idle, leaves memory or has ended. */
  async #conclude(
    runId: string,
    entry: Entry,
    turn: Turn,
    first: SessionState | undefined,
  ): Promise<TurnEnd> {
    let state = first;
    for (;;) {
      if (!state) {
        const taken = await this.#takeUp(runId, turn);
        if ('end' in taken) return taken.end;
        entry.present = taken.present;
        state = await this.#begin(taken.present, turn);
      }
      const present = entry.present;
      if (!present) throw new Error(`Run ${runId} is not in the memory of this process.`);
      if (!('end' in state)) return this.#rest(present, turn, state.timer);
      entry.present = undefined;
      const end = await this.#leave(present, state.end);
      if (end) return end;
      state = undefined;
    }
  }

  async #begin(present: Present, turn: Turn): Promise<SessionState> {
    const state = await present.session.begin();
    return 'end' in state || turn.news.kind !== 'outcome' ? state : this.#proceed(present, turn);
  }

  async #proceed(present: Present, { news }: Turn): Promise<SessionState> {
    const { sql } = this.#options;
    const { runId } = present.claim;
    if (news.kind === 'outcome') {
      const outcome = await this.#outcomes.whole(news.outcome);
      return present.session.proceed({ attempt: news.attempt, outcome });
    }
    present.commands = await countCommands(sql, runId);
    return present.session.proceed('look for commands');
  }

  async #takeUp(
    runId: string,
    turn: Turn,
  ): Promise<{ readonly present: Present } | { readonly end: TurnEnd }> {
    for (;;) {
      const claim = await takeRun(this.#options.sql, runId, this.#options.owner);
      if (!claim) return { end: { ended: true } };
      const judged = await this.#judge(claim);
      if (!judged) return { present: await this.#open(claim, turn) };
      if (judged !== 'again') return { end: judged };
    }
  }

  /** Does not open a run that ended too many processes: reading its journal may be the cause. */
  async #judge(claim: TakenRun): Promise<TurnEnd | 'again' | undefined> {
    const { sql, writer, clock, ended } = this.#options;
    const decision = decideQuarantine(claim, clock.now());
    if (!decision) return undefined;
    await writer.append(claim, decision.events, decision.projection);
    if (decision.hasEnded) {
      ended();
      return { ended: true };
    }
    const { commandCount: commands } = claim;
    const isDue = await parkRun(sql, claim, {
      wakeAt: undefined,
      seenCommands: commands,
      keepsCrashes: true,
    });
    return isDue ? 'again' : { ended: false, starts: [], commands };
  }

  async #open(claim: TakenRun, { inFlight }: Turn): Promise<Present> {
    const { sql, blobs, definitions, writer, catalogue, clock, world } = this.#options;
    const { runId } = claim;
    const [events, definition] = await Promise.all([
      loadWholeEvents({ sql, blobs }, runId),
      definitions.find(claim.pipelineId, claim.version),
    ]);
    if (!definition) throw missingVersion(claim.pipelineId, claim.version);
    const gates = new Gates(inFlight);
    let notify: (timer: number | undefined) => void = () => undefined;
    const runner = new Runner({
      pipeline: definition.pipeline,
      catalogue,
      state: foldEvents(events),
      journal: { append: (fresh, projection) => writer.append(claim, fresh, projection) },
      clock,
      world,
      executor: gates,
      parkAfterMs: PARK_AFTER_MS,
      onIdle: (timer) => notify(timer),
    });
    const run = new RunSession(sql, runner, concurrencyOf(definition.pipeline) > 0);
    const onIdle = (listener: typeof notify) => {
      notify = listener;
    };
    const session = new Session({ run, runner, gates, onIdle });
    return { claim, session, gates, commands: claim.commandCount };
  }

  #rest({ gates, commands }: Present, { inFlight }: Turn, timer: number | undefined): TurnEnd {
    const known = new Set(inFlight);
    const starts = gates.attempts.filter((attempt) => !known.has(attempt));
    return { ended: false, starts, commands, ...this.#timer(timer) };
  }

  #timer(at: number | undefined) {
    if (at === undefined) return {};
    return { timer: { at, inMs: Math.max(0, at - this.#options.clock.now().getTime()) } };
  }

  /** The runner has returned; undefined when there is more to do immediately. */
  async #leave(
    { claim, commands }: Present,
    end: Extract<SessionState, { end: unknown }>['end'],
  ): Promise<TurnEnd | undefined> {
    const { sql, ended } = this.#options;
    if (end.abandoned) throw new Error(`Run ${claim.runId} was released.`);
    if (!end.ended) {
      const { wakeAt, seenCommands } = end;
      const isDue = await parkRun(sql, claim, { wakeAt, seenCommands });
      if (isDue) return undefined;
      const at = wakeAt === undefined ? undefined : Date.parse(wakeAt);
      return { ended: false, starts: [], commands, ...this.#timer(at) };
    }
    ended();
    return { ended: true };
  }
}
