/** Formats requests per second with meaningful digits only. */
export function rateText(rate: number): string {
  if (rate >= 100) return Math.round(rate).toLocaleString('en');
  return rate >= 1 || rate === 0 ? rate.toFixed(1) : rate.toPrecision(2);
}
