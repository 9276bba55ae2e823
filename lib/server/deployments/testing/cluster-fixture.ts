import type { KubernetesConnection } from '../../adapters/clusters/kubernetes/connection';

/** A Kubernetes cluster for tests: the API server of this process, or a real one. */
export interface ClusterFixture {
  /** An account that may do everything in the namespace, and read nodes and pods. */
  readonly connection: KubernetesConnection;
  /** Exists, and is empty. */
  readonly namespace: string;
  /**
   * IPv4 addresses of this machine that pods get, one each: replicas listen there. An API server refuses to proxy to
   * loopback addresses, so a real one needs others.
   */
  readonly podAddresses: () => string;
  /** The API server answers no request until the returned function is called. */
  readonly cutOff: () => Promise<() => Promise<void>>;
  readonly close: () => Promise<void>;
}
