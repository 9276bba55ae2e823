// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { Button } from './button';
import { ConfirmDialog } from './confirm-dialog';
import { Dialog } from './dialog';
import { Menu, MenuItem } from './menu';
import { TooltipProvider } from './tooltip';

afterEach(cleanup);

function Page({ kind }: { kind: 'dialog' | 'confirm' }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <TooltipProvider>
      <Menu trigger={<Button>More</Button>}>
        <MenuItem onSelect={() => setOpen(true)}>Delete…</MenuItem>
      </Menu>
      <Button onClick={() => setOpen(true)}>Open</Button>
      {isOpen && kind === 'dialog' && (
        <Dialog open onOpenChange={close} title="Rename">
          <input aria-label="Name" />
        </Dialog>
      )}
      {isOpen && kind === 'confirm' && (
        <ConfirmDialog open onOpenChange={close} title="Delete?" confirmLabel="Delete" onConfirm={close}>
          It is gone then.
        </ConfirmDialog>
      )}
    </TooltipProvider>
  );
}

const focused = () => document.activeElement?.textContent;

describe('a dialog that closes returns the focus', () => {
  it.each(['dialog', 'confirm'] as const)('to the button that opened it: %s', async (kind) => {
    render(<Page kind={kind} />);
    const button = screen.getByRole('button', { name: 'Open' });
    button.focus();
    fireEvent.click(button);
    await waitFor(() => expect(focused()).not.toBe('Open'));
    fireEvent.keyDown(document.activeElement ?? document, { key: 'Escape' });
    await waitFor(() => expect(focused()).toBe('Open'));
  });

  it('to the button of the menu that opened it', async () => {
    render(<Page kind="confirm" />);
    const button = screen.getByRole('button', { name: 'More' });
    button.focus();
    fireEvent.keyDown(button, { key: 'Enter' });
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete…' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(focused()).toBe('More'));
  });
});
