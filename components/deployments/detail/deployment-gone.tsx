import Link from 'next/link';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';

export interface DeploymentGoneProps {
  name: string;
}

/** Replaces the page of a deployment that was deleted while the page was open. */
export function DeploymentGone({ name }: DeploymentGoneProps) {
  return (
    <div role="status">
      <EmptyState
        icon="deployment_delete"
        title={`${name} was deleted`}
        actions={
          <Button variant="primary" asChild>
            <Link href="/deployments">Go to deployments</Link>
          </Button>
        }
      >
        Its endpoint returns status 404. Runs that created or changed the deployment are kept.
      </EmptyState>
    </div>
  );
}
