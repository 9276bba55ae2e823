import { afterEach, describe, expect, it, vi } from 'vitest';
import { createDatabaseClock, type DatabaseClock } from './clock';

const clocks: DatabaseClock[] = [];
afterEach(() => {
  for (const clock of clocks.splice(0)) clock.stop();
  vi.useRealTimers();
});

/** A database whose time and answers the test makes. */
async function open(time = 1_000_000, firstAnswerMs = 0) {
  const world = { database: time, monotonic: 0, answerMs: firstAnswerMs, isAway: false };
  const pass = (ms: number) => {
    world.database += ms;
    world.monotonic += ms;
  };
  const clock = await createDatabaseClock({
    read: async () => {
      if (world.isAway) throw new Error('The database is away.');
      const told = world.database;
      pass(world.answerMs);
      if (told === time) world.answerMs = 0;
      return told;
    },
    monotonic: () => world.monotonic,
  });
  clocks.push(clock);
  return { clock, world, pass };
}

describe("the database's clock", () => {
  it('shows its time, and advances without a request', async () => {
    const { clock, pass } = await open();
    pass(1234);
    expect(clock.now().getTime()).toBe(1_001_234);
  });

  it('is not behind when the first response took long because the process was loading', async () => {
    const { clock, world } = await open(1_000_000, 80);
    expect(clock.now().getTime()).toBe(world.database);
  });

  it('does not depend on the clock of the host', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 0 });
    const { clock, pass } = await open();
    vi.setSystemTime(86_400_000);
    pass(5);
    expect(clock.now().getTime()).toBe(1_000_005);
  });

  it('is behind by the duration of the fastest response, and never ahead', async () => {
    const { clock, world } = await open();
    for (const ms of [300, 5, 80]) {
      world.answerMs = ms;
      await clock.sync();
      expect(clock.now().getTime()).toBeLessThanOrEqual(world.database);
    }
    expect(world.database - clock.now().getTime()).toBe(0);
  });

  it('follows a database whose clock was set back, once its earlier readings are dropped', async () => {
    const { clock, world } = await open();
    world.database -= 5000;
    for (let reading = 0; reading < 6; reading += 1) await clock.sync();
    expect(clock.now().getTime()).toBe(995_000);
  });

  it('advances while the database is unavailable', async () => {
    const { clock, world, pass } = await open();
    world.isAway = true;
    await expect(clock.sync()).rejects.toThrow('away');
    pass(60_000);
    expect(clock.now().getTime()).toBe(1_060_000);
  });

  it('calls back at its instant and not before', async () => {
    vi.useFakeTimers();
    const { clock, pass } = await open();
    const called = vi.fn();
    const callOff = clock.at(new Date(1_025_000), called);
    const tick = (ms: number) => {
      pass(ms);
      vi.advanceTimersByTime(ms);
    };
    tick(24_999);
    expect(called).not.toHaveBeenCalled();
    tick(10_000);
    expect(called).toHaveBeenCalledOnce();
    callOff();
  });

  it('does not call back a cleared timer', async () => {
    vi.useFakeTimers();
    const { clock, pass } = await open();
    const called = vi.fn();
    clock.at(new Date(1_000_100), called)();
    pass(1000);
    vi.advanceTimersByTime(1000);
    expect(called).not.toHaveBeenCalled();
  });
});
