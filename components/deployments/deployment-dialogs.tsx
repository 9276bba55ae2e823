'use client';

import type { DeploymentSummary } from '@/lib/contracts/deployments';
import { useToast } from '../ui/toast';
import { DeleteDeploymentDialog } from './delete-deployment-dialog';
import type { DeploymentActions } from './deployment-actions';
import { LimitDialog } from './limit-dialog';
import { ReleaseDialog } from './release-dialog';
import { ScaleDialog } from './scale-dialog';

/** An open dialog about an existing deployment. */
export interface Asking {
  readonly about: 'scale' | 'release' | 'limit' | 'delete';
  readonly deployment: DeploymentSummary;
}

export interface DeploymentDialogsProps {
  asking: Asking | undefined;
  actions: DeploymentActions;
  onClose: () => void;
  /** Called after a change, so that the page refreshes. */
  onChanged: () => void;
}

/** The dialog that changes or deletes a deployment. */
export function DeploymentDialogs({ asking, actions, onClose, onChanged }: DeploymentDialogsProps) {
  const toast = useToast();
  if (!asking) return null;
  const { about, deployment } = asking;
  const { name } = deployment;

  function finish(title: string) {
    onClose();
    onChanged();
    toast({ title });
  }

  switch (about) {
    case 'scale':
      return (
        <ScaleDialog
          deployment={deployment}
          scale={(replicas) => actions.scaleDeployment({ name, replicas })}
          onClose={onClose}
          onDone={(replicas) => finish(`Scaling ${name} to ${replicas}`)}
        />
      );
    case 'release':
      return (
        <ReleaseDialog
          deployment={deployment}
          release={actions.releaseDeployment}
          onClose={onClose}
          onDone={() => finish(`Rolling out a new release of ${name}`)}
        />
      );
    case 'limit':
      return (
        <LimitDialog
          deployment={deployment}
          limit={(limit) => actions.limitDeployment({ ...limit, name })}
          onClose={onClose}
          onDone={(isOn) => finish(isOn ? `Rate limit of ${name} set` : `Rate limit of ${name} turned off`)}
        />
      );
    case 'delete':
      return (
        <DeleteDeploymentDialog
          deployment={deployment}
          remove={() => actions.deleteDeployment({ name })}
          onClose={onClose}
          onDone={() => finish(`Deleting ${name}`)}
        />
      );
  }
}
