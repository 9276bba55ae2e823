/** Limits of a cache. */
interface LruOptions<Value> {
  /** Weight of all values together. */
  readonly maxWeight: number;
  /** @default 1 */
  readonly weightOf?: (value: Value) => number;
}

/** A cache by key. When it is full, the least recently used values are dropped; the newest stays at any weight. */
export class Lru<Value> {
  readonly #options: LruOptions<Value>;
  /** The least recently used entry comes first. */
  readonly #entries = new Map<string, { readonly value: Value; readonly weight: number }>();
  #weight = 0;

  constructor(options: LruOptions<Value>) {
    this.#options = options;
  }

  /** The value of a key. Reading it counts as a use. */
  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  set(key: string, value: Value): void {
    this.delete(key);
    const weight = this.#options.weightOf?.(value) ?? 1;
    this.#entries.set(key, { value, weight });
    this.#weight += weight;
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.#options.maxWeight || oldest === key) return;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    this.#weight -= this.#entries.get(key)?.weight ?? 0;
    this.#entries.delete(key);
  }
}
