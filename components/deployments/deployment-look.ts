import { EXTERNAL_RUNTIME } from '@/engine/deployments';
import type { ActivityWindow, DeploymentSummary, RateLimit, ReplicaInfo } from '@/lib/contracts/deployments';
import { formatCount } from '../ui/format';
import type { IconName } from '../ui/icon';
import type { Status } from '../ui/status';

/** Glyph, word and colour of a state. Glyph and word suffice without the colour. */
export interface StateLook {
  readonly status: Status;
  readonly icon: IconName;
  readonly word: string;
}

const LOOKS: Readonly<Record<DeploymentSummary['status'], StateLook>> = {
  pending: { status: 'pending', icon: 'pending', word: 'Pending' },
  deploying: { status: 'running', icon: 'running', word: 'Deploying' },
  active: { status: 'completed', icon: 'completed', word: 'Active' },
  scaling: { status: 'running', icon: 'deployment_scale', word: 'Scaling' },
  failed: { status: 'failed', icon: 'failed', word: 'Failed' },
  deleting: { status: 'waiting', icon: 'deployment_delete', word: 'Deleting' },
  stopped: { status: 'skipped', icon: 'stop', word: 'Stopped' },
};

/** The text of an activity window. */
export const WINDOW_WORDS: Readonly<Record<ActivityWindow, string>> = {
  '1h': 'last hour',
  '24h': 'last 24 h',
};

type Standing = Pick<DeploymentSummary, 'status' | 'replicas' | 'ready_replicas'>;

/** Whether an active deployment has fewer ready replicas than desired. */
export function isDegraded({ status, replicas, ready_replicas: ready }: Standing): boolean {
  return status === 'active' && ready < replicas;
}

/** The presentation of the state of a deployment. */
export function lookOf(deployment: Standing): StateLook {
  const { status, replicas, ready_replicas: ready } = deployment;
  if (isDegraded(deployment)) return { status: 'stale', icon: 'warn', word: 'Active, degraded' };
  if (status === 'scaling' && ready !== replicas) {
    return { ...LOOKS.scaling, word: `Scaling ${ready} → ${replicas}` };
  }
  return LOOKS[status];
}

/** Whether a deployment is between two states, so that its page is polled more often. */
export function isChanging({ status }: Pick<DeploymentSummary, 'status'>): boolean {
  return status === 'pending' || status === 'deploying' || status === 'scaling' || status === 'deleting';
}

/** The line below the state: the number of ready replicas, or why none is ready. */
export function replicaText({ error, ...deployment }: Standing & Pick<DeploymentSummary, 'error'>): string {
  const { status, replicas, ready_replicas: ready } = deployment;
  if (error) return error.message;
  if (status === 'deleting') return 'Draining';
  return replicas === 0 ? '0 replicas' : `${ready} of ${replicas} ready`;
}

/** The presentation of the states of replicas. */
export const REPLICA_LOOKS: Readonly<Record<ReplicaInfo['state'], StateLook>> = {
  ready: { status: 'completed', icon: 'completed', word: 'Ready' },
  starting: { status: 'running', icon: 'running', word: 'Starting' },
  restarting: { status: 'retrying', icon: 'retrying', word: 'Restarting' },
  draining: { status: 'waiting', icon: 'waiting', word: 'Draining' },
  pending: { status: 'pending', icon: 'pending', word: 'No capacity' },
  failed: { status: 'failed', icon: 'failed', word: 'Failed' },
};

/** `100 / minute`; undefined without a limit. */
export function limitText(limit: RateLimit | null): string | undefined {
  if (!limit?.enabled) return undefined;
  return `${limit.rate_limit.toLocaleString('en')} / ${limit.time_window}`;
}

/** The path of the OpenAI-compatible API of a deployment. */
export function endpointPath(name: string): string {
  return `/deployments/${name}/v1`;
}

/** The base URL that clients use, with `/v1`. @param origin of this page */
export function baseUrl(
  { name, endpoint_url: url }: Pick<DeploymentSummary, 'name' | 'endpoint_url'>,
  origin: string,
): string {
  const base =
    url.startsWith('/') || url === '' ? `${origin}${endpointPath(name)}` : `${url.replace(/\/$/, '')}/v1`;
  return base;
}

/** Name and link of the model that a deployment serves. */
export function modelOf(deployment: Pick<DeploymentSummary, 'model_id' | 'model_name' | 'runtime'>) {
  const { model_id: id, model_name: name, runtime } = deployment;
  if (name !== null) return { name, href: `/models#${encodeURIComponent(id)}` };
  return { name: runtime === EXTERNAL_RUNTIME ? id : 'Deleted model', href: undefined };
}

/** Value of `model` in requests. */
export function requestModelOf({ name, model_id: id, runtime }: DeploymentSummary): string {
  return runtime === EXTERNAL_RUNTIME ? id : name;
}

/** The page of a deployment. */
export function deploymentHref(name: string): string {
  return `/deployments/${encodeURIComponent(name)}`;
}

/** A summary such as `8 deployments, 2 need attention`. */
export function describeDeployments(deployments: readonly Standing[]): string {
  const troubled = deployments.filter(needsAttention).length;
  const facts = [formatCount(deployments.length, 'deployment')];
  if (troubled > 0) facts.push(`${troubled} ${troubled === 1 ? 'needs' : 'need'} attention`);
  return facts.join(', ');
}

/** Whether a deployment has a problem that a person should resolve. */
export function needsAttention(deployment: Standing): boolean {
  return deployment.status === 'failed' || isDegraded(deployment);
}
