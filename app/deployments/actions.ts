'use server';

import type { CreatedKey, LimitInput } from '@/components/deployments/deployment-actions';
import * as contract from '@/lib/contracts/deployments';
import type { Answer } from '@/lib/contracts/errors';
import { guard } from '../server';

/** Creates a deployment. Its replicas start afterwards. */
export async function createDeployment(input: contract.CreateDeploymentInput): Promise<Answer> {
  return guard((app) => app.deployments.create(contract.createDeploymentInput.parse(input)));
}

/** Changes the number of replicas. */
export async function scaleDeployment(input: { name: string; replicas: number }): Promise<Answer> {
  return guard((app) => app.deployments.scale(contract.scaleDeploymentInput.parse(input)));
}

/** Releases another model, runtime or other resources. Its replicas are replaced afterwards. */
export async function releaseDeployment(input: contract.ReleaseDeploymentInput): Promise<Answer> {
  return guard((app) => app.deployments.release(contract.releaseDeploymentInput.parse(input)));
}

/** Sets the rate limit. */
export async function limitDeployment(input: LimitInput): Promise<Answer> {
  return guard((app) => app.deployments.limit(contract.limitDeploymentInput.parse(input)));
}

/** Deletes a deployment, after its requests in flight have ended. */
export async function deleteDeployment(input: { name: string }): Promise<Answer> {
  return guard((app) => app.deployments.remove(contract.deploymentInput.parse(input)));
}

/** Creates a key for callers. Only this response contains it. */
export async function createKey(input: { name: string; key_name: string }): Promise<Answer<CreatedKey>> {
  return guard((app) => app.deployments.createKey(contract.createKeyInput.parse(input)));
}

/** Revokes a key. */
export async function revokeKey(input: { name: string; key_id: string }): Promise<Answer> {
  return guard((app) => app.deployments.revokeKey(contract.revokeKeyInput.parse(input)));
}
