import { type ChildProcess, spawn } from 'node:child_process';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { createAuthority } from '../../adapters/clusters/testing/authority';
import { probe } from '../local/probe';
import type { ClusterFixture } from './cluster-fixture';
import { type TestApi, testApi } from './test-api';

/** The node that pods of tests run on. */
const NODE = 'pipewright-kubelet';
const TICK_MS = 40;
/** Failures after which a container is in CrashLoopBackOff; a real kubelet reaches this state after some minutes. */
const LOOP_AFTER = 6;

/** The fields of a pod that a kubelet reads. */
interface PodObject {
  readonly metadata: { readonly name: string; readonly deletionTimestamp?: string };
  readonly spec: {
    readonly nodeName?: string;
    readonly terminationGracePeriodSeconds?: number;
    readonly containers: readonly ContainerObject[];
  };
}
interface ContainerObject {
  readonly name: string;
  readonly image: string;
  readonly command?: readonly string[];
  readonly args?: readonly string[];
  readonly env?: readonly { readonly name: string; readonly value?: string }[];
  readonly ports: readonly { readonly containerPort: number }[];
  readonly readinessProbe?: {
    readonly httpGet?: { readonly path: string };
    readonly failureThreshold?: number;
    readonly timeoutSeconds?: number;
  };
}

/** A pod whose container runs as a process of this machine. */
interface RunningPod {
  readonly address: string;
  output: string;
  restarts: number;
  isReady: boolean;
  /** Consecutive failed checks. */
  misses: number;
  process: ChildProcess | undefined;
  status: string;
}

/** The simulated kubelet, and the conditions that pods meet. */
export interface Kubelet {
  /** Whether new pods are scheduled. @default true */
  canSchedule: boolean;
  /** Images that cannot be pulled. */
  readonly missingImages: Set<string>;
  /** Process ids of running pods. */
  readonly pids: () => number[];
  close(): Promise<void>;
}

/**
 * Simulates scheduler and kubelet through the API: schedules pods, starts and checks the process of their container,
 * and ends it when the pod is deleted. Init containers count as completed.
 */
export async function startKubelet({
  connection,
  namespace,
  podAddresses,
}: ClusterFixture): Promise<Kubelet> {
  const api = testApi(connection);
  const pods = new Map<string, RunningPod>();
  const stop = new AbortController();
  const logs = await serveLogs(pods);
  await registerNode(api, logs);
  const kubelet = { canSchedule: true, missingImages: new Set<string>() };
  const path = (name: string) => `/api/v1/namespaces/${namespace}/pods/${name}`;

  const step = async (pod: PodObject): Promise<void> => {
    const { name, deletionTimestamp } = pod.metadata;
    if (deletionTimestamp !== undefined) {
      await end(pods.get(name), pod.spec.terminationGracePeriodSeconds ?? 30);
      pods.delete(name);
      await api('DELETE', path(name), { gracePeriodSeconds: 0 });
      return;
    }
    if (pod.spec.nodeName === undefined) return schedule(pod);
    if (pod.spec.nodeName !== NODE) return;
    await advance(pod, name);
  };
  const advance = async (pod: PodObject, name: string): Promise<void> => {
    const [container] = pod.spec.containers;
    if (!container) return;
    const running = pods.get(name) ?? { ...FRESH, address: podAddresses() };
    pods.set(name, running);
    const isMissing = kubelet.missingImages.has(container.image);
    if (!isMissing) await look(running, container);
    const status = statusOf(running, container, isMissing);
    if (JSON.stringify(status) === running.status) return;
    running.status = JSON.stringify(status);
    await api('PATCH', `${path(name)}/status`, { status });
  };
  const schedule = async ({ metadata: { name } }: PodObject): Promise<void> => {
    if (kubelet.canSchedule) {
      const target = { kind: 'Node', name: NODE };
      const binding = { apiVersion: 'v1', kind: 'Binding', metadata: { name }, target };
      await api('POST', `${path(name)}/binding`, binding);
      return;
    }
    const message = '0/1 nodes are available: 1 Insufficient nvidia.com/gpu.';
    const conditions = [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message }];
    await api('PATCH', `${path(name)}/status`, { status: { phase: 'Pending', conditions } });
  };
  const stepAll = async (items: readonly PodObject[]) => {
    await Promise.all(items.map((pod) => step(pod).catch(() => undefined)));
    const known = new Set(items.map(({ metadata }) => metadata.name));
    const gone = [...pods].filter(([name]) => !known.has(name));
    for (const [name, pod] of gone) await forget(pods, name, pod);
  };
  const run = async () => {
    while (!stop.signal.aborted) {
      const list = await api('GET', `/api/v1/namespaces/${namespace}/pods`).catch(() => undefined);
      if (list) await stepAll(list.items as PodObject[]);
      await delay(TICK_MS, undefined, { signal: stop.signal }).catch(() => undefined);
    }
  };
  const running = run();
  return Object.assign(kubelet, {
    pids: () => [...pods.values()].flatMap(({ process }) => process?.pid ?? []),
    close: async () => {
      stop.abort();
      await running;
      await Promise.all([...pods.values()].map((pod) => end(pod, 0)));
      logs.closeAllConnections();
      logs.close();
    },
  });
}

const FRESH = { output: '', restarts: 0, isReady: false, misses: 0, process: undefined, status: '' };

async function forget(pods: Map<string, RunningPod>, name: string, pod: RunningPod): Promise<void> {
  await end(pod, 0);
  pods.delete(name);
}

/** Starts the process if none is running, and checks its readiness. */
async function look(pod: RunningPod, container: ContainerObject): Promise<void> {
  if (!pod.process && pod.restarts >= LOOP_AFTER) return;
  if (!pod.process) return start(pod, container);
  const path = container.readinessProbe?.httpGet?.path ?? '/';
  const url = new URL(path, `http://${pod.address}:${container.ports[0]?.containerPort}`);
  const timeoutMs = (container.readinessProbe?.timeoutSeconds ?? 1) * 1000;
  const answer = await probe(url, timeoutMs, new AbortController().signal);
  const isGood = answer.kind === 'answer' && answer.status < 300;
  pod.misses = isGood ? 0 : pod.misses + 1;
  const isTolerated = pod.isReady && pod.misses < (container.readinessProbe?.failureThreshold ?? 3);
  pod.isReady = pod.process !== undefined && (isGood || isTolerated);
}

function start(pod: RunningPod, { command = [], args = [], env = [] }: ContainerObject): void {
  const [file = '', ...rest] = [...command, ...args];
  // A real container listens on every address of its own network; here each pod has one address of this machine.
  const own = rest.map((argument) => argument.replace('0.0.0.0', pod.address));
  const variables = Object.fromEntries(env.map(({ name, value = '' }) => [name, value]));
  const child = spawn(file, own, {
    env: { PATH: '/usr/bin:/bin', ...variables, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  pod.process = child;
  const keep = (chunk: Buffer) => {
    pod.output = (pod.output + chunk.toString()).slice(-10_000);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  child.once('error', (error) => keep(Buffer.from(`${error.message}\n`)));
  child.once('close', () => {
    pod.process = undefined;
    pod.isReady = false;
    pod.restarts += 1;
  });
}

async function end(pod: RunningPod | undefined, graceSeconds: number): Promise<void> {
  const child = pod?.process;
  if (!child || child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once('close', resolve));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), graceSeconds * 1000);
  await ended;
  clearTimeout(timer);
}

function statusOf(pod: RunningPod, container: ContainerObject, isMissing: boolean) {
  const isLooping = pod.process === undefined && pod.restarts >= LOOP_AFTER;
  const condition = (type: string, isTrue: boolean) => ({ type, status: isTrue ? 'True' : 'False' });
  const waiting = isMissing
    ? { reason: 'ImagePullBackOff', message: `Back-off pulling image "${container.image}"` }
    : { reason: 'CrashLoopBackOff', message: 'back-off 5m0s restarting failed container' };
  const state = isLooping || isMissing ? { waiting } : { running: {} };
  return {
    phase: isMissing ? 'Pending' : 'Running',
    podIP: pod.address,
    podIPs: [{ ip: pod.address }],
    conditions: [
      condition('PodScheduled', true),
      condition('Ready', pod.isReady),
      condition('ContainersReady', pod.isReady),
    ],
    containerStatuses: [
      {
        ...{ name: container.name, image: container.image, imageID: '', ready: pod.isReady, state },
        restartCount: pod.restarts,
        ...(pod.restarts > 0 && { lastState: { terminated: { exitCode: 3, reason: 'Error' } } }),
      },
    ],
  };
}

/** Serves the logs of pods to the API server: /containerLogs/<namespace>/<pod>/<container>. */
async function serveLogs(outputs: ReadonlyMap<string, RunningPod>): Promise<Server> {
  const { server: certificate } = await createAuthority();
  const server = createServer(certificate, (request, response) => {
    const [, , , name = ''] = (request.url ?? '').split('/');
    response.end(outputs.get(name)?.output ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

async function registerNode(api: TestApi, logs: Server): Promise<void> {
  const { port } = logs.address() as AddressInfo;
  const quantities = { cpu: '8', memory: '16Gi', pods: '110', 'nvidia.com/gpu': '2' };
  const status = {
    ...{ capacity: quantities, allocatable: quantities },
    addresses: [{ type: 'InternalIP', address: '127.0.0.1' }],
    daemonEndpoints: { kubeletEndpoint: { Port: port } },
    conditions: [{ type: 'Ready', status: 'True' }],
  };
  const node = { apiVersion: 'v1', kind: 'Node', metadata: { name: NODE } };
  await api('POST', '/api/v1/nodes', node).catch(() => undefined);
  await api('PATCH', `/api/v1/nodes/${NODE}/status`, { status });
}
