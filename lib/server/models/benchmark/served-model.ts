import type { BenchmarkRequest } from '@/engine/ports';

/** Replicas that answer requests for a model. */
export interface ServedModel {
  readonly deploymentId: string;
  /** Name that requests have as their model. */
  readonly name: string;
  /** Ready replicas: base URLs without `/v1`, and whether they are external. */
  readonly replicas: readonly { readonly url: string; readonly isExternal: boolean }[];
  /** Whether it was created for this work and is deleted after it. */
  readonly isTemporary: boolean;
}

/**
 * Works with replicas of a model: those of an active deployment, else a temporary one, which is deleted even when the work
 * fails.
 * @throws ActionError
 */
export type ServeModel = <T>(
  modelId: string,
  attempt: Pick<BenchmarkRequest, 'owner' | 'signal'>,
  work: (served: ServedModel) => Promise<T>,
) => Promise<T>;
