import type { Descriptors } from '../catalogue';
import type { TypeScope } from '../expression';
import type { Diagnostic } from './diagnostic';
import type { KnownSecret } from './known-secret';

/** Where parameters are checked. */
export interface ParamsContext {
  readonly descriptors: Descriptors;
  readonly step: string;
  readonly stepIds: ReadonlySet<string>;
  readonly types: TypeScope;
  /** The secrets of the installation; undefined when they are not known here. */
  readonly secrets: readonly KnownSecret[] | undefined;
  readonly report: (problem: Omit<Diagnostic, 'step'>) => void;
}

/** A hint as a diagnostic holds it: absent when there is none. */
export function hint(text: string | undefined): { hint?: string } {
  return text === undefined ? {} : { hint: text };
}
