import { MAX_DOCUMENT_LEVELS } from '../json-limits';
import { measure } from '../measure';
import { MAX_VALUE_BYTES, MAX_WORK_BYTES, megabytes } from '../value-limits';

/** Thrown when a value would be too large or too deep, or building it too much work. */
export class TooMuch extends Error {
  override readonly name = 'TooMuch';
  readonly hint = 'Use only the fields or items that the step needs.';
}

/**
 * Counts what the expressions of one step build and read, and stops them at a limit: a short expression can build
 * gigabytes.
 */
export class Meter {
  #built = 0;
  #work = 0;

  /**
   * Counts a value that becomes part of the result.
   * @param levels number of lists and objects around it
   * @throws TooMuch
   */
  build(value: unknown, levels = 0): void {
    const { bytes, depth } = measure(value, MAX_VALUE_BYTES - this.#built);
    if (levels + depth > MAX_DOCUMENT_LEVELS) {
      throw new TooMuch(`The value would be nested too deeply, more than ${MAX_DOCUMENT_LEVELS} levels`);
    }
    this.#built += bytes;
    if (this.#built <= MAX_VALUE_BYTES) return;
    throw new TooMuch(
      `The value would have at least ${megabytes(this.#built)} of JSON. The limit of templates is ${megabytes(MAX_VALUE_BYTES)}`,
    );
  }

  /** Counts a value that is read entirely. @throws TooMuch when it alone, or all values together, exceed the limit */
  read(value: unknown): void {
    const { bytes } = measure(value, MAX_VALUE_BYTES);
    this.work(bytes);
    if (bytes <= MAX_VALUE_BYTES) return;
    throw new TooMuch(
      `The step reads at least ${megabytes(bytes)} of JSON. The limit is ${megabytes(MAX_VALUE_BYTES)}`,
    );
  }

  /** Counts work in bytes that are read or written. @throws TooMuch */
  work(bytes: number): void {
    this.#work += bytes;
    if (this.#work <= MAX_WORK_BYTES) return;
    throw new TooMuch(
      `The expressions of the step read and write more than ${megabytes(MAX_WORK_BYTES)}, the limit of a step`,
    );
  }
}
