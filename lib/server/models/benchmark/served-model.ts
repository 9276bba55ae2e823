import type { BenchmarkRequest } from '@/engine/ports';
import type { Download } from '../../adapters/http';

/** Replicas that serve a model. */
export interface ServedModel {
  readonly deploymentId: string;
  /** Name of the deployment. */
  readonly name: string;
  /** Whether the server is external, with its own name of the model. */
  readonly isExternal: boolean;
  /** Base URLs of ready replicas, without `/v1`. */
  readonly replicas: readonly { readonly url: string }[];
  /** The client for its replicas. */
  readonly download: Download;
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
