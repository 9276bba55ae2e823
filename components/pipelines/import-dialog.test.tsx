// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { TooltipProvider } from '../ui/tooltip';
import { ImportDialog, type ImportDialogProps } from './import-dialog';

afterEach(cleanup);

const TEXT = '{"name": "Say hello", "steps": []}';

function open(create: ImportDialogProps['create']) {
  const onOpenChange = vi.fn();
  render(
    <TooltipProvider>
      <ImportDialog open onOpenChange={onOpenChange} create={create} />
    </TooltipProvider>,
  );
  return { onOpenChange, text: screen.getByRole('textbox', { name: 'Pipeline as JSON' }) };
}

it('creates one pipeline, also when its text is submitted twice', async () => {
  const create = vi.fn<ImportDialogProps['create']>().mockResolvedValue(undefined);
  const { onOpenChange, text } = open(create);
  fireEvent.keyDown(text, { key: 'Enter', ctrlKey: true });
  fireEvent.change(text, { target: { value: TEXT } });
  fireEvent.keyDown(text, { key: 'Enter', ctrlKey: true });
  fireEvent.keyDown(text, { key: 'Enter', ctrlKey: true });
  await waitFor(() => expect(onOpenChange).toHaveBeenCalledWith(false));
  expect(create.mock.calls).toEqual([[{ text: TEXT }]]);
});

it('keeps the text that was refused, and says why', async () => {
  const message = 'Too many pipelines. Delete some.';
  const { text } = open(async () => ({ code: 'conflict', message }));
  fireEvent.change(text, { target: { value: TEXT } });
  fireEvent.keyDown(text, { key: 'Enter', ctrlKey: true });
  await screen.findByText(message);
  expect(text).toHaveProperty('value', TEXT);
});
