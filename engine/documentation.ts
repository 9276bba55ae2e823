import type { FailureKind } from './errors';
import type { JsonObject } from './json';

/** An example step in canonical spellings, without the steps and params that it reads. */
export interface ActionExample {
  /** Title of the example. */
  readonly title: string;
  /** The step without its action. */
  readonly step: { readonly id: string; readonly params: JsonObject } & Readonly<Record<string, unknown>>;
}

/** Documentation of an action besides its schemas. */
export interface Documentation {
  /** Its type in each of the two accepted spellings; absent where it has none. @default `type` in both */
  readonly variants?: { readonly a?: string; readonly b?: string };
  /** A minimal step, then one with further parameters. */
  readonly examples: readonly ActionExample[];
  /** When it fails with each kind, for kinds that the action causes; as the second half of a sentence. */
  readonly failures?: Partial<Readonly<Record<FailureKind, string>>>;
  /** Sentences about retries and crashes. */
  readonly notes?: readonly string[];
}
