import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { KubernetesConnection } from './connection';

/** The folder in which Kubernetes mounts the credentials of a pod. */
const FOLDER = '/var/run/secrets/kubernetes.io/serviceaccount';

/** The API server of the cluster that this process is a pod of, from KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT. */
export interface PodService {
  readonly host: string;
  readonly port: number;
}

/**
 * Reads the current credentials of this pod: Kubernetes renews the token every hour. @throws Error of the file system
 */
export async function readServiceAccount(
  { host, port }: PodService,
  folder = FOLDER,
): Promise<KubernetesConnection> {
  const [token, authority] = await Promise.all([
    readFile(join(folder, 'token'), 'utf8'),
    readFile(join(folder, 'ca.crt'), 'utf8'),
  ]);
  const name = host.includes(':') ? `[${host}]` : host;
  return { server: `https://${name}:${port}`, authority, token: token.trim() };
}
