import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sql } from 'postgres';
import { modelFiles, models } from '@/drizzle/schema';
import type { AutoScaling, ReplicaResources } from '@/engine/deployments';
import type { ClusterHealth, Secrets } from '@/engine/ports';
import type { ListGpus } from '../../adapters/clusters/nvidia-smi';
import { policyOf } from '../../adapters/egress/testing/policies';
import { markedProcesses } from '../../adapters/process-table';
import type { Database } from '../../db/open';
import { rowsOf } from '../../db/rows';
import { BY_PERSON } from '../../store/deployments/change-deployments';
import { findDeployment, replicasOf } from '../../store/deployments/read-deployments';
import { until } from '../../testing/until';
import { createDeployments, type ServerDeployments } from '..';
import type { OpenCluster } from '../kubernetes/connections';
import { TIMINGS, type Timings } from '../timings';
import { writeRuntimes } from './runtimes';

/** Short intervals for tests. A replica that a loaded machine delays still counts as one that responds. */
export const FAST: Timings = {
  ...TIMINGS,
  tickMs: 100,
  startProbeMs: 30,
  liveProbeMs: 150,
  probeTimeoutMs: 2000,
  backOffMs: 10,
  longestBackOffMs: 100,
  drainMs: 2000,
  noticeMs: 50,
  scaleEveryMs: 100,
  scaleDownAfterMs: 300,
  killMs: 1500,
};

const GB = 1_000_000_000;
export const MODEL_ID = 'mdl_tiny';
const SHA = 'ab'.repeat(32);
const CONTENT = 'GGUF';

/** The environment of a server under test. */
export interface Place {
  /** A separate folder with the runtimes file and the weights of the model. */
  readonly folder: string;
  readonly runtimesFile: string;
  readonly weights: string;
  readonly instance: string;
}

/** The machine of the local cluster, and what its replicas inherit. */
export interface TestMachine {
  readonly health: () => Promise<ClusterHealth>;
  readonly listGpus: ListGpus;
  readonly environment: Readonly<Record<string, string>>;
}

/** 8 cores, 16 GB of memory and 2 GPUs that do not exist. */
const TEST_MACHINE: TestMachine = {
  health: async () => capacityOf({ cores: 8, memoryGb: 16, gpus: 2 }),
  listGpus: async () => ({
    gpus: [0, 1].map((index) => ({ index, uuid: `GPU-${index}`, name: 'GPU', isFree: true })),
  }),
  environment: { PATH: '/usr/bin:/bin' },
};

interface ServerOptions {
  /** Clusters besides `local`. */
  readonly openCluster?: OpenCluster;
  /** @default TEST_MACHINE */
  readonly machine?: TestMachine;
  readonly kubernetesFile?: string | undefined;
  readonly timings?: Partial<Timings>;
  readonly inFlight?: (replicaId: string) => Promise<number>;
  readonly requests?: (deploymentId: string) => Promise<number>;
  readonly secrets?: Secrets;
  /** Called before a model file is returned. */
  readonly fetching?: () => Promise<void>;
}

/** Opens a server that manages deployments in a separate database. */
export async function openServer(
  sql: Sql,
  { folder, runtimesFile, weights, instance }: Place,
  options: ServerOptions & { readonly report: (error: unknown, what: string) => void },
): Promise<ServerDeployments> {
  const policy = policyOf('open');
  const { timings, inFlight = async () => 0, requests = async () => 0, fetching, report } = options;
  const { openCluster = async () => undefined, kubernetesFile, machine = TEST_MACHINE } = options;
  const { secrets = { reveal: async () => undefined } } = options;
  const server = await createDeployments({
    config: {
      dataDir: join(folder, 'data'),
      databaseUrl: undefined,
      host: '127.0.0.1',
      port: 3000,
      root: process.cwd(),
      runtimes: { file: runtimesFile, environment: machine.environment },
      models: {
        hubEndpoint: new URL('https://huggingface.co'),
        s3: { endpoint: undefined, region: 'eu-central-1', isPathStyle: true, credentials: undefined },
      },
      kubernetesFile,
    },
    sql,
    registration: { policy: { last: policy, current: async () => policy }, instance },
    clusters: machine,
    listGpus: machine.listGpus,
    openCluster,
    secrets,
    localPath: async () => {
      await fetching?.();
      return weights;
    },
    inFlight,
    requests,
    report,
    timings: { ...FAST, ...timings },
  });
  server.start();
  return server;
}

/** Opens a database with a model, and servers that manage its deployments. @param database migrated */
export async function openWorkbench(database: Pick<Database, 'sql' | 'close'>) {
  const { sql } = database;
  const folder = await mkdtemp(join(tmpdir(), 'pipewright-deployments-'));
  const instance = folder.slice(folder.lastIndexOf('-') + 1);
  const weights = join(folder, 'weights.gguf');
  await writeFile(weights, CONTENT);
  await addModel(sql);
  const place: Place = { folder, weights, instance, runtimesFile: await writeRuntimes(folder) };
  const servers = new Set<ServerDeployments>();
  const reported: unknown[] = [];

  const open = async (options: ServerOptions = {}) => {
    const report = (error: unknown) => void reported.push(error);
    const server = await openServer(sql, place, { ...options, report });
    servers.add(server);
    return server;
  };
  const close = async () => {
    for (const server of servers) await server.stop();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  };
  const stateOf = async (name: string) => {
    const row = await findDeployment(sql, name);
    return row && { row, replicas: await replicasOf(sql, [row.id]) };
  };
  return {
    ...{ sql, folder, place, open, close, reported, stateOf },
    /** Replica processes of this installation in the process table. */
    processes: () => markedProcesses(`${instance}/`),
    untilStatus: (name: string, status: string) =>
      until(`${name} to be ${status}`, async () => {
        const state = await stateOf(name);
        return state?.row.status === status && state;
      }),
    untilGone: (name: string) => until(`${name} to be gone`, async () => !(await findDeployment(sql, name))),
  };
}

/** The process of a replica. @throws Error without one: 0 would stand for the whole process group of the test */
export function processOf(replica: { readonly pid: number | null } | undefined): number {
  if (replica?.pid == null) throw new Error('The replica has no process.');
  return replica.pid;
}

export type Workbench = Awaited<ReturnType<typeof openWorkbench>>;

/** Creates a deployment as a person. */
export function create(
  server: ServerDeployments,
  name: string,
  more: {
    replicas?: number;
    runtime?: string;
    resources?: Partial<ReplicaResources>;
    autoScaling?: AutoScaling;
    clusterId?: string;
    externalUrl?: string;
  } = {},
) {
  const {
    replicas = 1,
    runtime = 'good',
    resources = {},
    autoScaling,
    clusterId = 'local',
    externalUrl,
  } = more;
  const wanted = {
    ...{ name, replicas, runtime, clusterId },
    modelId: MODEL_ID,
    ...(externalUrl !== undefined && { externalUrl }),
    resources: { gpu_count: 0, ...resources },
    ...(autoScaling && { autoScaling }),
  };
  return server.registry.createAs(wanted, BY_PERSON);
}

/** Adds an available model with one file. @param root folder for the contents, if tests need them */
export async function addModel(sql: Parameters<typeof rowsOf>[0], root?: string): Promise<void> {
  if (root !== undefined) {
    await mkdir(join(root, SHA.slice(0, 2)), { recursive: true });
    await writeFile(join(root, SHA.slice(0, 2), SHA.slice(2)), CONTENT);
  }
  await rowsOf(sql).insert(models).values({
    id: MODEL_ID,
    name: 'tiny',
    status: 'available',
    source: 'url',
    uri: 'https://models.example.org/tiny.gguf',
    metadata: {},
    requestKey: 'tiny',
    size: 4,
    sha256: SHA,
  });
  const file = { modelId: MODEL_ID, path: 'tiny.gguf', size: 4, sha256: SHA, verified: 'sha256' } as const;
  await rowsOf(sql)
    .insert(modelFiles)
    .values({ ...file, version: null });
}

function capacityOf({
  cores,
  memoryGb,
  gpus,
}: {
  cores: number;
  memoryGb: number;
  gpus: number;
}): ClusterHealth {
  const whole = (total: number) => ({ total, free: total });
  const capacity = { cpu: whole(cores), memory: whole(memoryGb * GB), gpu: whole(gpus) };
  const node = { name: 'node', isReady: true, ...capacity, gpuTypes: [] };
  return { nodes: [node], capacity, gpuTypes: [], issues: [] };
}
