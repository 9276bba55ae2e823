import { z } from 'zod';
import { dnsLabelSchema } from '@/engine/deployments';

/** The cluster that every installation has: the machine of the server. */
export const LOCAL_CLUSTER = 'local';

const CLUSTER_PROVIDERS = ['local', 'kubernetes'] as const;
/** Providers of clusters that are added. */
export type StoredClusterProvider = Exclude<(typeof CLUSTER_PROVIDERS)[number], 'local'>;

export const clusterIdInput = z.strictObject({ id: z.string().min(1).max(100) });

/** Maximum length of a kubeconfig, in characters. One with many clusters and certificates has 200 kB. */
export const MAX_KUBECONFIG_LENGTH = 512 * 1024;

const clusterNameSchema = dnsLabelSchema.refine(
  (name) => name !== LOCAL_CLUSTER,
  'The name local is reserved for the machine of this server. Choose another name.',
);

const connection = {
  /** By default, the service account of the pod of the server. */
  kubeconfig: z
    .string()
    .trim()
    .min(1, 'Enter a kubeconfig.')
    .max(MAX_KUBECONFIG_LENGTH, 'Use a kubeconfig of at most 512 kB.')
    .optional(),
  /** Context of the kubeconfig. @default its current one */
  context: z.string().trim().min(1).max(253).optional(),
};

/** The connection to a Kubernetes cluster. */
export const clusterConnectionInput = z.strictObject(connection);
export type ClusterConnectionInput = z.input<typeof clusterConnectionInput>;

/** A new Kubernetes cluster. Refused with `conflict` when the name exists. */
export const addClusterInput = z.strictObject({ id: clusterNameSchema, ...connection });
export type AddClusterInput = z.input<typeof addClusterInput>;

/** The response to a change of a cluster, without its credentials. */
export const storedClusterSchema = z.object({ id: z.string() });

/** A cluster in a list, without credentials. */
export const clusterSummarySchema = z.object({
  /** The value for `cluster_id` of a step. */
  id: z.string(),
  provider: z.enum(CLUSTER_PROVIDERS),
  /** Address of the API server; null for the machine of the server. */
  server: z.string().nullable(),
  /** Null for `local`. */
  createdAt: z.string().nullable(),
});
export type ClusterSummary = z.infer<typeof clusterSummarySchema>;

export const clusterListSchema = z.object({ clusters: z.array(clusterSummarySchema).readonly() });

const capacitySchema = z.object({ total: z.number(), free: z.number() });
export type CapacityInfo = z.infer<typeof capacitySchema>;

const quantities = { cpu: capacitySchema, memory: capacitySchema, gpu: capacitySchema };

export const clusterNodeSchema = z.object({
  name: z.string(),
  isReady: z.boolean(),
  ...quantities,
  gpuTypes: z.array(z.string()).readonly(),
});
export type ClusterNodeInfo = z.infer<typeof clusterNodeSchema>;

/** Result of a health check. CPU in cores, memory and disk in bytes, GPUs in whole devices. */
export const clusterHealthSchema = z.object({
  status: z.enum(['healthy', 'degraded', 'unhealthy']),
  nodes: z.array(clusterNodeSchema).readonly(),
  /** Capacity of the nodes that are ready. */
  capacity: z.object(quantities),
  /** Capacity of the disk of all deployments; absent when nodes have separate disks. */
  disk: capacitySchema.optional(),
  gpuTypes: z.array(z.string()).readonly(),
  issues: z.array(z.object({ check: z.string(), severity: z.string(), message: z.string() })).readonly(),
  version: z.string().optional(),
});
export type ClusterHealthInfo = z.infer<typeof clusterHealthSchema>;

/** Result of a health check, or the reason why it failed. */
export const clusterCheckSchema = z.object({
  checkedAt: z.iso.datetime(),
  health: clusterHealthSchema.nullable(),
  /** A sentence or two; null when the check succeeded. */
  problem: z.string().nullable(),
});
export type ClusterCheck = z.infer<typeof clusterCheckSchema>;
