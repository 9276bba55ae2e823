/** A duration in seconds: `0.050 s`, `33.0 s`. */
export function secondsText(ms: number): string {
  return `${(ms / 1000).toFixed(ms < 1000 ? 3 : 1)} s`;
}
