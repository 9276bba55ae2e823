import type { Failure } from '../errors';
import type { Json } from '../json';
import { measure } from '../measure';
import { MAX_ATTEMPTS, MAX_RESULTS_BYTES, MAX_RUN_BYTES, megabytes } from '../value-limits';
import type { Payload } from './events';
import type { RunState, UnitState } from './state';
import { payloadBytes } from './values';

/** What to do about a run that holds too much. */
const HINT = 'Keep only what later steps need, or split the work among several runs.';

/** Values of less than this are not looked for in what is held: remembering each would take more than it saves. */
const SMALL_BYTES = 4096;

/**
 * What one run holds in memory, counted before it grows: values that steps share count once. A run that would hold too
 * much fails the step that asks for more, and nothing else in the process notices.
 */
export class Holdings {
  #bytes = 0;
  #attempts = 0;
  readonly #counted = new WeakSet<object>();
  readonly #texts = new Set<string>();
  readonly #outputs = new Map<string, number>();
  #outputBytes = 0;
  readonly #inFlight = new Map<string, number>();
  #inFlightBytes = 0;

  /** Counts what a state holds that was folded from a journal. */
  constructor(state: RunState) {
    for (const value of Object.values(state.params)) this.add(value);
    for (const payload of Object.values(state.signals)) this.#addPayload(payload);
    for (const unit of state.steps.values()) this.#addUnit(unit);
    for (const value of state.loaded.values()) this.add(value);
    for (const [key, payload] of Object.entries(state.outputs)) this.#countOutput(key, payloadBytes(payload));
  }

  /** Adds a value, unless the run would hold too much then. @param what subject of a sentence: `The output of this step` */
  take(what: string, value: Json): Failure | undefined {
    const { bytes } = measure(value, MAX_RUN_BYTES);
    const more = bytes > MAX_RUN_BYTES ? bytes : this.#fresh(value, new Set());
    if (this.#bytes + more <= MAX_RUN_BYTES) {
      this.add(value);
      return undefined;
    }
    return tooMuch(
      `${what} takes ${megabytes(more)} of memory. This run already holds ${megabytes(this.#bytes)}, and the most is ${megabytes(MAX_RUN_BYTES)}. ${HINT}`,
    );
  }

  /** Adds a value that is there already, however much the run holds. */
  add(value: Json): void {
    this.#bytes += this.#fresh(value, undefined);
  }

  /** Whether a stored value may be read: what it takes is counted once it is here. @param bytes of its JSON text */
  refuseLoading(bytes: number): Failure | undefined {
    if (this.#bytes + bytes <= MAX_RUN_BYTES) return undefined;
    return tooMuch(
      `This step reads a stored value of ${megabytes(bytes)}. This run already holds ${megabytes(this.#bytes)}, and the most is ${megabytes(MAX_RUN_BYTES)}. ${HINT}`,
    );
  }

  /** Sets an output of the run, unless all of them would be too much then. */
  setOutput(key: string, value: Json): Failure | undefined {
    const { bytes } = measure(value);
    const all = this.#outputBytes - (this.#outputs.get(key) ?? 0) + bytes;
    if (all > MAX_RESULTS_BYTES) {
      return tooMuch(
        `The outputs of this run would be ${megabytes(all)} of JSON with ${key}, and the most is ${megabytes(MAX_RESULTS_BYTES)}. ${HINT}`,
      );
    }
    this.#countOutput(key, bytes);
    return undefined;
  }

  /** Counts an attempt that begins. */
  begin(): void {
    this.#attempts += 1;
  }

  /** Whether a run may make more attempts. */
  refuseAttempts(count: number): Failure | undefined {
    if (this.#attempts + count <= MAX_ATTEMPTS) return undefined;
    const most = MAX_ATTEMPTS.toLocaleString('en');
    return tooMuch(
      `This run would make ${(this.#attempts + count).toLocaleString('en')} attempts with this step, and the most is ${most}. Go through shorter lists, or split the work among several runs.`,
    );
  }

  /** Counts what an effect is given until it lands: each makes a request of its own from it. */
  depart(key: string, inputs: Json): Failure | undefined {
    const { bytes } = measure(inputs);
    if (this.#inFlightBytes + bytes > MAX_RUN_BYTES) {
      return tooMuch(
        `The inputs of the steps in flight would be ${megabytes(this.#inFlightBytes + bytes)} of JSON, and the most is ${megabytes(MAX_RUN_BYTES)}. Lower max_parallel, or pass less to each.`,
      );
    }
    this.land(key);
    this.#inFlight.set(key, bytes);
    this.#inFlightBytes += bytes;
    return undefined;
  }

  /** An effect has landed, or was called off. */
  land(key: string): void {
    this.#inFlightBytes -= this.#inFlight.get(key) ?? 0;
    this.#inFlight.delete(key);
  }

  #countOutput(key: string, bytes: number): void {
    this.#outputBytes += bytes - (this.#outputs.get(key) ?? 0);
    this.#outputs.set(key, bytes);
  }

  #addUnit(unit: UnitState): void {
    this.#attempts += unit.attempts.length;
    for (const { inputs, logs } of unit.attempts) {
      this.#addPayload(inputs);
      for (const { message } of logs) this.add(message);
    }
    if (unit.output) this.#addPayload(unit.output);
    for (const item of unit.iterations?.items ?? unit.chunks?.items ?? []) this.#addPayload(item);
    for (const child of unit.iterations?.units.values() ?? []) this.#addUnit(child);
  }

  #addPayload(payload: Payload): void {
    if ('value' in payload) this.add(payload.value);
  }

  /**
   * Memory of what is not held yet.
   * @param asked lists, objects and texts that were counted while asking; undefined to hold them from now on
   */
  #fresh(value: Json, asked: Set<object | string> | undefined): number {
    if (typeof value === 'string') return this.#freshText(value, asked);
    if (typeof value !== 'object' || value === null) return 0;
    const { memory } = measure(value);
    if (memory < SMALL_BYTES) return memory;
    if (this.#counted.has(value) || asked?.has(value)) return 0;
    if (asked) asked.add(value);
    else this.#counted.add(value);
    const entries = Array.isArray(value) ? value : Object.values(value);
    let bytes = OWN_BYTES + entries.length * ENTRY_BYTES;
    for (const entry of entries) bytes += this.#fresh(entry, asked);
    return bytes;
  }

  #freshText(text: string, asked: Set<object | string> | undefined): number {
    if (text.length < SMALL_BYTES) return text.length;
    if (this.#texts.has(text) || asked?.has(text)) return 0;
    (asked ?? this.#texts).add(text);
    return text.length;
  }
}

/** What a large list or object takes besides its entries, and each of them. */
const OWN_BYTES = 32;
const ENTRY_BYTES = 8;

function tooMuch(message: string): Failure {
  return { kind: 'expression_error', message };
}
