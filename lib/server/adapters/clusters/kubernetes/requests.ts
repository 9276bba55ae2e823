import type { Pod } from './objects';

type Container = Pod['spec']['containers'][number];

/**
 * The resources that a node reserves for a pod:
 * https://kubernetes.io/docs/concepts/workloads/pods/init-containers/#resource-sharing-within-containers
 */
export function requestOf({ spec }: Pod, resource: string): number {
  const of = (container: Container) => container.resources.requests[resource] ?? 0;
  let sidecars = 0;
  let starting = 0;
  for (const container of spec.initContainers) {
    if (container.restartPolicy === 'Always') sidecars += of(container);
    else starting = Math.max(starting, sidecars + of(container));
  }
  const running = spec.containers.reduce((sum, container) => sum + of(container), sidecars);
  return Math.max(running, starting) + (spec.overhead[resource] ?? 0);
}

/** The sum of requests by node and resource. */
export class RequestsByNode {
  readonly #sums = new Map<string, Map<string, number>>();

  constructor(pods: readonly Pod[], resources: readonly string[]) {
    for (const pod of pods) {
      const node = pod.spec.nodeName;
      if (node === undefined) continue;
      const sums = this.#sums.get(node) ?? new Map<string, number>();
      for (const resource of resources) {
        sums.set(resource, (sums.get(resource) ?? 0) + requestOf(pod, resource));
      }
      this.#sums.set(node, sums);
    }
  }

  /** The requests of the pods on a node. */
  on(node: string, resource: string): number {
    return this.#sums.get(node)?.get(resource) ?? 0;
  }
}
