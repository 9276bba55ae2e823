/** Seconds rounded to milliseconds, without rounding errors of floating point. */
export function inSeconds(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
