// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Answer } from '@/lib/contracts/errors';
import { TooltipProvider } from '../ui/tooltip';
import { FormDialog } from './form-dialog';
import type { FormProblems } from './form-problems';
import { useDialogForm } from './use-dialog-form';

afterEach(cleanup);

interface Given {
  send?: (input: string) => Promise<Answer>;
  onClose?: () => void;
  onDone?: (input: string) => void;
}

function Example({ send = async () => ({ ok: true }), onClose = vi.fn(), onDone = vi.fn() }: Given) {
  const form = useDialogForm({
    first: { name: '' },
    read: ({ name }) => (name === '' ? { problems: { name: 'Enter a name.' } } : { input: name }),
    ...{ send, onClose, onDone },
    problemsOfRefusal: ({ code, message }): FormProblems =>
      code === 'conflict' ? { name: message } : { all: message },
  });
  return (
    <TooltipProvider>
      <FormDialog form={form} title="Add" submitLabel="Add" discardText="Nothing has been added.">
        <input
          aria-label="Name"
          aria-invalid={form.problems.name !== undefined}
          value={form.draft.name}
          onChange={(event) => form.change({ name: event.target.value })}
        />
        <p>{form.problems.name}</p>
      </FormDialog>
    </TooltipProvider>
  );
}

const name = () => screen.getByLabelText<HTMLInputElement>('Name');
const type = (value: string) => fireEvent.change(name(), { target: { value } });
const press = (button: string) => fireEvent.click(screen.getByRole('button', { name: button }));
const pressEscape = () => fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });

describe('a dialog with a form', () => {
  test('sends what was typed and reports it', async () => {
    const onDone = vi.fn();
    render(<Example onDone={onDone} />);
    type('web');
    press('Add');
    await waitFor(() => expect(onDone).toHaveBeenCalledWith('web'));
  });

  test('shows a problem at its field, focuses it, and forgets it at the next key', async () => {
    const send = vi.fn();
    render(<Example send={send} />);
    press('Add');
    expect(screen.getByText('Enter a name.')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(name()));
    type('w');
    expect(screen.queryByText('Enter a name.')).toBeNull();
    expect(send).not.toHaveBeenCalled();
  });

  test.each([
    ['at its field', 'conflict', undefined],
    ['below the fields', 'unavailable', 'alert'],
  ] as const)('keeps what was typed when it is refused, with the reason %s', async (_, code, role) => {
    const message = 'Refused. Try again.';
    render(<Example send={async () => ({ ok: false, error: { code, message } })} />);
    type('web');
    press('Add');
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.queryByRole('alert') !== null).toBe(role !== undefined);
    expect(name().value).toBe('web');
  });

  test('keeps what was typed when the server cannot be reached', async () => {
    render(<Example send={() => Promise.reject(new TypeError('fetch failed'))} />);
    type('web');
    press('Add');
    expect(await screen.findByText(/The server cannot be reached. Your input is kept/)).toBeTruthy();
    expect(name().value).toBe('web');
  });

  test('closes at once while nothing was typed', () => {
    const onClose = vi.fn();
    render(<Example onClose={onClose} />);
    pressEscape();
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  test('asks before typed values are discarded, and keeps them unless that is confirmed', async () => {
    const onClose = vi.fn();
    render(<Example onClose={onClose} />);
    type('web');
    pressEscape();
    expect(await screen.findByRole('alertdialog', { name: 'Discard changes?' })).toBeTruthy();
    expect(screen.getByText('Nothing has been added.')).toBeTruthy();
    press('Keep editing');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(name().value).toBe('web');
    expect(onClose).not.toHaveBeenCalled();
    press('Cancel');
    fireEvent.click(await screen.findByRole('button', { name: 'Discard' }));
    expect(onClose).toHaveBeenCalledTimes(1);
  });
});
