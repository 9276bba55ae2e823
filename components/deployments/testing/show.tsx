import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import {
  AppRouterContext,
  type AppRouterInstance,
} from 'next/dist/shared/lib/app-router-context.shared-runtime';
import type { ReactNode } from 'react';
import { vi } from 'vitest';
import type { DeploymentDetail, DeploymentSummary, ListedDeployment } from '@/lib/contracts/deployments';
import { ToastProvider } from '../../ui/toast';
import { TooltipProvider } from '../../ui/tooltip';
import type { DeploymentActions } from '../deployment-actions';

export const NOW = '2026-01-01T12:00:00.000Z';

/** An active deployment with one ready replica. */
export function summary(part: Partial<DeploymentSummary> = {}): DeploymentSummary {
  return {
    ...{ id: 'dep_1', name: 'support-chat', model_id: 'mdl_1', model_name: 'tiny', cluster_id: 'local' },
    ...{ runtime: 'embedded', status: 'active', replicas: 1, ready_replicas: 1, replica_states: ['ready'] },
    replica_nodes: ['pipes-1'],
    endpoint_url: 'https://pipes.test/deployments/support-chat',
    resources: { gpu_count: 0 },
    ...{ auto_scaling: null, rate_limit: null, error: null, created_by: null },
    ...{ created_at: NOW, updated_at: NOW },
    ...part,
  };
}

/** The same as a list has it: idle, and without events. */
export function listed(part: Partial<ListedDeployment> = {}): ListedDeployment {
  return {
    ...summary(),
    activity: {
      ...{ requests_per_second: 0, requests: Array.from({ length: 60 }, () => 0), limited: 0, failed: 0 },
      ...{ latency_p99_ms: null, limit_share: null },
    },
    last_event: null,
    ...part,
  };
}

/** The same with its replica and without events. */
export function detail(part: Partial<DeploymentDetail> = {}): DeploymentDetail {
  return {
    ...summary(part),
    replica_list: [
      {
        ...{ id: 'rep_abcdef', state: 'ready', node: 'host-a', pid: 4711, gpus: [], restarts: 2 },
        ...{ memory_bytes: 98_000_000, cpu: 0.6, message: 'out of memory', created_at: NOW, ready_at: NOW },
      },
    ],
    events: [],
    ...part,
  };
}

/** Actions that succeed and remember what they were asked. */
export function fakeActions(part: Partial<DeploymentActions> = {}): DeploymentActions {
  const done = async () => ({ ok: true as const });
  const key = { id: 'key_1', name: 'web', prefix: 'pwk_12345678', created_at: NOW, key: 'pwk_12345678rest' };
  return {
    createDeployment: vi.fn(done),
    scaleDeployment: vi.fn(done),
    releaseDeployment: vi.fn(done),
    limitDeployment: vi.fn(done),
    deleteDeployment: vi.fn(done),
    createKey: vi.fn(async () => ({ ok: true as const, ...key, last_used_at: null, revoked_at: null })),
    revokeKey: vi.fn(done),
    ...part,
  };
}

/** Remembers where a page leads. */
export const push = vi.fn();

const router: AppRouterInstance = {
  ...{ back() {}, forward() {}, refresh() {}, replace() {}, prefetch() {} },
  push,
  bfcacheId: '',
};

/** A page with the router that it needs. */
export function withRouter(page: ReactNode) {
  return <AppRouterContext value={router}>{page}</AppRouterContext>;
}

/** Shows a page whose requests are answered by their path, with or without the query. */
export function showPage(page: ReactNode, answers: Readonly<Record<string, unknown>>) {
  vi.stubGlobal('fetch', async (url: string) => {
    const path = url in answers ? url : (url.split('?')[0] ?? '');
    return path in answers
      ? Response.json(answers[path])
      : Response.json({ code: 'not_found', message: `Nothing at ${path}.` }, { status: 404 });
  });
  vi.stubGlobal('ResizeObserver', SizeObserver);
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } });
  return render(
    <QueryClientProvider client={queries}>
      <TooltipProvider>
        <ToastProvider>{page}</ToastProvider>
      </TooltipProvider>
    </QueryClientProvider>,
  );
}

/** Stands for the browser's own, which jsdom lacks: nothing changes its size. */
class SizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
