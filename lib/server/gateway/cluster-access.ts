import type { HttpOptions } from '../adapters/http/options';

/** Certificates for the connection to the API server of a cluster, of both sides. */
export type Trust = Pick<HttpOptions, 'trusted' | 'identity'>;

/** Address and credentials of the API server of a cluster. */
export interface ClusterAccess {
  /** Address of the API server; undefined for an unknown cluster. */
  readonly server?: string;
  readonly token?: string;
  readonly trust?: Trust;
}

/** Finds the access to a cluster. @throws ActionError when its credentials cannot be read */
export type ClusterAccessOf = (clusterId: string) => Promise<ClusterAccess>;

/** How to reach a replica in a cluster. */
export interface ReplicaAccess {
  /** Whether requests go through the API server. */
  readonly isApi: boolean;
  readonly headers: Readonly<Record<string, string>>;
  readonly trust: Trust;
}

/** The credentials of a cluster are sent to its API server only, not to services in the cluster. */
export function accessTo(url: URL, { server, token, trust = {} }: ClusterAccess): ReplicaAccess {
  const isApi = server !== undefined && new URL(server).origin === url.origin;
  if (!isApi) return { isApi, headers: {}, trust: {} };
  return { isApi, headers: token === undefined ? {} : { authorization: `Bearer ${token}` }, trust };
}

/** Whether an API server rejected the credentials, or denied the account access to its proxy. */
export function isRefusal(status: number | undefined): boolean {
  return status === 401 || status === 403;
}

/** The message for a request to a replica that an API server refused. */
export function refusalText(clusterId: string, status: number | undefined): string {
  return `The API server of the cluster ${clusterId} refused the request (${status}). Allow the account of the cluster to use services/proxy, or add the cluster again with new credentials.`;
}
