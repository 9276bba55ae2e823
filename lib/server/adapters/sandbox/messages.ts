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
    /** The source is an asynchronous function or a generator; the text says which. */
    | 'kind'
    | 'thrown'
    /** The function returned a promise. */
    | 'async'
    /** The returned value is not JSON; the text says what it is. */
    | 'value'
    /** There are neither items to reduce nor an initial value. */
    | 'empty'
    /** The items could not be read. */
    | 'input'
    | 'output'
    | 'memory'
    | 'stack'
    | 'time'
    /** The source changed the built-in JSON functions. */
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
  /** `clock`: where the processor time of the thread is reported. */
  | { readonly type: 'ready'; readonly clock: string | null }
  /** `map`: JSON lists; `filter`: a `1` for each item to keep, a `0` for others; `reduce`: one JSON text. */
  | { readonly type: 'done'; readonly texts: readonly string[] }
  /** `isSpent`: the thread must not be used again. */
  | { readonly type: 'fault'; readonly fault: Fault; readonly isSpent: boolean };

/** Start data of a thread. */
export interface ThreadData {
  readonly memoryBytes: number;
}
