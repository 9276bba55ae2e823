/** Sizes of a value. */
export interface Measure {
  /** Length of its JSON text in UTF-8. */
  readonly bytes: number;
  /** Estimated memory in bytes, without shared parts. */
  readonly memory: number;
  /** Levels of lists and objects. */
  readonly depth: number;
  /** Whether a value in it uses `LARGE_MEMORY` or more. */
  readonly hasLarge: boolean;
}

/** Smallest memory of a value that is counted separately from the value around it, in bytes. */
export const LARGE_MEMORY = 4096;

/**
 * Sizes of lists and objects, which are never changed once they are part of a value: a list that contains another one a
 * thousand times is measured quickly, however long its text would be. All of them are known to be JSON.
 */
export const measured = new WeakMap<object, Measure>();
