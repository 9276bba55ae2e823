import { ActionError } from '@/engine';
import type { Models } from '@/engine/ports';

/** For a process without a database: refuses every operation on models. */
export function createLocalModels(): Models {
  const refuse = () =>
    Promise.reject(
      new ActionError(
        'rejected',
        'Models require a server, and this command runs without one. Start the server, and run the pipeline there.',
      ),
    );
  return { add: refuse, addCloud: refuse, delete: refuse, benchmark: refuse, read: refuse };
}
