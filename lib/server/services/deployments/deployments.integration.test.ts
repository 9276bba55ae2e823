import { mkdtemp, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createDeploymentInput,
  limitDeploymentInput,
  releaseDeploymentInput,
} from '@/lib/contracts/deployments';
import { testModelSettings } from '@/lib/server/models/testing/settings';
import { markedProcesses } from '../../adapters/process-table';
import type { App } from '../../compose';
import { writeRuntimes } from '../../deployments/testing/runtimes';
import { addModel, MODEL_ID } from '../../deployments/testing/workbench';
import { openTestApp, startSteps, untilEnded } from '../../testing/app';
import { createTestDatabase } from '../../testing/database';
import { until } from '../../testing/until';
import { Conflict, NotFound, Unprocessable } from '../errors';

let app: App;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pipewright-deployment-services-'));
  const database = await createTestDatabase();
  await addModel(database.sql, join(folder, 'models'));
  const file = await writeRuntimes(folder);
  app = await openTestApp(database, {
    config: {
      dataDir: folder,
      models: testModelSettings(join(folder, 'models')),
      runtimes: { file, environment: { PATH: '/usr/bin:/bin' } },
    },
  });
});
afterAll(async () => {
  await app.close();
  expect(await markedProcesses(`${app.instance}/`)).toEqual([]);
  await rm(folder, { recursive: true, force: true });
});

const input = (name: string, more: object = {}) =>
  createDeploymentInput.parse({ name, model_id: MODEL_ID, runtime: 'good', ...more });
const untilGone = (name: string) =>
  until(`${name} to be gone`, async () => {
    const { deployments } = await app.deployments.list();
    return deployments.every((one) => one.name !== name);
  });
/** What a step returned. */
async function outputOf(runId: string, stepId: string): Promise<unknown> {
  const events = await app.runs.events({ id: runId });
  const ended = events.find((event) => event.type === 'step_completed' && event.step === stepId);
  return ended?.type === 'step_completed' ? Object(ended.output).value : undefined;
}

describe('deployments for a person', () => {
  it('are created, shown, scaled, limited and deleted, and each change is audited', async () => {
    const made = await app.deployments.create(input('mine', { replicas: 2 }));
    expect(made).toMatchObject({
      name: 'mine',
      model_name: 'tiny',
      endpoint_url: 'http://127.0.0.1:3000/deployments/mine',
      created_by: null,
      rate_limit: null,
    });
    const active = await until('it to be active', async () => {
      const shown = await app.deployments.get({ name: 'mine' });
      return shown.status === 'active' && shown.events.length === 3 && shown;
    });
    expect(active).toMatchObject({ ready_replicas: 2, replica_states: ['ready', 'ready'], error: null });
    expect(active.replica_nodes).toEqual([hostname(), hostname()]);
    expect(active.replica_list[0]).toMatchObject({
      state: 'ready',
      restarts: 0,
      memory_bytes: expect.any(Number),
    });
    expect(active.events.map(({ kind }) => kind)).toEqual(['replica_ready', 'replica_ready', 'created']);
    const { deployments: listed } = await app.deployments.list();
    expect(listed.find(({ name }) => name === 'mine')).toMatchObject({
      activity: { requests_per_second: 0, limited: 0, latency_p99_ms: null, limit_share: null },
      last_event: { kind: 'replica_ready', by: null },
    });
    await app.deployments.scale({ name: 'mine', replicas: 1 });
    const limit = limitDeploymentInput.parse({ name: 'mine', rate_limit: 5, burst: 2 });
    expect((await app.deployments.limit(limit)).rate_limit).toEqual({
      rate_limit: 5,
      time_window: 'minute',
      algorithm: 'token_bucket',
      burst: 2,
      enabled: true,
    });
    expect((await app.deployments.remove({ name: 'mine' })).status).toBe('deleting');
    await untilGone('mine');
    const { events } = await app.audit.list({ subject: made.id, limit: 10 });
    expect(events.map(({ action }) => action)).toEqual([
      'deployment.deleted',
      'deployment.limited',
      'deployment.scaled',
      'deployment.created',
    ]);
  });

  it('get a new release, which keeps their number of replicas', async () => {
    const { id } = await app.deployments.create(input('renewed', { replicas: 2 }));
    const isActive = async () => (await app.deployments.get({ name: 'renewed' })).status === 'active';
    await until('it to be active', isActive);
    const change = { name: 'renewed', model_id: MODEL_ID, runtime: 'good', resources: { cpu_cores: 0.5 } };
    await app.deployments.release(releaseDeploymentInput.parse(change));
    await until('the release to be active', isActive);
    const released = await app.deployments.get({ name: 'renewed' });
    expect(released).toMatchObject({ replicas: 2, resources: { cpu_cores: 0.5, gpu_count: 0 } });
    expect(released.events.map(({ kind }) => kind)).toContain('updated');
    const unknown = { ...change, model_id: 'mdl_none' };
    await expect(app.deployments.release(releaseDeploymentInput.parse(unknown))).rejects.toThrow(
      Unprocessable,
    );
    await expect(
      app.deployments.release(releaseDeploymentInput.parse({ ...change, name: 'none' })),
    ).rejects.toThrow(NotFound);
    await app.deployments.remove({ name: 'renewed' });
    await untilGone('renewed');
    const { events } = await app.audit.list({ subject: id, limit: 10 });
    expect(events.map(({ action }) => action)).toContain('deployment.updated');
  });

  it('keep their model: it is deleted only with force', async () => {
    await app.deployments.create(input('user'));
    const asked = app.models.remove({ id: MODEL_ID });
    await expect(asked).rejects.toThrow('The model tiny is used by the deployment user. Delete it first');
    await app.deployments.remove({ name: 'user' });
    await untilGone('user');
  });

  it('are refused with the status of the reason', async () => {
    await app.deployments.create(input('taken'));
    await expect(app.deployments.create(input('taken'))).rejects.toThrow(Conflict);
    await expect(app.deployments.create(input('other', { model_id: 'none' }))).rejects.toThrow(Unprocessable);
    await expect(app.deployments.scale({ name: 'none', replicas: 1 })).rejects.toThrow(NotFound);
    await expect(app.deployments.get({ name: 'none' })).rejects.toThrow(NotFound);
    await app.deployments.remove({ name: 'taken' });
    await untilGone('taken');
  });
});

describe('the actions of deployments', () => {
  it('create, scale, limit and delete a deployment by its id and by its name', async () => {
    const { id } = await startSteps(app, [
      {
        id: 'deploy',
        action: 'deployment_create',
        params: { model_id: MODEL_ID, cluster_id: 'local', deployment_name: 'chain', runtime: 'good' },
      },
      {
        id: 'scale',
        action: 'deployment_scale',
        params: { deployment_id: '{{steps.deploy.output.deployment_id}}', replicas: 3 },
      },
      {
        id: 'limit',
        action: 'deployment_ratelimit',
        params: { deployment_id: 'chain', rate_limit: 10, time_window: 'second', algorithm: 'fixed_window' },
        depends_on: ['scale'],
      },
      {
        id: 'remove',
        action: 'deployment_delete',
        params: { deployment_id: '{{steps.limit.output.deployment_id}}' },
      },
    ]);
    const run = await untilEnded(app, id);
    expect(run.status).toBe('completed');
    expect(await outputOf(id, 'deploy')).toEqual({
      deployment_id: expect.stringMatching(/^dep_/),
      endpoint_url: 'http://127.0.0.1:3000/deployments/chain',
      status: 'active',
      ready_replicas: 1,
    });
    expect(await outputOf(id, 'scale')).toEqual({ previous_replicas: 1, current_replicas: 3 });
    expect(await outputOf(id, 'limit')).toMatchObject({
      rate_limit: 10,
      time_window: 'second',
      algorithm: 'fixed_window',
    });
    expect(await outputOf(id, 'remove')).toMatchObject({ deleted: true });
  });

  it.each([
    ['a name that is taken', { deployment_name: 'held' }, /^The name held is taken by another deployment/],
    [
      'no time',
      { deployment_name: 'late', runtime: 'hang', timeout_seconds: 1 },
      // `pending` when no controller has reached it within this second.
      /is (?:pending|deploying) with 0 of 1 replicas ready/,
    ],
    ['a bad name', { deployment_name: 'Not A Name' }, /Use up to 63 lower-case letters/],
  ])('fail with a sentence for %s', async (_, more, sentence) => {
    const held = await app.deployments.create(input('held'));
    const params = { model_id: MODEL_ID, cluster_id: 'local', runtime: 'good', ...more };
    const { id } = await startSteps(app, [{ id: 'deploy', action: 'deployment_create', params }]);
    const run = await untilEnded(app, id);
    for (const name of [held.name, 'late']) await app.deployments.remove({ name }).catch(() => undefined);
    await Promise.all(['held', 'late'].map(untilGone));
    expect(run.status).toBe('failed');
    expect(run.error?.message).toMatch(sentence);
  });

  it('find the deployment of the first attempt when a step is tried again', async () => {
    const registry = app.context.deployments.registry;
    const owner = { runId: 'run_1', step: 'deploy' };
    const request = {
      ...{ name: 'once', modelId: MODEL_ID, clusterId: 'local', replicas: 1, runtime: 'good' },
      ...{ resources: { gpu_count: 0 }, owner, signal: new AbortController().signal },
    };
    const first = await registry.create(request);
    expect(await registry.create(request)).toEqual(first);
    const attempt = { owner: { runId: 'run_1', step: 'scale' }, signal: request.signal };
    const scaled = { id: first.id, previousReplicas: 1, currentReplicas: 2 };
    expect(await registry.scale('once', 2, attempt)).toEqual(scaled);
    expect(await registry.scale('once', 2, attempt)).toEqual(scaled);
    const ended = { owner: { runId: 'run_1', step: 'remove' }, signal: request.signal };
    expect(await registry.delete('once', ended)).toEqual({ id: first.id });
    expect(await registry.delete('once', ended)).toEqual({ id: first.id });
    await expect(registry.delete('once', attempt)).rejects.toThrow('The deployment once does not exist.');
  });

  it('report to one of two concurrent steps that the other scaled later', async () => {
    const registry = app.context.deployments.registry;
    await app.deployments.create(input('torn'));
    const signal = new AbortController().signal;
    const scale = (step: string, replicas: number) =>
      registry
        .scale('torn', replicas, { owner: { runId: 'run_2', step }, signal })
        .catch((error: Error) => error);
    const [two, three] = await Promise.all([scale('two', 2), scale('three', 3)]);
    const ended = [two, three].map((one) => (one instanceof Error ? one.message : one.currentReplicas));
    const { replicas } = await app.deployments.get({ name: 'torn' });
    expect(ended).toContain(replicas);
    for (const one of ended) {
      if (one !== replicas) expect(one).toContain(`was scaled to ${replicas} in the meantime`);
    }
    await app.deployments.remove({ name: 'torn' });
    await untilGone('torn');
  });
});
