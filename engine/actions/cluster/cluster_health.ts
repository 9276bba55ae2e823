import { z } from 'zod';
import { defineAction } from '../../action';
import { CLUSTER_CHECKS, CLUSTER_STATUSES, type ClusterHealth, clusterStatus } from '../../cluster-health';

const GB = 1_000_000_000;
const MAX_SECONDS = 300;

/** Reads the state of a cluster from its machines. docs/rules.md, section 7.9. */
export const clusterHealth = defineAction({
  type: 'cluster_health',
  title: 'Cluster health',
  description: 'Check a cluster: its status, nodes and free resources.',
  icon: 'cluster_health',
  sentence: 'Check {cluster_id}',
  category: 'cluster',
  effect: 'read',
  idempotent: true,
  spellings: { timeout: 'timeout_seconds' },

  params: z.object({
    cluster_id: z
      .string()
      .min(1)
      .meta({ widget: 'cluster' })
      .describe('Cluster to check. local is the machine that Pipewright runs on.'),
    checks: z
      .array(z.enum(CLUSTER_CHECKS))
      .min(1)
      .default([...CLUSTER_CHECKS])
      .meta({ variant: 'added' })
      .describe('Parts of the cluster that status and issues cover.'),
    timeout_seconds: z
      .int()
      .min(1)
      .max(MAX_SECONDS)
      .default(30)
      .meta({ widget: 'seconds', unit: 's' })
      .describe('Timeout. The step fails when it is exceeded.'),
  }),

  docs: {
    variants: { a: 'cluster_health', b: 'cluster_health' },
    examples: [
      { title: 'Local machine', step: { id: 'health', params: { cluster_id: 'local' } } },
      {
        title: 'Run only when the cluster is healthy',
        step: {
          id: 'health',
          params: { cluster_id: 'gpu-east', checks: ['nodes', 'gpu'], timeout_seconds: 10 },
        },
      },
    ],
    failures: {
      invalid_params: 'no cluster has this cluster_id. The message lists the clusters.',
      timeout: 'the cluster does not respond within timeout_seconds.',
      connection_error: 'the certificate of the cluster cannot be verified.',
      rejected: 'the cluster rejects the credentials, or Pipewright is not allowed to call its address.',
    },
    notes: [
      'A degraded or unhealthy cluster is a result: the step completes. Use its status in a condition.',
      'A cluster that refuses connections is unhealthy.',
      'A deployment on the cluster that failed or lacks ready replicas makes it degraded. issues and the log say why.',
    ],
  },

  output: z.object({
    status: z.enum(CLUSTER_STATUSES).describe('Status of the cluster.'),
    node_count: z.int().describe('Number of nodes that are ready.'),
    available_resources: z
      .object({
        cpu: z.string().describe('Free CPU cores, for example 1.4.'),
        memory_gb: z.number().describe('Free memory, in GB.'),
        gpu_count: z.int().describe('Number of free GPUs.'),
        gpu_types: z.array(z.string()).describe('Models of GPUs in the cluster.'),
      })
      .describe('Resources that are free on the nodes that are ready.'),
    issues: z
      .array(
        z.object({
          check: z.enum(CLUSTER_CHECKS).describe('Part of the cluster.'),
          severity: z.enum(['degraded', 'unhealthy']).describe('Status that the issue leads to.'),
          message: z.string().describe('What is wrong.'),
        }),
      )
      .describe('What is wrong with the cluster. Empty when it is healthy.'),
  }),
  current: { action: 'cluster_health', from: 'inputs', fields: ['cluster_id', 'checks', 'timeout_seconds'] },

  async run({ cluster_id, checks, timeout_seconds }, ctx) {
    const health = await ctx.clusters.health(cluster_id, { signal: ctx.deadline(timeout_seconds) });
    const issues = health.issues.filter(({ check }) => checks.includes(check));
    const status = clusterStatus(issues);
    ctx.log[status === 'healthy' ? 'info' : 'warning'](`${cluster_id} is ${status}`);
    for (const { message } of issues) ctx.log.warning(message);
    return {
      status,
      node_count: health.nodes.filter(({ isReady }) => isReady).length,
      available_resources: availableIn(health),
      issues: issues.map((issue) => ({ ...issue })),
    };
  },
});

function availableIn({ capacity, gpuTypes }: ClusterHealth) {
  return {
    cpu: String(rounded(capacity.cpu.free)),
    memory_gb: rounded(capacity.memory.free / GB),
    gpu_count: capacity.gpu.free,
    gpu_types: [...gpuTypes],
  };
}

/** Rounds down to one decimal, so that free capacity is never overstated. */
function rounded(value: number): number {
  return Math.floor(value * 10) / 10;
}
