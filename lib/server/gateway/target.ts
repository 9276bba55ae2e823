import { GatewayError } from './errors';

/** Paths of the gateway. */
const ADDRESS = /^\/deployments\/([^/?]+)\/v1(?:\/([^?]*))?(\?.*)?$/;

const POSTS = new Set(['chat/completions', 'completions', 'embeddings']);
const MODELS = /^models(?:\/[\w.:@%/-]+)?$/;

/** The deployment and operation of a request. */
export interface GatewayTarget {
  /** Name of the deployment. */
  readonly name: string;
  /** Path and query for the replica. */
  readonly path: string;
  readonly method: 'GET' | 'POST';
}

/** Whether the gateway handles this path. */
export function isGatewayPath(url: string | undefined): boolean {
  return url !== undefined && ADDRESS.test(url);
}

/** Parses the URL of a request. @throws GatewayError when the gateway has no such operation */
export function readTarget(method: string | undefined, url = ''): GatewayTarget {
  const [, name = '', operation = '', query = ''] = ADDRESS.exec(url) ?? [];
  const isModels = MODELS.test(operation) && !operation.split('/').includes('..');
  if (!isModels && !POSTS.has(operation)) {
    throw new GatewayError(
      404,
      'not_found',
      `A deployment has no operation "/v1/${operation}". Use chat/completions, completions, embeddings or models.`,
    );
  }
  const expected = isModels ? 'GET' : 'POST';
  if (method !== expected) {
    throw new GatewayError(405, 'method_not_allowed', `Use ${expected} for /v1/${operation}.`, {
      headers: { allow: expected },
    });
  }
  return { name, path: `/v1/${operation}${query}`, method: expected };
}
