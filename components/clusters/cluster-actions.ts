import type { AddClusterInput } from '@/lib/contracts/clusters';
import type { Answer } from '@/lib/contracts/errors';

/** Server actions of the clusters page, passed as props. */
export interface ClusterActions {
  readonly addCluster: (input: AddClusterInput) => Promise<Answer>;
  readonly removeCluster: (id: string) => Promise<Answer>;
}
