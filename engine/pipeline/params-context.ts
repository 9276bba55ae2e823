import type { Descriptors } from '../catalogue';
import type { TypeScope } from '../expression';
import type { Diagnostic } from './diagnostic';
import type { KnownSecret } from './known-secret';

/** What a check of parameters needs. */
export interface ParamsContext {
  readonly descriptors: Descriptors;
  readonly step: string;
  readonly stepIds: ReadonlySet<string>;
  readonly types: TypeScope;
  /** The secrets of the installation; undefined when they are unknown. */
  readonly secrets: readonly KnownSecret[] | undefined;
  readonly report: (problem: Omit<Diagnostic, 'step'>) => void;
}

/** The `hint` field of a diagnostic; absent when there is no hint. */
export function hint(text: string | undefined): { hint?: string } {
  return text === undefined ? {} : { hint: text };
}
