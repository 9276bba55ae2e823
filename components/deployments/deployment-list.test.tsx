// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { ListedDeployment } from '@/lib/contracts/deployments';
import type { DeploymentActions } from './deployment-actions';
import { DeploymentListPage } from './deployment-list';
import { fakeActions, listed, NOW, showPage, withRouter } from './testing/show';

const models = {
  models: [
    {
      ...{ id: 'mdl_1', name: 'tiny', status: 'available', source: 'url', uri: 'https://a.test/tiny.gguf' },
      ...{ revision: null, size_bytes: 1000, sha256: null, metadata: {}, progress: null, error: null },
      ...{ cloud: null, added_by: null, waiting: [], created_at: NOW },
    },
  ],
  free_bytes: null,
};
const clusters = { clusters: [{ id: 'local', provider: 'local', server: null, createdAt: null }] };

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(
  deployments: ListedDeployment[],
  part: Partial<DeploymentActions> = {},
  day: ListedDeployment[] = deployments,
): DeploymentActions {
  const actions = fakeActions(part);
  showPage(
    withRouter(<DeploymentListPage first={{ window: '1h', deployments }} actions={actions} now={NOW} />),
    {
      '/api/v1/deployments': { window: '1h', deployments },
      '/api/v1/deployments?window=24h': { window: '24h', deployments: day },
      '/api/v1/models': models,
      '/api/v1/clusters': clusters,
    },
  );
  return actions;
}

const write = (label: RegExp, value: string) =>
  fireEvent.change(within(screen.getByRole('dialog')).getByLabelText(label), { target: { value } });
const submit = () => fireEvent.submit(screen.getByRole('dialog').querySelector('form') ?? document.body);
const names = () =>
  within(screen.getByRole('table', { name: 'Deployments' }))
    .getAllByRole('rowheader')
    .map((row) => row.querySelector('a')?.textContent);

describe('the list of deployments', () => {
  const degraded = listed({
    ...{ id: 'dep_2', name: 'triage', replicas: 3, ready_replicas: 2 },
    replica_states: ['ready', 'ready', 'restarting'],
    rate_limit: { rate_limit: 1000, time_window: 'minute', algorithm: 'token_bucket', enabled: true },
    activity: {
      ...{ requests_per_second: 6.2, requests: [...Array.from({ length: 59 }, () => 300), 84] },
      ...{ limited: 6, failed: 3, latency_p99_ms: 31, limit_share: 0.372 },
    },
    last_event: {
      ...{ kind: 'scaled', message: 'Scaled 2 → 3.', created_at: '2026-01-01T11:10:00.000Z' },
      by: { run_id: 'run_9', run_number: 41, step: 'scale_up' },
    },
  });
  const failed = listed({
    ...{ id: 'dep_3', name: 'draft', status: 'failed', ready_replicas: 0, replica_states: ['failed'] },
    error: { kind: 'rejected', code: 'crash_loop', message: 'exit 137, 5 of 5 restarts' },
  });
  const scaling = listed({ id: 'dep_4', name: 'embed', status: 'scaling', replicas: 5, ready_replicas: 3 });

  test('says state, replicas, requests, latency, limit and the last event in words, and links to its step', () => {
    show([degraded, failed, scaling]);
    const [, first, second, third] = screen.getAllByRole('row');
    expect(first?.textContent).toContain('Active, degraded');
    expect(first?.textContent).toContain('2 of 3 ready');
    expect(first?.textContent).toContain('1,000 / minute');
    expect(
      within(first ?? document.body)
        .getByRole('link', { name: 'run #41, step scale_up' })
        .getAttribute('href'),
    ).toBe('/runs/run_9?step=scale_up');
    for (const text of ['6.2', '31 ms', '37 % of 1,000 / minute', '6 × 429', 'Scaled 2 → 3.']) {
      expect(first?.textContent).toContain(text);
    }
    expect(second?.textContent).toContain('No limit');
    const figures = screen.getByText('failed, last hour').parentElement;
    expect(figures?.textContent).toContain('0.0 %');
    expect(screen.getByText('replicas ready').parentElement?.textContent).toContain('5 of 9');
    expect(second?.textContent).toContain('exit 137, 5 of 5 restarts');
    expect(third?.textContent).toContain('Scaling 3 → 5');
    expect(screen.getByText('3 deployments, 2 need attention')).toBeTruthy();
    const legend = within(screen.getByRole('list', { name: 'Replica states' }));
    expect(legend.getByText('restarting')).toBeTruthy();
  });

  test('is narrowed by what deployments do and by a text; a filter that matches nothing can be removed', () => {
    show([listed(), degraded, failed, scaling]);
    fireEvent.click(screen.getByRole('radio', { name: /^Needs attention/ }));
    expect(names()).toEqual(['triage', 'draft']);
    fireEvent.click(screen.getByRole('radio', { name: /^Changing/ }));
    expect(names()).toEqual(['embed']);
    fireEvent.click(screen.getByRole('radio', { name: /^Active/ }));
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'SUPPORT tiny' } });
    expect(names()).toEqual(['support-chat']);
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'nothing' } });
    fireEvent.click(screen.getByRole('button', { name: 'Show all deployments' }));
    expect(names()).toHaveLength(4);
  });

  test('is narrowed to one cluster, and shows every one again on request', async () => {
    show([listed(), listed({ id: 'dep_2', name: 'embed', cluster_id: 'gpu-east' })]);
    fireEvent.change(screen.getByRole('combobox', { name: 'Cluster' }), { target: { value: 'gpu-east' } });
    expect(names()).toEqual(['embed']);
    expect(screen.getByRole('radio', { name: /^All\s*1$/ })).toBeTruthy();
    fireEvent.click(screen.getByRole('radio', { name: /^Needs attention/ }));
    fireEvent.click(screen.getByRole('button', { name: 'Show all deployments' }));
    expect(names()).toHaveLength(2);
  });

  test('has no choice of a cluster while all deployments are on one', () => {
    show([listed()]);
    expect(screen.queryByRole('combobox', { name: 'Cluster' })).toBeNull();
  });

  test('shows the figures of 24 hours on request, with the states and rates of now', async () => {
    const activity = { requests: [100], requests_per_second: 3, limited: 0, limit_share: null };
    const now = listed({ activity: { ...activity, failed: 1, latency_p99_ms: 20 } });
    const day = { ...now, status: 'failed' as const };
    const dayActivity = {
      ...activity,
      requests: [1000],
      requests_per_second: 9,
      failed: 500,
      latency_p99_ms: 40,
    };
    show([now], {}, [{ ...day, activity: dayActivity }]);
    expect(screen.getByText('failed, last hour').parentElement?.textContent).toContain('1.0 %');
    fireEvent.click(screen.getByRole('radio', { name: '24 h' }));
    const figure = await screen.findByText('failed, last 24 h');
    expect(figure.parentElement?.textContent).toContain('50.0 %');
    expect(screen.getByRole('columnheader', { name: 'Requests/s, last 24 h' })).toBeTruthy();
    const row = screen.getAllByRole('row')[1];
    for (const text of ['Active', '3.0', '40 ms']) expect(row?.textContent).toContain(text);
  });

  test('without deployments says what one is and offers to create one', () => {
    show([]);
    expect(screen.getByText('No deployments yet')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Deploy…' }));
    expect(screen.getByRole('dialog', { name: 'Deploy' })).toBeTruthy();
  });
});

describe('a new deployment', () => {
  test('is asked for with its model, resources and autoscaling', async () => {
    const actions = show([listed()]);
    fireEvent.click(screen.getByRole('button', { name: 'Deploy…' }));
    write(/^Name/, 'canary');
    fireEvent.click(screen.getByRole('combobox', { name: 'Model' }));
    fireEvent.click(await screen.findByRole('option', { name: /tiny/ }));
    write(/^Replicas/, '2');
    write(/^CPU/, '0,5');
    fireEvent.click(screen.getByRole('checkbox', { name: /with load/ }));
    write(/^Max\. replicas/, '4');
    submit();
    await waitFor(() => expect(actions.createDeployment).toHaveBeenCalledTimes(1));
    expect(actions.createDeployment).toHaveBeenCalledWith({
      name: 'canary',
      model_id: 'mdl_1',
      cluster_id: 'local',
      replicas: 2,
      resources: { cpu_cores: 0.5, gpu_count: 0 },
      auto_scaling: { enabled: true, min_replicas: 1, max_replicas: 4, target_ongoing_requests: 2 },
    });
  });

  test('may be a server that runs already', async () => {
    const actions = show([listed()]);
    fireEvent.click(screen.getByRole('button', { name: 'Deploy…' }));
    write(/^Name/, 'outside');
    fireEvent.click(screen.getByRole('radio', { name: 'External server' }));
    write(/^Base URL/, 'http://10.0.0.7:8000');
    write(/^Model/, 'qwen');
    submit();
    await waitFor(() => expect(actions.createDeployment).toHaveBeenCalledTimes(1));
    expect(actions.createDeployment).toHaveBeenCalledWith(
      expect.objectContaining({ name: 'outside', model_id: 'qwen', external_url: 'http://10.0.0.7:8000' }),
    );
  });

  test('that cannot be created says why at the field, and what was typed stays', async () => {
    const taken = 'The name canary is taken. Choose another name.';
    const actions = show([listed()], {
      createDeployment: vi.fn(async () => ({
        ok: false as const,
        error: { code: 'conflict' as const, message: taken },
      })),
    });
    fireEvent.click(screen.getByRole('button', { name: 'Deploy…' }));
    write(/^Name/, 'Canary!');
    write(/^Replicas/, 'many');
    write(/^Memory/, '-1');
    submit();
    expect(await screen.findByText(/Use up to 63 lower-case letters/)).toBeTruthy();
    expect(screen.getByText('Enter a number.')).toBeTruthy();
    expect(screen.getByText('Use more than 0.')).toBeTruthy();
    expect(screen.getByText('Enter a value.')).toBeTruthy();
    expect(actions.createDeployment).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('radio', { name: 'External server' }));
    write(/^Name/, 'canary');
    write(/^Base URL/, 'http://10.0.0.7:8000');
    write(/^Model/, 'qwen');
    submit();
    expect(await screen.findByText(taken)).toBeTruthy();
    expect(screen.getByDisplayValue('http://10.0.0.7:8000')).toBeTruthy();
  });
});

describe('a change from the list', () => {
  async function choose(item: string) {
    const menu = screen.getByRole('button', { name: 'More for support-chat' });
    fireEvent.keyDown(menu, { key: 'Enter' });
    fireEvent.click(await screen.findByRole('menuitem', { name: item }));
  }

  test('scales to a number', async () => {
    const actions = show([listed()]);
    await choose('Scale…');
    write(/^Replicas/, '1.5');
    submit();
    expect(await screen.findByText('Enter a whole number.')).toBeTruthy();
    write(/^Replicas/, '4');
    submit();
    await waitFor(() =>
      expect(actions.scaleDeployment).toHaveBeenCalledWith({ name: 'support-chat', replicas: 4 }),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('releases another model or other resources, and asks for a change first', async () => {
    const actions = show([listed({ resources: { cpu_cores: 2, gpu_count: 0 } })]);
    await choose('New release…');
    submit();
    expect(await screen.findByText('Change the model, the runtime or the resources.')).toBeTruthy();
    write(/^Memory/, 'much');
    submit();
    expect(await screen.findByText('Enter a number.')).toBeTruthy();
    expect(actions.releaseDeployment).not.toHaveBeenCalled();
    write(/^Memory/, '6');
    submit();
    await waitFor(() => expect(actions.releaseDeployment).toHaveBeenCalledTimes(1));
    expect(actions.releaseDeployment).toHaveBeenCalledWith({
      ...{ name: 'support-chat', model_id: 'mdl_1', runtime: 'embedded' },
      resources: { cpu_cores: 2, memory_gb: 6, gpu_count: 0 },
    });
    await screen.findByText('Rolling out a new release of support-chat');
  });

  test('keeps what was typed when a release is refused', async () => {
    const message = 'The deployment support-chat exceeds the capacity of the cluster: 2 × 64 GB of memory.';
    show([listed()], {
      releaseDeployment: vi.fn(async () => ({
        ok: false as const,
        error: { code: 'unprocessable' as const, message },
      })),
    });
    await choose('New release…');
    write(/^Memory/, '64');
    submit();
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.getByDisplayValue('64')).toBeTruthy();
  });

  test('of an external server has no release', async () => {
    show([listed({ runtime: 'external' })]);
    fireEvent.keyDown(screen.getByRole('button', { name: 'More for support-chat' }), { key: 'Enter' });
    await screen.findByRole('menuitem', { name: 'Scale…' });
    expect(screen.queryByRole('menuitem', { name: 'New release…' })).toBeNull();
  });

  test('sets a rate limit', async () => {
    const actions = show([listed()]);
    await choose('Rate limit…');
    write(/^Requests/, '100');
    write(/^Burst/, '20');
    submit();
    await waitFor(() => expect(actions.limitDeployment).toHaveBeenCalledTimes(1));
    expect(actions.limitDeployment).toHaveBeenCalledWith({
      ...{ name: 'support-chat', enabled: true, rate_limit: 100, time_window: 'minute' },
      ...{ algorithm: 'token_bucket', burst: 20 },
    });
  });

  test('deletes after saying what ends, and a refusal stays in the dialog', async () => {
    const actions = show([listed()], {
      deleteDeployment: vi.fn(async () => ({
        ok: false as const,
        error: { code: 'unavailable' as const, message: 'The database does not answer. Try again.' },
      })),
    });
    await choose('Delete…');
    const dialog = screen.getByRole('alertdialog', { name: 'Delete support-chat?' });
    expect(dialog.textContent).toContain('then its replica stops');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Delete deployment' }));
    expect(await within(dialog).findByText('The database does not answer. Try again.')).toBeTruthy();
    expect(actions.deleteDeployment).toHaveBeenCalledWith({ name: 'support-chat' });
  });
});
