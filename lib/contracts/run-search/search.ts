import type { RunFilter, Trigger } from '../runs';

/** A value or word that a run must have. */
export interface SearchTerm {
  /** As the engine makes them: `p:model=llama`. */
  readonly term: string;
  /** Whether it is the beginning of a value or word. */
  readonly isPrefix: boolean;
}

/** What a search looks for. Every part must be true of a run; of a list, one. */
export interface RunSearch {
  statuses?: readonly RunFilter[];
  triggers?: readonly Trigger[];
  versions?: readonly number[];
  numbers?: readonly number[];
  /** Steps that failed the run. */
  steps?: readonly string[];
  /** Ids of pipelines. */
  pipelines?: readonly string[];
  isPinned?: boolean;
  /** Created at this instant or later: ISO 8601. */
  after?: string;
  /** Created before. */
  before?: string;
  /** Took at least, or at most, this long, in ms. */
  longerMs?: number;
  shorterMs?: number;
  /** In the text of params, outputs and errors. */
  terms: SearchTerm[];
  /** Words in this order in a message of a failure, in lower case. */
  phrases: string[];
}
