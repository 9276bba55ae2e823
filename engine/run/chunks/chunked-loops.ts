import { toFailure } from '../../errors';
import type { RunContext } from '../context/run-context';
import type { Subsystem } from '../context/subsystem';
import { mayPauseInside } from '../debug/matching';
import { isTerminal } from '../state/fold';
import type { ChunksState, UnitState } from '../state/state';
import { type UnitAddress, unitKey } from '../state/unit';
import type { Endings } from '../units/endings';
import { crashesOf, type Iterate, recordEnds, recordOutput, recordPlan, recordWaits } from './chunk-records';
import { CHUNK_SIZES, type ChunkPort, chunkKey, DEBUGGED_ABOVE } from './chunks';
import { chunksToBegin, type LoopWork, newLoopWork } from './loop-work';
import { newChunk } from './new-chunk';

/** How often to check the chunks without a notification, in ms. */
const RECHECK_EVERY_MS = 15_000;

/**
 * Loops whose iterations are executed by other runs, one chunk each. While only chunks are active, the run may be
 * parked. It checks its chunks when it is notified that one has ended, and every `RECHECK_EVERY_MS`.
 */
export class ChunkedLoops implements Subsystem {
  readonly #context: RunContext;
  readonly #endings: Endings;
  readonly #works = new Map<string, LoopWork>();
  #pending: (() => void)[] = [];
  #underWay = 0;
  /** Number of pauses and resumes passed to the chunks. A check during which it changes is stale. */
  #pauseChanges = 0;
  /** Pauses and resumes that are being passed to the chunks, in order. */
  #pausing: Promise<void> = Promise.resolve();
  #pendingPauses = 0;
  #isAbandoned = false;

  constructor(context: RunContext, endings: Endings) {
    this.#context = context;
    this.#endings = endings;
  }

  get #port(): ChunkPort | undefined {
    return this.#context.options.chunks;
  }

  get activity(): 'deciding' | undefined {
    return this.#underWay > 0 || this.#pending.length > 0 ? 'deciding' : undefined;
  }

  takeStarts(): () => void {
    const pending = this.#pending;
    this.#pending = [];
    return () => {
      for (const start of pending) start();
    };
  }

  abandon(): void {
    this.#isAbandoned = true;
    this.#pending = [];
  }

  /** Whether a list is executed in chunks. Nested loops and short lists are not, nor longer ones that may pause. */
  usesChunks(address: UnitAddress, { items, as }: Iterate): boolean {
    const { state } = this.#context;
    if (!this.#port || state.chunk || address.iteration.length > 0 || as !== undefined) return false;
    if (this.#context.unit(address).iterations) return false;
    const { above, debuggedAbove = DEBUGGED_ABOVE } = this.#port.sizes ?? CHUNK_SIZES;
    return items.length > (mayPauseInside(state.debug, address.step) ? debuggedAbove : above);
  }

  plan(address: UnitAddress, decision: Iterate): void {
    recordPlan(this.#context, address, decision, (this.#port?.sizes ?? CHUNK_SIZES).size);
    this.#context.turns.proceedLater(address);
  }

  /** Advances a loop: begins the open chunks and records the chunks that have ended. */
  proceed(address: UnitAddress): void {
    const work = this.#workOf(address);
    if (work.isBusy) {
      work.again = true;
      return;
    }
    if (work.output !== undefined) {
      recordOutput(this.#context, address, work.output);
      return;
    }
    recordEnds(this.#context, address, work.ends);
    work.ends.clear();
    if (work.waiting) recordWaits(this.#context, address, work.waiting);
    const { chunks } = this.#context.unit(address);
    if (!chunks || this.#failWith(address, chunks)) return;
    if (chunks.open.size === 0) this.#later(address, work, (port) => this.#join(port, work, chunks));
    else this.#later(address, work, (port) => this.#check(port, address, work, chunks));
  }

  /** Checks every loop at the next turn: a chunk may have ended. */
  recheck(): void {
    for (const [step, unit] of this.#context.state.steps) {
      if (unit.chunks && !isTerminal(unit.status)) this.#context.turns.proceedLater({ step, iteration: [] });
    }
  }

  /** Pauses or resumes the chunks of every loop together with the run. */
  holdChanged(): void {
    const { state } = this.#context;
    const port = this.#port;
    const cause = state.hold?.since ?? `resumed at ${state.seq}`;
    const isPaused = state.hold !== undefined;
    this.recheck();
    for (const [step, unit] of state.steps) {
      if (!port || !unit.chunks || isTerminal(unit.status)) continue;
      const keys = [...unit.chunks.open.keys()].map((chunk) => chunkKey(step, unit.attempts.length, chunk));
      this.#pendingPauses += 1;
      this.#pending.push(() => {
        this.#pausing = this.#pausing.then(() => this.#setPaused(port, keys, { isPaused, cause }));
        void this.#count(this.#pausing);
      });
    }
  }

  async #setPaused(
    port: ChunkPort,
    keys: readonly string[],
    { isPaused, cause }: { isPaused: boolean; cause: string },
  ): Promise<void> {
    try {
      await port.setPaused(keys, isPaused, cause);
      this.#pauseChanges += 1;
      this.#pendingPauses -= 1;
      // A check in progress may have read the chunks before this change.
      if (!this.#isAbandoned) this.recheck();
    } catch (error) {
      this.#context.turns.fault(error);
    }
  }

  /** Cancels the open chunks of a loop that has ended. */
  unitEnded(address: UnitAddress): void {
    const unit = this.#context.unit(address);
    if (!unit.chunks) return;
    this.#works.delete(unitKey(address));
    this.#context.timers.clear(recheckKey(address));
    this.#cancelChunks(address, unit);
  }

  /** The earlier runner may not have cancelled the chunks of a loop that had ended. */
  recover(address: UnitAddress, unit: UnitState): void {
    if (isTerminal(unit.status)) this.#cancelChunks(address, unit);
  }

  #cancelChunks(address: UnitAddress, unit: UnitState): void {
    const port = this.#port;
    if (!port || !unit.chunks || unit.chunks.open.size === 0) return;
    const keys = [...unit.chunks.open.keys()].map((chunk) =>
      chunkKey(address.step, unit.attempts.length, chunk),
    );
    this.#pending.push(
      () => void this.#count(port.cancel(keys).catch((error) => this.#context.turns.fault(error))),
    );
  }

  #workOf(address: UnitAddress): LoopWork {
    const key = unitKey(address);
    const known = this.#works.get(key);
    if (known) return known;
    const work = newLoopWork();
    this.#works.set(key, work);
    return work;
  }

  /** Fails the loop with its first chunk that did not complete. */
  #failWith(address: UnitAddress, { ended }: ChunksState): boolean {
    const [first] = [...ended].filter(([, { status }]) => status !== 'completed').sort(([a], [b]) => a - b);
    if (!first) return false;
    const [, { error, ending }] = first;
    const cancelled = { kind: 'cancelled' as const, message: 'Some iterations were cancelled.' };
    if (ending) this.#endings.fail(address, error ?? cancelled, true);
    else this.#endings.settleFailure(address, error ?? cancelled);
    return true;
  }

  async #join(port: ChunkPort, work: LoopWork, chunks: ChunksState): Promise<boolean> {
    const inOrder = [...chunks.ended].sort(([a], [b]) => a - b).map(([, end]) => end);
    work.output = await port.join({
      results: inOrder.flatMap(({ results }) => results ?? []),
      errors: inOrder.flatMap(({ errors }) => errors ?? []),
      count: chunks.total,
      failed: chunks.failed,
    });
    return true;
  }

  async #check(port: ChunkPort, address: UnitAddress, work: LoopWork, chunks: ChunksState): Promise<boolean> {
    const unit = this.#context.unit(address);
    const keys = new Map(
      [...chunks.open.keys()].map((chunk) => [chunkKey(address.step, unit.attempts.length, chunk), chunk]),
    );
    const fresh = this.#context.state.hold ? [] : chunksToBegin(work, chunks);
    const begun = fresh.map(([chunk, parallel]) =>
      newChunk(this.#context, { address, unit, chunks, chunk, parallel }),
    );
    if (begun.length > 0) await port.begin(begun);
    for (const [chunk] of fresh) work.begun.add(chunk);
    const pauseChanges = this.#pauseChanges;
    const waiting = new Set<number>();
    for (const [key, status] of await port.readIdle([...keys.keys()])) {
      const chunk = keys.get(key) ?? 0;
      if (status === 'waiting') waiting.add(chunk);
      else if (status !== 'quarantined') work.ends.set(chunk, status);
      else if (this.#isUndisturbed(pauseChanges)) this.#context.quarantine(crashesOf(address, chunks, chunk));
    }
    work.waiting = waiting;
    return work.ends.size > 0 || isDifferent(waiting, chunks.waiting);
  }

  /** Whether no pause or resume is being passed to the chunks, and none has been since `pauseChanges` was read. */
  #isUndisturbed(pauseChanges: number): boolean {
    return this.#pendingPauses === 0 && pauseChanges === this.#pauseChanges;
  }

  /**
   * Starts an operation of the chunk store once the journal is durable. @param operation returns whether a chunk
   * changed
   */
  #later(address: UnitAddress, work: LoopWork, operation: (port: ChunkPort) => Promise<boolean>): void {
    const port = this.#port;
    if (!port) {
      this.#context.turns.fault(
        new Error('This loop was started in chunks, which this process does not support.'),
      );
      return;
    }
    work.isBusy = true;
    work.again = false;
    this.#pending.push(() => {
      // Busy until its outcome is handled: the run must not be parked before that.
      void this.#count(
        operation(port).then(
          (hasNews) => this.#done(address, work, hasNews),
          (error: unknown) => this.#operationFailed(address, work, error),
        ),
      );
    });
  }

  async #count(operation: Promise<void>): Promise<void> {
    this.#underWay += 1;
    await operation;
    this.#underWay -= 1;
    this.#context.turns.signal();
  }

  #done(address: UnitAddress, work: LoopWork, hasNews: boolean): void {
    if (this.#isAbandoned) return;
    work.isBusy = false;
    const { turns } = this.#context;
    if (this.#works.get(unitKey(address)) !== work) turns.signal();
    else if (hasNews || work.again) turns.proceedLater(address);
    else {
      this.#context.wakeAt(
        recheckKey(address),
        new Date(this.#context.now.getTime() + RECHECK_EVERY_MS),
        address,
      );
      turns.signal();
    }
  }

  /** A failure that the step caused fails the step. Any other error ends the runner. */
  #operationFailed(address: UnitAddress, work: LoopWork, error: unknown): void {
    if (this.#isAbandoned) return;
    work.isBusy = false;
    const failure = toFailure(error);
    if (failure.kind === 'internal') this.#context.turns.fault(error);
    else {
      this.#endings.settleFailure(address, failure);
      this.#context.turns.signal();
    }
  }
}

function isDifferent(one: ReadonlySet<number>, other: ReadonlySet<number>): boolean {
  return one.size !== other.size || [...one].some((each) => !other.has(each));
}

function recheckKey(address: UnitAddress): string {
  return `${unitKey(address)}(parts)`;
}
