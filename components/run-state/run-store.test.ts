import { describe, expect, it } from 'vitest';
import { firstLooksOf } from './first-look';
import { createRunStore } from './run-store';
import { createFakeClock } from './testing/fake-clock';
import { completed, created, failed, journal, started } from './testing/run-events';

const events = journal(
  [0, created],
  [5, { type: 'run_started' }],
  [10, started('fetch')],
  [10, started('score')],
  [500, completed('fetch')],
  [900, failed('score')],
);

function openStore() {
  const clock = createFakeClock();
  const store = createRunStore({ clock });
  let told = 0;
  store.subscribe(() => {
    told += 1;
  });
  return { clock, store, told: () => told };
}

describe('the run store', () => {
  it('has no state before the first event, and the whole run after the last', () => {
    const { store } = openStore();
    expect(store.getState()).toBeUndefined();
    store.receive(events);
    expect(store.getState()).toMatchObject({ runId: 'run_1', status: 'running', seq: 6 });
    expect(store.unit('score')?.status).toBe('failed');
  });

  it('notifies listeners immediately of the first event, and at most ten times a second of a burst', () => {
    const { clock, store, told } = openStore();
    store.receive(events.slice(0, 1));
    expect(told()).toBe(1);
    const log = (seq: number) =>
      ({
        type: 'step_logged',
        step: 'fetch',
        attempt: 1,
        level: 'info',
        message: 'x',
        seq,
        at: events[0]?.at ?? '',
      }) as const;
    store.receive(events.slice(1, 3));
    for (let ms = 0; ms < 1000; ms += 1) {
      clock.advance(1);
      store.receive([log(4 + ms)]);
    }
    clock.advance(100);
    expect(told()).toBeGreaterThan(5);
    expect(told()).toBeLessThanOrEqual(12);
    expect(store.unit('fetch')?.attempts[0]?.logs).toHaveLength(1000);
  });

  it('shows one consistent state between two notifications', () => {
    const { clock, store } = openStore();
    store.receive(events.slice(0, 4));
    store.receive(events.slice(4));
    expect(store.unit('fetch')?.status).toBe('running');
    clock.advance(100);
    expect(store.unit('fetch')?.status).toBe('completed');
  });

  it('notifies of past events in larger batches, and of their end immediately', () => {
    const { clock, store, told } = openStore();
    clock.advance(Date.parse('2027-01-01T00:00:00.000Z'));
    store.receive(events.slice(0, 2));
    store.receive(events.slice(2, 4));
    clock.advance(300);
    expect(told()).toBe(1);
    store.receive(events.slice(4));
    store.setContact({ state: 'ended', lastUpdateAt: 1, problem: undefined, skewMs: 0 });
    expect(told()).toBe(2);
    expect(store.getState()?.seq).toBe(6);
    clock.advance(1000);
    expect(store.getEvents()).toHaveLength(6);
  });

  it('keeps the identity of an unchanged step', () => {
    const { clock, store } = openStore();
    store.receive(events.slice(0, 4));
    const score = store.unit('score');
    const fetch = store.unit('fetch');
    store.receive(events.slice(4, 5));
    clock.advance(100);
    expect(store.unit('score')).toBe(score);
    expect(store.unit('fetch')).not.toBe(fetch);
  });

  it('applies a repeated event once', () => {
    const { clock, store, told } = openStore();
    store.receive(events.slice(0, 5));
    store.receive(events.slice(2, 5));
    clock.advance(1000);
    expect(told()).toBe(1);
    expect(store.getEvents().map((event) => event.seq)).toEqual([1, 2, 3, 4, 5]);
  });

  it('notifies of lost and restored connections, but not of every message', () => {
    const { clock, store } = openStore();
    store.receive(events);
    let count = 0;
    store.subscribe(() => {
      count += 1;
    });
    const told = () => count;
    clock.advance(100);
    store.setContact({ state: 'live', lastUpdateAt: 1, problem: undefined, skewMs: 0 });
    store.setContact({ state: 'live', lastUpdateAt: 2, problem: undefined, skewMs: 0 });
    expect(told()).toBe(0);
    store.setContact({ state: 'lost', lastUpdateAt: 2, problem: 'The server cannot be reached.', skewMs: 0 });
    expect(told()).toBe(1);
    expect(store.getContact()).toMatchObject({ state: 'lost', lastUpdateAt: 2 });
    store.setContact({ state: 'live', lastUpdateAt: 900, problem: undefined, skewMs: 0 });
    clock.advance(100);
    expect(store.getContact().state).toBe('live');
  });

  it('is opening until it has read the known events', () => {
    const clock = createFakeClock();
    const store = createRunStore({ clock, expectedSeq: 4 });
    expect(store.getContact().state).toBe('opening');
    store.receive(events.slice(0, 3));
    expect(store.getContact().state).toBe('opening');
    store.receive(events.slice(3, 4));
    clock.advance(100);
    expect(store.getContact().state).toBe('live');
  });

  it('follows the path of nested iterations', () => {
    const { store } = openStore();
    const planned = {
      type: 'iterations_planned',
      step: 'loop',
      attempt: 1,
      items: [{ value: 1 }],
      action: 'log',
      params: {},
      parallel: 1,
      stop_on_failure: true,
    } as const;
    store.receive(
      journal(
        [0, created],
        [1, { type: 'run_started' }],
        [2, started('loop')],
        [3, { ...planned, items: [...planned.items] }],
        [4, started('loop', 1, [0])],
      ),
    );
    expect(store.unit('loop', [0])?.status).toBe('running');
    expect(store.unit('loop', [1])).toBeUndefined();
    expect(store.unit('nothing', [0, 2])).toBeUndefined();
  });

  it('knows how steps ended before the journal is read, and not at a past instant', () => {
    const firstLooks = firstLooksOf([{ step: 'fetch', status: 'completed', durationMs: 490 }]);
    const store = createRunStore({ clock: createFakeClock(), expectedSeq: 6, firstLooks });
    expect(store.firstLook('fetch')).toEqual({ status: 'completed', durationMs: 490 });
    expect(store.firstLook('score')).toBeUndefined();
    store.show(100);
    expect(store.firstLook('fetch')).toBeUndefined();
    store.show(undefined);
    store.receive(events.slice(0, 3));
    expect(store.firstLook('fetch')).toBeDefined();
    store.receive(events.slice(3));
    store.setContact({ state: 'ended', lastUpdateAt: 0, problem: undefined, skewMs: 0 });
    expect(store.firstLook('fetch')).toBeUndefined();
  });
});
