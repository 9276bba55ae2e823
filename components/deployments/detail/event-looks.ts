import type { DeploymentEvent } from '@/lib/contracts/deployments';
import type { IconName } from '../../ui/icon';
import type { Status } from '../../ui/status';

/** Glyph and colour of the kinds of events, shown beside the message. */
export const EVENT_LOOKS: Readonly<
  Record<DeploymentEvent['kind'], { readonly status: Status; readonly icon: IconName }>
> = {
  created: { status: 'running', icon: 'deployment_create' },
  scaled: { status: 'running', icon: 'deployment_scale' },
  updated: { status: 'running', icon: 'deployment_create' },
  rolled_back: { status: 'failed', icon: 'failed' },
  limited: { status: 'stale', icon: 'deployment_ratelimit' },
  replica_ready: { status: 'completed', icon: 'completed' },
  replica_restarted: { status: 'retrying', icon: 'retrying' },
  replica_failed: { status: 'failed', icon: 'failed' },
  failed: { status: 'failed', icon: 'failed' },
  deleted: { status: 'waiting', icon: 'deployment_delete' },
};
