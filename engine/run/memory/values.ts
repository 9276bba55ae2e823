import type { Failure } from '../../errors';
import type { Json } from '../../json';
import type { Subsystem } from '../context/subsystem';
import type { NotLoaded } from '../state/payload';
import type { RunState } from '../state/state';
import type { MemoryUse } from './memory-use';

/** Reads a value from the payload store. @throws Error when it does not exist */
export type LoadValue = (ref: string) => Promise<Json>;

/** Large values of a run, read on demand. A value stays loaded as long as the runner exists. */
export class Values implements Subsystem {
  readonly #state: RunState;
  readonly #memoryUse: MemoryUse;
  readonly #load: LoadValue;
  readonly #fault: (error: unknown) => void;
  readonly #waiting = new Map<string, (() => void)[]>();

  /** `fault` is called when a value cannot be read: the run cannot continue in this process. */
  constructor(options: {
    readonly state: RunState;
    readonly memoryUse: MemoryUse;
    readonly load: LoadValue;
    readonly fault: (error: unknown) => void;
  }) {
    this.#state = options.state;
    this.#memoryUse = options.memoryUse;
    this.#load = options.load;
    this.#fault = options.fault;
  }

  get activity(): 'deciding' | undefined {
    return this.#waiting.size > 0 ? 'deciding' : undefined;
  }

  /** The failure when a value may not be read, because the run would use too much memory. */
  refuse({ bytes }: NotLoaded): Failure | undefined {
    return this.#memoryUse.refuseLoading(bytes);
  }

  /** Reads a value and calls back once it is loaded. */
  fetch({ ref }: NotLoaded, ready: () => void): void {
    const waiting = this.#waiting.get(ref);
    if (waiting) {
      waiting.push(ready);
      return;
    }
    this.#waiting.set(ref, [ready]);
    this.#load(ref).then((value) => this.#arrived(ref, value), this.#fault);
  }

  #arrived(ref: string, value: Json): void {
    const waiting = this.#waiting.get(ref) ?? [];
    this.#waiting.delete(ref);
    this.#state.loaded.set(ref, value);
    this.#memoryUse.add(value);
    for (const ready of waiting) ready();
  }
}
