/** Upper bound of the first bucket, in ms. */
const FIRST_MS = 0.1;
/** Buckets for each doubling of the latency: quantiles are exact to 5 %. */
const PER_DOUBLE = 8;
/** Last bucket, at 11 minutes: longer than the timeout of a response. */
const LAST = Math.ceil(Math.log2(660_000 / FIRST_MS) * PER_DOUBLE);

/** Counts of latencies by bucket; histograms of several processes and minutes can be added. */
export class Histogram {
  readonly #counts = new Map<number, number>();
  #total = 0;

  /** Counts a latency. */
  add(ms: number): void {
    const bucket = Math.ceil(Math.log2(Math.max(ms, FIRST_MS) / FIRST_MS) * PER_DOUBLE);
    this.#count(Math.min(LAST, bucket), 1);
  }

  /** Adds the counts of another histogram, as `toList` returns them. */
  addList(list: readonly number[]): void {
    for (let at = 0; at + 1 < list.length; at += 2) this.#count(list[at] ?? 0, list[at + 1] ?? 0);
  }

  /** The counts as `[bucket, count, bucket, count, ...]`. */
  toList(): number[] {
    return [...this.#counts].flat();
  }

  /** The quantile by nearest rank, in ms; null without values. @param share 0 to 1 */
  quantile(share: number): number | null {
    if (this.#total === 0) return null;
    let rank = Math.max(1, Math.ceil(share * this.#total));
    for (const bucket of [...this.#counts.keys()].sort((a, b) => a - b)) {
      rank -= this.#counts.get(bucket) ?? 0;
      if (rank <= 0) return middleOf(bucket);
    }
    return null;
  }

  #count(bucket: number, count: number): void {
    this.#counts.set(bucket, (this.#counts.get(bucket) ?? 0) + count);
    this.#total += count;
  }
}

/** The middle of a bucket, rounded to the precision of the buckets. */
function middleOf(bucket: number): number {
  return Number((FIRST_MS * 2 ** ((bucket - 0.5) / PER_DOUBLE)).toPrecision(3));
}
