/** How much a value is. */
export interface Measure {
  /** Length of its JSON text in UTF-8. */
  readonly bytes: number;
  /** About what it takes in memory when it shares nothing, in bytes. */
  readonly memory: number;
  /** Levels of lists and objects. */
  readonly depth: number;
  /** Whether a value in it takes `LARGE_MEMORY` or more. */
  readonly hasLarge: boolean;
}

/** What takes less memory is never told apart from what it stands in, in bytes. */
export const LARGE_MEMORY = 4096;

/**
 * Measures of lists and objects, which nobody changes once they are part of a value: a list that holds another one a
 * thousand times is measured as fast as it was built, however long its text would be. What is here is JSON throughout.
 */
export const measured = new WeakMap<object, Measure>();
