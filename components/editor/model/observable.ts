/** A value that can be watched: the smallest store there is. */
export interface Observable<T> {
  get(): T;
  /** Replaces the value; listeners hear of it when it is another one. */
  set(value: T): void;
  subscribe(listener: () => void): () => void;
}

/** Makes an observable value. */
export function createObservable<T>(initial: T): Observable<T> {
  const listeners = new Set<() => void>();
  let current = initial;
  return {
    get: () => current,
    set(value) {
      if (Object.is(value, current)) return;
      current = value;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Changes some fields of an observable object. */
export function patch<T extends object>(observable: Observable<T>, change: Partial<T>): void {
  const current = observable.get();
  const entries = Object.entries(change);
  const same = entries.every(([key, value]) => Object.is(Reflect.get(current, key), value));
  if (!same) observable.set({ ...current, ...change });
}
