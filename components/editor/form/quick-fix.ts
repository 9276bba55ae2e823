import type { Descriptors, Diagnostic, Json, PipelineDocument, StepDocument } from '@/engine';
import { findStep, updateStep } from '../model/document';
import { keysAt, valueAt, withValueAt } from './value-path';

/** A fix for a problem: a label and an edit. */
export interface QuickFix {
  readonly label: string;
  readonly apply: (document: PipelineDocument) => PipelineDocument;
}

/** A problem with its place. */
export interface Fixing {
  readonly problem: Diagnostic;
  readonly document: PipelineDocument;
  readonly descriptors: Descriptors;
  /** The step or document with the problem. */
  readonly root: StepDocument | PipelineDocument;
  /** The text at the path, for problems inside an expression. */
  readonly text: string | undefined;
}

/** Replaces a part of the text of a problem. */
export function spliceText(
  document: PipelineDocument,
  problem: Diagnostic,
  part: { start: number; end: number; insert: string },
): PipelineDocument {
  return changeRoot(document, problem, (root) => {
    const keys = keysAt(root, problem.path);
    const text = keys === undefined ? undefined : valueAt(root, keys);
    if (keys === undefined || typeof text !== 'string') return root;
    return withValueAt(root, keys, text.slice(0, part.start) + part.insert + text.slice(part.end));
  });
}

/** Writes the value at the path of a problem, or removes it. */
export function writeAt(
  document: PipelineDocument,
  problem: Diagnostic,
  value: Json | undefined,
): PipelineDocument {
  return changeRoot(document, problem, (root) => {
    const keys = keysAt(root, problem.path);
    if (keys === undefined) return root;
    // An empty list of dependencies is removed.
    const parent = valueAt(root, keys.slice(0, -1));
    const isLast = value === undefined && Array.isArray(parent) && parent.length === 1;
    return withValueAt(root, isLast ? keys.slice(0, -1) : keys, value);
  });
}

/** Changes the step or document of a problem. */
export function changeRoot(
  document: PipelineDocument,
  problem: Diagnostic,
  change: <T extends StepDocument | PipelineDocument>(root: T) => T,
): PipelineDocument {
  if (problem.step === undefined) return change(document);
  return findStep(document, problem.step) === undefined
    ? document
    : updateStep(document, problem.step, change);
}

/** The number or boolean that a text spells. */
export function scalarOf(text: string): Json | undefined {
  if (text === 'true' || text === 'false') return text === 'true';
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}
