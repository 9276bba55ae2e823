import { request as startRequest } from 'node:https';
import type { Json } from '@/engine';

/** A request to an API server. */
export interface KubernetesRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With its query. */
  readonly path: string;
  readonly body?: Json;
  /** @default "application/json" */
  readonly contentType?: string;
  readonly token: string;
}

/** What the API server answered. */
export interface KubernetesAnswer {
  readonly status: number;
  /** Text where the body is no JSON. */
  readonly body: Json;
}

/** Sends requests to the API server at this address. @param authority its certificate authority, in PEM */
export function requestsTo(url: string, authority: string) {
  return ({ method = 'GET', path, body, contentType = 'application/json', token }: KubernetesRequest) =>
    new Promise<KubernetesAnswer>((resolve, reject) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': contentType };
      const sent = startRequest(
        new URL(path, url),
        { method, headers, ca: authority, agent: false },
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.on('error', reject);
          answer.on('end', () =>
            resolve({ status: answer.statusCode ?? 0, body: bodyOf(Buffer.concat(chunks).toString()) }),
          );
        },
      );
      sent.on('error', reject);
      sent.end(body === undefined ? undefined : JSON.stringify(body));
    });
}

function bodyOf(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
