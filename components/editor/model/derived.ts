import {
  buildGraph,
  type Descriptors,
  type Diagnostic,
  type Graph,
  type KnownFacts,
  normalize,
  type PipelineDocument,
  type StepDocument,
  validate,
} from '@/engine';
import { findStep } from './document';

/** Problems by step id; those of the pipeline as a whole under the empty string. */
export type DiagnosticsByStep = ReadonlyMap<string, readonly Diagnostic[]>;

/** The graph of a document. Computed once for each document and each change that is not only layout. */
export const selectGraph = remembered(
  (document, descriptors): Graph => buildGraph(normalize(document, descriptors), descriptors),
);

/** The diagnostics of a document. */
export const selectDiagnostics = remembered((document, descriptors, facts): readonly Diagnostic[] =>
  validate(document, descriptors, facts),
);

const EMPTY: readonly Diagnostic[] = [];
const grouped = new WeakMap<readonly Diagnostic[], DiagnosticsByStep>();

/** The same problems, by step. Lists keep their identity as long as the diagnostics do. */
export function diagnosticsByStep(diagnostics: readonly Diagnostic[]): DiagnosticsByStep {
  const known = grouped.get(diagnostics);
  if (known !== undefined) return known;
  const byStep = new Map<string, Diagnostic[]>();
  for (const diagnostic of diagnostics) {
    const id = diagnostic.step ?? '';
    const list = byStep.get(id);
    if (list === undefined) byStep.set(id, [diagnostic]);
    else list.push(diagnostic);
  }
  grouped.set(diagnostics, byStep);
  return byStep;
}

/** Problems of one step. */
export function problemsOf(diagnostics: readonly Diagnostic[], id: string): readonly Diagnostic[] {
  return diagnosticsByStep(diagnostics).get(id) ?? EMPTY;
}

/** The step with this id, in constant time. */
export function selectStep(document: PipelineDocument, id: string): StepDocument | undefined {
  let index = indexes.get(document.steps);
  if (index === undefined) {
    index = new Map(document.steps.map((step) => [step.id, step] as const).reverse());
    indexes.set(document.steps, index);
  }
  return index.get(id) ?? findStep(document, id);
}
const indexes = new WeakMap<readonly StepDocument[], Map<string, StepDocument>>();

/**
 * Caches results for the most recent documents, and keeps the newest while only `layout` changes, so that moving a card
 * needs no validation.
 */
function remembered<T>(
  compute: (document: PipelineDocument, descriptors: Descriptors, facts: KnownFacts) => T,
) {
  const results = new WeakMap<PipelineDocument, Remembered<T>>();
  let last: (Remembered<T> & { document: PipelineDocument }) | undefined;
  return (document: PipelineDocument, descriptors: Descriptors, facts: KnownFacts = {}): T => {
    const isOf = (known: Remembered<T>) =>
      known.descriptors === descriptors &&
      known.facts.observed === facts.observed &&
      known.facts.skipped === facts.skipped &&
      known.facts.secrets === facts.secrets;
    const known = results.get(document);
    if (known !== undefined && isOf(known)) return known.value;
    const value =
      last !== undefined && isOf(last) && sameMeaning(last.document, document)
        ? last.value
        : compute(document, descriptors, facts);
    last = { document, descriptors, facts, value };
    results.set(document, last);
    return value;
  };
}

interface Remembered<T> {
  readonly descriptors: Descriptors;
  readonly facts: KnownFacts;
  readonly value: T;
}

function sameMeaning(a: PipelineDocument, b: PipelineDocument): boolean {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  keys.delete('layout');
  for (const key of keys) if (a[key] !== b[key]) return false;
  return true;
}
