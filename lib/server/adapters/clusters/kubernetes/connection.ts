import { z } from 'zod';

/** The address of an API server, and the credentials for it. */
export const kubernetesConnectionSchema = z.strictObject({
  /** `https://host:port`, with a path if a proxy needs one. */
  server: z.string(),
  /** Certificate authorities to trust instead of those of the system, in PEM. */
  authority: z.string().optional(),
  token: z.string().optional(),
  identity: z.strictObject({ cert: z.string(), key: z.string() }).optional(),
});
export type KubernetesConnection = z.output<typeof kubernetesConnectionSchema>;
