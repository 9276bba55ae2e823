/** Limits of one program; published in the documentation of `transform`. */
export interface SandboxLimits {
  /** Characters of the source. */
  readonly sourceLength: number;
  /** Of the whole interpreter, in bytes, rounded down to 64 KB. */
  readonly memoryBytes: number;
  readonly stackBytes: number;
  /** Processor time for any program, in milliseconds. */
  readonly baseMs: number;
  /** More time for each item, in milliseconds. */
  readonly itemMs: number;
  /** Most time for any program, in milliseconds. */
  readonly maxMs: number;
  /** Grace period after which an uninterruptible program is ended with its thread, in milliseconds. */
  readonly graceMs: number;
  /** JSON text of all items, in characters. */
  readonly inputLength: number;
  /** JSON text of the result, in characters. */
  readonly outputLength: number;
}

const MB = 1024 * 1024;

export const SANDBOX_LIMITS: SandboxLimits = {
  sourceLength: 16 * 1024,
  memoryBytes: 64 * MB,
  // With a larger stack, deep recursion would abort the whole interpreter instead of throwing an error.
  stackBytes: 64 * 1024,
  baseMs: 1000,
  itemMs: 0.04,
  maxMs: 5000,
  graceMs: 500,
  inputLength: 64 * MB,
  outputLength: 10 * MB,
};

/** How long a program over so many items may run, in milliseconds. */
export function timeFor(items: number, { baseMs, itemMs, maxMs }: SandboxLimits): number {
  return Math.min(maxMs, Math.round(baseMs + items * itemMs));
}
