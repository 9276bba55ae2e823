import type { Failure } from '@/engine';
import type { SeenDeployment } from '../adapters/clusters/provider';
import type { Observed } from '../store/deployments/change-deployments';
import type { DeploymentRow } from '../store/deployments/deployment-row';

type Wanted = Pick<DeploymentRow, 'replicas' | 'generation' | 'observed' | 'externalUrl'>;

/** The status of a deployment that is not being deleted, from the state that its provider observes. */
export function statusOf(wanted: Wanted, seen: SeenDeployment): Observed {
  const { observed, generation } = wanted;
  if (seen.failure) return { status: 'failed', error: seen.failure, observed };
  const error = seen.waiting === undefined ? null : waitingFor(seen.waiting);
  const replicas = wanted.externalUrl === null ? wanted.replicas : Math.min(1, wanted.replicas);
  if (seen.ready === replicas && seen.total === replicas && !seen.outdated) {
    return { status: replicas === 0 ? 'stopped' : 'active', error, observed: generation };
  }
  return { status: underWay(wanted, seen), error, observed };
}

function underWay({ observed, generation }: Wanted, { ready, total }: SeenDeployment): Observed['status'] {
  if (observed === 0 && total === 0) return 'pending';
  if (observed === 0 || ready === 0) return 'deploying';
  return observed < generation ? 'scaling' : 'active';
}

/** The reason for waiting is stored as the error of the deployment, and removed when it no longer applies. */
function waitingFor(message: string): Failure {
  return { kind: 'rejected', message, code: 'waiting' };
}
