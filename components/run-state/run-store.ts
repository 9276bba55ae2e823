import type { Contact, FeedClock } from '@/client/feed';
import { createListeners } from '@/components/ui/observable';
import { applyEvent, findUnit, foldEvents, type RunEvent, type RunState, type UnitState } from '@/engine';
import type { RunInstants } from '@/engine/run/time/transitions';
import type { FirstLook, FirstLooks } from './first-look';
import { createPastView, type ShownInstant, startOf } from './past-view';

/** The connection to the server. `opening`: known events have not been read yet. */
export interface RunContact extends Omit<Contact, 'state'> {
  readonly state: Contact['state'] | 'opening';
}

/** The state of one run in a page, folded from its journal and updated without React. */
export interface RunStore {
  /**
   * The state of the run at the shown instant; undefined until the first event. It changes in place: compare
   * `getRevision()`.
   */
  getState(): RunState | undefined;
  /** The newest known state, also while a past instant is shown. */
  getLatest(): RunState | undefined;
  /** Increases with every change of which listeners are notified. */
  getRevision(): number;
  /** Every event so far, in order, also those after the shown instant. Grows in place: compare `getRevision()`. */
  getEvents(): readonly RunEvent[];
  /** The shown past instant; undefined while the newest state is shown. */
  getShown(): ShownInstant | undefined;
  /** What `show` was last called with: until the first event it is not shown yet. */
  getWanted(): number | undefined;
  /** The instants at which the run changed. */
  getInstants(): RunInstants;
  /** Shows an instant, in ms since the start of the run; undefined shows the newest state. */
  show(offsetMs: number | undefined): void;
  /** A step, or one iteration of it, at the shown instant. Its identity changes with every change. */
  unit(step: string, iteration?: readonly number[]): UnitState | undefined;
  /** How a step ended, until the journal is read; undefined of a run that has not ended, and at a past instant. */
  firstLook(step: string): FirstLook | undefined;
  /** A past instant is known whatever the connection: it counts as live. */
  getContact(): RunContact;
  /** The server's clock, ms since 1970. */
  now(): number;
  /** Applies events in order. Listeners are notified once for all events within `NOTIFY_MS`. */
  receive(events: readonly RunEvent[]): void;
  setContact(contact: Contact): void;
  subscribe(listener: () => void): () => void;
}

/** Shortest interval between notifications of listeners, in ms. */
const NOTIFY_MS = 100;

/** The same while past events are read, which arrive in large batches, in ms. */
const NOTIFY_PAST_MS = 400;
/** Age from which an event is in the past, in ms. */
const PAST_MS = 10_000;

const systemClock: FeedClock = {
  now: () => Date.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};

const NO_UPDATE_YET: Contact = { state: 'live', lastUpdateAt: undefined, problem: undefined, skewMs: 0 };

export interface RunStoreOptions {
  readonly clock?: FeedClock;
  readonly expectedSeq?: number;
  readonly firstLooks?: FirstLooks;
}

/**
 * Creates an empty store for one run.
 * @param options.expectedSeq the newest known event; until it is read, the state is incomplete
 * @param options.firstLooks how the steps of an ended run ended
 */
export function createRunStore(options: RunStoreOptions = {}): RunStore {
  const { clock = systemClock, expectedSeq = 1, firstLooks } = options;
  const listeners = createListeners();
  const events: RunEvent[] = [];
  let waiting: RunEvent[] = [];
  const past = createPastView(events);
  let state: RunState | undefined;
  let wantedMs: number | undefined;
  let contact = NO_UPDATE_YET;
  let published = shownContact();
  let revision = 0;
  let lastNotifiedAt = Number.NEGATIVE_INFINITY;
  let isDue = false;

  function shownContact(): RunContact {
    if (past.shown) return { ...contact, state: 'live', problem: undefined };
    return contact.state === 'live' && isBehind() ? { ...contact, state: 'opening' } : contact;
  }

  function isBehind(): boolean {
    return (state?.seq ?? 0) < expectedSeq;
  }

  function flush(): void {
    isDue = false;
    lastNotifiedAt = clock.now();
    state = fold(state, waiting);
    for (const event of waiting) events.push(event);
    waiting = [];
    publish();
  }

  function publish(): void {
    if (wantedMs === undefined || !state) past.clear();
    else past.show(wantedMs, startOf(state));
    published = shownContact();
    revision += 1;
    listeners.notify();
  }

  function pace(): number {
    const newest = waiting.at(-1);
    const isPast = newest !== undefined && Date.parse(newest.at) < clock.now() + contact.skewMs - PAST_MS;
    return isPast ? NOTIFY_PAST_MS : NOTIFY_MS;
  }

  function schedule(): void {
    if (isDue) return;
    const dueMs = lastNotifiedAt + pace() - clock.now();
    if (dueMs <= 0) {
      flush();
      return;
    }
    isDue = true;
    clock.after(dueMs, flush);
  }

  return {
    getState: () => past.state ?? state,
    getLatest: () => state,
    getRevision: () => revision,
    getEvents: () => events,
    getShown: () => past.shown,
    getWanted: () => wantedMs,
    getInstants: past.instants,
    show(offsetMs) {
      if (offsetMs === wantedMs) return;
      wantedMs = offsetMs;
      publish();
    },
    unit(step, iteration = []) {
      const shown = past.state ?? state;
      return shown && findUnit(shown, { step, iteration });
    },
    firstLook: (step) => (wantedMs === undefined && isBehind() ? firstLooks?.get(step) : undefined),
    getContact: () => published,
    now: () => clock.now() + contact.skewMs,
    receive(fresh) {
      const known = waiting.at(-1)?.seq ?? state?.seq ?? 0;
      const unseen = fresh.filter((event) => event.seq > known);
      if (unseen.length === 0) return;
      // Not push(...unseen): a long journal arrives as one batch and would overflow the stack.
      waiting = waiting.concat(unseen);
      schedule();
    },
    setContact(next) {
      contact = next;
      // Every message from the server renews the instant; listeners are notified of a change of state only.
      const shown = shownContact();
      if (shown.state === published.state && shown.problem === published.problem) return;
      // After the end no events follow that could join the notification.
      if (next.state === 'ended') flush();
      else schedule();
    },
    subscribe: listeners.add,
  };
}

function fold(state: RunState | undefined, events: readonly RunEvent[]): RunState | undefined {
  if (events.length === 0) return state;
  if (!state) return foldEvents(events);
  for (const event of events) applyEvent(state, event);
  return state;
}
