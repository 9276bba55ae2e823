'use client';

import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { useNow } from '@/components/ui/use-time';
import type { RunEvent, RunState, UnitState } from '@/engine';
import type { FirstLook } from './first-look';
import type { ShownInstant } from './past-view';
import { useOptionalLens } from './run-context';
import type { RunContact, RunStore } from './run-store';

const NOTHING = () => () => {};
const NO_ITERATION: readonly number[] = [];
const NO_EVENTS: readonly RunEvent[] = [];
const NO_CONTACT: RunContact = { state: 'live', lastUpdateAt: undefined, problem: undefined, skewMs: 0 };

/** Whether a run is shown, and its id. Cards choose by it between their footer and the run strip. */
export function useRunLens(): { readonly active: boolean; readonly runId: string | undefined } {
  const runId = useOptionalLens()?.runId;
  return useMemo(() => ({ active: runId !== undefined, runId }), [runId]);
}

/** The state of a step, or of one iteration of it, in the run; undefined without a run or before its first event. */
export function useStepRun(step: string, iteration: readonly number[] = NO_ITERATION): UnitState | undefined {
  const store = useOptionalLens()?.store;
  const path = iteration.join('.');
  const read = useMemo(() => {
    // A path that is created at every render must keep its identity.
    const indexes = path === '' ? NO_ITERATION : path.split('.').map(Number);
    return () => store?.unit(step, indexes);
  }, [store, step, path]);
  return useSyncExternalStore(store?.subscribe ?? NOTHING, read, unknown);
}

/** How a step ended, until the journal of an ended run is read. */
export function useFirstLook(step: string): FirstLook | undefined {
  const store = useOptionalLens()?.store;
  const read = useCallback(() => store?.firstLook(step), [store, step]);
  return useSyncExternalStore(store?.subscribe ?? NOTHING, read, read);
}

/** A value selected from the run's state at the shown instant. Selected again only when the run has changed. */
export function useRunState<T>(selector: (state: RunState) => T): T | undefined {
  return useSelected(shownState, selector);
}

/** As `useRunState`, of the newest state, also while a past instant is shown. */
export function useLatestRun<T>(selector: (state: RunState) => T): T | undefined {
  return useSelected(latestState, selector);
}

function useSelected<T>(
  stateOf: (store: RunStore) => RunState | undefined,
  selector: (state: RunState) => T,
) {
  const store = useOptionalLens()?.store;
  const read = useMemo(() => {
    let revision = -1;
    let value: T | undefined;
    return () => {
      const state = store && stateOf(store);
      if (!store || !state) return undefined;
      // The state changes in place, so its revision shows whether it changed.
      if (store.getRevision() !== revision) value = selector(state);
      revision = store.getRevision();
      return value;
    };
  }, [store, stateOf, selector]);
  return useSyncExternalStore(store?.subscribe ?? NOTHING, read, unknown);
}

/** The shown past instant; undefined while the newest state is shown. */
export function useShownInstant(): ShownInstant | undefined {
  const store = useOptionalLens()?.store;
  const read = useCallback(() => store?.getShown(), [store]);
  return useSyncExternalStore(store?.subscribe ?? NOTHING, read, unknown);
}

/** The connection to the run's event stream. `live` without a run. */
export function useRunContact(): RunContact {
  const store = useOptionalLens()?.store;
  const read = useCallback(() => store?.getContact() ?? NO_CONTACT, [store]);
  return useSyncExternalStore(store?.subscribe ?? NOTHING, read, noContact);
}

/**
 * Whether other requests about the run may be sent: after its first events, or once those cannot be read. True without
 * a run.
 */
export function useHasBegun(): boolean {
  const seq = useRunState(seqOf);
  return useRunContact().state !== 'opening' || seq !== undefined;
}

/** All events so far, also those after the shown instant, and their revision. The list grows in place, so memoise by the revision. */
export function useRunEvents(): { readonly events: readonly RunEvent[]; readonly revision: number } {
  const store = useOptionalLens()?.store;
  const read = useCallback(() => store?.getRevision() ?? 0, [store]);
  const revision = useSyncExternalStore(store?.subscribe ?? NOTHING, read, zero);
  return useMemo(() => ({ events: store?.getEvents() ?? NO_EVENTS, revision }), [store, revision]);
}

/**
 * The server's clock in ms since 1970, updated every second or tenth of a second; with `undefined` not at all. While a
 * past instant is shown, that instant.
 */
export function useRunNow(pace: 'second' | 'tenth' | undefined): number {
  const contact = useRunContact();
  const store = useOptionalLens()?.store;
  // Durations that no longer grow must not be drawn again for each instant.
  const read = useCallback(() => (pace === undefined ? undefined : store?.getShown()?.at), [store, pace]);
  const shown = useSyncExternalStore(store?.subscribe ?? NOTHING, read, unknown);
  const now = useNow(shown === undefined ? pace : undefined);
  return shown ?? now + contact.skewMs;
}

function shownState(store: RunStore): RunState | undefined {
  return store.getState();
}

function latestState(store: RunStore): RunState | undefined {
  return store.getLatest();
}

function seqOf({ seq }: RunState): number {
  return seq;
}

function unknown(): undefined {
  return undefined;
}

function noContact(): RunContact {
  return NO_CONTACT;
}

function zero(): number {
  return 0;
}
