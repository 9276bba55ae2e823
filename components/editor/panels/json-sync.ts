import { importPipeline, type PipelineDocument } from '@/engine';
import type { JsonDraft } from '../model/store';
import { merge, reconcile } from './reconcile';

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
}

/**
 * Parses typed text as a pipeline. Unchanged parts keep their identity, and changes made elsewhere while the
 * text was invalid are kept too.
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

/** Pause of typing before the text is parsed, in milliseconds: longer for longer texts. */
export function readDelay(length: number): number {
  return Math.min(1500, 250 + length / 8000);
}
