import { problemsOf } from '@/components/forms/form-problems';
import type { ReadDraft } from '@/components/forms/use-dialog-form';
import {
  type AddClusterInput,
  addClusterInput,
  type ClusterConnectionInput,
  clusterConnectionInput,
} from '@/lib/contracts/clusters';

/** The values of the form for a new cluster. */
export interface ClusterDraft {
  readonly id: string;
  readonly from: 'kubeconfig' | 'pod';
  readonly kubeconfig: string;
  readonly context: string;
}

export const EMPTY_DRAFT: ClusterDraft = { id: '', from: 'kubeconfig', kubeconfig: '', context: '' };

function connectionOf({ from, kubeconfig, context }: ClusterDraft): ClusterConnectionInput {
  if (from === 'pod') return {};
  return { kubeconfig, ...(context.trim() === '' ? {} : { context }) };
}

function asNewCluster(draft: ClusterDraft): AddClusterInput {
  return { id: draft.id.trim(), ...connectionOf(draft) };
}

/** Validates a draft. */
export function readCluster(draft: ClusterDraft): ReadDraft<AddClusterInput> {
  const parsed = addClusterInput.safeParse(asNewCluster(draft));
  return parsed.success ? { input: parsed.data } : { problems: problemsOf(parsed.error.issues) };
}

/** Validates only the connection of a draft. */
export function readConnection(draft: ClusterDraft): ReadDraft<ClusterConnectionInput> {
  const parsed = clusterConnectionInput.safeParse(connectionOf(draft));
  return parsed.success ? { input: parsed.data } : { problems: problemsOf(parsed.error.issues) };
}
