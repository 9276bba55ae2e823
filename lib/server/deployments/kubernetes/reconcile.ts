import { ActionError } from '@/engine';
import type { KubernetesApi } from '../../adapters/clusters/kubernetes/api';
import type { WantedDeployment } from '../../adapters/clusters/provider';
import { clusterScaling } from './autoscaling';
import { autoscalerOf, deploymentHash, deploymentOf, type Manifest, secretOf, serviceOf } from './manifests';
import { DEPLOYMENT_LABEL, HASH_ANNOTATION } from './names';
import {
  type ClusterObject,
  deploymentSchema,
  isStale,
  type KubernetesDeployment,
  objectSchema,
  secretSchema,
} from './objects';
import type { Paths } from './paths';

/** Attempts at a change that conflicts with other processes. */
const ATTEMPTS = 5;
/** Reasons of the API server for an object that another process wrote meanwhile. */
const RACES = ['AlreadyExists', 'Conflict', 'NotFound'];

/** One deployment on one API server. */
export interface Reconciliation {
  readonly api: KubernetesApi;
  readonly paths: Paths;
  readonly manifest: Manifest;
  /** The version of the API group `autoscaling` to use; undefined when the cluster serves none. */
  readonly autoscaling: () => Promise<string | undefined>;
}

/** The objects of a deployment after reconciliation. */
export interface Reconciled {
  readonly deployment: KubernetesDeployment;
  /** Whether the cluster owns the number of replicas. */
  readonly isScaledByCluster: boolean;
  readonly note: string | undefined;
}

/**
 * Creates missing objects and updates different ones. Safe to run in two processes at the same time. @throws
 * ActionError
 */
export async function reconcile(work: Reconciliation): Promise<Reconciled> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await reconcileOnce(work);
    } catch (error) {
      // Another process wrote the object after it was read here.
      if (!isRace(error) || attempt === ATTEMPTS) throw error;
    }
  }
}

function isRace(error: unknown): boolean {
  return error instanceof ActionError && RACES.includes(error.code ?? '');
}

async function reconcileOnce(work: Reconciliation): Promise<Reconciled> {
  const { api, paths, manifest } = work;
  const { wanted, plan } = manifest;
  const rules = wanted.replicas > 0 ? clusterScaling(wanted.autoScaling) : undefined;
  const version = wanted.autoScaling === null ? undefined : await work.autoscaling();
  const isScaledByCluster = rules !== undefined && version !== undefined;
  if (plan.download) await ensureSecret(work, plan.download);
  // Before the Deployment: two owners of `replicas` would revert each other's changes.
  if (!isScaledByCluster && version && (await api.find(paths.autoscaler(version), objectSchema))) {
    await api.remove(paths.autoscaler(version));
  }
  const deployment = await ensureDeployment(work, isScaledByCluster);
  await ensureObject(work, paths.services, paths.service, serviceOf(manifest));
  if (rules && version) {
    const autoscaler = autoscalerOf(manifest, rules, version);
    await ensureObject(work, paths.autoscalers(version), paths.autoscaler(version), autoscaler);
  }
  return { deployment, isScaledByCluster, note: rules && noteOn(wanted, version) };
}

function noteOn({ autoScaling }: WantedDeployment, version: string | undefined): string | undefined {
  if (version === undefined) {
    return 'The cluster has no autoscaling API, so the number of replicas does not change. Use target_ongoing_requests.';
  }
  if (version === 'v1' && autoScaling?.target_memory !== undefined) {
    return 'The cluster has version v1 of the autoscaling API, which does not support a target for memory. Use target_cpu or target_ongoing_requests.';
  }
  return undefined;
}

async function ensureDeployment(work: Reconciliation, isScaledByCluster: boolean) {
  const { api, paths, manifest } = work;
  const { wanted } = manifest;
  const found = await api.find(paths.deployment, deploymentSchema);
  if (!found) {
    const body = deploymentOf(manifest, isScaledByCluster ? undefined : wanted.replicas);
    return api.create(paths.deployments, body, deploymentSchema);
  }
  requireOwn(found, wanted, 'Deployment');
  const current = isStale(found, deploymentHash(manifest))
    ? await api.patch(paths.deployment, changeOf(found, deploymentOf(manifest, undefined)), deploymentSchema)
    : found;
  const replicas = replicasFor(current, wanted, isScaledByCluster);
  if (replicas === undefined) return current;
  await api.patch(paths.scale, { spec: { replicas } }, objectSchema);
  return { ...current, spec: { replicas } };
}

/**
 * The number to write; undefined when it is unchanged or the autoscaler of the cluster owns it. An autoscaler does not
 * scale up from 0.
 */
function replicasFor(
  { spec }: KubernetesDeployment,
  { replicas }: WantedDeployment,
  isScaledByCluster: boolean,
): number | undefined {
  if (spec.replicas === replicas) return undefined;
  return isScaledByCluster && spec.replicas > 0 ? undefined : replicas;
}

async function ensureSecret(
  work: Reconciliation,
  download: NonNullable<Manifest['plan']['download']>,
): Promise<void> {
  const { api, paths, manifest } = work;
  const secret = secretOf(manifest, download);
  const found = await api.find(paths.secret, secretSchema);
  if (!found) {
    await api.create(paths.secrets, secret, objectSchema);
    return;
  }
  requireOwn(found, manifest.wanted, 'Secret');
  if (!isStale(found, hashIn(secret))) return;
  // Files of releases without pods.
  const left = Object.keys(found.data).filter((key) => !Object.hasOwn(secret.stringData, key));
  const data = Object.fromEntries(left.map((key) => [key, null]));
  await api.patch(paths.secret, { ...changeOf(found, secret), data }, objectSchema);
}

async function ensureObject(
  { api, manifest }: Reconciliation,
  collection: string,
  path: string,
  wanted: Readonly<Record<string, unknown>>,
): Promise<void> {
  const found = await api.find(path, objectSchema);
  if (!found) {
    await api.create(collection, wanted, objectSchema);
    return;
  }
  requireOwn(found, manifest.wanted, String(wanted.kind));
  if (isStale(found, hashIn(wanted))) await api.patch(path, changeOf(found, wanted), objectSchema);
}

function hashIn({ metadata }: Readonly<Record<string, unknown>>): string {
  return objectSchema.parse({ metadata }).metadata.annotations[HASH_ANNOTATION] ?? '';
}

/** A patch with the resource version that was read, which the server refuses after another change. */
function changeOf({ metadata }: ClusterObject, wanted: Readonly<Record<string, unknown>>): object {
  const { resourceVersion } = metadata;
  return { ...wanted, metadata: { ...Object(wanted.metadata), resourceVersion } };
}

/** @throws ActionError when the object does not belong to the deployment */
function requireOwn({ metadata }: ClusterObject, { id, name }: WantedDeployment, kind: string): void {
  if (metadata.labels[DEPLOYMENT_LABEL] === id) return;
  throw new ActionError(
    'rejected',
    `The cluster has a ${kind} ${metadata.name} that does not belong to the deployment ${name}. Rename or delete that ${kind}, or use another name.`,
    { code: 'foreign_object' },
  );
}

/** Why the rollout does not progress, as the cluster reports it; undefined while it progresses. */
export function stuckReason({ metadata, status }: KubernetesDeployment): string | undefined {
  if (status.observedGeneration < metadata.generation) return undefined;
  const progress = status.conditions.find(({ type }) => type === 'Progressing');
  return progress?.status === 'False' && progress.reason === 'ProgressDeadlineExceeded'
    ? progress.message
    : undefined;
}

/** Why the cluster refuses to create pods, such as a quota; undefined when it does not. */
export function refusedPods({ status }: KubernetesDeployment): string | undefined {
  const refused = status.conditions.find(({ type }) => type === 'ReplicaFailure');
  return refused?.status === 'True' ? `The cluster refuses pods: ${refused.message}` : undefined;
}
