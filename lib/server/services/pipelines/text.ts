import { createHash } from 'node:crypto';
import {
  compareDocuments,
  formatPipeline,
  framesContent,
  importing,
  notesContent,
  type Pausing,
  type PipelineDocument,
  refuseSize,
  type StepChange,
  UNTITLED,
  validation,
  withoutLayout,
} from '@/engine';
import { MAX_NAME_LENGTH, type VersionChanges, type VersionOrigin } from '@/lib/contracts/pipelines';
import { inTurns } from '../../in-turns';
import type { DraftText } from '../../store/draft-columns';
import type { DraftHead } from '../../store/drafts';
import type { VersionText } from '../../store/versions';
import type { ServiceContext } from '../context';
import { Invalid, TooLarge } from '../errors';
import { listSecretNames } from '../secrets/list';

export class TooManySteps extends Invalid {}

/**
 * Parses a received pipeline in any accepted form, without blocking other requests.
 * @param maxSteps limit of steps
 * @throws TooLarge over `MAX_DOCUMENT_BYTES`
 * @throws TooManySteps
 * @throws Invalid when the text is not JSON or not a pipeline
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

/**
 * Parses a stored text.
 * @throws Invalid when it was changed in the database
 */
export function readStored(text: string): Promise<PipelineDocument> {
  return readDocument(text, Number.POSITIVE_INFINITY);
}

/**
 * The row of a document: its canonical text and the columns for lists. Does not block other requests.
 * @param replaced has the same problems if only positions differ
 */
export async function draftText(
  ctx: Pick<ServiceContext, 'descriptors' | 'maxSteps' | 'sql'>,
  document: PipelineDocument,
  replaced?: Pick<DraftHead, 'contentHash' | 'problemCount'>,
): Promise<DraftText> {
  const draft = await inTurns(makingDraft(document));
  const isMoved = replaced?.contentHash === draft.contentHash;
  return { ...draft, problemCount: isMoved ? replaced.problemCount : await countProblems(ctx, document) };
}

/** The number of errors that a list shows. A pipeline without steps is new, which its number of steps says. */
async function countProblems(
  ctx: Pick<ServiceContext, 'descriptors' | 'maxSteps' | 'sql'>,
  document: PipelineDocument,
): Promise<number> {
  const known = { secrets: await listSecretNames(ctx), maxSteps: ctx.maxSteps };
  const problems = await inTurns(validation(document, ctx.descriptors, known));
  return problems.filter(({ severity, code }) => severity === 'error' && code !== 'empty_pipeline').length;
}

function* makingDraft(document: PipelineDocument): Pausing<Omit<DraftText, 'problemCount'>> {
  const text = formatPipeline(document);
  yield;
  const hash = sha256(text);
  yield;
  const contentHash = contentHashOf(document);
  yield;
  return {
    text,
    hash,
    layout: layoutText(document),
    contentHash,
    name: nameOf(document),
    description: printable(document.description ?? ''),
    stepCount: document.steps.length,
  };
}

function layoutText({ layout }: PipelineDocument): string | null {
  return layout === undefined ? null : JSON.stringify(layout);
}

/** Hash of a document without positions: equal for documents of the same version. */
export function contentHashOf(document: PipelineDocument): string {
  const text = formatPipeline(withoutLayout(document).content);
  const drawn = [notesContent(document), framesContent(document)].filter((items) => items.length > 0);
  return sha256(text + drawn.map((items) => JSON.stringify(items)).join(''));
}

/** The input of `versionText`. */
export interface VersionOf {
  readonly document: PipelineDocument;
  /** The previous version; undefined for the first one. */
  readonly before: PipelineDocument | undefined;
  readonly origin: VersionOrigin;
  readonly name?: string | undefined;
  readonly draft: Pick<DraftText, 'contentHash' | 'problemCount'>;
}

/** The row of a version. */
export function versionText({ document, before, origin, name, draft }: VersionOf): VersionText {
  const text = formatPipeline(withoutLayout(document).content);
  return {
    document: text,
    hash: sha256(text),
    layout: layoutText(document),
    contentHash: draft.contentHash,
    origin,
    name: name ?? null,
    changes: before === undefined ? null : changesOf(before, document),
    stepCount: document.steps.length,
    problemCount: draft.problemCount,
    pipelineName: nameOf(document),
    pipelineNameBefore: before === undefined ? null : nameOf(before),
  };
}

function changesOf(before: PipelineDocument, after: PipelineDocument): VersionChanges {
  const { steps, keys } = compareDocuments(before, after);
  const count = (change: StepChange['change']) => steps.filter((step) => step.change === change).length;
  return { added: count('added'), removed: count('removed'), changed: count('changed'), keys: [...keys] };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The document with another name and the same order of keys. */
export function withName(document: PipelineDocument, name: string): PipelineDocument {
  return document.name === undefined ? { name, ...document } : { ...document, name };
}

/** The name of a document in lists. */
export function nameOf(document: PipelineDocument): string {
  return (
    printable(document.name ?? '')
      .trim()
      .slice(0, MAX_NAME_LENGTH) || UNTITLED
  );
}

/** PostgreSQL text cannot contain NUL, and other control characters would break the layout of a list. */
function printable(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ');
}
