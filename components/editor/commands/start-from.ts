import { formatCount } from '@/components/ui/format';
import { isUntitled, type PipelineDocument } from '@/engine';
import type { EditorSession } from '../session';
import { announce } from './command';

export interface StartOptions {
  /** Title of what the pipeline begins with, for undo and the announcement. */
  readonly title: string;
  readonly verb: 'Start from' | 'Paste';
}

/** Puts a whole pipeline into an empty one, and fits it. A name that a person gave is kept. */
export function startFrom(
  session: EditorSession,
  given: PipelineDocument,
  { title, verb }: StartOptions,
): void {
  session.store.edit(`${verb} ${title}`, (document) => withContent(document, given));
  announce(session, `Added ${title}: ${formatCount(given.steps.length, 'step')}.`);
  // The button or dialog that had the focus is gone.
  session.view.get()?.focus();
  requestAnimationFrame(() => session.view.get()?.fit());
}

/** The content of `given`, with the keys of `document` that it lacks. */
function withContent(document: PipelineDocument, given: PipelineDocument): PipelineDocument {
  const { name: givenName, ...content } = given;
  const name = isUntitled(document.name) ? (givenName ?? document.name) : document.name;
  const missing = Object.fromEntries(
    Object.entries(document).filter(([key]) => key !== 'name' && !Object.hasOwn(content, key)),
  );
  return { ...(name === undefined ? {} : { name }), ...content, ...missing };
}
