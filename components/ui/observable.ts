/** Functions that are called when something changes. */
export interface Listeners {
  /** Returns a function that removes the listener again. */
  add(listener: () => void): () => void;
  /** Calls each listener. Listeners that are added or removed during the calls have no effect on them. */
  notify(): void;
  isEmpty(): boolean;
}

/** Creates an empty set of listeners. */
export function createListeners(): Listeners {
  const listeners = new Set<() => void>();
  return {
    add(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    notify() {
      for (const listener of [...listeners]) listener();
    },
    isEmpty: () => listeners.size === 0,
  };
}

/** A value with listeners. */
export interface Observable<T> {
  get(): T;
  /** The first value, which the server renders: parts of a page that hydrate late begin with it. */
  readonly initial?: () => T;
  /** Replaces the value; listeners are notified when it changed. */
  set(value: T): void;
  subscribe(listener: () => void): () => void;
}

/** Creates an observable value. */
export function createObservable<T>(initial: T): Observable<T> {
  const listeners = createListeners();
  let current = initial;
  return {
    get: () => current,
    initial: () => initial,
    set(value) {
      if (Object.is(value, current)) return;
      current = value;
      listeners.notify();
    },
    subscribe: listeners.add,
  };
}

/** Changes some fields of an observable object. */
export function patch<T extends object>(observable: Observable<T>, change: Partial<T>): void {
  const current = observable.get();
  const entries = Object.entries(change);
  const same = entries.every(([key, value]) => Object.is(Reflect.get(current, key), value));
  if (!same) observable.set({ ...current, ...change });
}
