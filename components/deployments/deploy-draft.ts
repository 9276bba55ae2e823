import { LOCAL_CLUSTER } from '@/lib/contracts/clusters';
import { type CreateDeploymentInput, createDeploymentInput } from '@/lib/contracts/deployments';
import { problemsOf } from '../forms/form-problems';
import type { ReadDraft } from '../forms/use-dialog-form';
import { numberOf } from './number-of';

/** The values of the fields for runtime and resources. */
export interface ResourceDraft {
  readonly runtime: string;
  readonly cpu: string;
  readonly memory: string;
  readonly gpus: string;
}

/** The values of the form for a new deployment. */
export interface DeployDraft extends ResourceDraft {
  readonly name: string;
  readonly model: string;
  /** Where the model runs: on replicas of a cluster, or on an existing external server. */
  readonly on: 'cluster' | 'external';
  readonly cluster: string;
  readonly url: string;
  /** Name of the model at an external server. */
  readonly served: string;
  readonly replicas: string;
  readonly isScaled: boolean;
  readonly least: string;
  readonly most: string;
  readonly targetCpu: string;
  readonly targetMemory: string;
  readonly targetRequests: string;
}

/** A new draft. @param model id of the chosen model; empty for none */
export function emptyDraft(model: string): DeployDraft {
  return {
    ...{
      name: '',
      model,
      on: 'cluster',
      cluster: LOCAL_CLUSTER,
      url: '',
      served: '',
      replicas: '1',
      runtime: '',
    },
    ...{ cpu: '', memory: '', gpus: '' },
    ...{ isScaled: false, least: '1', most: '3', targetCpu: '', targetMemory: '', targetRequests: '2' },
  };
}

/** Validates a draft: the input, or the problems of its fields. */
export function readDraft(draft: DeployDraft): ReadDraft<CreateDeploymentInput> {
  const { name, model, on, cluster, url, served, replicas } = draft;
  const parsed = createDeploymentInput.safeParse({
    name: name.trim(),
    model_id: on === 'external' ? served.trim() : model,
    cluster_id: on === 'external' ? LOCAL_CLUSTER : cluster,
    ...(on === 'external'
      ? { external_url: url.trim() }
      : { replicas: numberOf(replicas) ?? Number.NaN, ...runtimeOf(draft), ...scalingOf(draft) }),
  });
  return parsed.success ? { input: parsed.data } : { problems: problemsOf(parsed.error.issues) };
}

/** Runtime and resources as a request has them. */
export function runtimeOf({ runtime, cpu, memory, gpus }: ResourceDraft) {
  return {
    ...(runtime.trim() === '' ? {} : { runtime: runtime.trim() }),
    resources: defined({ cpu_cores: numberOf(cpu), memory_gb: numberOf(memory), gpu_count: numberOf(gpus) }),
  };
}

function scalingOf({ isScaled, least, most, ...targets }: DeployDraft) {
  if (!isScaled) return {};
  const { targetCpu, targetMemory, targetRequests } = targets;
  const optional = {
    target_cpu: numberOf(targetCpu),
    target_memory: numberOf(targetMemory),
    target_ongoing_requests: numberOf(targetRequests),
  };
  const replicas = {
    min_replicas: numberOf(least) ?? Number.NaN,
    max_replicas: numberOf(most) ?? Number.NaN,
  };
  return { auto_scaling: { enabled: true, ...replicas, ...defined(optional) } };
}

function defined<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;
}
