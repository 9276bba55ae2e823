import type { Resource } from './object';

const resource = (kind: string, plural: string, apiVersion: string, isNamespaced = true): Resource => ({
  ...{ kind, plural, isNamespaced },
  apiVersions: [apiVersion],
});

const AUTOSCALERS = 'horizontalpodautoscalers';

/** Supported kinds. */
const RESOURCES: readonly Resource[] = [
  resource('Node', 'nodes', 'v1', false),
  resource('Namespace', 'namespaces', 'v1', false),
  resource('Pod', 'pods', 'v1'),
  resource('Service', 'services', 'v1'),
  resource('Secret', 'secrets', 'v1'),
  resource('Deployment', 'deployments', 'apps/v1'),
  resource('HorizontalPodAutoscaler', AUTOSCALERS, 'autoscaling/v2'),
];

/** A kind by its plural. @throws Error for an unsupported kind */
export function resourceOf(plural: string): Resource {
  const found = RESOURCES.find((one) => one.plural === plural);
  if (!found) throw new Error(`There are no ${plural}.`);
  return found;
}

/** The target of a path. */
export interface ApiTarget {
  readonly resource: Resource;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  /** Subresource with the rest of the path. */
  readonly sub: string | undefined;
}

const PATH =
  /^\/(?:api\/v1|apis\/(?<group>[a-z.]+)\/(?<version>[a-z0-9]+))(?:\/namespaces\/(?<namespace>[^/]+))?\/(?<plural>[a-z]+)(?:\/(?<name>[^/]+)(?:\/(?<sub>.+))?)?$/;

/** Parses a path; undefined for an unknown one. @param autoscaling supported versions of the API group */
export function targetOf(path: string, autoscaling: readonly string[]): ApiTarget | undefined {
  const { group, version, namespace, plural, name, sub } = PATH.exec(path)?.groups ?? {};
  const found = RESOURCES.find((one) => one.plural === plural);
  if (!found) return undefined;
  const given = group === undefined ? 'v1' : `${group}/${version}`;
  const isServed =
    plural === AUTOSCALERS
      ? group === 'autoscaling' && autoscaling.includes(version ?? '')
      : found.apiVersions.includes(given);
  if (!isServed) return undefined;
  return { resource: found, namespace, name: name && decodeURIComponent(name), sub };
}

/** The response to a discovery path. */
export function discovery(path: string, autoscaling: readonly string[]): object | undefined {
  const group = (name: string, versions: readonly string[]) => ({
    name,
    versions: versions.map((version) => ({ groupVersion: `${name}/${version}`, version })),
  });
  const groups = [
    group('apps', ['v1']),
    ...(autoscaling.length === 0 ? [] : [group('autoscaling', autoscaling)]),
  ];
  if (path === '/version') return { major: '1', minor: '34', gitVersion: 'v1.34.2' };
  if (path === '/apis') return { kind: 'APIGroupList', apiVersion: 'v1', groups };
  const known = groups.find(({ name }) => path === `/apis/${name}`);
  return known && { kind: 'APIGroup', apiVersion: 'v1', ...known };
}
