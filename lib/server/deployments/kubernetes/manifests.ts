import type { AutoScaling } from '@/engine/deployments';
import type { WantedDeployment } from '../../adapters/clusters/provider';
import {
  HASH_ANNOTATION,
  hashOf,
  INSTALLATION_LABEL,
  labelsOf,
  objectName,
  RELEASE_LABEL,
  selectorOf,
} from './names';
import { MODEL_FOLDER, PORT } from './paths';
import type { PodPlan } from './plan';

/** As `BUSY_MISSES`: a busy replica may miss checks, which run every 5 s, without being restarted. */
const LIVE_MISSES = 60;
const PROBE_SECONDS = 5;
/** Delay before SIGTERM, in seconds, in which proxies stop sending requests to the pod. */
const NOTICE_SECONDS = 5;
const GB = 1_000_000_000;
/** CPU that a replica without `cpu_cores` requests for auto-scaling, in cores: the target is then a share of one core. */
const CORES_FOR_SCALING = 1;
/** Folder of the download instructions in a pod. */
const DOWNLOAD_FOLDER = '/pipewright';
/** Timeout for pulling the image and for a download without progress, in seconds. */
const PULL_SECONDS = 600;

/** A deployment of an installation. */
interface Owned {
  readonly wanted: WantedDeployment;
  /** Id of the installation. */
  readonly installation: string;
}

/** What the objects of a deployment are generated from. */
export interface Manifest extends Owned {
  readonly plan: PodPlan;
  /** Downloads of the earlier release: its pods must not get the files of the new release when they are recreated. */
  readonly earlier?:
    | { readonly release: number; readonly files: Readonly<Record<string, string>> }
    | undefined;
  /** Grace period for requests in flight, in seconds. */
  readonly drainSeconds: number;
}

type Fields = Readonly<Record<string, unknown>>;

/** The hash includes the installation, so that objects without its label get it. */
function metadataOf({ wanted, installation }: Owned, content: unknown): Fields {
  return {
    name: objectName(wanted),
    labels: { ...labelsOf(wanted), [INSTALLATION_LABEL]: installation },
    annotations: { [HASH_ANNOTATION]: hashOf({ installation, content }) },
  };
}

/** The Deployment. Without `replicas`, an autoscaler owns the number. */
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
      // During a rollout, one replica more than desired runs until the new ones are ready.
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
      selector: { matchLabels: selectorOf(wanted) },
      template,
    },
  };
}

/** Hash of the inputs of the Deployment, without the number of replicas. */
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
    // In an image without `sleep`, the hook fails and SIGTERM follows immediately.
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

/**
 * Downloads the files by the configuration of curl, then verifies their checksums. No value is interpolated into the
 * command.
 */
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
    // Processes of one model exchange data through shared memory, whose default size is 64 MB.
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

/** The Service through which the gateway reaches ready pods. */
export function serviceOf(manifest: Owned): Fields {
  const spec = {
    selector: selectorOf(manifest.wanted),
    ports: [{ name: 'http', port: PORT, targetPort: 'http' }],
  };
  return { apiVersion: 'v1', kind: 'Service', metadata: metadataOf(manifest, spec), spec };
}

/** The Secret with the download instructions of each release that has pods. */
export function secretOf(
  manifest: Owned & Pick<Manifest, 'earlier'>,
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

/** The HorizontalPodAutoscaler. @param version of the API group `autoscaling`; v1 supports only CPU */
export function autoscalerOf(
  manifest: Owned,
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
