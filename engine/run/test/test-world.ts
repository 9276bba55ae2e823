import { ActionError } from '../../errors';
import type { Sandbox, World } from '../../ports';

/** Effects never reach these ports, since fixtures answer them. */
function refuse(): Promise<never> {
  return Promise.reject(
    new ActionError('rejected', 'Tests have no access to the outside. Add a fixture for the step.'),
  );
}

/** The world of a test: it opens no connection and stores nothing. Secrets have placeholders in place of their values. */
export function testWorld(sandbox: Sandbox): World {
  return {
    http: refuse,
    mail: refuse,
    sql: refuse,
    files: { put: refuse, get: refuse },
    inbox: { put: refuse },
    models: { add: refuse, addCloud: refuse, delete: refuse, benchmark: refuse, read: refuse },
    deployments: { create: refuse, scale: refuse, limit: refuse, delete: refuse, read: refuse },
    clusters: { health: refuse },
    settings: () => Promise.resolve(undefined),
    secrets: { reveal: async (name) => ({ name, value: `placeholder-of-secret-${name}`, hosts: [] }) },
    sandbox,
  };
}
