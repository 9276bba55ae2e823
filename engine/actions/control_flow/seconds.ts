/** Seconds as people read them: to the millisecond, without the dust of floating point. */
export function inSeconds(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
