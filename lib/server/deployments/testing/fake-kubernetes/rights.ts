import { DEPLOYMENT_RIGHTS } from '../kubernetes-rights';
import { ApiFailure } from './object';
import { type ApiTarget, targetOf } from './resources';

/** Verbs of requests to one object. */
const VERBS: Readonly<Record<string, string>> = {
  GET: 'get',
  POST: 'create',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
};

/** Refuses what the Role of deployments does not allow. Discovery needs no rights. @throws ApiFailure 403 */
export function requireRight(method: string, path: string, autoscaling: readonly string[]): void {
  const target = targetOf(path, autoscaling);
  if (!target) return;
  const verb = method === 'GET' && target.name === undefined ? 'list' : (VERBS[method] ?? method);
  const { group, resource } = namesIn(target);
  const isAllowed = DEPLOYMENT_RIGHTS.some(
    ({ apiGroups, resources, verbs }) =>
      apiGroups.includes(group) && resources.includes(resource) && verbs.includes(verb),
  );
  if (isAllowed && target.namespace !== undefined) return;
  throw new ApiFailure(
    403,
    'Forbidden',
    `${resource} is forbidden: cannot ${verb} in the API group "${group}"`,
  );
}

function namesIn({ resource: { apiVersions, plural }, sub }: ApiTarget) {
  const [version = ''] = apiVersions;
  const group = version.includes('/') ? version.slice(0, version.indexOf('/')) : '';
  return { group, resource: sub === undefined ? plural : `${plural}/${sub.split('/', 1)[0]}` };
}
