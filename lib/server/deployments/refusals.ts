import { ActionError } from '@/engine';

/** Codes of refused changes, which services map to HTTP errors. */
export const REFUSALS = {
  unknown: 'no_such_deployment',
  taken: 'name_taken',
  noCapacity: 'no_capacity',
  deleting: 'being_deleted',
  changed: 'changed_meanwhile',
  rolledBack: 'rolled_back',
} as const;

export function unknownDeployment(idOrName: string): ActionError {
  return new ActionError(
    'invalid_params',
    `The deployment ${idOrName} does not exist. Check its id or name on the deployments page.`,
    { code: REFUSALS.unknown, path: 'params.deployment_id' },
  );
}

export function beingDeleted(name: string): ActionError {
  return new ActionError(
    'rejected',
    `The deployment ${name} is being deleted. Wait until it is gone, or use another name.`,
    { code: REFUSALS.deleting },
  );
}

export function nameTaken(name: string, status: string): ActionError {
  return new ActionError(
    'rejected',
    `The name ${name} is taken by another deployment, whose status is ${status}. Choose another name, or delete that deployment first.`,
    { code: REFUSALS.taken, path: 'params.deployment_name' },
  );
}

export function cannotMove(name: string, clusterId: string): ActionError {
  return new ActionError(
    'rejected',
    `The deployment ${name} cannot be moved by an update: it is on the cluster ${clusterId}. Update it there, or delete it first.`,
    { code: REFUSALS.taken, path: 'params.cluster_id' },
  );
}

export function noCapacity(name: string, why: string): ActionError {
  return new ActionError('rejected', `The deployment ${name} exceeds the capacity of the cluster: ${why}`, {
    code: REFUSALS.noCapacity,
  });
}
