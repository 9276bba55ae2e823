// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { TooltipProvider } from '@/components/ui/tooltip';
import { SearchBox } from './search-box';

afterEach(cleanup);

function show(value = '') {
  const onSearch = vi.fn();
  const of = (search: string) => (
    <TooltipProvider>
      <SearchBox value={search} onSearch={onSearch} />
    </TooltipProvider>
  );
  const shown = render(of(value));
  const box = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search runs' });
  return { onSearch, box, rerender: (search: string) => shown.rerender(of(search)) };
}

function submit(box: HTMLInputElement, value: string): void {
  fireEvent.change(box, { target: { value } });
  fireEvent.submit(box);
}

it('searches when it is submitted, not while a person types', () => {
  const { onSearch, box } = show();
  fireEvent.change(box, { target: { value: 'status:failed' } });
  expect(onSearch).not.toHaveBeenCalled();
  fireEvent.submit(box);
  expect(onSearch).toHaveBeenCalledWith('status:failed');
});

it('shows the wrong part and what to do, and does not search', () => {
  const { onSearch, box } = show();
  submit(box, 'a stats:failed');
  expect(screen.getByRole('alert').textContent).toContain('stats:failed There is no filter stats.');
  expect(box.getAttribute('aria-describedby')).toBe(screen.getByRole('alert').id);
  expect(onSearch).not.toHaveBeenCalled();
  submit(box, 'a status:failed');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(onSearch).toHaveBeenCalledWith('a status:failed');
});

it('writes a filter of the menu into the text', async () => {
  const { box } = show('hello');
  fireEvent.keyDown(screen.getByRole('button', { name: 'Add filter' }), { key: 'Enter' });
  fireEvent.click(await screen.findByRole('menuitem', { name: /Text of a failure/ }));
  expect(box.value).toBe('hello error:');
  expect(screen.queryByRole('alert')).toBeNull();
});

it('shows a search that was chosen elsewhere, and keeps the focus', () => {
  const { box, rerender } = show('hello');
  box.focus();
  rerender('status:failed');
  expect(box.value).toBe('status:failed');
  expect(document.activeElement).toBe(box);
});

it('shows all runs again with Escape or its button', () => {
  const { onSearch, box } = show('status:failed');
  fireEvent.keyDown(box, { key: 'Escape' });
  expect(onSearch).toHaveBeenCalledWith('');
  submit(box, 'hello');
  fireEvent.click(screen.getByRole('button', { name: 'Clear search' }));
  expect(onSearch).toHaveBeenLastCalledWith('');
});
