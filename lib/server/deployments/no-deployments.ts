import { ActionError } from '@/engine';
import type { Deployments } from '@/engine/ports';

/** For a process without a database: refuses every operation on deployments. */
export function createNoDeployments(): Deployments {
  const refuse = () =>
    Promise.reject(
      new ActionError(
        'rejected',
        'Deployments are kept by a server. This command runs without one: start the server, and run the pipeline there.',
      ),
    );
  return { create: refuse, scale: refuse, limit: refuse, delete: refuse, read: refuse };
}
