import { z } from 'zod';
import { ActionError } from '@/engine';
import type { Http } from '@/engine/ports';
import type { Dialer } from '../../egress';
import { createHttp } from '../../http';
import type { KubernetesConnection } from './connection';

/** Maximum number of pages of a list, against a server that returns pages without end. */
const MAX_PAGES = 400;

/** Options of requests to an API server. */
export interface KubernetesOptions {
  readonly dialer: Dialer;
  /** The installation that sends the requests. */
  readonly mark: () => string;
}

/** The client of one API server. */
export class KubernetesApi {
  readonly #http: Http;
  readonly #connection: KubernetesConnection;
  readonly #signal: AbortSignal;

  constructor(connection: KubernetesConnection, options: KubernetesOptions, signal: AbortSignal) {
    const { authority, identity } = connection;
    this.#connection = connection;
    this.#signal = signal;
    this.#http = createHttp({
      ...options,
      ...(authority === undefined ? {} : { trusted: [authority] }),
      ...(identity && { identity }),
    });
  }

  /** Host and port, for messages. */
  get host(): string {
    return new URL(this.#connection.server).host;
  }

  /** Status of a path, without its body. @throws ActionError also when the credentials are rejected */
  async status(path: string): Promise<number> {
    return (await this.#get(path)).status;
  }

  /** Reads one object. @throws ActionError also when the response is something else */
  async read<S extends z.ZodType>(path: string, schema: S): Promise<z.output<S>> {
    const { status, body } = await this.#get(path);
    if (status !== 200) throw this.#refusal(path, `returned status ${status}`);
    return this.#parsed(path, body, schema);
  }

  /** Reads every page of a list. */
  async list<T>(
    path: string,
    schema: z.ZodType<{ items: T[]; metadata: { continue: string } }>,
    query: Readonly<Record<string, string>>,
  ): Promise<T[]> {
    const items: T[] = [];
    let next = '';
    for (let page = 0; page < MAX_PAGES; page++) {
      const search = new URLSearchParams({ ...query, ...(next === '' ? {} : { continue: next }) });
      const list = await this.read(`${path}?${search}`, schema);
      items.push(...list.items);
      next = list.metadata.continue;
      if (next === '') return items;
    }
    throw this.#refusal(path, `returned more than ${MAX_PAGES} pages`);
  }

  /** Reads one object; undefined when it does not exist. @throws ActionError */
  async find<S extends z.ZodType>(path: string, schema: S): Promise<z.output<S> | undefined> {
    const { status, body } = await this.#get(path);
    if (status === 404) return undefined;
    if (status !== 200) throw this.#refusal(path, `returned status ${status}`);
    return this.#parsed(path, body, schema);
  }

  /** Reads plain text, such as logs; undefined when the object does not exist. */
  async text(path: string): Promise<string | undefined> {
    const { status, body } = await this.#get(path);
    return status === 200 ? Buffer.from(body).toString('utf8') : undefined;
  }

  /** Creates an object. @throws ActionError with the code `AlreadyExists`, or another reason of the server */
  create<S extends z.ZodType>(path: string, object: object, schema: S): Promise<z.output<S>> {
    return this.#write('POST', path, object, schema);
  }

  /**
   * Changes fields of an object: a merge patch, RFC 7386.
   * @throws ActionError with the code `Conflict` when the patch has a resource version that is not the current one
   */
  patch<S extends z.ZodType>(path: string, change: object, schema: S): Promise<z.output<S>> {
    return this.#write('PATCH', path, change, schema);
  }

  /** Deletes an object with its dependents. @returns whether it existed */
  async remove(path: string): Promise<boolean> {
    const answer = await this.#send('DELETE', path, { propagationPolicy: 'Background' });
    if (answer.status === 404) return false;
    if (answer.status >= 300) throw this.#problem(path, answer);
    return true;
  }

  async #write<S extends z.ZodType>(
    method: 'POST' | 'PATCH',
    path: string,
    object: object,
    schema: S,
  ): Promise<z.output<S>> {
    const answer = await this.#send(method, path, object);
    if (answer.status >= 300) throw this.#problem(path, answer);
    return this.#parsed(path, answer.body, schema);
  }

  async #get(path: string) {
    const answer = await this.#send('GET', path);
    if (answer.status === 403) {
      throw this.#refusal(
        path,
        'does not let this account read it (403). Allow the account to get and list nodes and pods',
      );
    }
    return answer;
  }

  async #send(method: string, path: string, object?: object) {
    const { server, token } = this.#connection;
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
    const answer = await this.#http({
      url: `${server}${path}`,
      method,
      headers: {
        accept: 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(object === undefined ? {} : { 'content-type': type }),
      },
      ...(object === undefined ? {} : { body: JSON.stringify(object) }),
      maxRedirects: 0,
      signal: this.#signal,
    });
    if (answer.status === 401) {
      throw this.#refusal(
        path,
        'rejects the credentials (401). They may have expired: add the cluster again with new ones',
      );
    }
    return answer;
  }

  #parsed<S extends z.ZodType>(path: string, body: Uint8Array, schema: S): z.output<S> {
    const parsed = schema.safeParse(jsonOf(body));
    if (!parsed.success) throw this.#refusal(path, 'did not respond like a Kubernetes API server');
    return parsed.data;
  }

  /** The error of a refused change, with the reason from the server. */
  #problem(path: string, { status, body }: { readonly status: number; readonly body: Uint8Array }) {
    const stated = statusSchema.safeParse(jsonOf(body));
    const { reason = '', message = '' } = stated.data ?? {};
    const advice = status === 403 ? ' Allow the account to manage deployments: docs/clusters.md.' : '';
    return this.#refusal(path, `refuses the change (${status}). ${message}${advice}`.trim(), reason);
  }

  #refusal(path: string, why: string, code?: string): ActionError {
    const [plain = path] = path.split('?');
    const message = `${this.host} at ${plain}: the server ${why}`;
    return new ActionError(
      'rejected',
      message.endsWith('.') ? message : `${message}.`,
      code === undefined || code === '' ? {} : { code },
    );
  }
}

/** The response to a refused change. */
const statusSchema = z.object({ reason: z.string().default(''), message: z.string().default('') });

function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return undefined;
  }
}
