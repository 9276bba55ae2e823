import type { Contact, FeedClock } from '@/client/feed';
import { createListeners } from '@/components/ui/observable';
import { applyEvent, findUnit, foldEvents, type RunEvent, type RunState, type UnitState } from '@/engine';

/** Contact as the page shows it. `opening`: the journal up to what is known to exist has not been read yet. */
export interface RunContact extends Omit<Contact, 'state'> {
  readonly state: Contact['state'] | 'opening';
}

/** What the page knows of one run: the fold of its journal, kept up to date without React. */
export interface RunStore {
  /** The run as far as it is known; undefined until the first event. Changed in place: compare `getRevision()`. */
  getState(): RunState | undefined;
  /** Grows with every change that listeners are told of. */
  getRevision(): number;
  /** Every event so far, in order. Grows in place: compare `getRevision()`. */
  getEvents(): readonly RunEvent[];
  /** A step, or one iteration of it. Its identity changes exactly when it does. */
  unit(step: string, iteration?: readonly number[]): UnitState | undefined;
  getContact(): RunContact;
  /** The server's clock, ms since 1970. */
  now(): number;
  /** Takes events in order; listeners hear of them together with what else comes within a tenth of a second. */
  receive(events: readonly RunEvent[]): void;
  setContact(contact: Contact): void;
  subscribe(listener: () => void): () => void;
}

/** Listeners are told at most ten times a second, however fast events come. */
const TELL_EVERY_MS = 100;

/** While the past is read, nobody follows its single steps: it is told in fewer and larger pieces. */
const TELL_PAST_EVERY_MS = 400;
/** Events older than this are the past. ms */
const PAST_MS = 10_000;

const systemClock: FeedClock = {
  now: () => Date.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};

const NO_WORD_YET: Contact = { state: 'live', lastWordAt: undefined, problem: undefined, skewMs: 0 };

/**
 * Makes an empty store for one run.
 * @param options.expectedSeq the newest event known to exist; until it is read, nobody can say how anything stands
 */
export function createRunStore(options: { clock?: FeedClock; expectedSeq?: number } = {}): RunStore {
  const { clock = systemClock, expectedSeq = 1 } = options;
  const listeners = createListeners();
  const events: RunEvent[] = [];
  let waiting: RunEvent[] = [];
  let state: RunState | undefined;
  let contact = NO_WORD_YET;
  let told = shownContact();
  let revision = 0;
  let lastToldAt = Number.NEGATIVE_INFINITY;
  let isDue = false;

  function shownContact(): RunContact {
    const isBehind = contact.state === 'live' && (state?.seq ?? 0) < expectedSeq;
    return isBehind ? { ...contact, state: 'opening' } : contact;
  }

  function flush(): void {
    isDue = false;
    lastToldAt = clock.now();
    state = fold(state, waiting);
    for (const event of waiting) events.push(event);
    waiting = [];
    told = shownContact();
    revision += 1;
    listeners.notify();
  }

  function pace(): number {
    const newest = waiting.at(-1);
    const isPast = newest !== undefined && Date.parse(newest.at) < clock.now() + contact.skewMs - PAST_MS;
    return isPast ? TELL_PAST_EVERY_MS : TELL_EVERY_MS;
  }

  function schedule(): void {
    if (isDue) return;
    const dueMs = lastToldAt + pace() - clock.now();
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
    getContact: () => told,
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
      // Each word from the server renews the instant; only a change of state is worth telling.
      const shown = shownContact();
      if (shown.state === told.state && shown.problem === told.problem) return;
      // After the end nothing more comes that could be told together with it.
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
