import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import type { KubernetesConnection } from '../../adapters/clusters/kubernetes/connection';

/** Sends a request to an API server and returns the object. @throws Error with status and body of a refusal */
export type TestApi = (method: string, path: string, body?: object) => Promise<Record<string, unknown>>;

/** A client of an API server for actions of people and machines in tests. */
export function testApi({ server, authority, token, identity }: KubernetesConnection): TestApi {
  return (method, path, body) =>
    new Promise((resolve, reject) => {
      const json = body === undefined ? '' : JSON.stringify(body);
      const sent = request(
        new URL(server + path),
        {
          method,
          ca: authority,
          ...identity,
          headers: {
            ...(token !== undefined && { authorization: `Bearer ${token}` }),
            // Node does not set it for DELETE.
            'content-length': Buffer.byteLength(json),
            'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json',
          },
        },
        (answer) => {
          text(answer).then((given) => {
            if ((answer.statusCode ?? 500) < 400) return resolve(JSON.parse(given));
            reject(new Error(`${method} ${path}: ${answer.statusCode} ${given}`));
          }, reject);
        },
      );
      sent.once('error', reject);
      sent.end(json);
    });
}
