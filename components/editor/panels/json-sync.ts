import { importPipeline, type PipelineDocument } from '@/engine';
import type { JsonDraft } from '../model/store';
import { merge, reconcile } from './reconcile';

/** What text typed in the JSON panel comes to. */
export type TextResult =
  | { readonly ok: true; readonly document: PipelineDocument }
  | { readonly ok: false; readonly draft: JsonDraft; readonly offset: number | undefined };

export interface ReadTextInput {
  readonly text: string;
  /** The document when the typing began. */
  readonly base: PipelineDocument;
  /** The document now: others may have changed it meanwhile. */
  readonly current: PipelineDocument;
}

/**
 * Reads typed text as a pipeline. What did not change keeps its identity, and what was changed elsewhere while the
 * text was not readable is kept too.
 */
export function readText({ text, base, current }: ReadTextInput): TextResult {
  const result = importPipeline(text);
  if (!result.ok) {
    const { message, line = 1, column = 1, offset } = result.problem;
    return { ok: false, draft: { text, error: { message, line, column } }, offset };
  }
  const mine = reconcile(base, result.document);
  const merged = base === current ? mine : merge({ base, mine, theirs: current });
  return { ok: true, document: reconcile(current, merged) };
}

/** How long typing must pause before a text is read, in milliseconds: longer for texts that take longer to read. */
export function readDelay(length: number): number {
  return Math.min(1500, 250 + length / 8000);
}
