// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ToastProvider } from '@/components/ui/toast';
import { TooltipProvider } from '@/components/ui/tooltip';
import type { ClusterCheck, ClusterHealthInfo, ClusterSummary } from '@/lib/contracts/clusters';
import type { ListedDeployment } from '@/lib/contracts/deployments';
import { listed } from '../deployments/testing/show';
import type { ClusterActions } from './cluster-actions';
import { ClusterList } from './cluster-list';

const local: ClusterSummary = { id: 'local', provider: 'local', server: null, createdAt: null };
const east: ClusterSummary = {
  id: 'gpu-east',
  provider: 'kubernetes',
  server: 'https://k8s.example.org:6443',
  createdAt: '2026-01-01T00:00:00.000Z',
};

const quantities = (cpu: number) => ({
  cpu: { total: 8, free: cpu },
  memory: { total: 16e9, free: 9e9 },
  gpu: { total: 2, free: 1 },
});

const healthy: ClusterHealthInfo = {
  status: 'healthy',
  nodes: [{ name: 'a', isReady: true, gpuTypes: ['L4'], ...quantities(5.5) }],
  capacity: quantities(5.5),
  gpuTypes: ['L4'],
  issues: [],
  version: '1.34.2',
};
const NOT_READY = 'Node b is not ready. Kubelet stopped posting node status.';
const degraded: ClusterHealthInfo = {
  ...healthy,
  status: 'degraded',
  nodes: [...healthy.nodes, { name: 'b', isReady: false, gpuTypes: [], ...quantities(0) }],
  issues: [{ check: 'nodes', severity: 'degraded', message: NOT_READY }],
};

const found = (health: ClusterHealthInfo): ClusterCheck => ({
  checkedAt: new Date().toISOString(),
  health,
  problem: null,
});
const failed = (problem: string): ClusterCheck => ({
  checkedAt: new Date().toISOString(),
  health: null,
  problem,
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Renders the page of clusters with these results of checks. */
function show(
  checks: Readonly<Record<string, ClusterCheck>>,
  options: Partial<ClusterActions> = {},
  deployments: readonly ListedDeployment[] = [],
) {
  const removed: string[] = [];
  const actions: ClusterActions = {
    addCluster: vi.fn(async () => ({ ok: true }) as const),
    removeCluster: vi.fn(async (id: string) => {
      removed.push(id);
      return { ok: true } as const;
    }),
    ...options,
  };
  const clusters = [local, east].filter(({ id }) => id in checks);
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (typeof init.body === 'string') sent.push(JSON.parse(init.body));
    if (url.endsWith('/deployments')) return Response.json({ window: '1h', deployments });
    const left = clusters.filter(({ id }) => !removed.includes(id));
    const id = /clusters\/(?:([^/]+)\/health|(test))/.exec(url);
    return Response.json(checks[id?.[1] ?? id?.[2] ?? ''] ?? { clusters: left });
  });
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } });
  render(
    <QueryClientProvider client={queries}>
      <TooltipProvider>
        <ToastProvider>
          <ClusterList first={{ clusters }} actions={actions} now={new Date().toISOString()} />
        </ToastProvider>
      </TooltipProvider>
    </QueryClientProvider>,
  );
  return { actions, sent };
}

const card = (id: string) => within(screen.getByRole('region', { name: `Cluster ${id}` }));

describe('the page of clusters', () => {
  test('shows status, capacity and nodes in words', async () => {
    show({ local: found(healthy) });
    await card('local').findByText('Healthy');
    expect(
      card('local').getByRole('img', { name: 'CPU: 2.5 used, 0 reserved, 5.5 free, of 8 cores' }),
    ).toBeTruthy();
    expect(
      card('local').getByRole('img', { name: 'GPU: 1 used, 0 reserved, 1 free, of 2 GPUs' }),
    ).toBeTruthy();
    expect(card('local').getByRole('row', { name: /a Ready 2 × L4 0 31 %/ })).toBeTruthy();
    expect(card('local').queryByRole('button', { name: /More actions/ })).toBeNull();
  });

  test('says what is wrong with a cluster, and which nodes are not ready', async () => {
    show({ 'gpu-east': found(degraded) });
    await card('gpu-east').findByText('Degraded');
    expect(card('gpu-east').getByText(NOT_READY)).toBeTruthy();
    expect(card('gpu-east').getByRole('row', { name: /b Not ready/ })).toBeTruthy();
    expect(card('gpu-east').getByText('Kubernetes 1.34.2')).toBeTruthy();
    expect(
      card('gpu-east').getByRole('img', { name: 'CPU: 2.5 reserved, 5.5 free, of 8 cores' }),
    ).toBeTruthy();
  });

  test('says that GPUs are unknown while the driver does not list them', async () => {
    const [node] = healthy.nodes.map((each) => ({ ...each, gpu: { total: 0, free: 0 }, gpuTypes: [] }));
    const problem = 'nvidia-smi failed or did not respond within 5 s. Check the driver of the GPUs.';
    show({
      local: found({
        ...healthy,
        ...{ status: 'degraded', nodes: node ? [node] : [] },
        issues: [{ check: 'gpu', severity: 'degraded', message: problem }],
      }),
    });
    expect(await card('local').findByText(problem)).toBeTruthy();
    expect(card('local').getByText('GPUs unknown.')).toBeTruthy();
    expect(card('local').getByRole('row', { name: /a Ready unknown 0/ })).toBeTruthy();
    expect(card('local').queryByText('No GPU found with nvidia-smi.')).toBeNull();
    expect(screen.getByText('GPUs reserved, total unknown').parentElement?.textContent).toMatch(/unknown0$/);
  });

  test('says why a check failed, without a status', async () => {
    show({ local: found(healthy), 'gpu-east': failed('k8s.example.org rejects the credentials (401).') });
    await card('gpu-east').findByText('The check failed');
    expect(card('gpu-east').getByText('Unknown')).toBeTruthy();
    expect(card('gpu-east').getByText(/rejects the credentials/)).toBeTruthy();
    await card('local').findByText('Healthy');
  });

  test('removes a cluster after a confirmation', async () => {
    const { actions } = show({ 'gpu-east': found(healthy) });
    const more = await card('gpu-east').findByRole('button', { name: 'More for gpu-east' });
    fireEvent.keyDown(more, { key: 'Enter' });
    fireEvent.click(await screen.findByRole('menuitem', { name: /Remove cluster/ }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Remove gpu-east?' }));
    expect(actions.removeCluster).not.toHaveBeenCalled();
    fireEvent.click(dialog.getByRole('button', { name: 'Remove cluster' }));
    await waitFor(() => expect(actions.removeCluster).toHaveBeenCalledWith('gpu-east'));
    await screen.findByText('Removed gpu-east');
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Cluster gpu-east' })).toBeNull());
    const add = screen.getByRole('button', { name: 'Add cluster' });
    await waitFor(() => expect(document.activeElement).toBe(add));
  });
});

test('a cluster says which deployments it has and what they reserve', async () => {
  const big = listed({
    ...{ id: 'dep_2', name: 'embed-docs', cluster_id: 'gpu-east', replicas: 3, ready_replicas: 2 },
    resources: { cpu_cores: 2, memory_gb: 6, gpu_count: 1 },
  });
  show({ local: found(healthy), 'gpu-east': found(healthy) }, {}, [listed(), big]);
  const list = await screen.findByRole('list', { name: 'Deployments of gpu-east' });
  expect(list.textContent).toContain('embed-docsActive, degraded2 of 3 ready');
  expect(within(list).getByRole('link').getAttribute('href')).toBe('/deployments/embed-docs');
  expect(screen.getByText('Reserved: 6 cores, 18 GB, 3 GPUs')).toBeTruthy();
  expect(screen.getByText('GPUs reserved').parentElement?.textContent).toContain('3 of 4');
  expect(screen.getByText('deployments').parentElement?.textContent).toContain('2');
});

test('GPUs are shown by model, with those that are reserved and those of nodes that are not ready', async () => {
  const gpus = (total: number, free: number) => ({ ...quantities(8), gpu: { total, free } });
  const nodes = [
    { name: 'h100-1', isReady: true, gpuTypes: ['H100'], ...gpus(2, 0) },
    { name: 'l4-1', isReady: true, gpuTypes: ['L4'], ...gpus(4, 1) },
    { name: 'l4-2', isReady: false, gpuTypes: ['L4'], ...gpus(4, 4) },
    { name: 'cpu-1', isReady: true, gpuTypes: [], ...gpus(0, 0) },
  ];
  const big = listed({
    ...{ id: 'dep_2', name: 'embed-docs', cluster_id: 'gpu-east', replicas: 3 },
    replica_nodes: ['l4-1', 'l4-1', 'h100-1'],
  });
  show({ 'gpu-east': found({ ...healthy, nodes }) }, {}, [big]);
  const list = await card('gpu-east').findByRole('list', { name: 'GPUs by model' });
  const groups = within(list).getAllByRole('listitem');
  expect(groups.map(({ textContent }) => textContent)).toEqual([
    'H1002 reserved, of 2',
    'L43 reserved, 4 offline, of 8',
  ]);
  const cells = (group: HTMLElement | undefined) =>
    [...(group?.querySelectorAll('[data-cell]') ?? [])].map((cell) => cell.getAttribute('title'));
  expect(cells(groups[1])).toEqual([...Array(3).fill('reserved'), 'free', ...Array(4).fill('offline')]);
  await waitFor(() =>
    expect(card('gpu-east').getByRole('row', { name: /l4-1 Ready 4 × L4 2 / })).toBeTruthy(),
  );
  expect(card('gpu-east').getByRole('row', { name: /cpu-1 Ready none 0 / })).toBeTruthy();
});

test('GPUs of the machine of the server are measured, and replicas reserve beyond that', async () => {
  const small = listed({ replicas: 2, resources: { gpu_count: 1 }, replica_nodes: ['a', 'a'] });
  show({ local: found(healthy) }, {}, [small]);
  await card('local').findByText('1 used, 2 reserved, of 2');
});

test('a bar tells what is used from what deployments reserve beyond it', async () => {
  const small = listed({ replicas: 2, resources: { cpu_cores: 2, memory_gb: 1, gpu_count: 0 } });
  const disk = { total: 100e9, free: 40e9 };
  show({ local: found({ ...healthy, disk }) }, {}, [small]);
  const name = 'CPU: 2.5 used, 4 reserved, 4 free, of 8 cores';
  expect(await card('local').findByRole('img', { name })).toBeTruthy();
  expect(card('local').getByRole('img', { name: 'Disk: 60 GB used, 40 GB free, of 100 GB' })).toBeTruthy();
});

describe('the dialog that adds a cluster', () => {
  async function open(options: Parameters<typeof show>[1] = {}, test = found(degraded)) {
    const shown = show({ local: found(healthy), test }, options);
    fireEvent.click(screen.getByRole('button', { name: 'Add cluster' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add cluster' }));
    const type = (label: RegExp, value: string) =>
      fireEvent.change(dialog.getByRole('textbox', { name: label }), { target: { value } });
    const press = (name: string) => fireEvent.click(dialog.getByRole('button', { name }));
    return { ...shown, dialog, type, press };
  }

  test('tests the connection without storing it', async () => {
    const { dialog, type, press, actions, sent } = await open();
    type(/^Kubeconfig$/, 'kind: Config');
    type(/^Context/, 'main');
    press('Test connection');
    await dialog.findByText('The cluster is degraded');
    expect(dialog.getByText('Kubernetes 1.34.2, 1 of 2 nodes ready, 2 GPUs.')).toBeTruthy();
    expect(sent).toEqual([{ kubeconfig: 'kind: Config', context: 'main' }]);
    expect(actions.addCluster).not.toHaveBeenCalled();
  });

  test('names missing fields before anything is sent', async () => {
    const { dialog, press, actions, sent } = await open();
    press('Add cluster');
    await dialog.findByText('Enter a kubeconfig.');
    expect(dialog.getByText(/Use up to 63 lower-case letters/)).toBeTruthy();
    expect(actions.addCluster).not.toHaveBeenCalled();
    expect(sent).toEqual([]);
  });

  test('keeps what was typed when the cluster is refused', async () => {
    const message = 'The cluster gpu-east already exists. Choose another name, or remove it first.';
    const addCluster = vi.fn(async () => ({ ok: false, error: { code: 'conflict', message } }) as const);
    const { dialog, type, press } = await open({ addCluster });
    type(/^Name/, 'gpu-east');
    type(/^Kubeconfig$/, 'kind: Config');
    press('Add cluster');
    await dialog.findByText(message);
    expect(dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'Kubeconfig' }).value).toBe(
      'kind: Config',
    );
  });

  test('shows why a kubeconfig is refused at its field', async () => {
    const message = 'The kubeconfig has no contexts. Use a whole kubeconfig.';
    const addCluster = vi.fn(async () => ({ ok: false, error: { code: 'invalid', message } }) as const);
    const { dialog, type, press } = await open({ addCluster });
    type(/^Name/, 'gpu-east');
    type(/^Kubeconfig$/, 'kind: Config');
    press('Add cluster');
    await dialog.findByText(message);
    const field = dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'Kubeconfig' });
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(field.value).toBe('kind: Config');
  });

  test('adds the cluster of the pod without a kubeconfig', async () => {
    const { dialog, type, press, actions } = await open();
    type(/^Name/, 'here');
    fireEvent.click(dialog.getByRole('radio', { name: 'In-cluster' }));
    press('Add cluster');
    await waitFor(() => expect(actions.addCluster).toHaveBeenCalledWith({ id: 'here' }));
    await screen.findByText('Added here');
  });
});
