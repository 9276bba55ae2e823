import { ApiFailure, type ApiObject } from './object';

const DNS_LABEL = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;
/** RFC 1035: names of services begin with a letter. */
const SERVICE_NAME = /^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/;
const LABEL_VALUE = /^(([A-Za-z0-9][-A-Za-z0-9_.]{0,61})?[A-Za-z0-9])?$/;
const QUANTITY = /^\d+(\.\d+)?([numkMGTPE]|[KMGTPE]i)?$/;

function invalid(kind: string, { metadata }: ApiObject, why: string): ApiFailure {
  return new ApiFailure(422, 'Invalid', `${kind} "${metadata.name}" is invalid: ${why}`);
}

/** Sets the defaults of an object, as the API server does. */
export function setDefaults(kind: string, object: ApiObject): void {
  if (kind === 'Deployment') {
    object.spec = {
      replicas: 1,
      revisionHistoryLimit: 10,
      progressDeadlineSeconds: 600,
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '25%', maxSurge: '25%' } },
      ...object.spec,
    };
    object.spec.template.spec = podDefaults(object.spec.template.spec);
  }
  if (kind === 'Pod') object.spec = podDefaults(object.spec);
  if (kind === 'Service') object.spec = { type: 'ClusterIP', clusterIP: '10.96.7.7', ...object.spec };
  if (kind === 'Secret') {
    object.type ??= 'Opaque';
    const { stringData, data, ...rest } = object as ApiObject & Record<string, Record<string, string>>;
    if (stringData === undefined) return;
    const encoded = Object.entries(stringData).map(([name, value]) => [
      name,
      Buffer.from(value).toString('base64'),
    ]);
    for (const key of Object.keys(object)) delete object[key];
    Object.assign(object, rest, { data: { ...data, ...Object.fromEntries(encoded) } });
  }
}

function podDefaults(spec: Record<string, unknown>) {
  const container = (one: Record<string, unknown>) => ({
    imagePullPolicy: 'IfNotPresent',
    terminationMessagePath: '/dev/termination-log',
    resources: {},
    ...one,
  });
  return {
    restartPolicy: 'Always',
    terminationGracePeriodSeconds: 30,
    dnsPolicy: 'ClusterFirst',
    securityContext: {},
    schedulerName: 'default-scheduler',
    ...spec,
    containers: (spec.containers as Record<string, unknown>[]).map(container),
    ...(spec.initContainers
      ? { initContainers: (spec.initContainers as Record<string, unknown>[]).map(container) }
      : {}),
  };
}

/** Validates an object, as the API server does. @throws ApiFailure 422 */
export function validate(kind: string, object: ApiObject, before: ApiObject | undefined): void {
  const refuse = (why: string): never => {
    throw invalid(kind, object, why);
  };
  const { name, labels = {} } = object.metadata;
  const isName =
    kind === 'Service' ? SERVICE_NAME.test(name) : name.split('.').every((part) => DNS_LABEL.test(part));
  if (!isName) refuse(`metadata.name: Invalid value: "${name}"`);
  for (const value of Object.values(labels)) {
    if (!LABEL_VALUE.test(value)) refuse(`metadata.labels: Invalid value: "${value}"`);
  }
  if (kind === 'Deployment') validateDeployment(object, before, refuse);
  if (kind === 'HorizontalPodAutoscaler') {
    const { minReplicas = 1, maxReplicas } = object.spec ?? {};
    if (!(minReplicas >= 1)) refuse('spec.minReplicas: must be greater than or equal to 1');
    if (!(maxReplicas >= minReplicas))
      refuse('spec.maxReplicas: must be greater than or equal to `minReplicas`');
  }
}

function validateDeployment(
  { spec }: ApiObject,
  before: ApiObject | undefined,
  refuse: (why: string) => never,
): void {
  if (!(Number.isInteger(spec.replicas) && spec.replicas >= 0)) {
    refuse('spec.replicas: must be greater than or equal to 0');
  }
  const wanted: Record<string, string> = spec.selector?.matchLabels ?? {};
  const given: Record<string, string> = spec.template?.metadata?.labels ?? {};
  if (Object.keys(wanted).length === 0) refuse('spec.selector: Required value');
  if (Object.entries(wanted).some(([key, value]) => given[key] !== value)) {
    refuse('spec.template.metadata.labels: `selector` does not match template `labels`');
  }
  if (before && JSON.stringify(before.spec.selector) !== JSON.stringify(spec.selector)) {
    refuse('spec.selector: field is immutable');
  }
  const { containers, initContainers = [] } = spec.template.spec;
  for (const container of [...containers, ...initContainers])
    validateContainer(container, spec.template.spec, refuse);
}

/** The fields of a container that are validated. */
interface ContainerFields {
  readonly image?: string;
  readonly volumeMounts?: readonly { readonly name: string }[];
  readonly resources?: {
    readonly requests?: Readonly<Record<string, string>>;
    readonly limits?: Readonly<Record<string, string>>;
  };
}

function validateContainer(
  container: ContainerFields,
  { volumes = [] }: { readonly volumes?: readonly { readonly name: string }[] },
  refuse: (why: string) => never,
): void {
  const known = new Set(volumes.map(({ name }) => name));
  if (!container.image) refuse('spec.template.spec.containers[0].image: Required value');
  for (const { name } of container.volumeMounts ?? []) {
    if (!known.has(name)) refuse(`volumeMounts.name: Not found: "${name}"`);
  }
  const { requests = {}, limits = {} } = container.resources ?? {};
  const wrong = [...Object.values(requests), ...Object.values(limits)].find(
    (amount) => !QUANTITY.test(String(amount)),
  );
  if (wrong !== undefined) refuse(`resources: Invalid value: "${wrong}"`);
  const gpu = 'nvidia.com/gpu';
  if (requests[gpu] !== undefined && requests[gpu] !== limits[gpu]) {
    refuse(`resources.requests[${gpu}]: must be equal to ${gpu} limit`);
  }
}
