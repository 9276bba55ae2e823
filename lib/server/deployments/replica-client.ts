import { ActionError } from '@/engine';
import { LOCAL_CLUSTER } from '@/lib/contracts/clusters';
import { createDownload, type Download } from '../adapters/http';
import type { HttpOptions } from '../adapters/http/options';
import { accessTo, type ClusterAccessOf, isRefusal, refusalText } from '../gateway/cluster-access';
import { replicaDialer } from './replica-dialer';

export interface ReplicaClientOptions {
  /** Under the rules for outgoing connections. */
  readonly http: Pick<HttpOptions, 'dialer' | 'mark'>;
  readonly accessOf: ClusterAccessOf;
}

/** The client for requests to replicas of a deployment, without the gateway. */
export function replicaClient(
  { http, accessOf }: ReplicaClientOptions,
  { externalUrl, clusterId }: { readonly externalUrl: string | null; readonly clusterId: string },
): Download {
  if (externalUrl !== null) return createDownload(http);
  if (clusterId === LOCAL_CLUSTER) return createDownload({ ...http, dialer: replicaDialer });
  return async (request) => {
    const { isApi, headers, trust } = accessTo(new URL(request.url), await accessOf(clusterId));
    const download = createDownload({ ...http, ...trust });
    // A redirect of the proxy would lead away from the replica.
    const sent = { ...request, headers: { ...request.headers, ...headers }, maxRedirects: 0 };
    const answer = await download(sent);
    if (!isApi || !isRefusal(answer.status)) return answer;
    answer.discard();
    throw new ActionError('rejected', refusalText(clusterId, answer.status), { code: 'cluster_refused' });
  };
}
