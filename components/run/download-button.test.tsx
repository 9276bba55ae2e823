// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { RunActions } from '@/components/run-state/run-context';
import { TestLens } from '@/components/run-state/testing/lens';
import { created, journal } from '@/components/run-state/testing/run-events';
import type { RunDetail } from '@/lib/contracts/runs';
import { DownloadButton } from './download-button';

afterEach(cleanup);

function show(finishedAt: string | null, actions?: RunActions) {
  // The fields that the button reads.
  const detail = { id: 'run_1', finishedAt } as RunDetail;
  render(
    <TestLens
      events={journal([0, created])}
      document={{ steps: [] }}
      detail={detail}
      {...(actions ? { actions } : {})}
    >
      <DownloadButton />
    </TestLens>,
  );
}

it('leads to the file of a run that has ended', () => {
  show('2026-11-20T14:02:12.000Z', {} as RunActions);
  const link = screen.getByRole('link', { name: 'Download run' });
  expect(link.getAttribute('href')).toBe('/api/v1/runs/run_1/export');
  expect(link.hasAttribute('download')).toBe(true);
});

it('is absent while the run is active, and for a run from a file', () => {
  show(null, {} as RunActions);
  show('2026-11-20T14:02:12.000Z');
  expect(screen.queryByRole('link')).toBeNull();
});
