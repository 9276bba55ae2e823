// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Button } from './button';
import { ConfirmDialog } from './confirm-dialog';
import { Field } from './field';
import { Icon } from './icon';
import { IconButton } from './icon-button';
import { Input } from './input';
import { Segmented } from './segmented';
import { STATUS_LOOKS, StatusBadge } from './status';
import { ToastProvider, useToast } from './toast';
import { TooltipProvider } from './tooltip';

beforeAll(() => {
  // Browser functions that Radix needs and jsdom lacks.
  globalThis.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
});

afterEach(cleanup);

describe('Icon', () => {
  it('is decorative without a label and an image with one', () => {
    const { container, rerender } = render(<Icon name="plus" />);
    expect(container.firstElementChild?.getAttribute('aria-hidden')).toBe('true');
    rerender(<Icon name="plus" label="Add" />);
    expect(screen.getByRole('img', { name: 'Add' })).toBeTruthy();
  });
  it('keeps the stroke at 1.5 px on screen at every size', () => {
    for (const [name, grid] of [
      ['plus', 24],
      ['http_request', 16],
    ] as const) {
      for (const size of [12, 16, 24] as const) {
        const { container } = render(<Icon name={name} size={size} />);
        const width = Number(container.querySelector('svg')?.getAttribute('stroke-width'));
        expect((width * size) / grid).toBeCloseTo(1.5);
        cleanup();
      }
    }
  });
});

describe('StatusBadge', () => {
  it.each(Object.entries(STATUS_LOOKS))('shows %s with a glyph, a colour and a word', (status, look) => {
    const { container } = render(<StatusBadge status={status as keyof typeof STATUS_LOOKS} />);
    expect(container.textContent).toBe(look.word);
    expect(container.querySelector('svg')).toBeTruthy();
    expect(container.firstElementChild?.getAttribute('data-status')).toBe(status);
  });
});

describe('Button', () => {
  it('ignores clicks while busy', () => {
    let clicks = 0;
    render(
      <Button busy onClick={() => (clicks += 1)}>
        Save
      </Button>,
    );
    fireEvent.click(screen.getByRole('button'));
    expect(clicks).toBe(0);
  });
  it('styles a link as a button with an icon', () => {
    render(
      <Button asChild icon="plus">
        <a href="/pipelines">New</a>
      </Button>,
    );
    const link = screen.getByRole('link', { name: 'New' });
    expect(link.getAttribute('href')).toBe('/pipelines');
    expect(link.hasAttribute('type')).toBe(false);
    expect(link.querySelector('svg')).toBeTruthy();
  });
});

describe('IconButton', () => {
  it('is named by its label and shows whether it is pressed', () => {
    render(
      <TooltipProvider>
        <IconButton icon="eye" label="Show previews" pressed />
      </TooltipProvider>,
    );
    expect(screen.getByRole('button', { name: 'Show previews' }).getAttribute('aria-pressed')).toBe('true');
  });
});

describe('Segmented', () => {
  it('is a radio group of which one is checked', () => {
    const chosen: string[] = [];
    render(
      <Segmented
        label="Source"
        value="value"
        onValueChange={(value) => chosen.push(value)}
        segments={[
          { value: 'value', label: 'Value' },
          { value: 'expression', label: 'Expression' },
        ]}
      />,
    );
    expect(screen.getByRole('radiogroup', { name: 'Source' })).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Value' }).checked).toBe(true);
    fireEvent.click(screen.getByRole('radio', { name: 'Expression' }));
    expect(chosen).toEqual(['expression']);
  });
});

describe('Field', () => {
  it('labels its control and describes it with the error', () => {
    render(
      <Field label="Name" error="Give it a name.">
        {(control) => <Input {...control} />}
      </Field>,
    );
    const input = screen.getByRole('textbox', { name: 'Name' });
    expect(input.getAttribute('aria-invalid')).toBe('true');
    const note = document.getElementById(input.getAttribute('aria-describedby') ?? '');
    expect(note?.textContent).toBe('Give it a name.');
  });
});

describe('ConfirmDialog', () => {
  it('stays open after the answer until the caller closes it', () => {
    const asked: boolean[] = [];
    let confirmed = 0;
    render(
      <ConfirmDialog
        open
        onOpenChange={(open) => asked.push(open)}
        title="Delete “x”?"
        confirmLabel="Delete"
        onConfirm={() => (confirmed += 1)}
      >
        It is gone then.
      </ConfirmDialog>,
    );
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
    expect([confirmed, asked]).toEqual([1, []]);
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(asked).toEqual([false]);
  });
});

function Trigger({ title }: { title: string }) {
  const toast = useToast();
  return (
    <Button onClick={() => toast({ title, action: { label: 'Undo', onSelect: () => undefined } })}>Go</Button>
  );
}

describe('useToast', () => {
  it('shows a message with its action, and dismisses it', async () => {
    render(
      <ToastProvider>
        <Trigger title="Step deleted" />
      </ToastProvider>,
    );
    fireEvent.click(screen.getByRole('button', { name: 'Go' }));
    expect(await screen.findByRole('button', { name: 'Undo' })).toBeTruthy();
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Dismiss' })));
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('keeps the newest four when there are more', async () => {
    render(
      <ToastProvider>
        <Trigger title="Saved" />
      </ToastProvider>,
    );
    for (let times = 0; times < 6; times += 1) fireEvent.click(screen.getByRole('button', { name: 'Go' }));
    expect(await screen.findAllByRole('button', { name: 'Undo' })).toHaveLength(4);
  });

  it('throws without a provider', () => {
    expect(() => render(<Trigger title="x" />)).toThrow('ToastProvider');
  });
});
