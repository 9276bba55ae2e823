import type { BenchmarkRequest } from '@/engine/ports';

/** Replicas that serve a model. */
export interface ServedModel {
  readonly deploymentId: string;
  /** Value of `model` in requests. */
  readonly name: string;
  /** Ready replicas: base URLs without `/v1`, and whether they are external. */
  readonly replicas: readonly { readonly url: string; readonly isExternal: boolean }[];
  /** Whether the deployment was created for this purpose and is deleted afterwards. */
  readonly isTemporary: boolean;
}

/**
 * Calls a function with replicas of a model: those of an active deployment, or else of a temporary one, which is
 * deleted even when the function fails.
 * @throws ActionError
 */
export type ServeModel = <T>(
  modelId: string,
  attempt: Pick<BenchmarkRequest, 'owner' | 'signal'>,
  work: (served: ServedModel) => Promise<T>,
) => Promise<T>;
