import { createPrivateKey, X509Certificate } from 'node:crypto';
import { parse } from 'yaml';
import { z } from 'zod';
import type { KubernetesConnection } from './connection';

/** A kubeconfig cannot be used; the message says why and what to do. */
export class KubeconfigError extends Error {
  override readonly name = 'KubeconfigError';
}

/** Maximum number of YAML aliases, against documents that expand exponentially. */
const MAX_ALIASES = 20;

const text = z.string().min(1);
const name = z.coerce.string();

const clusterSchema = z.object({
  server: text,
  'certificate-authority-data': text.optional(),
  'certificate-authority': text.optional(),
  'insecure-skip-tls-verify': z.boolean().optional(),
  'tls-server-name': text.optional(),
  'proxy-url': text.optional(),
});
const userSchema = z.object({
  token: text.optional(),
  tokenFile: text.optional(),
  'client-certificate-data': text.optional(),
  'client-key-data': text.optional(),
  'client-certificate': text.optional(),
  'client-key': text.optional(),
  exec: z.object({ command: z.string() }).optional(),
  'auth-provider': z.object({ name: z.string() }).optional(),
});
const schema = z.object({
  'current-context': z.string().optional(),
  contexts: z.array(z.object({ name, context: z.object({ cluster: name, user: name }) })).default([]),
  clusters: z.array(z.object({ name, cluster: clusterSchema })).default([]),
  users: z.array(z.object({ name, user: userSchema })).default([]),
});

type Cluster = z.output<typeof clusterSchema>;
type User = z.output<typeof userSchema>;

const FLATTEN =
  'Print a self-contained one with "kubectl config view --raw --flatten --minify", and use that.';

/**
 * Reads the connection of one context.
 * @param context its name @default the current one
 * @throws KubeconfigError
 */
export function readKubeconfig(source: string, context?: string): KubernetesConnection {
  const config = schema.safeParse(parsed(source));
  if (!config.success) throw new KubeconfigError(shapeProblem(config.error));
  const { contexts, clusters, users } = config.data;
  const wanted = context ?? config.data['current-context'] ?? '';
  const found = contexts.find(({ name }) => name === wanted)?.context;
  if (!found) throw new KubeconfigError(noContext(wanted, contexts));
  const { cluster: clusterName, user: userName } = found;
  const target = clusters.find(({ name }) => name === clusterName)?.cluster;
  if (!target)
    throw new KubeconfigError(`The kubeconfig has no cluster ${clusterName}. Check the context ${wanted}.`);
  const account = users.find(({ name }) => name === userName)?.user;
  if (!account)
    throw new KubeconfigError(`The kubeconfig has no user ${userName}. Check the context ${wanted}.`);
  return {
    ...serverOf(clusterName, target),
    ...credentialsOf(userName, account),
  };
}

function parsed(source: string): unknown {
  try {
    return parse(source, { maxAliasCount: MAX_ALIASES, logLevel: 'silent' });
  } catch {
    // The error of the parser is left out: it quotes the text, which contains credentials.
    throw new KubeconfigError('The kubeconfig is not valid YAML. Copy the whole file, with its indentation.');
  }
}

function shapeProblem(error: z.ZodError): string {
  const where = error.issues[0]?.path.map(String).join('.') ?? '';
  const what = where === '' ? 'is not an object' : `has an invalid value at ${where}`;
  return `The kubeconfig ${what}. Use the output of "kubectl config view --raw --flatten --minify".`;
}

function noContext(wanted: string, contexts: readonly { readonly name: string }[]): string {
  const names = contexts.map(({ name }) => name).join(', ');
  if (names === '') return 'The kubeconfig has no contexts. Use a whole kubeconfig.';
  return wanted === ''
    ? `The kubeconfig has no current context. Choose one: ${names}.`
    : `The kubeconfig has no context ${wanted}. Contexts: ${names}.`;
}

function serverOf(name: string, cluster: Cluster): Pick<KubernetesConnection, 'server' | 'authority'> {
  const refuse = (why: string) => {
    throw new KubeconfigError(`The cluster ${name} of the kubeconfig ${why}`);
  };
  const { server } = cluster;
  if (!URL.canParse(server) || new URL(server).protocol !== 'https:') {
    refuse('has a server without an https:// address. Pipewright sends credentials over TLS only.');
  }
  if (cluster['insecure-skip-tls-verify'] === true) {
    refuse('sets insecure-skip-tls-verify. Set certificate-authority-data instead.');
  }
  if (cluster['proxy-url'] !== undefined)
    refuse('needs a proxy, which Pipewright does not use for clusters.');
  if (cluster['tls-server-name'] !== undefined) {
    refuse(
      'has a tls-server-name, which Pipewright does not support. Use an address that the certificate is for.',
    );
  }
  if (cluster['certificate-authority'] !== undefined) refuse(`refers to a file of your machine. ${FLATTEN}`);
  const data = cluster['certificate-authority-data'];
  const address = server.endsWith('/') ? server.slice(0, -1) : server;
  if (data === undefined) return { server: address };
  const authority = decoded(data);
  if (!isCertificate(authority)) refuse('has an invalid certificate-authority-data.');
  return { server: address, authority };
}

function credentialsOf(name: string, user: User): Pick<KubernetesConnection, 'token' | 'identity'> {
  const refuse = (why: string): never => {
    throw new KubeconfigError(`The user ${name} of the kubeconfig ${why}`);
  };
  if (user.exec) {
    refuse(
      `signs in with the command ${user.exec.command}, which Pipewright does not run. Use the token of a service account, or a client certificate.`,
    );
  }
  if (user['auth-provider']) {
    refuse(
      'signs in with an auth provider, which Pipewright does not support. Use the token of a service account.',
    );
  }
  if (user.tokenFile ?? user['client-certificate'] ?? user['client-key']) {
    refuse(`refers to a file of your machine. ${FLATTEN}`);
  }
  const { token } = user;
  if (token !== undefined) {
    return /^[\x21-\x7e]+$/.test(token) ? { token } : refuse('has a token with invalid characters.');
  }
  const [cert, key] = [user['client-certificate-data'], user['client-key-data']];
  if (cert === undefined || key === undefined) {
    return refuse('has neither a token nor a client certificate with its key. Add one of them.');
  }
  const identity = { cert: decoded(cert), key: decoded(key) };
  return belongTogether(identity)
    ? { identity }
    : refuse('has a client certificate and key that do not belong together.');
}

const decoded = (base64: string): string => Buffer.from(base64, 'base64').toString('utf8');

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).fingerprint256 !== '';
  } catch {
    return false;
  }
}

function belongTogether({ cert, key }: { readonly cert: string; readonly key: string }): boolean {
  try {
    return new X509Certificate(cert).checkPrivateKey(createPrivateKey(key));
  } catch {
    return false;
  }
}
