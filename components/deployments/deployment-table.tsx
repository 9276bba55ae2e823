import type { ActivityWindow, ListedDeployment } from '@/lib/contracts/deployments';
import { Button } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { VisuallyHidden } from '../ui/visually-hidden';
import type { Asking } from './deployment-dialogs';
import { WINDOW_WORDS } from './deployment-look';
import { DeploymentRow } from './deployment-row';
import styles from './deployments.module.css';
import { ReplicaLegend } from './replica-dots';

export interface DeploymentTableProps {
  /** Deployments that match the filter. */
  deployments: readonly ListedDeployment[];
  window: ActivityWindow;
  now: Date;
  onOpen: (deployment: ListedDeployment) => void;
  onAsk: (asking: Asking) => void;
  /** Removes the filter. */
  onClear: () => void;
}

/** The table of deployments with the legend of its dots. */
export function DeploymentTable({ deployments, window, now, onOpen, onAsk, onClear }: DeploymentTableProps) {
  if (deployments.length === 0) {
    return (
      <EmptyState
        icon="filter"
        title="No deployment matches"
        actions={<Button onClick={onClear}>Show all deployments</Button>}
      />
    );
  }
  return (
    <div className={styles.scroll}>
      <table className={styles.table} aria-label="Deployments">
        <thead>
          <tr>
            <th scope="col">Name and endpoint</th>
            <th scope="col">Model and cluster</th>
            <th scope="col">State and replicas</th>
            <th scope="col">Requests/s, {WINDOW_WORDS[window]}</th>
            <th scope="col" className={styles.number}>
              p99
            </th>
            <th scope="col">Rate limit use</th>
            <th scope="col">Last event</th>
            <th scope="col">
              <VisuallyHidden>Actions</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {deployments.map((deployment) => (
            <DeploymentRow
              key={deployment.id}
              deployment={deployment}
              now={now}
              onOpen={() => onOpen(deployment)}
              onAsk={(about) => onAsk({ about, deployment })}
            />
          ))}
        </tbody>
      </table>
      <ReplicaLegend />
    </div>
  );
}
