/**
 * Loaded before a program under test: its `Date` jumps. PIPEWRIGHT_CLOCK_JUMPS lists `<ms after start>:<skew in ms>`,
 * separated by commas. Monotonic clocks are left alone, as when a real clock is set.
 */
const RealDate = globalThis.Date;
const started = performance.now();
const jumps = (process.env.PIPEWRIGHT_CLOCK_JUMPS ?? '0:0')
  .split(',')
  .map((jump) => jump.split(':').map(Number));

function skew() {
  const elapsed = performance.now() - started;
  return jumps.findLast(([after]) => after <= elapsed)?.[1] ?? 0;
}

globalThis.Date = class extends RealDate {
  constructor(...args) {
    if (args.length === 0) super(RealDate.now() + skew());
    else super(...args);
  }

  static now() {
    return RealDate.now() + skew();
  }
};
