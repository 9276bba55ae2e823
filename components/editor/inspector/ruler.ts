import type { AttemptTimes } from '@/engine/run/time/attempt-times';

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
export function describeRuler(ruler: AttemptTimes): string {
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
  if (ruler.attempts === 1) return `One attempt of at most ${limit}.`;
  return `Each attempt takes at most ${limit}. Latest starts: ${starts.join(', ')}.`;
}
