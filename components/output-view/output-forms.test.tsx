// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ToastProvider } from '@/components/ui/toast';
import { TooltipProvider } from '@/components/ui/tooltip';
import type { Json } from '@/engine';
import { OutputView } from './output-view';

const saved: Blob[] = [];

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
  URL.createObjectURL = (blob: Blob) => {
    saved.push(blob);
    return 'blob:x';
  };
  URL.revokeObjectURL = () => {};
});
beforeEach(() => {
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  saved.length = 0;
});

const show = (value: Json, base = 'steps.score.output') =>
  render(
    <TooltipProvider>
      <ToastProvider>
        <OutputView value={value} label="Output of score" base={base} fileName="run-1-score-output.json" />
      </ToastProvider>
    </TooltipProvider>,
  );
const choose = (form: string) => fireEvent.click(screen.getByRole('radio', { name: form }));
const names = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).queryAllByRole('cell')[0]?.textContent);

const ROWS = [
  { prompt: 'Extract', score: 0.9, tags: ['a'] },
  { prompt: '=HYPERLINK()', score: 0.5, tags: [] },
  { prompt: 'Summarise', score: null, tags: [] },
];

describe('a list of objects', () => {
  it('is a table that is sorted by a column, with the statistics of the column', async () => {
    show(ROWS);
    const table = await screen.findByRole('table', { name: 'Output of score' });
    expect(names(table)).toEqual(['Extract', '=HYPERLINK()', 'Summarise']);
    fireEvent.click(within(table).getByRole('button', { name: 'score' }));
    expect(names(table)).toEqual(['=HYPERLINK()', 'Extract', 'Summarise']);
    expect(within(table).getByRole('columnheader', { name: 'score' }).getAttribute('aria-sort')).toBe(
      'ascending',
    );
    const statistics = screen.getByRole('region', { name: 'Statistics of score' });
    expect(statistics.textContent).toMatch(/values2missing1distinct2min0.5median0.7max0.9/);
  });

  it('is filtered by a column, and saved as CSV as shown', async () => {
    show(ROWS);
    const table = await screen.findByRole('table');
    fireEvent.click(screen.getByRole('button', { name: 'Filter' }));
    fireEvent.change(screen.getByLabelText('Filter score'), { target: { value: '<0.6' } });
    expect(screen.getByText('1 of 3 rows')).toBeTruthy();
    expect(within(table).getByText('=HYPERLINK()')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Download as CSV' }));
    expect(await saved[0]?.text()).toBe("prompt,score,tags\r\n'=HYPERLINK(),0.5,[]\r\n");
  });

  it('draws only the visible rows of a long one', async () => {
    show(Array.from({ length: 50_000 }, (_, id) => ({ id, name: `n${id}` })));
    const table = await screen.findByRole('table');
    expect(within(table).getAllByRole('row').length).toBeLessThan(60);
    expect(table.getAttribute('aria-rowcount')).toBe('50001');
  });

  it('opens a cell with a list in full', async () => {
    show(ROWS);
    fireEvent.click(within(await screen.findByRole('table')).getByRole('button', { name: '["a"]' }));
    expect(screen.getByRole('dialog', { name: 'tags of row 0' }).textContent).toContain('"a"');
  });
});

describe('numbers', () => {
  it('are plotted without a setup, with the same as a table', async () => {
    show([20, 22, 40]);
    const figure = await screen.findByRole('figure', { name: 'Line chart of value, Output of score' });
    fireEvent.click(within(figure).getByText('Values as a table'));
    const open = figure.querySelector('details');
    if (open) {
      open.open = true;
      fireEvent(open, new Event('toggle'));
    }
    expect(within(within(figure).getByRole('table')).getByRole('row', { name: '#2 40' })).toBeTruthy();
    fireEvent.click(screen.getByRole('radio', { name: 'Histogram' }));
    expect(screen.getByRole('figure', { name: 'Histogram of value, Output of score' })).toBeTruthy();
  });

  it('of columns are chosen by name', async () => {
    show({
      samples: [
        { ms: 5, size: 1 },
        { ms: 7, size: 2 },
      ],
    });
    choose('Plot');
    fireEvent.change(await screen.findByLabelText('y'), { target: { value: '1' } });
    expect(screen.getByRole('figure', { name: /Line chart of size/ })).toBeTruthy();
  });
});

describe('texts', () => {
  const SCRIPT = '<!doctype html><p>Hi</p><script>parent.ran = 1</script>';

  it('that are HTML are shown in a frame without any permission, under a policy of their own', async () => {
    show({ page: SCRIPT });
    choose('Text');
    const frame = await screen.findByTitle('Preview of Output of score');
    expect(frame.getAttribute('sandbox')).toBe('');
    expect(frame.getAttribute('srcdoc')).toMatch(
      /^<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none';/,
    );
    choose('Source');
    expect(screen.getByText(SCRIPT)).toBeTruthy();
  });

  it('that are Markdown keep HTML as text', async () => {
    const { container } = show('# Title\n<img src=x onerror="window.ran = 1">');
    expect(await screen.findByText('Title')).toBeTruthy();
    expect(container.querySelector('img')).toBeNull();
    expect(container.textContent).toContain('<img src=x');
  });

  it('that are SVG are images', async () => {
    show('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"></svg>');
    const image = await screen.findByRole('img', { name: 'Preview of Output of score' });
    expect(image.getAttribute('src')).toMatch(/^data:image\/svg\+xml/);
    expect(image.tagName).toBe('IMG');
  });

  it('that are CSV are tables', async () => {
    show({ export: 'host,ms\na,5\nb,7' });
    choose('Text');
    expect(names(await screen.findByRole('table'))).toEqual(['a', 'b']);
  });
});

it('remembers the form of an output, and uses it where it fits', async () => {
  const { unmount } = show(ROWS);
  choose('JSON');
  unmount();
  show([...ROWS, { prompt: 'New' }]);
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'JSON' }).checked).toBe(true);
  cleanup();
  show(ROWS, 'steps.other.output');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Table' }).checked).toBe(true);
});
