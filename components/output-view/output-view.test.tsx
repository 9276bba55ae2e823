// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { ToastProvider } from '@/components/ui/toast';
import { TooltipProvider } from '@/components/ui/tooltip';
import type { Json } from '@/engine';
import { OutputView } from './output-view';

beforeAll(() => {
  globalThis.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  Element.prototype.scrollTo = () => {};
});
afterEach(cleanup);

const show = (value: Json) =>
  render(
    <TooltipProvider>
      <ToastProvider>
        <OutputView value={value} label="Output of a" base="steps.a.output" fileName="a.json" />
      </ToastProvider>
    </TooltipProvider>,
  );
const rowOf = (element: HTMLElement) =>
  screen.getByRole('button', { name: 'Copy as JSON' }).parentElement?.parentElement?.contains(element);

it('shows a short single value in one row with its buttons', () => {
  show('Hello');
  expect(rowOf(screen.getByText('"Hello"'))).toBe(true);
  expect(screen.getAllByText('"Hello"')).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'Search' })).toBeNull();
});

it('shows a long single value below its buttons', () => {
  const long = 'word '.repeat(40);
  show(long);
  expect(rowOf(screen.getByText(`"${long}"`))).toBe(false);
});
