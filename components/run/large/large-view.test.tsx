// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { TestLens } from '@/components/run-state/testing/lens';
import { created, journal } from '@/components/run-state/testing/run-events';
import type { PayloadEntry } from '@/lib/contracts/payloads';
import { PayloadView } from '../payload-view';

beforeAll(() => {
  // The size of a list, which jsdom does not compute.
  globalThis.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  Object.defineProperty(Element.prototype, 'clientHeight', { get: () => 400 });
  Object.defineProperty(Element.prototype, 'clientWidth', { get: () => 300 });
  Element.prototype.scrollTo = () => {};
});

const entry = (name: string | number, change: Partial<PayloadEntry>): PayloadEntry => ({
  ...{ name, type: 'number', size: null, bytes: 1, value: null, isCut: false },
  ...change,
});
const requests: string[] = [];

/** The server has `{ rows: [a million objects], title: a long text }`. */
function answerTo(address: string): Response {
  const url = new URL(address, 'http://localhost');
  requests.push(`${url.pathname.split('/').at(-1)}${url.search}`);
  const [at, from] = [url.searchParams.get('at') ?? '', Number(url.searchParams.get('from') ?? 0)];
  if (url.pathname.endsWith('/part')) return Response.json('the whole text');
  if (url.pathname.endsWith('/search')) {
    const after = Number(url.searchParams.get('after'));
    const match = { at: [0, 777_777, 0], path: ['rows', 777_777, 'id'] };
    return Response.json({ matches: after === 0 ? [] : [match], next: after === 0 ? 50 : null });
  }
  if (at === '') {
    const rows = entry('rows', { type: 'array', size: 1_000_000 });
    const title = entry('title', {
      type: 'string',
      value: 'the beginning of a text that is much longer, cut',
      isCut: true,
    });
    return Response.json({ type: 'object', count: 2, entries: [rows, title] });
  }
  if (at === '0') {
    const entries = Array.from({ length: 200 }, (_, index) =>
      entry(from + index, { type: 'object', size: 1 }),
    );
    return Response.json({ type: 'array', count: 1_000_000, entries });
  }
  const id = Number(at.split('.')[1]);
  return Response.json({ type: 'object', count: 1, entries: [entry('id', { value: id })] });
}

beforeEach(() => {
  requests.length = 0;
  vi.stubGlobal('fetch', async (address: string) => answerTo(address));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function show(): Promise<HTMLElement> {
  render(
    <TestLens
      events={journal([0, created])}
      document={{ steps: [{ id: 'many', action: 'log', params: {} }] }}
    >
      <PayloadView
        payload={{ ref: 'a'.repeat(64), bytes: 100_000_000, summary: 'object' }}
        label="Output of many"
        base="steps.many.output"
        isReference
        fileName="many.json"
      />
    </TestLens>,
  );
  return screen.findByRole('tree', { name: 'Output of many' });
}

describe('a value of 100 MB', () => {
  it('is shown without a click, by one page of its entries', async () => {
    const tree = await show();
    expect(await within(tree).findByText('array 1000000')).toBeTruthy();
    expect(requests).toEqual(['entries?at=&from=0']);
    expect(screen.getByText('100 MB, 2 entries')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Download' }).getAttribute('href')).toContain('download=1');
  });

  it('loads the entries of a list when it is opened, and only visible pages', async () => {
    const tree = await show();
    fireEvent.click(await within(tree).findByText('rows'));
    const lines = await within(tree).findAllByText('object 1');
    expect(lines.length).toBeLessThan(60);
    expect(requests).toEqual(['entries?at=&from=0', 'entries?at=0&from=0']);
    const line = lines[0]?.closest('[role="treeitem"]');
    expect(line?.getAttribute('aria-setsize')).toBe('1000000');
    expect(line?.getAttribute('title')).toBe('steps.many.output.rows[0]');
  });

  it('is operated by keys', async () => {
    const tree = await show();
    await within(tree).findByText('rows');
    fireEvent.keyDown(tree, { key: 'ArrowRight' });
    await within(tree).findAllByText('object 1');
    fireEvent.keyDown(tree, { key: 'ArrowRight' });
    fireEvent.keyDown(tree, { key: 'Enter' });
    expect(await within(tree).findByText('id')).toBeTruthy();
    fireEvent.keyDown(tree, { key: 'ArrowLeft' });
    fireEvent.keyDown(tree, { key: 'ArrowLeft' });
    fireEvent.keyDown(tree, { key: 'ArrowLeft' });
    await waitFor(() => expect(within(tree).queryByText('object 1')).toBeNull());
    expect(within(tree).getByText('rows').closest('[role="treeitem"]')?.getAttribute('aria-expanded')).toBe(
      'false',
    );
  });

  it('opens a long text', async () => {
    const tree = await show();
    fireEvent.click(await within(tree).findByRole('button', { name: 'open' }));
    const dialog = await screen.findByRole('dialog', { name: 'steps.many.output.title' });
    expect(dialog.textContent).toContain('the whole text');
    expect(requests).toContain('part?at=1');
  });

  it('is searched section by section, and opens what is around a match', async () => {
    const tree = await show();
    fireEvent.click(screen.getByRole('button', { name: 'Search' }));
    const box = screen.getByLabelText('Search in Output of many');
    fireEvent.change(box, { target: { value: '777777' } });
    await screen.findByText('1');
    fireEvent.keyDown(box, { key: 'Enter' });
    await screen.findByText('1 / 1');
    await waitFor(() => expect(requests).toContain('entries?at=0&from=777600'));
    expect(requests.filter((request) => request.startsWith('search'))).toEqual([
      'search?text=777777&after=0',
      'search?text=777777&after=50',
    ]);
    await waitFor(() => expect(tree.getAttribute('aria-label')).toBe('Output of many'));
    await waitFor(() => expect(requests).toContain('entries?at=0.777777&from=0'));
  });
});
