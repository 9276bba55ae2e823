import type { ClusterAccessOf } from '../gateway/cluster-access';
import { findConnection, type StoredClustersOptions } from './connections';

/** How long credentials are cached, in ms, so that not every request reads the database. */
const FRESH_MS = 10_000;

/** Address and credentials of API servers for the gateway, cached. */
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
