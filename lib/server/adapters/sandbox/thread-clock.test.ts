import { describe, expect, it } from 'vitest';
import { clockOfThread, startLimit, usedMs } from './thread-clock.mjs';

/** Blocks this thread without processor time. */
function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

const clock = clockOfThread();

describe.skipIf(clock === null)('the limit of a program', () => {
  it('does not count the time in which other work has the processor', () => {
    const left = startLimit(clock, 500);
    sleep(600);
    expect(left()).toBeGreaterThan(0);
    const until = Number(usedMs(clock)) + 510;
    while (Number(usedMs(clock)) < until);
    expect(left()).toBeLessThanOrEqual(0);
  });

  it('ends after ten times as long', () => {
    const left = startLimit(clock, 20);
    sleep(250);
    expect(left()).toBeLessThanOrEqual(0);
  });
});

it('counts the time on the clock where processor time is not known', () => {
  const left = startLimit(null, 50);
  expect(left()).toBeLessThanOrEqual(50);
  sleep(60);
  expect(left()).toBeLessThanOrEqual(0);
});

it('counts the time on the clock when the thread has ended', () => {
  const left = startLimit('/proc/self/task/0/schedstat', 10);
  sleep(20);
  expect(left()).toBeLessThanOrEqual(0);
});

it('knows the processor time on Linux', () => {
  expect(clock === null).toBe(process.platform !== 'linux');
});
