import type { KubernetesConnection } from '../../adapters/clusters/kubernetes/connection';

/** A Kubernetes cluster for tests: the API server of this process, or a real one. */
export interface ClusterFixture {
  /** An account with all rights in the namespace, which can also read nodes and pods. */
  readonly connection: KubernetesConnection;
  /** The account of the installation. @default that of `connection` */
  readonly account?: KubernetesConnection;
  /** An existing, empty namespace. */
  readonly namespace: string;
  /**
   * Allots an IPv4 address of this machine for a pod, where its replica listens. An API server refuses to proxy to
   * loopback addresses, so a real one needs others.
   */
  readonly podAddresses: () => string;
  /** Makes the API server unreachable until the returned function is called. */
  readonly cutOff: () => Promise<() => Promise<void>>;
  readonly close: () => Promise<void>;
}
