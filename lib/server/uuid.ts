import { randomBytes } from 'node:crypto';

/** When the clock is set back by less than this, in ms, identifiers keep their order. */
const ROLLBACK_MS = 10_000;

const COUNTER_BITS = 42;
const LOW_BITS = 30;

/** The variant of RFC 9562 in front of the low part of the counter. */
const VARIANT = 2 ** 31;

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0');
}

/**
 * Creates identifiers that sort by time: RFC 9562, version 7, with a counter of 42 bits after the milliseconds
 * (section 6.2, method 1). Those of one sequence sort in the order of their creation, also within a millisecond.
 */
export class UuidSequence {
  readonly #now: () => number;
  #at = -1;
  #counter = 0;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** The next identifier: 32 hexadecimal digits without hyphens. */
  next(): string {
    this.#advance();
    const high = Math.floor(this.#counter / 2 ** LOW_BITS);
    const low = this.#counter % 2 ** LOW_BITS;
    return `${hex(this.#at, 12)}7${hex(high, 3)}${hex(VARIANT + low, 8)}${randomBytes(4).toString('hex')}`;
  }

  #advance(): void {
    const now = this.#now();
    if (now > this.#at || now < this.#at - ROLLBACK_MS) this.#begin(now);
    else if (this.#counter + 1 < 2 ** COUNTER_BITS) this.#counter += 1;
    else this.#begin(this.#at + 1);
  }

  /** Starts a millisecond at a random place of the counter, so that identifiers cannot be counted. */
  #begin(at: number): void {
    this.#at = at;
    this.#counter = randomBytes(6).readUIntBE(0, 6) % 2 ** COUNTER_BITS;
  }
}
