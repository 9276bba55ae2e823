import type { SandboxProgram } from '@/engine/ports';

/** A program for a thread. */
export interface Job {
  readonly source: string;
  readonly mode: SandboxProgram['mode'];
  /** The items as JSON lists. */
  readonly chunks: readonly string[];
  /** JSON text; null when the first item is the start. */
  readonly initial: string | null;
  readonly timeMs: number;
  readonly stackBytes: number;
  readonly outputLength: number;
}

/** An error inside the thread. */
export interface Fault {
  readonly why: /** The source is not JavaScript. */
    | 'syntax'
    /** The source is not a function; the text says what it is. */
    | 'source'
    /** The source is a function that does not answer at once; the text says of which kind. */
    | 'kind'
    | 'thrown'
    /** A promise was given. */
    | 'async'
    /** What was given is no JSON; the text says what it is. */
    | 'value'
    /** Nothing to reduce, and nothing to start from. */
    | 'empty'
    /** The items could not be read. */
    | 'input'
    | 'output'
    | 'memory'
    | 'stack'
    | 'time'
    /** The source changed how its realm writes JSON. */
    | 'changed'
    /** The interpreter itself failed. */
    | 'broken';
  readonly text: string;
  /** Position in the source, from 1. */
  readonly line?: number;
  readonly column?: number;
  /** Position in the list, from 0. */
  readonly item?: number;
}

/** The reply of a thread. */
export type Reply =
  | { readonly type: 'ready' }
  /** `map`: JSON lists; `filter`: a `1` for each item to keep, a `0` for others; `reduce`: one JSON text. */
  | { readonly type: 'done'; readonly texts: readonly string[] }
  /** `isSpent`: the thread must not be used again. */
  | { readonly type: 'fault'; readonly fault: Fault; readonly isSpent: boolean };

/** Start data of a thread. */
export interface ThreadData {
  readonly memoryBytes: number;
}
