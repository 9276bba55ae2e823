import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Authority, createAuthority } from '../../adapters/clusters/testing/authority';
import { freePort } from '../free-port';
import { type RunningProgram, startProgram } from './program';
import type { KubernetesPrograms, ProgramName } from './programs';
import { type KubernetesAnswer, type KubernetesRequest, requestsTo } from './request';

/** How long the control plane may take to become ready on a loaded machine, in ms. */
const READY_MS = 120_000;
const POLL_MS = 50;

/** A Kubernetes control plane on this machine. Its nodes and pods exist in the API only. */
export interface ControlPlane {
  readonly url: string;
  /** Its certificates; the API server accepts client certificates of the authority. */
  readonly authority: Authority;
  /** A token that may do everything, and one that may do nothing. */
  readonly tokens: { readonly admin: string; readonly stranger: string };
  /** Path of a kubeconfig with the rights of an administrator. */
  readonly kubeconfig: string;
  /** Sends a request, as the administrator by default. */
  request(request: Omit<KubernetesRequest, 'token'> & { readonly token?: string }): Promise<KubernetesAnswer>;
  /** The API server answers no request until the returned function is called. */
  cutOff(): () => void;
  /** Ends all programs and deletes their files. */
  stop(): Promise<void>;
}

/** Which parts run besides etcd, the API server and the controllers. */
export interface ControlPlaneOptions {
  /**
   * Whether the scheduler places pods, and kwok makes nodes ready and pods run. Otherwise the test is scheduler and kubelet, and
   * no controller watches the heartbeats of its nodes.
   * @default true
   */
  readonly withNodes?: boolean;
}

/** Starts a control plane with empty storage. @throws Error with the end of a program's log when it does not start */
export async function startControlPlane(
  programs: KubernetesPrograms,
  { withNodes = true }: ControlPlaneOptions = {},
): Promise<ControlPlane> {
  const folder = await mkdtemp(join(tmpdir(), 'pipewright-kubernetes-'));
  const running: RunningProgram[] = [];
  const stop = async () => {
    for (const program of [...running].reverse()) await program.stop();
    await rm(folder, { recursive: true, force: true });
  };
  const start = async (name: ProgramName, flags: Readonly<Record<string, string>>) => {
    const args = Object.entries(flags).map(([flag, value]) => `--${flag}=${value}`);
    const program = await startProgram(programs.path(name), args, { name, folder });
    running.push(program);
    return program;
  };
  try {
    const files = await writeFiles(folder);
    const [etcdPort, peerPort, port] = await Promise.all([freePort(), freePort(), freePort()]);
    const etcd = `http://127.0.0.1:${etcdPort}`;
    await start('etcd', etcdFlags(folder, etcd, `http://127.0.0.1:${peerPort}`));
    const api = await start('kube-apiserver', apiFlags(files, etcd, port));
    const url = `https://127.0.0.1:${port}`;
    const { kubeconfig } = files;
    await writeFile(kubeconfig, kubeconfigText(url, files));
    const send = requestsTo(url, files.authority.ca);
    const request: ControlPlane['request'] = (sent) => send({ token: files.tokens.admin, ...sent });
    await untilReady(api, request);
    await start('kube-controller-manager', controllerFlags(files, withNodes));
    if (withNodes) {
      await start('kube-scheduler', { kubeconfig, 'leader-elect': 'false', 'secure-port': '0' });
      const all = {
        'manage-all-nodes': 'false',
        'manage-nodes-with-annotation-selector': 'kwok.x-k8s.io/node=fake',
      };
      await start('kwok', { kubeconfig, config: programs.stages, ...all });
    }
    const { authority, tokens } = files;
    return { url, authority, tokens, kubeconfig, request, cutOff: () => api.pause(), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface Files {
  readonly authority: Authority;
  readonly tokens: ControlPlane['tokens'];
  readonly kubeconfig: string;
  readonly path: (name: string) => string;
}

async function writeFiles(folder: string): Promise<Files> {
  const authority = await createAuthority();
  const accounts = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
  const tokens = { admin: newToken(), stranger: newToken() };
  const users = [`${tokens.admin},admin,admin,system:masters`, `${tokens.stranger},stranger,stranger`];
  const path = (name: string) => join(folder, name);
  const contents = {
    'ca.pem': authority.ca,
    'server.pem': authority.server.cert,
    'server.key': authority.server.key,
    'accounts.key': accounts.privateKey,
    'accounts.pem': accounts.publicKey,
    'tokens.csv': `${users.join('\n')}\n`,
  };
  await Promise.all(
    Object.entries(contents).map(([name, text]) => writeFile(path(name), text, { mode: 0o600 })),
  );
  return { authority, tokens, kubeconfig: path('kubeconfig.json'), path };
}

const newToken = () => randomBytes(16).toString('hex');

/** Without waiting for the disk: the data is deleted at the end. */
function etcdFlags(folder: string, client: string, peer: string) {
  return {
    'data-dir': join(folder, 'etcd'),
    'listen-client-urls': client,
    'advertise-client-urls': client,
    'listen-peer-urls': peer,
    'initial-advertise-peer-urls': peer,
    'initial-cluster': `default=${peer}`,
    'unsafe-no-fsync': 'true',
    'log-level': 'error',
  };
}

function apiFlags({ path }: Files, etcd: string, port: number) {
  return {
    'etcd-servers': etcd,
    'bind-address': '127.0.0.1',
    'secure-port': String(port),
    'tls-cert-file': path('server.pem'),
    'tls-private-key-file': path('server.key'),
    'client-ca-file': path('ca.pem'),
    'token-auth-file': path('tokens.csv'),
    'authorization-mode': 'RBAC',
    'service-account-issuer': 'https://kubernetes.default.svc',
    'service-account-key-file': path('accounts.pem'),
    'service-account-signing-key-file': path('accounts.key'),
    'service-cluster-ip-range': '10.96.0.0/16',
    'allow-privileged': 'true',
    // Never dialled: without it, the API server asks the network for its address, and needs a route. RFC 5737.
    'advertise-address': '192.0.2.1',
    // The API server refuses to write its own loopback address into the Service "kubernetes".
    'endpoint-reconciler-type': 'none',
  };
}

function controllerFlags({ path, kubeconfig }: Files, withNodes: boolean) {
  return {
    controllers: withNodes ? '*' : '*,-node-lifecycle-controller',
    kubeconfig,
    'leader-elect': 'false',
    'secure-port': '0',
    // On a loaded machine, heartbeats are later than the 50 s after which all pods of a node count as lost.
    'node-monitor-grace-period': '10m',
    'root-ca-file': path('ca.pem'),
    'service-account-private-key-file': path('accounts.key'),
  };
}

/** JSON is YAML. */
function kubeconfigText(server: string, { authority, tokens }: Files): string {
  const name = 'test';
  const ca = Buffer.from(authority.ca).toString('base64');
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': name,
    contexts: [{ name, context: { cluster: name, user: name } }],
    clusters: [{ name, cluster: { server, 'certificate-authority-data': ca } }],
    users: [{ name, user: { token: tokens.admin } }],
  });
}

async function untilReady(api: RunningProgram, request: ControlPlane['request']): Promise<void> {
  const isReady = () =>
    request({ path: '/readyz' }).then(
      ({ status }) => status === 200,
      () => false,
    );
  for (const limit = performance.now() + READY_MS; performance.now() < limit; await delay(POLL_MS)) {
    if (await isReady()) return;
    if (api.hasEnded()) break;
  }
  throw new Error(`The Kubernetes API server does not start: ${await api.log()}`);
}
