// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ToastProvider } from '@/components/ui/toast';
import { TooltipProvider } from '@/components/ui/tooltip';
import type { SavedSearch } from '@/lib/contracts/saved-searches';
import { SavedSearches } from './saved-searches';

const FAILED: SavedSearch = {
  ...{ id: 'srch_1', name: 'Failed today', search: 'status:failed after:24h' },
  createdAt: '2026-11-20T14:00:00.000Z',
};

let stored: SavedSearch[];
const onSearch = vi.fn();
const actions = {
  addSearch: vi.fn(async ({ name, search }: { name: string; search: string }) => {
    if (stored.some((each) => each.name === name)) {
      return { ok: false as const, error: { code: 'conflict' as const, message: 'Choose another name.' } };
    }
    stored = [...stored, { ...FAILED, id: 'srch_2', name, search }];
    return { ok: true as const };
  }),
  changeSearch: vi.fn(async ({ id, name }: { id: string; name: string }) => {
    stored = stored.map((each) => (each.id === id ? { ...each, name } : each));
    return { ok: true as const };
  }),
  removeSearch: vi.fn(async (id: string) => {
    stored = stored.filter((each) => each.id !== id);
    return { ok: true as const };
  }),
};

beforeEach(() => {
  stored = [FAILED];
  vi.stubGlobal('fetch', async () => Response.json({ searches: stored }));
});
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
  vi.unstubAllGlobals();
});

function show(search: string): void {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={queries}>
      <TooltipProvider>
        <ToastProvider>
          <SavedSearches search={search} onSearch={onSearch} actions={actions} />
        </ToastProvider>
      </TooltipProvider>
    </QueryClientProvider>,
  );
}

async function choose(item: RegExp): Promise<void> {
  fireEvent.keyDown(screen.getByRole('button', { name: 'Saved searches' }), { key: 'Enter' });
  fireEvent.click(await screen.findByRole('menuitem', { name: item }));
}

const nameField = (dialog: HTMLElement) =>
  within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'Name' });

it('shows a saved search', async () => {
  show('');
  await choose(/^Failed today/);
  expect(onSearch).toHaveBeenCalledWith('status:failed after:24h');
});

it('offers to save a search, but no empty one', async () => {
  show('');
  fireEvent.keyDown(screen.getByRole('button', { name: 'Saved searches' }), { key: 'Enter' });
  const save = await screen.findByRole('menuitem', { name: 'Save this search…' });
  expect(save.getAttribute('aria-disabled')).toBe('true');
});

it('saves the search of the list under a name, and asks again when the name is refused', async () => {
  show('error:"timed out"');
  await choose(/^Save this search/);
  const dialog = await screen.findByRole('dialog', { name: 'Save search' });
  const save = within(dialog).getByRole('button', { name: 'Save' });
  fireEvent.click(save);
  expect(await within(dialog).findByText('Enter a name.')).toBeDefined();
  fireEvent.change(nameField(dialog), { target: { value: 'Failed today' } });
  fireEvent.click(save);
  expect(await within(dialog).findByText('Choose another name.')).toBeDefined();
  fireEvent.change(nameField(dialog), { target: { value: ' Timeouts ' } });
  fireEvent.click(save);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(actions.addSearch).toHaveBeenLastCalledWith({ name: 'Timeouts', search: 'error:"timed out"' });
  await choose(/^Rename “Timeouts”/);
});

it('renames and deletes the saved search that is shown', async () => {
  show(FAILED.search);
  await screen.findByRole('button', { name: 'Saved searches' });
  await choose(/^Rename “Failed today”/);
  const dialog = await screen.findByRole('dialog', { name: 'Rename saved search' });
  fireEvent.change(nameField(dialog), { target: { value: 'Failed' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Rename' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(stored.map(({ name }) => name)).toEqual(['Failed']);
  await choose(/^Delete “Failed”/);
  const question = await screen.findByRole('alertdialog', { name: 'Delete “Failed”?' });
  fireEvent.click(within(question).getByRole('button', { name: 'Delete search' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(stored).toEqual([]);
  await choose(/^Save this search/);
});
