import { createHash } from 'node:crypto';
import type { Descriptors } from '@/engine/catalogue';
import {
  formatPipeline,
  importing,
  type KnownSecret,
  type PipelineDocument,
  UNTITLED,
  validation,
} from '@/engine/index';
import { refuseSize } from '@/engine/json-limits';
import type { Pausing } from '@/engine/pausing';
import { MAX_NAME_LENGTH } from '@/lib/contracts/pipelines';
import { inTurns } from '../../in-turns';
import type { VersionText } from '../../store/pipelines';
import { Invalid, TooLarge } from '../errors';

/** A pipeline with more steps than are allowed. */
export class TooManySteps extends Invalid {}

/**
 * Reads a pipeline that somebody sent, in any accepted form, while others are answered.
 * @param maxSteps most steps that are taken
 * @throws TooLarge over `MAX_DOCUMENT_BYTES`
 * @throws TooManySteps
 * @throws Invalid when it is not JSON or not a pipeline
 */
export async function readDocument(text: string, maxSteps: number): Promise<PipelineDocument> {
  const tooLarge = refuseSize(text);
  if (tooLarge !== undefined) throw new TooLarge(tooLarge);
  const result = await inTurns(importing(text, { maxSteps }));
  if (result.ok) return result.document;
  const { problem } = result;
  const Refusal = problem.steps === undefined ? Invalid : TooManySteps;
  throw new Refusal(problem.message, { details: problem });
}

/** What is known of the installation when a document is checked. */
interface Known {
  readonly secrets: readonly KnownSecret[];
  readonly maxSteps: number;
}

/** What is stored for a document: its canonical text and what a list shows of it. Others are answered meanwhile. */
export function versionText(
  document: PipelineDocument,
  descriptors: Descriptors,
  known: Known,
): Promise<VersionText> {
  return inTurns(makingVersion(document, descriptors, known));
}

function* makingVersion(
  document: PipelineDocument,
  descriptors: Descriptors,
  known: Known,
): Pausing<VersionText> {
  const text = formatPipeline(document);
  yield;
  const hash = createHash('sha256').update(text).digest('hex');
  yield;
  const problems = yield* validation(document, descriptors, known);
  return {
    text,
    hash,
    name: nameOf(document),
    description: printable(document.description ?? ''),
    stepCount: document.steps.length,
    problemCount: problems.filter(({ severity }) => severity === 'error').length,
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
