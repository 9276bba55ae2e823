/** One measured figure. */
export interface Row {
  readonly what: string;
  readonly value: string;
  /** The target value. */
  readonly goal?: string;
}

/** Prints figures as a table. */
export function printTable(title: string, rows: readonly Row[]): void {
  const width = (pick: (row: Row) => string) => Math.max(...rows.map((row) => pick(row).length));
  const [what, value] = [width((row) => row.what), width((row) => row.value)];
  console.log(`\n${title}\n${'─'.repeat(title.length)}`);
  for (const row of rows) {
    console.log(
      `${row.what.padEnd(what)}  ${row.value.padStart(value)}${row.goal ? `   goal ${row.goal}` : ''}`,
    );
  }
}

/** A quantile of the samples. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

/** Formats milliseconds. */
export function ms(value: number): string {
  return `${value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString('en')} ms`;
}

/** Formats steps per second. */
export function perSecond(steps: number, milliseconds: number): string {
  return `${Math.round((steps / milliseconds) * 1000).toLocaleString('en')} steps/s`;
}

/** Runs `work` sequentially after a warm-up and returns the durations in ms. */
export async function measure(times: number, work: () => Promise<unknown> | unknown): Promise<number[]> {
  const samples: number[] = [];
  for (let turn = -Math.min(3, times); turn < times; turn += 1) {
    const start = performance.now();
    await work();
    if (turn >= 0) samples.push(performance.now() - start);
  }
  return samples;
}
