import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Json } from '@/engine';
import { createDeploymentInput } from '@/lib/contracts/deployments';
import type { App } from '../../compose';
import { writeRuntimes } from '../../deployments/testing/runtimes';
import { addModel, MODEL_ID } from '../../deployments/testing/workbench';
import { testModelSettings } from '../../models/testing/settings';
import { openTestApp, untilEnded } from '../../testing/app';
import { createTestDatabase } from '../../testing/database';
import { until } from '../../testing/until';

let app: App;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pipewright-bad-inputs-'));
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
  const input = { name: 'held', model_id: MODEL_ID, runtime: 'good' };
  await app.deployments.create(createDeploymentInput.parse(input));
  await until(
    'it to be active',
    async () => (await app.deployments.get({ name: 'held' })).status === 'active',
  );
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const deploy = { model_id: MODEL_ID, cluster_id: 'local', deployment_name: 'fresh', runtime: 'good' };
const GONE = 'The deployment gone does not exist. Check its id or name on the deployments page.';
const NO_MODEL = /^The model mdl_none does not exist/;
const NO_CLUSTER = /^The cluster gpu-west does not exist\. Clusters: local\./;

/** What each action is given, and how its step fails. */
const CASES: [string, string, Record<string, Json>, string, string | RegExp][] = [
  [
    'deployment_create',
    'a name that is taken',
    { ...deploy, deployment_name: 'held' },
    'rejected',
    /^The name held is taken by another deployment, whose status is active\. Choose another name/,
  ],
  [
    'deployment_create',
    'another model of a reused name',
    { ...deploy, deployment_name: 'held', runtime: 'slow', if_exists: 'reuse' },
    'rejected',
    /^The name held is taken/,
  ],
  [
    'deployment_create',
    'an unknown model',
    { ...deploy, model_id: 'mdl_none' },
    'invalid_params',
    /mdl_none/,
  ],
  [
    'deployment_create',
    'an unknown cluster',
    { ...deploy, cluster_id: 'gpu-west' },
    'invalid_params',
    NO_CLUSTER,
  ],
  ['deployment_create', 'an unknown runtime', { ...deploy, runtime: 'vllm-9' }, 'invalid_params', /vllm-9/],
  [
    'deployment_create',
    'more memory than there is',
    { ...deploy, memory_gb: 99_999 },
    'rejected',
    /^The deployment fresh exceeds the capacity of the cluster: 1 × 99999 GB of memory/,
  ],
  ['deployment_create', 'more GPUs than there are', { ...deploy, gpu_count: 64 }, 'rejected', /64 GPUs/],
  [
    'deployment_create',
    'a negative number of replicas',
    { ...deploy, replicas: -1 },
    'invalid_params',
    /^params\.replicas /,
  ],
  [
    'deployment_create',
    'too many replicas',
    { ...deploy, replicas: 101 },
    'invalid_params',
    /^params\.replicas .*100/,
  ],
  [
    'deployment_create',
    'fewer most than fewest replicas',
    { ...deploy, auto_scaling: { min_replicas: 3, max_replicas: 2 } },
    'invalid_params',
    /min_replicas must not be more than max_replicas/,
  ],
  [
    'deployment_scale',
    'a deployment that is gone',
    { deployment_id: 'gone', replicas: 1 },
    'invalid_params',
    GONE,
  ],
  [
    'deployment_scale',
    'a negative number',
    { deployment_id: 'held', replicas: -1 },
    'invalid_params',
    /^params\.replicas /,
  ],
  [
    'deployment_scale',
    'too many',
    { deployment_id: 'held', replicas: 1000 },
    'invalid_params',
    /^params\.replicas .*100/,
  ],
  [
    'deployment_scale',
    'half a replica',
    { deployment_id: 'held', replicas: 1.5 },
    'invalid_params',
    /^params\.replicas /,
  ],
  [
    'deployment_ratelimit',
    'a deployment that is gone',
    { deployment_id: 'gone', rate_limit: 1 },
    'invalid_params',
    GONE,
  ],
  [
    'deployment_ratelimit',
    'no requests at all',
    { deployment_id: 'held', rate_limit: 0 },
    'invalid_params',
    /^params\.rate_limit /,
  ],
  [
    'deployment_ratelimit',
    'an unknown window',
    { deployment_id: 'held', rate_limit: 1, time_window: 'day' },
    'invalid_params',
    /^params\.time_window .*second/,
  ],
  [
    'deployment_ratelimit',
    'an unknown algorithm',
    { deployment_id: 'held', rate_limit: 1, algorithm: 'leaky' },
    'invalid_params',
    /^params\.algorithm .*token_bucket/,
  ],
  ['deployment_delete', 'a deployment that is gone', { deployment_id: 'gone' }, 'invalid_params', GONE],
  ['deployment_status', 'a deployment that is gone', { deployment_id: 'gone' }, 'invalid_params', GONE],
  [
    'model_add',
    'an unknown source',
    { model_uri: 'x', model_source: 'ftp' },
    'invalid_params',
    /^params\.model_source cannot be "ftp"\. Allowed values: model_hub/,
  ],
  [
    'model_add',
    'a folder outside the allowed ones',
    { model_uri: '/etc/passwd', model_source: 'local' },
    'rejected',
    /MODELS_LOCAL_DIRS/,
  ],
  ['model_delete', 'an unknown model', { model_id: 'mdl_none' }, 'invalid_params', NO_MODEL],
  [
    'model_delete',
    'a model in use',
    { model_id: MODEL_ID },
    'rejected',
    /^The model tiny is used by the deployment held\. Delete it first/,
  ],
  ['model_status', 'an unknown model', { model_id: 'mdl_none' }, 'invalid_params', NO_MODEL],
  ['model_benchmark', 'an unknown model', { model_id: 'mdl_none' }, 'invalid_params', /mdl_none/],
  [
    'cloud_model_add',
    'an unknown provider',
    { provider: 'nobody', model_id: 'm' },
    'invalid_params',
    /^params\.provider /,
  ],
  ['cluster_health', 'an unknown cluster', { cluster_id: 'gpu-west' }, 'invalid_params', NO_CLUSTER],
  [
    'cluster_health',
    'a timeout of 0',
    { cluster_id: 'local', timeout_seconds: 0 },
    'invalid_params',
    /^params\.timeout_seconds /,
  ],
];

it('every action over models, deployments and clusters says what is wrong with what it is given', async () => {
  // Templates, so that nothing is refused before the step runs.
  const steps = CASES.map(([action, , params], index) => ({
    id: `s${index}`,
    action,
    params: Object.fromEntries(Object.keys(params).map((name) => [name, `{{params.s${index}.${name}}}`])),
  }));
  const params = Object.fromEntries(
    CASES.map(([, , given], index) => [`s${index}`, { type: 'object', default: given }]),
  );
  const { id } = await app.pipelines.create({ text: JSON.stringify({ name: 'Bad inputs', params, steps }) });
  const { id: runId } = await app.runs.start({ pipelineId: id });
  await untilEnded(app, runId);
  const events = await app.runs.events({ id: runId });
  for (const [index, [action, what, , kind, message]] of CASES.entries()) {
    const ended = events.find((event) => event.type === 'step_failed' && event.step === `s${index}`);
    const error = ended?.type === 'step_failed' ? ended.error : undefined;
    expect.soft(error, `${action}: ${what}`).toMatchObject({
      kind,
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    });
  }
  const { deployments } = await app.deployments.list();
  expect(deployments.map(({ name, replicas }) => ({ name, replicas }))).toEqual([
    { name: 'held', replicas: 1 },
  ]);
});

it('a deployment may be scaled to 0, and a step that waits for it reads that it is stopped', async () => {
  const steps = [
    {
      id: 'find',
      action: 'deployment_create',
      params: { ...deploy, deployment_name: 'held', if_exists: 'reuse' },
    },
    {
      id: 'stop',
      action: 'deployment_scale',
      params: { deployment_id: 'held', replicas: 0 },
      depends_on: ['find'],
    },
    {
      id: 'until',
      action: 'wait_until',
      params: {
        condition: "steps.find.output.status == 'stopped'",
        poll_interval_seconds: 0.2,
        timeout_seconds: 30,
      },
      depends_on: ['stop'],
    },
  ];
  const { id } = await app.pipelines.create({ text: JSON.stringify({ name: 'Stop', steps }) });
  const { id: runId } = await app.runs.start({ pipelineId: id });
  expect(await untilEnded(app, runId)).toMatchObject({ status: 'completed', error: null });
});
