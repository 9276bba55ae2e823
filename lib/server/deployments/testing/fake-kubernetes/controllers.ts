import { createHash } from 'node:crypto';
import type { ApiObject, Resource } from './object';
import type { Objects } from './objects';

/** The controllers of a cluster: create the pods of deployments, and remove objects whose owner is deleted. */
export class Controllers {
  readonly #objects: Objects;
  readonly #resources: { readonly pods: Resource; readonly deployments: Resource };
  #count = 0;

  /** Length of a second of `progressDeadlineSeconds`, in ms. */
  secondMs = 1000;

  constructor(objects: Objects, resources: { readonly pods: Resource; readonly deployments: Resource }) {
    this.#objects = objects;
    this.#resources = resources;
  }

  /** Updates pods and states once. */
  run(): void {
    this.#removeOrphans();
    for (const deployment of this.#objects.list('Deployment')) this.#reconcile(deployment);
  }

  #removeOrphans(): void {
    const owners = new Set(
      [...this.#objects.list('Deployment'), ...this.#objects.list('Service')].map(
        ({ metadata }) => metadata.uid,
      ),
    );
    for (const kind of ['Pod', 'Service', 'Secret', 'HorizontalPodAutoscaler']) {
      for (const object of this.#objects.list(kind)) {
        const owned = object.metadata.ownerReferences ?? [];
        if (owned.length > 0 && !owned.some(({ uid }) => owners.has(uid)))
          this.#objects.delete(object, undefined);
      }
    }
  }

  #reconcile(deployment: ApiObject): void {
    const { metadata, spec } = deployment;
    const hash = hashOf(spec.template);
    const own = this.#objects
      .list('Pod', metadata.namespace)
      .filter((pod) => pod.metadata.ownerReferences?.some(({ uid }) => uid === metadata.uid));
    const living = own.filter((pod) => !pod.metadata.deletionTimestamp);
    const current = living.filter((pod) => pod.metadata.labels?.['pod-template-hash'] === hash);
    const old = living.filter((pod) => !current.includes(pod));
    // A rolling update with maxSurge 1 and maxUnavailable 0.
    const free = old.length === 0 ? spec.replicas : spec.replicas + 1 - old.length;
    const most = Math.min(free, spec.replicas);
    for (let count = current.length; count < most; count += 1) this.#createPod(deployment, hash);
    for (const pod of beyond(current, spec.replicas)) this.#objects.delete(pod, undefined);
    const kept = Math.max(0, spec.replicas - current.filter(isReady).length);
    for (const pod of beyond(old, kept)) this.#objects.delete(pod, undefined);
    this.#writeStatus(deployment, current.slice(0, spec.replicas));
  }

  #createPod({ metadata, spec }: ApiObject, hash: string): void {
    this.#count += 1;
    const name = `${metadata.name}-${hash}-${this.#count.toString(36).padStart(5, 'x')}`;
    this.#objects.create(this.#resources.pods, metadata.namespace, {
      metadata: {
        name,
        labels: { ...spec.template.metadata.labels, 'pod-template-hash': hash },
        ...(spec.template.metadata.annotations ? { annotations: spec.template.metadata.annotations } : {}),
        ownerReferences: [{ uid: metadata.uid ?? '' }],
      },
      spec: structuredClone(spec.template.spec),
      status: { phase: 'Pending', conditions: [] },
    });
  }

  #writeStatus(deployment: ApiObject, pods: readonly ApiObject[]): void {
    const { metadata, spec, status: before = {} } = deployment;
    const ready = pods.filter(isReady).length;
    const progressedAt =
      before.progressed === `${ready}/${pods.length}/${metadata.generation}`
        ? Date.parse(before.progressedAt)
        : Date.now();
    const isLate =
      ready < spec.replicas && Date.now() - progressedAt > spec.progressDeadlineSeconds * this.secondMs;
    const condition = (type: string, isTrue: boolean, reason: string, message = '') => ({
      ...{ type, status: isTrue ? 'True' : 'False', reason, message },
    });
    const status = {
      observedGeneration: metadata.generation,
      replicas: pods.length,
      updatedReplicas: pods.length,
      readyReplicas: ready,
      availableReplicas: ready,
      progressed: `${ready}/${pods.length}/${metadata.generation}`,
      progressedAt: new Date(progressedAt).toISOString(),
      conditions: [
        condition('Available', ready >= spec.replicas, 'MinimumReplicasAvailable'),
        isLate
          ? condition(
              'Progressing',
              false,
              'ProgressDeadlineExceeded',
              `ReplicaSet "${metadata.name}" has timed out progressing.`,
            )
          : condition('Progressing', true, 'ReplicaSetUpdated'),
      ],
    };
    if (JSON.stringify(status) === JSON.stringify(before)) return;
    this.#objects.replace(this.#resources.deployments, deployment, { ...deployment, status }, 'status');
  }
}

/** Whether a pod receives requests. */
export function isReady({ status, metadata }: ApiObject): boolean {
  const conditions: { type: string; status: string }[] = status?.conditions ?? [];
  return (
    !metadata.deletionTimestamp &&
    conditions.some(({ type, status }) => type === 'Ready' && status === 'True')
  );
}

/** Surplus pods, those that are not ready first, as in the real controller. */
function beyond(pods: readonly ApiObject[], kept: number): ApiObject[] {
  return [...pods].sort((a, b) => Number(isReady(b)) - Number(isReady(a))).slice(kept);
}

function hashOf(template: unknown): string {
  return createHash('sha256').update(JSON.stringify(template)).digest('hex').slice(0, 10);
}
