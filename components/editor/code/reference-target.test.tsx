// @vitest-environment jsdom
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { lastField } from '@/components/pipeline-text/insert-target';
import type { ExpressionMode } from '../expression-input/tokens';
import { forgetTarget, referenceTarget } from './reference-target';

afterEach(() => lastField.set(undefined));

const REFERENCE = 'steps.get.output.status';

async function focused(doc: string, anchor: number, mode: ExpressionMode): Promise<EditorView> {
  const view = new EditorView({
    parent: document.body,
    state: EditorState.create({ doc, selection: { anchor }, extensions: referenceTarget('URL', () => mode) }),
  });
  view.focus();
  await waitFor(() => expect(lastField.get()?.label).toBe('URL'));
  return view;
}

describe('a code editor that had the focus last', () => {
  it.each([
    ['a template', 'template', 'a  b', `a {{${REFERENCE}}} b`],
    ['a condition', 'expression', 'a  b', `a ${REFERENCE} b`],
  ] as const)('takes a reference at the cursor of %s', async (_, mode, doc, expected) => {
    const view = await focused(doc, 2, mode);
    lastField.get()?.insert(REFERENCE);
    expect(view.state.doc.toString()).toBe(expected);
    view.destroy();
  });

  it('is forgotten when it is removed', async () => {
    const view = await focused('', 0, 'template');
    forgetTarget(view);
    expect(lastField.get()).toBeUndefined();
    view.destroy();
  });
});
