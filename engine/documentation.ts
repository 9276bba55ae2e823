import type { FailureKind } from './errors';
import type { JsonObject } from './json';

/** A step as documentation shows it, in canonical spellings. What it reads of other steps and params is not part of it. */
export interface ActionExample {
  /** What it shows, in a few words. */
  readonly title: string;
  /** The step without its action. */
  readonly step: { readonly id: string; readonly params: JsonObject } & Readonly<Record<string, unknown>>;
}

/** What documentation says of an action beside what its schemas say. */
export interface Documentation {
  /** Its type in each of the two accepted styles; without a name there it is absent. @default `type` in both */
  readonly variants?: { readonly a?: string; readonly b?: string };
  /** The smallest step that works, then one that shows what else there is. */
  readonly examples: readonly ActionExample[];
  /** When it fails so, for kinds of which the action itself is the cause; as the second half of a sentence. */
  readonly failures?: Partial<Readonly<Record<FailureKind, string>>>;
  /** Whole sentences about trying again and about a process that dies. */
  readonly notes?: readonly string[];
}
