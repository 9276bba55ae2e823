import type { ClusterAccessOf } from '../gateway/connect';
import { findConnection, type StoredClustersOptions } from './connections';

/** How long credentials that were read are used, in ms: requests must not wait for the database each. */
const FRESH_MS = 10_000;

/** The access of the gateway to the API servers of clusters. */
export function gatewayAccess(
  options: Pick<StoredClustersOptions, 'sql' | 'keys' | 'podService'>,
): ClusterAccessOf {
  const known = new Map<string, { readonly at: number; readonly access: ReturnType<ClusterAccessOf> }>();
  return (clusterId) => {
    const last = known.get(clusterId);
    if (last && performance.now() - last.at < FRESH_MS) return last.access;
    const access = read(options, clusterId);
    known.set(clusterId, { at: performance.now(), access });
    access.catch(() => known.delete(clusterId));
    return access;
  };
}

async function read(
  options: Pick<StoredClustersOptions, 'sql' | 'keys' | 'podService'>,
  clusterId: string,
): ReturnType<ClusterAccessOf> {
  const found = await findConnection(options, clusterId);
  if (!found) return {};
  const { server, token, authority, identity } = found.connection;
  const trust = { ...(authority !== undefined && { trusted: [authority] }), ...(identity && { identity }) };
  return { server, ...(token !== undefined && { token }), trust };
}
