import {
  type AddClusterInput,
  addClusterInput,
  type ClusterConnectionInput,
  clusterConnectionInput,
} from '@/lib/contracts/clusters';

/** The values typed for a new cluster. */
export interface ClusterDraft {
  readonly id: string;
  readonly from: 'kubeconfig' | 'pod';
  readonly kubeconfig: string;
  readonly context: string;
}

export const EMPTY_DRAFT: ClusterDraft = { id: '', from: 'kubeconfig', kubeconfig: '', context: '' };

/** Problems by field; `all` for those without a field. */
export type ClusterProblems = Partial<Record<'id' | 'kubeconfig' | 'context' | 'all', string>>;

/** The connection that a draft describes. */
export function connectionOf({ from, kubeconfig, context }: ClusterDraft): ClusterConnectionInput {
  if (from === 'pod') return {};
  return { kubeconfig, ...(context.trim() === '' ? {} : { context }) };
}

/** The cluster that a draft describes. */
export function asNewCluster(draft: ClusterDraft): AddClusterInput {
  return { id: draft.id.trim(), ...connectionOf(draft) };
}

/** Problems of a draft before it is sent. @param of only the connection, or the whole cluster */
export function problemsOfDraft(draft: ClusterDraft, of: 'connection' | 'cluster'): ClusterProblems {
  const read =
    of === 'cluster'
      ? addClusterInput.safeParse(asNewCluster(draft))
      : clusterConnectionInput.safeParse(connectionOf(draft));
  const problems: ClusterProblems = {};
  for (const { path, message } of read.error?.issues ?? []) {
    const field = path[0];
    const key = field === 'id' || field === 'kubeconfig' || field === 'context' ? field : 'all';
    problems[key] ??= message;
  }
  return problems;
}
