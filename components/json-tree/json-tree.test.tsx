// @vitest-environment jsdom
import { act, cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { lastField, REFERENCE_TYPE } from '@/components/pipeline-text/insert-target';
import { ToastProvider } from '@/components/ui/toast';
import { TooltipProvider } from '@/components/ui/tooltip';
import { JsonTree } from './json-tree';

beforeAll(() => {
  // The size of a tree, which jsdom does not compute.
  globalThis.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  Object.defineProperty(Element.prototype, 'clientHeight', { get: () => 400 });
  Object.defineProperty(Element.prototype, 'clientWidth', { get: () => 300 });
  Element.prototype.scrollTo = () => {};
});
afterEach(() => {
  cleanup();
  lastField.set(undefined);
});

const VALUE = { items: [{ 'first name': 'Ada' }] };
const REFERENCE = 'steps.fetch.output.items[0]["first name"]';

function show(isReference: boolean) {
  const copied = vi.fn(async (_text: string) => {});
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: copied } });
  render(
    <TooltipProvider>
      <ToastProvider>
        <JsonTree value={VALUE} label="Output of fetch" base="steps.fetch.output" isReference={isReference} />
      </ToastProvider>
    </TooltipProvider>,
  );
  const line = screen.getByText('"Ada"').closest('[role="treeitem"]');
  if (line === null) throw new Error('The value has no line.');
  return { copied, line, tree: screen.getByRole('tree') };
}

describe('the tree of an output', () => {
  it('carries a line as its expression when it is dragged', () => {
    const { line } = show(true);
    const carried = new Map<string, string>();
    const event = createEvent.dragStart(line, {
      dataTransfer: { setData: (type: string, text: string) => carried.set(type, text) },
    });
    fireEvent(line, event);
    expect(line.getAttribute('draggable')).toBe('true');
    expect(carried.get(REFERENCE_TYPE)).toBe(REFERENCE);
    expect(carried.get('text/plain')).toBe(`{{${REFERENCE}}}`);
  });

  it('inserts a line into the field that had the focus last, by key and by button', () => {
    const insert = vi.fn();
    act(() => lastField.set({ label: 'URL', insert }));
    const { tree } = show(true);
    fireEvent.keyDown(tree, { key: 'End' });
    fireEvent.keyDown(tree, { key: 'i' });
    fireEvent.click(screen.getAllByRole('button', { name: 'insert into URL' }).at(-1) ?? tree);
    expect(insert.mock.calls).toEqual([[REFERENCE], [REFERENCE]]);
  });

  it('copies the expression where no form is open', () => {
    const { copied, tree } = show(true);
    fireEvent.keyDown(tree, { key: 'End' });
    fireEvent.keyDown(tree, { key: 'i' });
    expect(copied).toHaveBeenCalledWith(`{{${REFERENCE}}}`);
    expect(screen.getAllByRole('button', { name: 'copy as expression' })).toHaveLength(3);
  });

  it('offers only the path of a value that no expression reads', () => {
    const { line } = show(false);
    expect(line.getAttribute('draggable')).toBe('false');
    expect(screen.getAllByRole('button', { name: 'copy path' })).toHaveLength(3);
  });
});
