import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Sql } from 'postgres';
import type { Clusters, Secrets } from '@/engine/ports';
import { LOCAL_CLUSTER } from '@/lib/contracts/clusters';
import type { ListGpus } from '../adapters/clusters/nvidia-smi';
import { createDialer, type LivePolicy } from '../adapters/egress';
import { createHttp } from '../adapters/http';
import { openRuntimes } from '../adapters/runtimes';
import type { RuntimeSettings } from '../adapters/runtimes/settings';
import { newId } from '../ids';
import type { ModelSettings } from '../models/settings';
import { adoptReplicas, endOrphans } from './adopt';
import { AutoScaler } from './auto-scaler';
import { baseUrlOf } from './base-url';
import { Controller } from './controller';
import { ExternalProvider } from './external-provider';
import type { OpenCluster } from './kubernetes/connections';
import { KubernetesProvider } from './kubernetes/kubernetes-provider';
import { readKubernetesFile } from './kubernetes/settings';
import { Leadership } from './leadership';
import { LocalProvider } from './local/local-provider';
import { DeploymentRegistry } from './registry';
import { TIMINGS, type Timings } from './timings';
import { UsageMeter } from './usage-meter';

export interface DeploymentsOptions {
  readonly config: RuntimeSettings & {
    readonly dataDir: string;
    readonly databaseUrl: string | undefined;
    readonly host: string;
    readonly port: number;
    readonly kind?: 'web' | 'worker';
    /** Absolute path of the settings of Kubernetes clusters, from KUBERNETES_FILE. @default none */
    readonly kubernetesFile?: string | undefined;
    readonly models: Pick<ModelSettings['models'], 'hubEndpoint' | 's3'>;
  };
  readonly sql: Sql;
  /** For models that pods download with credentials. */
  readonly secrets: Secrets;
  /** Allowed destinations, and the author of changes. */
  readonly registration: { readonly policy: LivePolicy; readonly instance: string };
  readonly clusters: Clusters;
  readonly openCluster: OpenCluster;
  /** GPUs of this machine, for its replicas. */
  readonly listGpus: ListGpus;
  /** Path of a file of a model on this machine. */
  readonly localPath: (sha256: string) => Promise<string>;
  /** Requests of all gateways in flight at a replica. */
  readonly inFlight: (replicaId: string) => Promise<number>;
  /** Requests of a deployment in flight and in queues. */
  readonly requests: (deploymentId: string) => Promise<number>;
  readonly report: (error: unknown, what: string) => void;
  /** @default TIMINGS */
  readonly timings?: Timings;
}

/** The deployments of a server process. */
export interface ServerDeployments {
  readonly registry: DeploymentRegistry;
  readonly usage: UsageMeter;
  /** Name of this machine in rows of replicas. */
  readonly node: string;
  /** Starts the controller, which acts while no other process is the leader. */
  start(): void;
  /** Checks deployments immediately, after a change in this process or another one. */
  wake(): void;
  /** Ends the replicas that this process manages. The next process starts them again. */
  stop(): Promise<void>;
}

/** Creates registry, providers and controller of this process. */
export async function createDeployments(options: DeploymentsOptions): Promise<ServerDeployments> {
  const { config, sql, registration, clusters, listGpus, localPath, report, timings = TIMINGS } = options;
  const { kind = 'web' } = config;
  const owner = newId('worker');
  const node = hostname();
  const markPrefix = `${registration.instance}/`;
  const runtimes = await openRuntimes(config);
  let controller: Controller | undefined;
  const wake = () => controller?.wake();
  const leadership = new Leadership({ sql, owner, kind, isOnly: config.databaseUrl === undefined });
  const local = new LocalProvider({
    ...{ sql, leadership, runtimes, localPath, owner, node, markPrefix, timings, report, listGpus },
    changed: wake,
    inFlight: options.inFlight,
    folder: join(config.dataDir, 'deployments'),
  });
  const requests = { dialer: createDialer(registration.policy), mark: () => registration.instance };
  const http = createHttp(requests);
  const external = new ExternalProvider({ sql, leadership, http, timings });
  const settings = await readKubernetesFile(config.kubernetesFile);
  const origins = { settings: config.models, secrets: options.secrets };
  const kubernetes = new KubernetesProvider({
    ...{ sql, runtimes, settings, origins, requests, timings, report, changed: wake },
    open: options.openCluster,
    inFlight: options.inFlight,
  });
  const scaler = new AutoScaler({ sql, clusters, timings, requests: options.requests });
  const stopping = new AbortController();
  const signal = stopping.signal;
  const adoption = { sql, leadership, provider: local, node, owner, markPrefix, timings, signal };
  let sweptAt = -Infinity;
  const sweep = async () => {
    if (performance.now() - sweptAt < timings.sweepMs) return;
    sweptAt = performance.now();
    if (leadership.isCertain) kubernetes.sweep(() => leadership.isCertain);
    if (leadership.isCertain || (await leadership.isElsewhere())) await endOrphans(adoption);
  };
  return {
    registry: new DeploymentRegistry({
      ...{ sql, runtimes, clusters, kubernetes: { settings, origins }, wake },
      baseUrl: () => baseUrlOf(sql, { ...config, kind }),
    }),
    usage: new UsageMeter(),
    node,
    start: () => {
      controller ??= new Controller({
        ...{ sql, leadership, timings, report, sweep },
        providerOf: ({ externalUrl, clusterId }) => {
          if (externalUrl !== null) return external;
          return clusterId === LOCAL_CLUSTER ? local : kubernetes;
        },
        scale: (deployment) => scaler.scale(deployment),
        begin: (deployments) => adoptReplicas(adoption, deployments),
        lose: () => {
          local.leave();
          void kubernetes.leave();
        },
      });
    },
    wake,
    stop: async () => {
      await controller?.stop();
      stopping.abort();
      await kubernetes.leave();
      await local.end();
      await leadership.end();
    },
  };
}
