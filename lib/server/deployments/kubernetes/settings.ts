import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { firstProblem, pathText, problemText } from '@/engine';

/** KUBERNETES_FILE cannot be used; the message says what to correct. */
export class KubernetesFileError extends Error {
  override readonly name = 'KubernetesFileError';
}

const name = z
  .string()
  .regex(/^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/, 'must be a name of a-z, 0-9, "." and "-"');

/** Names of secrets whose values pods get for the sources of models. */
const secretsSchema = z.strictObject({
  model_hub: z.string().min(1).optional(),
  s3: z.string().min(1).optional(),
});

/** Secrets by the source of a model. */
export type SourceSecrets = z.output<typeof secretsSchema>;

/** Where pods get the files of a model. */
const modelsSchema = z.discriminatedUnion('from', [
  // Download from the source of the model.
  z.strictObject({ from: z.literal('source'), secrets: secretsSchema.default({}) }),
  // Mount a volume that already contains them.
  z.strictObject({
    from: z.literal('volume'),
    claim: name,
    /** Folder of a model in the volume, with `{{model_id}}` and `{{model_name}}`. */
    path: z
      .string()
      .regex(/^[^/\0][^\0]*$/, 'must be a relative path')
      .default('{{model_name}}'),
  }),
]);

const clusterSchema = z.strictObject({
  namespace: name.default('default'),
  /** How the gateway reaches pods: through their service by name, or through the API server. */
  access: z.enum(['service', 'proxy']).optional(),
  models: modelsSchema.default({ from: 'source', secrets: {} }),
  /** Names of Secrets in the namespace with credentials for images. */
  image_pull_secrets: z.array(name).default([]),
  node_selector: z.record(z.string(), z.string()).default({}),
});

const imageSchema = z.union([
  z
    .string()
    .min(1)
    .transform((image) => ({ image })),
  z.strictObject({ image: z.string().min(1), program: z.string().min(1).optional() }),
]);

const fileSchema = z.strictObject({
  /** Container images by the name of the runtime. */
  images: z.record(z.string(), imageSchema).default({}),
  /** Image with sh, curl and sha256sum that downloads models. */
  download_image: z.string().min(1).optional(),
  clusters: z.record(z.string(), clusterSchema).default({}),
});

/** Settings of deployments on one cluster. */
export type ClusterSettings = z.output<typeof clusterSchema>;

/** Settings of deployments on Kubernetes clusters. */
export type KubernetesSettings = z.output<typeof fileSchema>;

/** The settings of a cluster, or the defaults. */
export function settingsOf({ clusters }: KubernetesSettings, clusterId: string): ClusterSettings {
  return clusters[clusterId] ?? clusterSchema.parse({});
}

/** @throws KubernetesFileError naming the first mistake */
export function parseKubernetesFile(text: string): KubernetesSettings {
  const parsed = fileSchema.safeParse(jsonOf(text));
  if (parsed.success) return parsed.data;
  const { path, issue } = firstProblem(parsed.error);
  throw new KubernetesFileError(`KUBERNETES_FILE: ${problemText(pathText(path, 'the document'), issue)}`);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new KubernetesFileError('KUBERNETES_FILE is not JSON. Correct the file.', { cause });
  }
}

/** Reads KUBERNETES_FILE. @param path without one, all settings have their defaults @throws KubernetesFileError */
export async function readKubernetesFile(path: string | undefined): Promise<KubernetesSettings> {
  if (path === undefined) return fileSchema.parse({});
  const text = await readFile(/* turbopackIgnore: true */ path, 'utf8').catch((cause: unknown) => {
    throw new KubernetesFileError(
      `KUBERNETES_FILE ${path} cannot be read. Check the path and its permissions.`,
      {
        cause,
      },
    );
  });
  return parseKubernetesFile(text);
}
