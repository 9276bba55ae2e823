import { createHash } from 'node:crypto';
import type { Descriptors } from '@/engine/catalogue';
import {
  formatPipeline,
  importPipeline,
  type KnownSecret,
  type PipelineDocument,
  UNTITLED,
  validate,
} from '@/engine/index';
import { refuseSize } from '@/engine/json-limits';
import { MAX_NAME_LENGTH } from '@/lib/contracts/pipelines';
import type { VersionText } from '../../store/pipelines';
import { Invalid, TooLarge } from '../errors';

/** A pipeline with more steps than are allowed. */
export class TooManySteps extends Invalid {}

/**
 * Reads a pipeline that somebody sent, in any accepted form.
 * @param maxSteps most steps that are taken
 * @throws TooLarge over `MAX_DOCUMENT_BYTES`
 * @throws TooManySteps
 * @throws Invalid when it is not JSON or not a pipeline
 */
export function readDocument(text: string, maxSteps: number): PipelineDocument {
  const tooLarge = refuseSize(text);
  if (tooLarge !== undefined) throw new TooLarge(tooLarge);
  const result = importPipeline(text, { maxSteps });
  if (result.ok) return result.document;
  const { problem } = result;
  const Refusal = problem.steps === undefined ? Invalid : TooManySteps;
  throw new Refusal(problem.message, { details: problem });
}

/** What is stored for a document: its canonical text and what a list shows of it. */
export function versionText(
  document: PipelineDocument,
  descriptors: Descriptors,
  known: { readonly secrets: readonly KnownSecret[]; readonly maxSteps: number },
): VersionText {
  const text = formatPipeline(document);
  return {
    text,
    hash: createHash('sha256').update(text).digest('hex'),
    name: nameOf(document),
    description: printable(document.description ?? ''),
    stepCount: document.steps.length,
    problemCount: validate(document, descriptors, known).filter(({ severity }) => severity === 'error')
      .length,
  };
}

/** The document under another name; every other key stays where it is. */
export function withName(document: PipelineDocument, name: string): PipelineDocument {
  return document.name === undefined ? { name, ...document } : { ...document, name };
}

/** The name a document is listed under. */
export function nameOf(document: PipelineDocument): string {
  return (
    printable(document.name ?? '')
      .trim()
      .slice(0, MAX_NAME_LENGTH) || UNTITLED
  );
}

/** PostgreSQL text cannot hold NUL, and other control characters would garble a list. */
function printable(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ');
}
