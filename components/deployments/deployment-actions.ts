import type { z } from 'zod';
import type {
  CreateDeploymentInput,
  createdKeySchema,
  limitDeploymentInput,
  ReleaseDeploymentInput,
} from '@/lib/contracts/deployments';
import type { Answer } from '@/lib/contracts/errors';

/** A rate limit for a deployment. */
export type LimitInput = z.input<typeof limitDeploymentInput>;

/** A new key with its list entry. */
export type CreatedKey = z.output<typeof createdKeySchema>;

/** Server actions of the deployment pages, passed as props. */
export interface DeploymentActions {
  readonly createDeployment: (input: CreateDeploymentInput) => Promise<Answer>;
  readonly scaleDeployment: (input: { name: string; replicas: number }) => Promise<Answer>;
  readonly releaseDeployment: (input: ReleaseDeploymentInput) => Promise<Answer>;
  readonly limitDeployment: (input: LimitInput) => Promise<Answer>;
  readonly deleteDeployment: (input: { name: string }) => Promise<Answer>;
  readonly createKey: (input: { name: string; key_name: string }) => Promise<Answer<CreatedKey>>;
  readonly revokeKey: (input: { name: string; key_id: string }) => Promise<Answer>;
}
