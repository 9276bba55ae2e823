import { dropDraft, keepDraft, readKeptDraft } from '@/components/params/kept-draft';
import { isJsonObject } from '@/engine';
import type { TestDraft } from './test-draft';

/** An edited test: in the form, or whole as JSON text. */
export type EditedTest =
  | { readonly view: 'form'; readonly form: TestDraft }
  | { readonly view: 'json'; readonly text: string };

/** Unsaved edits of a test, and when the test they began from was saved. */
export interface KeptTest {
  readonly edited: EditedTest;
  readonly base: string;
}

/** Raised when the structure of drafts changes, so that older ones are ignored. */
const FORM = 1;

function keyOf(pipelineId: string, test: string): string {
  return `pipewright.test-draft.${pipelineId}.${test}`;
}

/** The unsaved edits of a test in this browser. */
export function readKeptTest(pipelineId: string, test: string): KeptTest | undefined {
  const kept = readKeptDraft(keyOf(pipelineId, test));
  if (kept?.version !== FORM || typeof kept.base !== 'string' || !isJsonObject(kept.edited)) return undefined;
  const { view, text, form } = kept.edited;
  if (view === 'json' && typeof text === 'string') return { base: kept.base, edited: { view, text } };
  return view === 'form' && isJsonObject(form)
    ? { base: kept.base, edited: { view, form: asDraft(form) } }
    : undefined;
}

/** Only `keepTest` writes these keys, and the version is checked. */
function asDraft(form: object): TestDraft {
  return form as TestDraft;
}

/** Stores unsaved edits until they are saved or discarded. */
export function keepTest(pipelineId: string, test: string, { edited, base }: KeptTest): void {
  keepDraft(keyOf(pipelineId, test), { version: FORM, edited, base });
}

/** Deletes the stored edits. */
export function dropKeptTest(pipelineId: string, test: string): void {
  dropDraft(keyOf(pipelineId, test));
}
