// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, screen } from '@testing-library/react';
import { PathnameContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, it } from 'vitest';
import { TooltipProvider } from '@/components/ui/tooltip';
import NotFoundPage from './not-found';

afterEach(() => {
  cleanup();
  document.body.replaceChildren();
});

const page = (path: string) => (
  <PathnameContext value={path}>
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { enabled: false } } })}>
      <TooltipProvider>
        <NotFoundPage />
      </TooltipProvider>
    </QueryClientProvider>
  </PathnameContext>
);

it('shows the unknown URL after hydration, although the server renders one page for all of them', async () => {
  const root = document.createElement('div');
  document.body.append(root);
  root.innerHTML = renderToString(page('/_not-found'));
  const errors: unknown[] = [];
  const hydrated = await act(async () =>
    hydrateRoot(root, page('/nope'), { onRecoverableError: (error) => errors.push(error) }),
  );
  expect(errors).toEqual([]);
  expect(screen.getByText('/nope')).toBeTruthy();
  await act(async () => hydrated.unmount());
});
