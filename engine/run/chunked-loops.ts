import { toFailure } from '../errors';
import { crashesOf, type Iterate, recordEnds, recordOutput, recordPlan, recordWaits } from './chunk-records';
import { CHUNK_SIZES, type ChunkPort, chunkKey } from './chunks';
import type { Endings } from './endings';
import type { Payload } from './events';
import { isTerminal } from './fold';
import { newChunk } from './new-chunk';
import type { ChunkEnd, ChunksState, UnitState } from './state';
import { type UnitAddress, unitKey } from './unit';
import type { UnitDesk } from './unit-desk';

/** How often to look how the parts stand when nobody told that one has ended. ms */
const LOOK_EVERY_MS = 15_000;

/** What this runner knows of a loop in parts besides what the journal tells. */
interface Work {
  isBusy: boolean;
  /** Somebody told of news meanwhile. */
  again: boolean;
  readonly begun: Set<number>;
  readonly ends: Map<number, ChunkEnd>;
  /** Those that were seen waiting for a person; undefined before the first look. */
  waiting: ReadonlySet<number> | undefined;
  output: Payload | undefined;
}

/**
 * Loops whose iterations are carried out by other runs, a part each. Nothing is held while only they are at work: the
 * run may rest, and looks again when it is told that one has ended, or after a while.
 */
export class ChunkedLoops {
  readonly #desk: UnitDesk;
  readonly #endings: Endings;
  readonly #works = new Map<string, Work>();
  #heldBack: (() => void)[] = [];
  #underWay = 0;
  /** Times that parts were told to hold or to go on, so far; a look at them across that tells of the past. */
  #holds = 0;
  /** What they are told, one after the other. */
  #telling: Promise<void> = Promise.resolve();
  #isTelling = 0;
  #isAbandoned = false;

  constructor(desk: UnitDesk, endings: Endings) {
    this.#desk = desk;
    this.#endings = endings;
  }

  get #port(): ChunkPort | undefined {
    return this.#desk.options.chunks;
  }

  /** The store of parts is at work, or is about to be. */
  get isBusy(): boolean {
    return this.#underWay > 0 || this.#heldBack.length > 0;
  }

  /** What waits for the journal; the function starts it. */
  take(): () => void {
    const taken = this.#heldBack;
    this.#heldBack = [];
    return () => {
      for (const start of taken) start();
    };
  }

  abandon(): void {
    this.#isAbandoned = true;
    this.#heldBack = [];
  }

  /** True when a list is to be gone through in parts: loops within loops and short ones are not. */
  takes(address: UnitAddress, { items, as }: Iterate): boolean {
    const { state } = this.#desk.options;
    if (!this.#port || state.chunk || address.iteration.length > 0 || as !== undefined) return false;
    if (this.#desk.unit(address).iterations) return false;
    return items.length > (this.#port.sizes ?? CHUNK_SIZES).above;
  }

  /** Plans the parts. */
  plan(address: UnitAddress, decision: Iterate): void {
    recordPlan(this.#desk, address, decision, (this.#port?.sizes ?? CHUNK_SIZES).size);
    this.#desk.options.goOnLater(address);
  }

  /** Goes on with a loop: begins the parts whose turn it is, takes note of those that have ended. */
  goOn(address: UnitAddress): void {
    const work = this.#workOf(address);
    if (work.isBusy) {
      work.again = true;
      return;
    }
    if (work.output !== undefined) {
      recordOutput(this.#desk, address, work.output);
      return;
    }
    recordEnds(this.#desk, address, work.ends);
    work.ends.clear();
    if (work.waiting) recordWaits(this.#desk, address, work.waiting);
    const { chunks } = this.#desk.unit(address);
    if (!chunks || this.#failWith(address, chunks)) return;
    if (chunks.open.size === 0) this.#later(address, work, (port) => this.#join(port, work, chunks));
    else this.#later(address, work, (port) => this.#look(port, address, work, chunks));
  }

  /** Goes on with every loop in parts: one of the parts may have ended. */
  hear(): void {
    for (const [step, unit] of this.#desk.options.state.steps) {
      if (unit.chunks && !isTerminal(unit.status)) this.#desk.options.goOnLater({ step, iteration: [] });
    }
  }

  /** Holds the parts of every loop with the run, or lets them go on with it. */
  obeyHold(): void {
    const { state, chunks: port } = this.#desk.options;
    const occasion = state.hold?.since ?? String(state.pausedMs);
    const isHeld = state.hold !== undefined;
    this.hear();
    for (const [step, unit] of state.steps) {
      if (!port || !unit.chunks || isTerminal(unit.status)) continue;
      const keys = [...unit.chunks.open.keys()].map((chunk) => chunkKey(step, unit.attempts.length, chunk));
      this.#isTelling += 1;
      this.#heldBack.push(() => {
        this.#telling = this.#telling.then(() => this.#hold(port, keys, { isHeld, occasion }));
        void this.#count(this.#telling);
      });
    }
  }

  async #hold(
    port: ChunkPort,
    keys: readonly string[],
    { isHeld, occasion }: { isHeld: boolean; occasion: string },
  ): Promise<void> {
    try {
      await port.hold(keys, isHeld, occasion);
      this.#holds += 1;
      this.#isTelling -= 1;
      // What was looked up meanwhile may be how they stood before.
      if (!this.#isAbandoned) this.hear();
    } catch (error) {
      this.#desk.options.fault(error);
    }
  }

  /** Drops what was held for a loop that has ended, and calls off the parts of one that did not complete. */
  drop(address: UnitAddress): void {
    const unit = this.#desk.unit(address);
    if (!unit.chunks) return;
    this.#works.delete(unitKey(address));
    this.#desk.options.timers.clear(lookKey(address));
    this.callOff(address, unit);
  }

  /** Cancels the parts of a loop that ended before they did. */
  callOff(address: UnitAddress, unit: UnitState): void {
    const port = this.#port;
    if (!port || !unit.chunks || unit.chunks.open.size === 0) return;
    const keys = [...unit.chunks.open.keys()].map((chunk) =>
      chunkKey(address.step, unit.attempts.length, chunk),
    );
    this.#heldBack.push(() => void this.#count(port.cancel(keys).catch(this.#desk.options.fault)));
  }

  #workOf(address: UnitAddress): Work {
    const key = unitKey(address);
    const known = this.#works.get(key);
    if (known) return known;
    const work: Work = {
      isBusy: false,
      again: false,
      begun: new Set(),
      ends: new Map(),
      waiting: undefined,
      output: undefined,
    };
    this.#works.set(key, work);
    return work;
  }

  /** Fails the loop with the first of its parts that did not complete. */
  #failWith(address: UnitAddress, { ended }: ChunksState): boolean {
    const [first] = [...ended].filter(([, { status }]) => status !== 'completed').sort(([a], [b]) => a - b);
    if (!first) return false;
    const [, { error, ending }] = first;
    const cancelled = { kind: 'cancelled' as const, message: 'Some of its iterations were cancelled.' };
    if (ending) this.#endings.fail(address, error ?? cancelled, true);
    else this.#endings.settleFailure(address, error ?? cancelled);
    return true;
  }

  async #join(port: ChunkPort, work: Work, chunks: ChunksState): Promise<boolean> {
    const inOrder = [...chunks.ended].sort(([a], [b]) => a - b).map(([, end]) => end);
    work.output = await port.join({
      results: inOrder.flatMap(({ results }) => results ?? []),
      errors: inOrder.flatMap(({ errors }) => errors ?? []),
      count: chunks.total,
      failed: chunks.failed,
    });
    return true;
  }

  async #look(port: ChunkPort, address: UnitAddress, work: Work, chunks: ChunksState): Promise<boolean> {
    const unit = this.#desk.unit(address);
    const keys = new Map(
      [...chunks.open.keys()].map((chunk) => [chunkKey(address.step, unit.attempts.length, chunk), chunk]),
    );
    const fresh = this.#desk.options.state.hold
      ? []
      : [...chunks.open].filter(([chunk]) => !work.begun.has(chunk));
    if (fresh.length > 0) {
      await port.begin(
        fresh.map(([chunk, parallel]) => newChunk(this.#desk, { address, unit, chunks, chunk, parallel })),
      );
      for (const [chunk] of fresh) work.begun.add(chunk);
    }
    const holds = this.#holds;
    const waiting = new Set<number>();
    for (const [key, standing] of await port.resting([...keys.keys()])) {
      const chunk = keys.get(key) ?? 0;
      if (standing === 'waiting') waiting.add(chunk);
      else if (standing !== 'quarantined') work.ends.set(chunk, standing);
      else if (this.#isTelling === 0 && holds === this.#holds)
        this.#desk.options.quarantine(crashesOf(address, chunks, chunk));
    }
    work.waiting = waiting;
    return work.ends.size > 0 || isOther(waiting, chunks.waiting);
  }

  /** Does something with the store of parts once the journal is durable. @param operation answers whether there is news */
  #later(address: UnitAddress, work: Work, operation: (port: ChunkPort) => Promise<boolean>): void {
    const port = this.#port;
    if (!port) {
      this.#desk.options.fault(new Error('This loop was begun in parts, which cannot be had here.'));
      return;
    }
    work.isBusy = true;
    work.again = false;
    this.#heldBack.push(() => {
      // Busy until its outcome is dealt with: the run must not rest in between.
      void this.#count(
        operation(port).then(
          (hasNews) => this.#done(address, work, hasNews),
          (error: unknown) => this.#broke(address, work, error),
        ),
      );
    });
  }

  async #count(operation: Promise<void>): Promise<void> {
    this.#underWay += 1;
    await operation;
    this.#underWay -= 1;
    this.#desk.options.signal();
  }

  #done(address: UnitAddress, work: Work, hasNews: boolean): void {
    if (this.#isAbandoned) return;
    work.isBusy = false;
    const { options } = this.#desk;
    if (this.#works.get(unitKey(address)) !== work) options.signal();
    else if (hasNews || work.again) options.goOnLater(address);
    else {
      this.#desk.wakeAt(lookKey(address), new Date(this.#desk.now.getTime() + LOOK_EVERY_MS), address);
      options.signal();
    }
  }

  /** What the step itself is to blame for fails it; anything else is for whoever runs this. */
  #broke(address: UnitAddress, work: Work, error: unknown): void {
    if (this.#isAbandoned) return;
    work.isBusy = false;
    const failure = toFailure(error);
    if (failure.kind === 'internal') this.#desk.options.fault(error);
    else {
      this.#endings.settleFailure(address, failure);
      this.#desk.options.signal();
    }
  }
}

function isOther(one: ReadonlySet<number>, other: ReadonlySet<number>): boolean {
  return one.size !== other.size || [...one].some((each) => !other.has(each));
}

function lookKey(address: UnitAddress): string {
  return `${unitKey(address)}(parts)`;
}
