// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { type LazyPart, lazyPart } from '@/components/ui/use-lazy';
import { gate } from '@/engine/testing/probes';
import { useLazyText } from './use-lazy-text';

afterEach(cleanup);

/** A field that begins with the focus after its first character, and another one. */
function Form({ part }: { part: LazyPart<{ at: number | undefined }> }) {
  const { Editor, standIn, focusAt } = useLazyText(part, 1);
  return (
    <>
      {Editor ? (
        <Editor at={focusAt.current} />
      ) : (
        // biome-ignore lint/a11y/noAutofocus: as in the field of an expression
        <textarea ref={standIn} aria-label="URL" defaultValue="{" autoFocus />
      )}
      <input aria-label="Other" />
    </>
  );
}

function open() {
  const loaded = gate();
  const part = lazyPart<{ at: number | undefined }>(async () => {
    await loaded.promise;
    return ({ at }) => <output>{at === undefined ? 'without focus' : `cursor at ${at}`}</output>;
  });
  render(<Form part={part} />);
  const load = () => act(async () => loaded.open());
  return { load, editor: () => screen.getByRole('status').textContent };
}

it('continues at the cursor of the text area when the editor is loaded', async () => {
  const { load, editor } = open();
  const area = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'URL' });
  area.value = '{{params';
  area.setSelectionRange(8, 8);
  await load();
  expect(editor()).toBe('cursor at 8');
});

it('leaves the focus where a person went before the editor is loaded', async () => {
  const { load, editor } = open();
  screen.getByRole('textbox', { name: 'Other' }).focus();
  await load();
  expect(editor()).toBe('without focus');
});
