// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { PathnameContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime';
import { afterEach, expect, it, vi } from 'vitest';
import { TooltipProvider } from '@/components/ui/tooltip';
import { RunMissing } from './run-missing';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('shows the server’s reason why a run does not exist', async () => {
  const message = 'The run run_1 of 2026-01-02 was deleted because of its age.';
  vi.stubGlobal('fetch', async () => Response.json({ code: 'not_found', message }, { status: 404 }));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <PathnameContext value="/runs/run_1">
        <TooltipProvider>
          <RunMissing runId="run_1" />
        </TooltipProvider>
      </PathnameContext>
    </QueryClientProvider>,
  );
  expect(await screen.findByText(message)).toBeTruthy();
  expect(screen.getByText('run_1')).toBeTruthy();
});
