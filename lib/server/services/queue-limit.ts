import { QueueFull } from './errors';

/** How long a count is reused, in ms: other processes may add to the queue meanwhile. */
const COUNT_AGE_MS = 1000;

/** Limits of the queue of runs that wait to start. */
export interface QueueSettings {
  /** Of all pipelines, from RUNS_QUEUE_LIMIT; further ones are refused. @default 10000 */
  readonly queueLimit: number;
  /**
   * The share of that limit for one pipeline, in percent, from RUNS_QUEUE_SHARE.
   * @default 50
   */
  readonly queueSharePercent: number;
}

/** Counts queued runs by pipeline; above `most` in total, counts may be too low. */
type CountPending = (most: number) => Promise<ReadonlyMap<string, number>>;

/** A place in the queue for a run that is about to be inserted. */
export interface Place {
  /** Call once, when the run is inserted or will not be. */
  free(): void;
}

/** Additions of one pipeline, or of all, since the last count. */
interface Tally {
  /** Places that were free at the last count. */
  free: number;
  admitted: number;
  inFlight: number;
  made: number;
  /** `made` when the count began. */
  madeBefore: number;
}

/**
 * Limits the queue of runs that wait to start, and the share of each pipeline in it. The queue is counted at
 * every start when it is full, and rarely otherwise. Each process may exceed the limit by what it admits
 * between two counts, at most a quarter of the free places.
 */
export class QueueLimit {
  readonly #limit: number;
  readonly #share: number;
  readonly #sharePercent: number;
  readonly #count: CountPending;
  readonly #all: Tally = { free: 0, admitted: 0, inFlight: 0, made: 0, madeBefore: 0 };
  /** Pipelines with queued runs at the last count, or with new runs since. */
  readonly #pipelines = new Map<string, Tally>();
  #countedAt = Number.NEGATIVE_INFINITY;
  #counting: Promise<void> | undefined;

  constructor({ queueLimit, queueSharePercent }: QueueSettings, count: CountPending) {
    this.#limit = queueLimit;
    this.#share = Math.max(1, Math.floor((queueLimit * queueSharePercent) / 100));
    this.#sharePercent = queueSharePercent;
    this.#count = count;
  }

  /**
   * Reserves a place for a run of a pipeline until the run is inserted.
   * @throws QueueFull
   */
  async reserve(pipelineId: string): Promise<Place> {
    if (!this.#isKnown(pipelineId)) await this.#recount();
    if (!this.#hasSpace(pipelineId)) await this.#recount();
    this.#refuseWhenFull(pipelineId);
    const tallies = [this.#all, this.#tallyOf(pipelineId)];
    for (const tally of tallies) {
      tally.admitted += 1;
      tally.inFlight += 1;
    }
    return {
      free: () => {
        for (const tally of tallies) {
          tally.inFlight -= 1;
          tally.made += 1;
        }
      },
    };
  }

  #tallyOf(pipelineId: string): Tally {
    const known = this.#pipelines.get(pipelineId);
    if (known) return known;
    const tally: Tally = { free: this.#share, admitted: 0, inFlight: 0, made: 0, madeBefore: 0 };
    this.#pipelines.set(pipelineId, tally);
    return tally;
  }

  #isKnown(pipelineId: string): boolean {
    const isRecent = performance.now() - this.#countedAt < COUNT_AGE_MS;
    return isRecent && isEarly(this.#all) && isEarly(this.#tallyOf(pipelineId));
  }

  #hasSpace(pipelineId: string): boolean {
    return isFree(this.#all) && isFree(this.#tallyOf(pipelineId));
  }

  #refuseWhenFull(pipelineId: string): void {
    if (!isFree(this.#all)) throw full(this.#limit);
    if (!isFree(this.#tallyOf(pipelineId))) throw this.#shareTaken();
  }

  #shareTaken(): QueueFull {
    const waiting =
      this.#share === 1
        ? '1 run of this pipeline is queued'
        : `${this.#share} runs of this pipeline are queued`;
    return new QueueFull(
      `${waiting}, the maximum share of the queue for a pipeline (${this.#sharePercent} % of ${this.#limit}). Try again when some have started, cancel some of them, or raise the concurrency of the pipeline or RUNS_QUEUE_SHARE.`,
      { details: { scope: 'pipeline', limit: this.#share } },
    );
  }

  #recount(): Promise<void> {
    this.#counting ??= this.#read().finally(() => {
      this.#counting = undefined;
    });
    return this.#counting;
  }

  async #read(): Promise<void> {
    const countedAt = performance.now();
    for (const tally of [this.#all, ...this.#pipelines.values()]) tally.madeBefore = tally.made;
    const pending = await this.#count(this.#limit);
    this.#countedAt = countedAt;
    let total = 0;
    for (const [pipelineId, count] of pending) {
      total += count;
      this.#tallyOf(pipelineId);
    }
    reset(this.#all, this.#limit - total);
    for (const [pipelineId, tally] of this.#pipelines) {
      reset(tally, this.#share - (pending.get(pipelineId) ?? 0));
      if (tally.admitted === 0 && !pending.has(pipelineId)) this.#pipelines.delete(pipelineId);
    }
  }
}

function isEarly({ admitted, free }: Tally): boolean {
  return admitted < Math.max(1, free / 4);
}

function isFree({ admitted, free }: Tally): boolean {
  return admitted < free;
}

/**
 * Runs inserted during the count may be counted twice: refusing one too early is better than exceeding the
 * limit.
 */
function reset(tally: Tally, free: number): void {
  tally.free = free;
  tally.admitted = tally.inFlight + (tally.made - tally.madeBefore);
}

function full(limit: number): QueueFull {
  return new QueueFull(
    `The queue is full: ${limit} runs are queued. Try again when some have started, or add workers.`,
    { details: { scope: 'all', limit } },
  );
}
