import { describe, expect, it } from 'vitest';
import { foldEvents } from '@/engine';
import { createRunStore } from './run-store';
import { createFakeClock } from './testing/fake-clock';
import { completed, created, failed, journal, START, started } from './testing/run-events';

const events = journal(
  [0, created],
  [100, { type: 'run_started' }],
  [110, started('fetch')],
  [600, completed('fetch')],
  [700, started('score')],
  [900, failed('score')],
  [1000, { type: 'run_failed', error: { kind: 'timeout', message: 'No answer.' }, outputs: {} }],
);

function openStore(offsetMs?: number) {
  const clock = createFakeClock();
  const store = createRunStore({ clock });
  store.show(offsetMs);
  let told = 0;
  store.subscribe(() => {
    told += 1;
  });
  return { clock, store, told: () => told };
}

describe('a past instant', () => {
  it('has the state of the events until then, since the start of the run', () => {
    const { store } = openStore();
    store.receive(events);
    store.show(550);
    expect(store.getState()).toEqual(foldEvents(events.slice(0, 4)));
    expect(store.unit('fetch')?.status).toBe('completed');
    expect(store.unit('score')).toBeUndefined();
    expect(store.getShown()).toEqual({ offsetMs: 550, at: START + 650, seq: 4 });
    store.show(undefined);
    expect(store.getState()?.status).toBe('failed');
    expect(store.getShown()).toBeUndefined();
  });

  it('of the address is shown as soon as its events are read', () => {
    const { clock, store } = openStore(550);
    expect(store.getShown()).toBeUndefined();
    store.receive(events.slice(0, 2));
    store.receive(events.slice(2));
    clock.advance(1000);
    expect(store.getShown()?.seq).toBe(4);
    expect(store.getState()?.status).toBe('running');
  });

  it('stays while newer events arrive, which are known all the same', () => {
    const { clock, store, told } = openStore();
    store.receive(events.slice(0, 4));
    store.show(100);
    const before = told();
    store.receive(events.slice(4));
    clock.advance(1000);
    expect(told()).toBeGreaterThan(before);
    expect(store.unit('fetch')?.status).toBe('running');
    expect(store.getLatest()?.status).toBe('failed');
    expect(store.getEvents()).toHaveLength(7);
  });

  it('is known whatever the connection', () => {
    const { clock, store } = openStore();
    store.receive(events.slice(0, 5));
    store.setContact({ state: 'lost', lastUpdateAt: 1, problem: 'No network.', skewMs: 0 });
    clock.advance(1000);
    expect(store.getContact().state).toBe('lost');
    store.show(100);
    expect(store.getContact()).toMatchObject({ state: 'live', problem: undefined });
    store.show(undefined);
    expect(store.getContact().state).toBe('lost');
  });

  it('tells listeners once for each instant, and keeps the steps that did not change', () => {
    const { store, told } = openStore();
    store.receive(events);
    const before = told();
    store.show(600);
    store.show(600);
    const fetch = store.unit('fetch');
    store.show(700);
    expect(told()).toBe(before + 2);
    store.show(650);
    expect(store.unit('fetch')).toBe(fetch);
  });

  it('before the start of the run is its first event', () => {
    const { store } = openStore();
    store.receive(events);
    store.show(0);
    expect(store.getState()?.status).toBe('running');
    expect(store.getState()?.steps.size).toBe(0);
  });
});
