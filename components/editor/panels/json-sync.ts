import { type Descriptors, importPipeline, type PipelineDocument } from '@/engine';
import { mergeDocuments } from '../model/merge/merge-documents';
import { reconcile } from '../model/merge/reconcile';
import type { JsonDraft } from '../model/store';

/** The result of text typed in the JSON panel. */
export type TextResult =
  | { readonly ok: true; readonly document: PipelineDocument }
  | { readonly ok: false; readonly draft: JsonDraft; readonly offset: number | undefined };

export interface ReadTextInput {
  readonly text: string;
  /** The document when typing began. */
  readonly base: PipelineDocument;
  /** The current document, which may have changed meanwhile. */
  readonly current: PipelineDocument;
  readonly descriptors: Descriptors;
}

/**
 * Parses typed text as a pipeline. Unchanged parts keep their identity, and changes made elsewhere while the
 * text was invalid are kept too. Where both changed a value, the typed one counts.
 */
export function readText({ text, base, current, descriptors }: ReadTextInput): TextResult {
  const result = importPipeline(text);
  if (!result.ok) {
    const { message, line = 1, column = 1, offset } = result.problem;
    return { ok: false, draft: { text, error: { message, line, column } }, offset };
  }
  const mine = reconcile(base, result.document);
  if (base === current) return { ok: true, document: mine };
  const { document } = mergeDocuments({ base, mine, theirs: current }, descriptors);
  return { ok: true, document: reconcile(current, document) };
}

/** Pause of typing before the text is parsed, in milliseconds: longer for longer texts. */
export function readDelay(length: number): number {
  return Math.min(1500, 250 + length / 8000);
}
