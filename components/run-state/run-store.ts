import type { Contact, FeedClock } from '@/client/feed';
import { createListeners } from '@/components/ui/observable';
import { applyEvent, findUnit, foldEvents, type RunEvent, type RunState, type UnitState } from '@/engine';

/** The connection to the server. `opening`: known events have not been read yet. */
export interface RunContact extends Omit<Contact, 'state'> {
  readonly state: Contact['state'] | 'opening';
}

/** The state of one run in a page, folded from its journal and updated without React. */
export interface RunStore {
  /** The known state of the run; undefined until the first event. It changes in place: compare `getRevision()`. */
  getState(): RunState | undefined;
  /** Increases with every change of which listeners are notified. */
  getRevision(): number;
  /** Every event so far, in order. Grows in place: compare `getRevision()`. */
  getEvents(): readonly RunEvent[];
  /** A step, or one iteration of it. Its identity changes with every change. */
  unit(step: string, iteration?: readonly number[]): UnitState | undefined;
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

/**
 * Creates an empty store for one run.
 * @param options.expectedSeq the newest known event; until it is read, the state is incomplete
 */
export function createRunStore(options: { clock?: FeedClock; expectedSeq?: number } = {}): RunStore {
  const { clock = systemClock, expectedSeq = 1 } = options;
  const listeners = createListeners();
  const events: RunEvent[] = [];
  let waiting: RunEvent[] = [];
  let state: RunState | undefined;
  let contact = NO_UPDATE_YET;
  let published = shownContact();
  let revision = 0;
  let lastNotifiedAt = Number.NEGATIVE_INFINITY;
  let isDue = false;

  function shownContact(): RunContact {
    const isBehind = contact.state === 'live' && (state?.seq ?? 0) < expectedSeq;
    return isBehind ? { ...contact, state: 'opening' } : contact;
  }

  function flush(): void {
    isDue = false;
    lastNotifiedAt = clock.now();
    state = fold(state, waiting);
    for (const event of waiting) events.push(event);
    waiting = [];
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
    getState: () => state,
    getRevision: () => revision,
    getEvents: () => events,
    unit: (step, iteration = []) => state && findUnit(state, { step, iteration }),
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
