import type { DeploymentActions } from '@/components/deployments/deployment-actions';
import {
  createDeployment,
  createKey,
  deleteDeployment,
  limitDeployment,
  revokeKey,
  scaleDeployment,
} from './actions';

/** What the pages of deployments can change. */
export const deploymentActions: DeploymentActions = {
  createDeployment,
  createKey,
  deleteDeployment,
  limitDeployment,
  revokeKey,
  scaleDeployment,
};
