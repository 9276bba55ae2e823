import { z } from 'zod';
import { quantity } from './quantity';

const amount = z.union([z.string(), z.number()]).transform((written, context) => {
  const value = quantity(written);
  if (value !== undefined) return value;
  context.addIssue('is not a quantity');
  return z.NEVER;
});
const quantities = z.record(z.string(), amount).default({});

const metadata = z.object({ name: z.string(), labels: z.record(z.string(), z.string()).default({}) });

/** The fields of a node that a health check reads. */
const nodeSchema = z.object({
  metadata,
  spec: z.object({ unschedulable: z.boolean().default(false) }).default({ unschedulable: false }),
  status: z.object({
    allocatable: quantities,
    conditions: z
      .array(
        z.object({
          type: z.string(),
          status: z.string(),
          reason: z.string().default(''),
          message: z.string().default(''),
        }),
      )
      .default([]),
  }),
});
export type KubernetesNode = z.output<typeof nodeSchema>;

const container = z.object({
  restartPolicy: z.string().optional(),
  resources: z.object({ requests: quantities }).default({ requests: {} }),
});

/** The fields of a pod that determine how much of its node it uses. */
const podSchema = z.object({
  spec: z.object({
    nodeName: z.string().optional(),
    containers: z.array(container),
    initContainers: z.array(container).default([]),
    overhead: quantities,
  }),
});
export type Pod = z.output<typeof podSchema>;

const listOf = <S extends z.ZodType>(item: S) =>
  z.object({ metadata: z.object({ continue: z.string().default('') }), items: z.array(item) });

export const nodeListSchema = listOf(nodeSchema);
export const podListSchema = listOf(podSchema);
export const versionSchema = z.object({ gitVersion: z.string() });
