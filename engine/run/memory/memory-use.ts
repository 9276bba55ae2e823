import type { Failure } from '../../errors';
import { internText } from '../../intern-text';
import type { Json } from '../../json';
import { measure } from '../../measure';
import { textMemory } from '../../measure-text';
import { LARGE_MEMORY } from '../../measured';
import { MAX_ATTEMPTS, MAX_RESULTS_BYTES, MAX_RUN_BYTES, megabytes } from '../../value-limits';
import type { Payload } from '../state/events';
import { payloadBytes } from '../state/payload';
import type { RunState, UnitState } from '../state/state';
import { childOf, type UnitAddress, unitKey } from '../state/unit';

const HINT = 'Keep only what later steps need, or split the work among several runs.';

/** The memory of the newest poll of a wait. Nothing that outlives the poll is built from it. */
interface CheckUse {
  bytes: number;
  attempts: number;
}

/**
 * The memory of one run, counted before it grows; values that steps share count once. A step that would exceed the
 * limit fails, and other runs of the process are not affected.
 */
export class MemoryUse {
  #bytes = 0;
  #attempts = 0;
  readonly #counted = new WeakSet<object>();
  readonly #texts = new Set<string>();
  readonly #outputs = new Map<string, number>();
  #outputBytes = 0;
  readonly #inFlight = new Map<string, number>();
  #inFlightBytes = 0;
  readonly #checks = new Map<string, CheckUse>();

  /** Counts the state that was folded from a journal. */
  constructor(state: RunState) {
    for (const value of Object.values(state.params)) this.add(value);
    for (const payload of Object.values(state.signals)) this.#addPayload(payload);
    for (const [step, unit] of state.steps) this.#addUnit({ step, iteration: [] }, unit, undefined);
    for (const value of state.loaded.values()) this.add(value);
    for (const [key, payload] of Object.entries(state.outputs)) this.#countOutput(key, payloadBytes(payload));
  }

  /** Memory in use, in bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Adds a value. Returns a failure instead when the run would exceed its limit.
   * @param what the subject of the message: `The output of this step`
   * @param wait the key of the wait whose check it belongs to: counted until `dropChecks`
   */
  take(what: string, value: Json, wait?: string): Failure | undefined {
    const { bytes, memory } = measure(value, MAX_RUN_BYTES);
    // Nothing in it is large enough to be shared, so nothing is looked up.
    const isSmall = typeof value === 'object' && bytes < LARGE_MEMORY && memory < LARGE_MEMORY;
    if (isSmall && wait === undefined && this.#bytes + memory <= MAX_RUN_BYTES) {
      this.#bytes += memory;
      return undefined;
    }
    const more = bytes > MAX_RUN_BYTES ? bytes : this.#uncounted(value, new Set());
    if (this.#bytes + more <= MAX_RUN_BYTES) {
      if (wait === undefined) this.add(value);
      else this.#grow(more, wait);
      return undefined;
    }
    return tooMuch(
      `${what} takes ${megabytes(more)} of memory. This run already holds ${megabytes(this.#bytes)}, but the limit is ${megabytes(MAX_RUN_BYTES)}. ${HINT}`,
    );
  }

  /** Adds a value that exists already, however much memory the run uses. */
  add(value: Json): void {
    this.#bytes += this.#uncounted(value, undefined);
  }

  /** Adds the message of a failure, which may repeat a large value. @param wait the key of the wait whose check failed */
  addFailure({ message }: Failure, wait?: string): void {
    this.#addPayload({ value: message }, wait);
  }

  /**
   * Counts the list of a loop, without the values of its items: loops over the same items share the values, but each
   * has its own list. Returns a failure instead when the run would exceed its limit.
   * @param wait as in `take`
   */
  takeItems(count: number, wait?: string): Failure | undefined {
    const more = itemsMemory(count);
    if (this.#bytes + more <= MAX_RUN_BYTES) {
      this.#grow(more, wait);
      return undefined;
    }
    return tooMuch(
      `A loop of ${count.toLocaleString('en')} items takes ${megabytes(more)} of memory. This run already holds ${megabytes(this.#bytes)}, but the limit is ${megabytes(MAX_RUN_BYTES)}. Use shorter lists, or split the work among several runs.`,
    );
  }

  /**
   * The failure when a stored value may not be read. Its memory is counted once it is loaded. @param bytes of its JSON
   * text
   */
  refuseLoading(bytes: number): Failure | undefined {
    if (this.#bytes + bytes <= MAX_RUN_BYTES) return undefined;
    return tooMuch(
      `This step reads a stored value of ${megabytes(bytes)}. This run already holds ${megabytes(this.#bytes)}, but the limit is ${megabytes(MAX_RUN_BYTES)}. ${HINT}`,
    );
  }

  /** Sets an output of the run. Returns a failure instead when the outputs together would exceed their limit. */
  setOutput(key: string, value: Json): Failure | undefined {
    const { bytes } = measure(value);
    const all = this.#outputBytes - (this.#outputs.get(key) ?? 0) + bytes;
    if (all > MAX_RESULTS_BYTES) {
      return tooMuch(
        `The outputs of this run would be ${megabytes(all)} of JSON with ${key}, but the limit is ${megabytes(MAX_RESULTS_BYTES)}. ${HINT}`,
      );
    }
    this.#countOutput(key, bytes);
    return undefined;
  }

  /** Counts an attempt that begins. @param wait the key of the wait whose check it belongs to */
  startAttempt(wait?: string): void {
    if (wait === undefined) this.#attempts += 1;
    else this.#addToCheck(wait, { bytes: 0, attempts: 1 });
  }

  /** Subtracts the checks of the newest poll of a wait, and those of waits inside them, before the next poll. */
  dropChecks(wait: string): void {
    for (const [key, { bytes, attempts }] of this.#checks) {
      if (key !== wait && !key.startsWith(`${wait}[`)) continue;
      this.#bytes -= bytes;
      this.#attempts -= attempts;
      this.#checks.delete(key);
    }
  }

  /** The failure when the run may not make that many more attempts. */
  refuseAttempts(count: number): Failure | undefined {
    if (this.#attempts + count <= MAX_ATTEMPTS) return undefined;
    const most = MAX_ATTEMPTS.toLocaleString('en');
    return tooMuch(
      `This run would make ${(this.#attempts + count).toLocaleString('en')} attempts with this step, but the limit is ${most}. Use shorter lists, or split the work among several runs.`,
    );
  }

  /** Counts the inputs of an effect until it settles, since each effect builds a request of its own from them. */
  startEffect(key: string, inputs: Json): Failure | undefined {
    const { bytes } = measure(inputs);
    if (this.#inFlightBytes + bytes > MAX_RUN_BYTES) {
      return tooMuch(
        `The inputs of the steps in flight would be ${megabytes(this.#inFlightBytes + bytes)} of JSON, but the limit is ${megabytes(MAX_RUN_BYTES)}. Lower max_parallel, or pass less to each.`,
      );
    }
    this.settleEffect(key);
    this.#inFlight.set(key, bytes);
    this.#inFlightBytes += bytes;
    return undefined;
  }

  /** An effect has settled, or was aborted. */
  settleEffect(key: string): void {
    this.#inFlightBytes -= this.#inFlight.get(key) ?? 0;
    this.#inFlight.delete(key);
  }

  #countOutput(key: string, bytes: number): void {
    this.#outputBytes += bytes - (this.#outputs.get(key) ?? 0);
    this.#outputs.set(key, bytes);
  }

  #addToCheck(wait: string, { bytes, attempts }: CheckUse): void {
    const before = this.#checks.get(wait) ?? { bytes: 0, attempts: 0 };
    this.#checks.set(wait, { bytes: before.bytes + bytes, attempts: before.attempts + attempts });
    this.#bytes += bytes;
    this.#attempts += attempts;
  }

  #addUnit(address: UnitAddress, unit: UnitState, wait: string | undefined): void {
    const { attempts, output, iterations, chunks } = unit;
    for (const { inputs, logs, error } of attempts) {
      this.startAttempt(wait);
      this.#addPayload(inputs, wait);
      if (error) this.addFailure(error, wait);
      for (const { message } of logs) this.#addPayload({ value: message }, wait);
    }
    if (output) this.#addPayload(output, wait);
    const items = iterations?.items ?? chunks?.items ?? [];
    for (const item of items) this.#addPayload(item, wait);
    this.#grow(itemsMemory(items.length), wait);
    const below = iterations?.as === undefined ? wait : unitKey(address);
    for (const [index, child] of unit.reusable ?? iterations?.units ?? [])
      this.#addUnit(childOf(address, index), child, below);
  }

  #addPayload(payload: Payload, wait?: string): void {
    if (!('value' in payload)) return;
    this.#grow(this.#uncounted(payload.value, wait === undefined ? undefined : new Set()), wait);
  }

  #grow(bytes: number, wait: string | undefined): void {
    if (wait === undefined) this.#bytes += bytes;
    else this.#addToCheck(wait, { bytes, attempts: 0 });
  }

  /**
   * Memory of the parts of a value that are not counted yet.
   * @param asked collects lists, objects and texts for an estimate; undefined to count them permanently
   */
  #uncounted(value: Json, asked: Set<object | string> | undefined): number {
    if (typeof value === 'string') return this.#uncountedText(value, asked);
    if (typeof value !== 'object' || value === null) return 0;
    const { memory, hasLarge } = measure(value);
    // Smaller values are not looked up: a table of them would use more memory than it saves.
    if (memory < LARGE_MEMORY) return memory;
    if (this.#counted.has(value) || asked?.has(value)) return 0;
    if (asked) asked.add(value);
    else this.#counted.add(value);
    if (!hasLarge) return memory;
    const entries = Array.isArray(value) ? value : Object.values(value);
    let bytes = OWN_BYTES + entries.length * ENTRY_BYTES;
    for (const entry of entries) bytes += this.#uncounted(entry, asked);
    return bytes;
  }

  #uncountedText(text: string, asked: Set<object | string> | undefined): number {
    if (text.length >= LARGE_MEMORY) {
      // Texts with the same content count once, so they must be one object in memory.
      internText(text);
      if (this.#texts.has(text) || asked?.has(text)) return 0;
      (asked ?? this.#texts).add(text);
    }
    return textMemory(text);
  }
}

/** Memory of a large list or object without its entries, and of each entry. */
const OWN_BYTES = 32;
const ENTRY_BYTES = 8;
/** The payload around an item, and its place in the list of the loop. Measured with V8, 64 bits. */
const ITEM_BYTES = 44;

function itemsMemory(count: number): number {
  return count === 0 ? 0 : OWN_BYTES + count * ITEM_BYTES;
}

function tooMuch(message: string): Failure {
  return { kind: 'expression_error', message };
}
