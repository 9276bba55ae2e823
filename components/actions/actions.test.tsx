// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import {
  AppRouterContext,
  type AppRouterInstance,
} from 'next/dist/shared/lib/app-router-context.shared-runtime';
import { PathnameContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { catalogue } from '@/engine/actions';
import { actionDoc } from '@/lib/docs/action-doc';
import { ToastProvider } from '../ui/toast';
import { TooltipProvider } from '../ui/tooltip';
import { ActionPage } from './action-page';
import { Catalogue } from './catalogue';
import { catalogueEntries } from './entry';
import { UnknownAction } from './unknown-action';

const push = vi.fn();
const router: AppRouterInstance = {
  bfcacheId: 'test',
  back: vi.fn(),
  forward: vi.fn(),
  refresh: vi.fn(),
  push,
  replace: vi.fn(),
  prefetch: vi.fn(),
};

afterEach(() => {
  cleanup();
  push.mockClear();
});

const { descriptors } = catalogue;

/** Renders a page with its providers, at this URL. */
function show(page: ReactNode, path = '/actions/any') {
  return render(
    <AppRouterContext.Provider value={router}>
      <PathnameContext.Provider value={path}>
        <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { enabled: false } } })}>
          <TooltipProvider>
            <ToastProvider>{page}</ToastProvider>
          </TooltipProvider>
        </QueryClientProvider>
      </PathnameContext.Provider>
    </AppRouterContext.Provider>,
  );
}

const entries = catalogueEntries(descriptors.all);

const search = () => screen.getByRole('searchbox', { name: 'Search actions' });
const titles = () => screen.getAllByRole('link').map((link) => link.getAttribute('href'));

describe('the catalogue', () => {
  it('links to every action, by category', () => {
    render(<Catalogue entries={entries} />);
    expect(titles()).toEqual(expect.arrayContaining(['/actions/log', '/actions/http_request']));
    const control = screen.getByRole('region', { name: 'Control flow' });
    expect(within(control).queryByText('HTTP request')).toBeNull();
  });

  it('finds actions by alias, and says when nothing is found', () => {
    render(<Catalogue entries={entries} />);
    fireEvent.change(search(), { target: { value: 'api_call' } });
    expect(titles()).toContain('/actions/http_request');
    expect(titles()).not.toContain('/actions/log');
    fireEvent.change(search(), { target: { value: 'no such thing' } });
    expect(screen.getByText('No actions match “no such thing”')).toBeTruthy();
    fireEvent.keyDown(search(), { key: 'Escape' });
    expect(titles()).toHaveLength(entries.length);
  });

  it('is navigated with the arrow keys, starting in the search field', () => {
    render(<Catalogue entries={entries} />);
    const [first, second] = screen.getAllByRole('link');
    fireEvent.keyDown(search(), { key: 'ArrowDown' });
    expect(document.activeElement).toBe(first);
    if (first) fireEvent.keyDown(first, { key: 'ArrowRight' });
    expect(document.activeElement).toBe(second);
    if (second) fireEvent.keyDown(second, { key: 'ArrowUp' });
    expect(document.activeElement).toBe(first);
  });
});

describe('the page of an action', () => {
  function open(type: string, createPipeline = vi.fn()) {
    const descriptor = descriptors.find(type);
    if (!descriptor) throw new Error(`There is no ${type}.`);
    const doc = actionDoc(descriptor);
    show(
      <ActionPage doc={doc} alias={type === doc.type ? undefined : type} createPipeline={createPipeline} />,
    );
    return createPipeline;
  }

  it('shows every accepted spelling, and the one in the URL', () => {
    open('api_call');
    const row = screen.getByText('timeout_seconds', { selector: 'td code' }).closest('tr');
    expect(row && within(row).getByText('timeout')).toBeTruthy();
    expect(screen.getByText(/is another spelling of this action type/).textContent).toContain('api_call');
    expect(screen.getByRole('radio', { name: 'Also accepted' }).matches(':checked')).toBe(true);
  });

  it('has no column for spellings when there is only one', () => {
    open('wait');
    expect(screen.getByRole('columnheader', { name: 'Parameter' })).toBeTruthy();
    expect(screen.queryByRole('columnheader', { name: 'Also accepted as' })).toBeNull();
  });

  it('shows an example in either spelling', () => {
    open('http_request');
    const code = () =>
      screen.getByRole('region', { name: 'Examples' }).querySelector('pre')?.textContent ?? '';
    expect(code()).toContain('"action": "http_request"');
    fireEvent.click(screen.getByRole('radio', { name: 'Also accepted' }));
    expect(JSON.parse(code())).toMatchObject({ action: 'api_call' });
    fireEvent.change(screen.getByRole('combobox', { name: 'Example' }), { target: { value: '1' } });
    expect(JSON.parse(code())).toMatchObject({ action: 'api_call', params: { timeout: 15 } });
    expect(screen.getByRole('img', { name: /^Each attempt takes at most 15 s/ })).toBeTruthy();
  });

  it('creates a pipeline with the first example and opens it', async () => {
    const createPipeline = open('log', vi.fn().mockResolvedValue({ ok: true, id: 'p1', version: 1 }));
    fireEvent.click(screen.getByRole('button', { name: 'Use in new pipeline' }));
    await waitFor(() => expect(push).toHaveBeenCalledWith('/pipelines/p1'));
    const { text } = createPipeline.mock.calls[0]?.[0] ?? {};
    expect(JSON.parse(text)).toMatchObject({ name: 'Log', steps: [{ id: 'hello', action: 'log' }] });
  });

  it('says why no pipeline was created', async () => {
    const refusal = { ok: false, error: { code: 'forbidden', message: 'Not from this page.' } };
    open('log', vi.fn().mockResolvedValue(refusal));
    fireEvent.click(screen.getByRole('button', { name: 'Use in new pipeline' }));
    expect(await screen.findByText('Not from this page.')).toBeTruthy();
    expect(push).not.toHaveBeenCalled();
  });
});

describe('the page for an unknown action type', () => {
  it('suggests a similar type', () => {
    show(<UnknownAction types={descriptors.all.map(({ type }) => type)} />, '/actions/htp_request');
    expect(screen.getByRole('link', { name: 'Go to http_request' }).getAttribute('href')).toBe(
      '/actions/http_request',
    );
  });

  it('links to the catalogue when no type is similar', () => {
    show(<UnknownAction types={['log']} />, '/actions/%E0%A4%A');
    expect(screen.queryByText(/Did you mean/)).toBeNull();
    expect(screen.getByRole('link', { name: 'All actions' })).toBeTruthy();
  });
});
