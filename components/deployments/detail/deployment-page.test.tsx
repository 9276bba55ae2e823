// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { DeploymentMetrics } from '@/lib/contracts/deployment-metrics';
import type { DeploymentDetail, DeploymentKey } from '@/lib/contracts/deployments';
import { stopClock } from '../../ui/testing/stop-clock';
import type { DeploymentActions } from '../deployment-actions';
import { detail, fakeActions, NOW, showPage } from '../testing/show';
import { DeploymentPage } from './deployment-page';

const counts = { requests: 4212, limited: 6, failed: 1, latency_p50_ms: 1900, latency_p99_ms: 4600 };

function metricsAt(at: number): DeploymentMetrics {
  return {
    window: '1h',
    step_seconds: 60,
    now: { in_flight: 3, queued: 2 },
    limit: { algorithm: 'token_bucket', remaining: 37, capacity: 100, reset_seconds: 37.8 },
    totals: counts,
    points: [
      {
        ...{ at: new Date(at - 60_000).toISOString(), ...counts, requests: 84 },
        ...{ in_flight: 5, queued: 0, ready_replicas: 1 },
      },
    ],
    keys: [
      { id: 'key_1', name: 'support-web', requests: 2991 },
      { id: null, name: null, requests: 1221 },
    ],
  };
}

const key: DeploymentKey = {
  ...{ id: 'key_1', name: 'support-web', prefix: 'pwk_abcdefgh' },
  ...{ created_at: NOW, last_used_at: null, revoked_at: null },
};

beforeEach(() => {
  // Charts have a sample per minute, and a minute must not end between the answer and what is drawn of it.
  stopClock(Date.parse(NOW));
  // jsdom lays nothing out.
  Element.prototype.scrollTo = () => {};
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(part: Partial<DeploymentDetail> = {}, more: Partial<DeploymentActions> = {}) {
  const first = detail(part);
  const actions = fakeActions(more);
  showPage(<DeploymentPage first={first} actions={actions} now={NOW} />, {
    '/api/v1/deployments/support-chat': first,
    '/api/v1/deployments/support-chat/metrics': metricsAt(Date.now()),
    '/api/v1/deployments/support-chat/keys': { keys: [key] },
  });
  return actions;
}

describe('the page of a deployment', () => {
  test('says state, origin and base URL, and leads to its model, cluster and step', () => {
    show({ created_by: { run_id: 'run_9', run_number: 36, step: 'deploy' } });
    const states = screen.getAllByRole('status').map(({ textContent }) => textContent);
    expect(states).toContain('Active, 1 of 1 ready');
    const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    expect(href('tiny')).toBe('/models#mdl_1');
    expect(href('local')).toBe('/clusters#local');
    expect(href('run #36, step deploy')).toBe('/runs/run_9?step=deploy');
    expect(screen.getByText('https://pipes.test/deployments/support-chat/v1')).toBeTruthy();
  });

  test('shows what replicas use, and their last lines when asked', () => {
    show();
    const row = within(screen.getByRole('table', { name: 'Replicas' })).getAllByRole('row')[1];
    expect(row?.textContent).toMatch(/Ready.*host-a.*pid 4711.*98 MB.*0\.6.*2/);
    expect(screen.queryByText('out of memory')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Last log lines of abcdef' }));
    expect(screen.getByText('out of memory')).toBeTruthy();
  });

  test('shows why a deployment failed and what happened to it', () => {
    show({
      status: 'failed',
      error: { kind: 'rejected', code: 'crash_loop', message: 'Replica ended 5 times.\nlast line' },
      events: [
        {
          ...{ kind: 'scaled', message: 'Scaled 2 → 4.', created_at: NOW },
          by: { run_id: 'run_7', run_number: null, step: 'scale_up' },
        },
      ],
    });
    expect(screen.getByText(/Replica ended 5 times/)).toBeTruthy();
    expect(screen.getByText('Scaled 2 → 4.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'step scale_up' }).getAttribute('href')).toBe(
      '/runs/run_7?step=scale_up',
    );
  });

  test('draws the metrics and says them in words and as a table', async () => {
    show();
    expect(await screen.findByRole('img', { name: 'Requests/s: 1.4, 6 × 429' })).toBeTruthy();
    expect(screen.getByRole('img', { name: 'Latency: 4.6 s, p99 · p50 1.9 s' })).toBeTruthy();
    expect(screen.getByRole('img', { name: 'In flight: 3, 2 queued' })).toBeTruthy();
    expect(screen.getByRole('img', { name: 'Replicas ready: 1, of 1 requested' })).toBeTruthy();
    fireEvent.click(screen.getByText('Values as a table'));
    expect(screen.getByText('1.40')).toBeTruthy();
  });

  test('says how much the rate limit admits now', async () => {
    show({
      rate_limit: { rate_limit: 100, time_window: 'minute', algorithm: 'token_bucket', enabled: true },
    });
    const panel = within(screen.getByRole('region', { name: 'Rate limit' }));
    expect(await panel.findByText('37 of 100 requests left')).toBeTruthy();
    expect(panel.getByText('100 / minute')).toBeTruthy();
    expect(panel.getByText('refills 1.67 per second')).toBeTruthy();
    expect(panel.getByText('full in 38.0 s')).toBeTruthy();
  });

  test('says what was allowed and refused, by which keys, and who set the limit', async () => {
    show({
      rate_limit: { rate_limit: 100, time_window: 'minute', algorithm: 'token_bucket', enabled: true },
      events: [
        {
          ...{ kind: 'limited', message: 'Rate limit set.', created_at: NOW },
          by: { run_id: 'run_5', run_number: 38, step: 'limit' },
        },
      ],
    });
    const panel = within(screen.getByRole('region', { name: 'Rate limit' }));
    const bars = 'Allowed and refused, last hour: 4,206 allowed, 6 refused';
    expect(await panel.findByRole('img', { name: bars })).toBeTruthy();
    const keys = within(panel.getByRole('list', { name: 'Use by API key' })).getAllByRole('listitem');
    expect(keys.map(({ textContent }) => textContent)).toEqual(['support-web71 %', 'without key29 %']);
    expect(panel.getByText('Last 429')).toBeTruthy();
    expect(panel.getByRole('link', { name: 'run #38, step limit' })).toBeTruthy();
  });

  test('says calmly that the deployment was deleted meanwhile, and leads back', async () => {
    const first = detail({ status: 'deleting' });
    showPage(<DeploymentPage first={first} actions={fakeActions()} now={NOW} />, {});
    expect(await screen.findByText('support-chat was deleted')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go to deployments' }).getAttribute('href')).toBe('/deployments');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  test('cannot be changed while it is deleted', () => {
    show({ status: 'deleting' });
    const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
    expect(['Scale…', 'Rate limit…', 'Delete…'].map((name) => button(name).disabled)).toEqual([
      true,
      true,
      true,
    ]);
  });
});

describe('the API keys of a deployment', () => {
  test('are created, shown once and revoked by a second press', async () => {
    const actions = show();
    fireEvent.click(screen.getByRole('button', { name: 'Manage' }));
    expect(await screen.findByText('pwk_abcdefgh…')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Create key' }));
    expect(await screen.findByText(/Enter a name of 1 to 100 characters/)).toBeTruthy();
    fireEvent.change(screen.getByLabelText('New key'), { target: { value: 'web' } });
    fireEvent.click(screen.getByRole('button', { name: 'Create key' }));
    expect(await screen.findByText('pwk_12345678rest')).toBeTruthy();
    expect(actions.createKey).toHaveBeenCalledWith({ name: 'support-chat', key_name: 'web' });
    fireEvent.click(screen.getByRole('button', { name: 'Revoke support-web…' }));
    expect(actions.revokeKey).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('button', { name: /^Revoke support-web: requests/ }));
    await waitFor(() =>
      expect(actions.revokeKey).toHaveBeenCalledWith({ name: 'support-chat', key_id: 'key_1' }),
    );
  });
});
