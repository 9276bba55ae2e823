import { ActionError } from '@/engine';
import type { Deployments } from '@/engine/ports';

/** For a process without a database: refuses every operation on deployments. */
export function createNoDeployments(): Deployments {
  const refuse = () =>
    Promise.reject(
      new ActionError(
        'rejected',
        'Deployments require a server, and this command runs without one. Start the server, and run the pipeline there.',
      ),
    );
  return { create: refuse, scale: refuse, limit: refuse, delete: refuse, read: refuse };
}
