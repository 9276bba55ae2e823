import type { KubernetesApi } from '../../adapters/clusters/kubernetes/api';
import { chooseVersion } from './autoscaling';
import { groupSchema } from './objects';

/** How long discovered versions are cached, in ms: clusters are upgraded while in use. */
const FRESH_MS = 300_000;

/** Caches which versions of the API group `autoscaling` each cluster serves. */
export class AutoscalingVersions {
  readonly #known = new Map<string, { readonly at: number; readonly version: string | undefined }>();

  /** The version to use; undefined without one. @throws ActionError */
  async of(clusterId: string, api: KubernetesApi): Promise<string | undefined> {
    const known = this.#known.get(clusterId);
    if (known && performance.now() - known.at < FRESH_MS) return known.version;
    const group = await api.find('/apis/autoscaling', groupSchema);
    const version = chooseVersion(group?.versions.map((one) => one.version) ?? []);
    this.#known.set(clusterId, { at: performance.now(), version });
    return version;
  }
}
