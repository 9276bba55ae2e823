import type { AutoScaling } from '@/engine/deployments';
import type { WantedDeployment } from '../../adapters/clusters/provider';
import { HASH_ANNOTATION, hashOf, labelsOf, objectName, RELEASE_LABEL, selectorOf } from './names';
import { MODEL_FOLDER, PORT } from './paths';
import type { PodPlan } from './plan';

/** A failed check of a busy replica is no reason to end it: as `BUSY_MISSES`, at one check each 5 s. */
const LIVE_MISSES = 60;
const PROBE_SECONDS = 5;
/** Time in which proxies learn that a pod ends, before its process is asked to, in seconds. */
const NOTICE_SECONDS = 5;
const GB = 1_000_000_000;
/** CPU that a replica without `cpu_cores` requests for auto-scaling, in cores: the target is then a share of one core. */
const CORES_FOR_SCALING = 1;
/** Where the instructions for the download are in a pod. */
const DOWNLOAD_FOLDER = '/pipewright';
/** Longest time without an image or a download that progresses, in seconds. */
const PULL_SECONDS = 600;

/** What the objects of a deployment are made from. */
export interface Manifest {
  readonly wanted: WantedDeployment;
  readonly plan: PodPlan;
  /** What pods of the release before it download: one that is created again must not get the files of the new release. */
  readonly earlier?:
    | { readonly release: number; readonly files: Readonly<Record<string, string>> }
    | undefined;
  /** Time for requests in flight, in seconds. */
  readonly drainSeconds: number;
}

type Fields = Readonly<Record<string, unknown>>;

function metadataOf({ wanted }: Pick<Manifest, 'wanted'>, content: unknown): Fields {
  return {
    name: objectName(wanted),
    labels: labelsOf(wanted),
    annotations: { [HASH_ANNOTATION]: hashOf(content) },
  };
}

/** The Deployment. Without a number of replicas an autoscaler owns it. */
export function deploymentOf(manifest: Manifest, replicas: number | undefined): Fields {
  const { wanted, plan } = manifest;
  const template = {
    metadata: { labels: { ...labelsOf(wanted), [RELEASE_LABEL]: String(wanted.release) } },
    spec: podSpecOf(manifest),
  };
  const progressDeadlineSeconds = plan.readyTimeoutSeconds + PULL_SECONDS;
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: metadataOf(manifest, { template, progressDeadlineSeconds }),
    spec: {
      ...(replicas === undefined ? {} : { replicas }),
      progressDeadlineSeconds,
      // A new release has one more replica than is wanted until it is ready.
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
      selector: { matchLabels: selectorOf(wanted) },
      template,
    },
  };
}

/** Hash of what the Deployment is made from, without the number of replicas. */
export function deploymentHash(manifest: Manifest): string {
  const { metadata } = deploymentOf(manifest, undefined) as {
    metadata: { annotations: Record<string, string> };
  };
  return metadata.annotations[HASH_ANNOTATION] ?? '';
}

function podSpecOf({ wanted, plan, drainSeconds }: Manifest): Fields {
  const { pod } = plan;
  return {
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    terminationGracePeriodSeconds: NOTICE_SECONDS + drainSeconds,
    ...(pod.nodeSelector && { nodeSelector: pod.nodeSelector }),
    ...(pod.imagePullSecrets && { imagePullSecrets: pod.imagePullSecrets.map((name) => ({ name })) }),
    ...(plan.download && { initContainers: [downloadOf(plan.download.image)] }),
    containers: [containerOf(wanted, plan)],
    volumes: volumesOf(wanted, plan),
  };
}

function containerOf(wanted: WantedDeployment, plan: PodPlan): Fields {
  const check = { httpGet: { path: plan.healthPath, port: 'http' }, timeoutSeconds: PROBE_SECONDS };
  const every = { ...check, periodSeconds: PROBE_SECONDS };
  return {
    name: 'runtime',
    image: plan.image,
    command: plan.command,
    ...(plan.env.length > 0 && { env: plan.env }),
    ports: [{ name: 'http', containerPort: PORT }],
    resources: resourcesOf(wanted),
    startupProbe: { ...every, failureThreshold: Math.ceil(plan.readyTimeoutSeconds / PROBE_SECONDS) },
    readinessProbe: { ...every, failureThreshold: 3 },
    livenessProbe: { ...every, failureThreshold: LIVE_MISSES },
    // An image without this program ends its process at once.
    lifecycle: { preStop: { exec: { command: ['sleep', String(NOTICE_SECONDS)] } } },
    securityContext: { allowPrivilegeEscalation: false },
    volumeMounts: [
      {
        name: 'models',
        mountPath: MODEL_FOLDER,
        readOnly: true,
        ...(plan.subPath && { subPath: plan.subPath }),
      },
      ...(wanted.resources.gpu_count > 1 ? [{ name: 'shared-memory', mountPath: '/dev/shm' }] : []),
    ],
  };
}

/** Fetches the files as the configuration of curl says, then compares their contents. No text becomes a part of the command. */
function downloadOf(image: string): Fields {
  const script = `cd ${MODEL_FOLDER} && curl --config ${DOWNLOAD_FOLDER}/curl.conf && sha256sum -c ${DOWNLOAD_FOLDER}/sha256sums`;
  return {
    name: 'download',
    image,
    command: ['sh', '-c', script],
    securityContext: { allowPrivilegeEscalation: false },
    volumeMounts: [
      { name: 'models', mountPath: MODEL_FOLDER },
      { name: 'download', mountPath: DOWNLOAD_FOLDER, readOnly: true },
    ],
  };
}

function volumesOf(wanted: WantedDeployment, plan: PodPlan): readonly Fields[] {
  const { claim, download } = plan;
  return [
    claim === undefined
      ? { name: 'models', emptyDir: {} }
      : { name: 'models', persistentVolumeClaim: { claimName: claim, readOnly: true } },
    ...(download ? [{ name: 'download', secret: secretVolume(wanted, download.files) }] : []),
    // Processes of one model exchange data through it, and the default has 64 MB.
    ...(wanted.resources.gpu_count > 1 ? [{ name: 'shared-memory', emptyDir: { medium: 'Memory' } }] : []),
  ];
}

function resourcesOf({ resources, autoScaling }: WantedDeployment): Fields {
  const { cpu_cores: cores, memory_gb: memory, gpu_count: gpus } = resources;
  const limits = {
    ...(cores === undefined ? {} : { cpu: `${Math.round(cores * 1000)}m` }),
    ...(memory === undefined ? {} : { memory: String(Math.round(memory * GB)) }),
    ...(gpus === 0 ? {} : { 'nvidia.com/gpu': String(gpus) }),
  };
  const scaledByCpu = autoScaling?.target_cpu !== undefined && cores === undefined;
  const requests = { ...limits, ...(scaledByCpu && { cpu: String(CORES_FOR_SCALING) }) };
  return { requests, limits };
}

/** The Service, by which the gateway reaches pods that are ready. */
export function serviceOf(manifest: Pick<Manifest, 'wanted'>): Fields {
  const spec = {
    selector: selectorOf(manifest.wanted),
    ports: [{ name: 'http', port: PORT, targetPort: 'http' }],
  };
  return { apiVersion: 'v1', kind: 'Service', metadata: metadataOf(manifest, spec), spec };
}

/** The Secret with the instructions for the download, for each release that has pods. */
export function secretOf(
  manifest: Pick<Manifest, 'wanted' | 'earlier'>,
  download: NonNullable<PodPlan['download']>,
) {
  const { wanted, earlier } = manifest;
  const stringData = {
    ...(earlier && keyed(earlier.release, earlier.files)),
    ...keyed(wanted.release, download.files),
  };
  return { apiVersion: 'v1', kind: 'Secret', metadata: metadataOf(manifest, stringData), stringData };
}

function keyed(release: number, files: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [keyIn(release, name), text]));
}

function keyIn(release: number, name: string): string {
  return `release-${release}.${name}`;
}

function secretVolume(wanted: WantedDeployment, files: Readonly<Record<string, string>>): Fields {
  const items = Object.keys(files).map((path) => ({ key: keyIn(wanted.release, path), path }));
  return { secretName: objectName(wanted), items };
}

/** The HorizontalPodAutoscaler. @param version of the group `autoscaling`; v1 knows the CPU only */
export function autoscalerOf(
  manifest: Pick<Manifest, 'wanted'>,
  { min_replicas: min, max_replicas: max, target_cpu: cpu, target_memory: memory }: AutoScaling,
  version: string,
): Fields {
  const { wanted } = manifest;
  const metric = (name: string, target: number) => ({
    type: 'Resource',
    resource: { name, target: { type: 'Utilization', averageUtilization: Math.round(target) } },
  });
  const targets =
    version === 'v1'
      ? { targetCPUUtilizationPercentage: Math.round(cpu ?? 0) }
      : {
          metrics: [
            ...(cpu === undefined ? [] : [metric('cpu', cpu)]),
            ...(memory === undefined ? [] : [metric('memory', memory)]),
          ],
        };
  const spec = {
    scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: objectName(wanted) },
    minReplicas: Math.max(1, min),
    maxReplicas: max,
    ...targets,
  };
  return {
    apiVersion: `autoscaling/${version}`,
    kind: 'HorizontalPodAutoscaler',
    metadata: metadataOf(manifest, spec),
    spec,
  };
}
