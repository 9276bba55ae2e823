import {
  DEFAULT_BACKOFF_MULTIPLIER,
  DEFAULT_INITIAL_DELAY_SECONDS,
  DEFAULT_MAX_DELAY_SECONDS,
  delayAfterSeconds,
  type Json,
  type Retry,
} from '@/engine';

/** The longest time that the attempts of one step can take, in seconds. */
export interface AttemptRuler {
  readonly attempts: number;
  /** Limit of one attempt; undefined when nothing limits it. */
  readonly attemptSeconds: number | undefined;
  /** Waits between attempts, one fewer than attempts. */
  readonly waits: readonly number[];
  /** Latest end of the last attempt; undefined when nothing limits an attempt. */
  readonly totalSeconds: number | undefined;
}

/** Computes attempts and the waits between them. `timeout` is the limit of one attempt, in seconds. */
export function attemptRuler(retry: Retry | undefined, timeout: number | undefined): AttemptRuler {
  const attempts = clampAttempts(retry?.max_attempts);
  const readable = {
    initial_delay_seconds: finite(retry?.initial_delay_seconds) ?? DEFAULT_INITIAL_DELAY_SECONDS,
    backoff_multiplier: finite(retry?.backoff_multiplier) ?? DEFAULT_BACKOFF_MULTIPLIER,
    max_delay_seconds: finite(retry?.max_delay_seconds) ?? DEFAULT_MAX_DELAY_SECONDS,
  };
  const waits = Array.from({ length: attempts - 1 }, (_, n) => delayAfterSeconds(readable, n + 1));
  const waited = waits.reduce((sum, wait) => sum + wait, 0);
  return {
    attempts,
    attemptSeconds: timeout,
    waits,
    totalSeconds: timeout === undefined ? undefined : attempts * timeout + waited,
  };
}

function clampAttempts(value: unknown): number {
  const attempts = Math.trunc(finite(value) ?? 1);
  return Math.min(10, Math.max(1, attempts));
}

function finite(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}

/** The limit of one attempt: the shorter of the step's timeout and the action's timeout parameter. */
export function attemptLimit(
  stepTimeout: number | undefined,
  paramTimeout: Json | undefined,
): number | undefined {
  const limits = [stepTimeout, paramTimeout].flatMap((limit) => {
    const seconds = finite(limit);
    return seconds === undefined || seconds === 0 ? [] : [seconds];
  });
  return limits.length === 0 ? undefined : Math.min(...limits);
}

const UNITS = [
  ['d', 86_400],
  ['h', 3600],
  ['m', 60],
] as const;

/** A duration for a label, in at most two units: `6 m 3 s`, `1.5 s`. */
export function formatSeconds(seconds: number): string {
  for (const [index, [unit, size]] of UNITS.entries()) {
    if (seconds < size) continue;
    const whole = Math.floor(seconds / size);
    const [nextUnit, nextSize] = UNITS[index + 1] ?? ['s', 1];
    const rest = Math.floor((seconds - whole * size) / nextSize);
    return rest === 0 ? `${whole} ${unit}` : `${whole} ${unit} ${rest} ${nextUnit}`;
  }
  return `${Number(seconds.toFixed(seconds < 10 ? 1 : 0))} s`;
}

/** The ruler as one sentence, for screen readers. */
export function describeRuler(ruler: AttemptRuler): string {
  const starts: string[] = [];
  let at = 0;
  for (let n = 0; n < ruler.attempts; n += 1) {
    starts.push(formatSeconds(at));
    at += (ruler.attemptSeconds ?? 0) + (ruler.waits[n] ?? 0);
  }
  if (ruler.attemptSeconds === undefined) {
    const waits = ruler.waits.map(formatSeconds).join(', ');
    return waits === ''
      ? 'One attempt without a timeout.'
      : `${ruler.attempts} attempts with delays of ${waits}.`;
  }
  const limit = formatSeconds(ruler.attemptSeconds);
  return `Attempts of at most ${limit} start at ${starts.join(', ')} at the latest.`;
}
