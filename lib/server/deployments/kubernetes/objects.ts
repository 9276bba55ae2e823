import { z } from 'zod';
import { HASH_ANNOTATION } from './names';

const strings = z.record(z.string(), z.string()).default({});

const metadata = z.object({
  name: z.string(),
  uid: z.string().default(''),
  resourceVersion: z.string().default(''),
  generation: z.int().default(0),
  creationTimestamp: z.string().optional(),
  deletionTimestamp: z.string().optional(),
  labels: strings,
  annotations: strings,
});

const condition = z.object({
  type: z.string(),
  status: z.string(),
  reason: z.string().default(''),
  message: z.string().default(''),
  lastTransitionTime: z.string().nullish(),
});

/** The fields that are read of any object. */
export const objectSchema = z.object({ metadata });
export type ClusterObject = z.output<typeof objectSchema>;

/** The fields that are read of a Secret. */
export const secretSchema = z.object({
  metadata,
  data: z.record(z.string(), z.unknown()).default({}),
});

/** The fields that are read of a Deployment. */
export const deploymentSchema = z.object({
  metadata,
  spec: z.object({ replicas: z.int().default(1) }),
  status: z
    .object({ observedGeneration: z.int().default(0), conditions: z.array(condition).default([]) })
    .default({ observedGeneration: 0, conditions: [] }),
});
export type KubernetesDeployment = z.output<typeof deploymentSchema>;

const ended = z.object({
  exitCode: z.int().default(0),
  reason: z.string().default(''),
});
const waiting = z.object({ reason: z.string().default(''), message: z.string().default('') });
const state = z.object({ waiting: waiting.optional(), terminated: ended.optional() }).default({});

const container = z.object({
  name: z.string(),
  ready: z.boolean().default(false),
  restartCount: z.int().default(0),
  state,
  lastState: state,
});
export type ContainerState = z.output<typeof container>;

/** The fields that are read of a pod. */
const replicaPodSchema = z.object({
  metadata,
  spec: z.object({ nodeName: z.string().optional() }),
  status: z
    .object({
      phase: z.string().default('Pending'),
      reason: z.string().default(''),
      message: z.string().default(''),
      conditions: z.array(condition).default([]),
      initContainerStatuses: z.array(container).default([]),
      containerStatuses: z.array(container).default([]),
    })
    .prefault({}),
});
export type ReplicaPod = z.output<typeof replicaPodSchema>;

/** The fields that are read of any list. */
export const objectListSchema = z.object({
  metadata: z.object({ continue: z.string().default('') }),
  items: z.array(objectSchema),
});

export const replicaPodListSchema = z.object({
  metadata: z.object({ continue: z.string().default('') }).prefault({}),
  items: z.array(replicaPodSchema),
});

/** An API group with its versions. */
export const groupSchema = z.object({ versions: z.array(z.object({ version: z.string() })) });

/** Whether an object was generated from other inputs than the desired ones. */
export function isStale({ metadata }: ClusterObject, hash: string): boolean {
  return metadata.annotations[HASH_ANNOTATION] !== hash;
}
