import type { DeploymentActions } from '@/components/deployments/deployment-actions';
import {
  createDeployment,
  createKey,
  deleteDeployment,
  limitDeployment,
  releaseDeployment,
  revokeKey,
  scaleDeployment,
} from './actions';

/** The server actions of the deployment pages. */
export const deploymentActions: DeploymentActions = {
  createDeployment,
  createKey,
  deleteDeployment,
  limitDeployment,
  releaseDeployment,
  revokeKey,
  scaleDeployment,
};
