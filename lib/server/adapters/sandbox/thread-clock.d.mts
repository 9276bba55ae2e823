/** The file in which the system reports the processor time of this thread; null where it does not. */
export function clockOfThread(): string | null;

/** Processor time of a thread so far, in milliseconds; undefined where it is not known. */
export function usedMs(clock: string | null): number | undefined;

/**
 * Starts to count the time of a program. The result returns for how many milliseconds it may run at least; 0 or less when it
 * has exceeded its limit.
 * @param clock of its thread; null: the time on the clock counts instead of processor time
 */
export function startLimit(clock: string | null, limitMs: number): () => number;
