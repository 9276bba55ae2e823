import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { App } from '../../compose';
import { testModelSettings } from '../../models/testing/settings';
import { replicasOf } from '../../store/deployments/read-deployments';
import { openTestApp, startSteps, untilEnded } from '../../testing/app';
import { createTestDatabase } from '../../testing/database';

let app: App;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pipewright-embedded-deployment-'));
  app = await openTestApp(await createTestDatabase(), {
    config: { dataDir: folder, models: testModelSettings(join(folder, 'models')) },
  });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

it('a model of the product is added, measured, deployed on the embedded runtime, and answers a chat', async () => {
  const { id } = await startSteps(app, [
    { id: 'add', action: 'model_add', params: { model_uri: 'builtin://tiny', model_source: 'custom' } },
    {
      id: 'before',
      action: 'model_benchmark',
      params: { model_id: '{{steps.add.output.model_id}}', requests: 3, max_tokens: 8 },
    },
    {
      id: 'deploy',
      action: 'deployment_create',
      params: {
        model_id: '{{steps.add.output.model_id}}',
        cluster_id: 'local',
        deployment_name: 'tiny',
        replicas: 2,
      },
    },
    {
      id: 'after',
      action: 'model_benchmark',
      params: { model_id: '{{steps.add.output.model_id}}', requests: 6, concurrency: 2, max_tokens: 8 },
    },
  ]);
  const run = await untilEnded(app, id);
  expect(run.error).toBeNull();
  // The temporary deployment of the first benchmark is gone.
  const { deployments } = await app.deployments.list();
  expect(deployments.map(({ name }) => name)).toEqual(['tiny']);
  const shown = await app.deployments.get({ name: 'tiny' });
  expect(shown).toMatchObject({ status: 'active', runtime: 'embedded', ready_replicas: 2 });
  const [replica] = await replicasOf(app.context.sql, [shown.id]);
  const answer = await fetch(`${replica?.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'tiny',
      max_tokens: 8,
      messages: [{ role: 'user', content: 'Hello' }],
    }),
  });
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ choices: [{ message: { role: 'assistant' } }] });
});
