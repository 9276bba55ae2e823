import type { z } from 'zod';
import { ActionError } from '@/engine';
import type { Http } from '@/engine/ports';
import type { Dialer } from '../../egress';
import { createHttp } from '../../http';
import type { KubernetesConnection } from './connection';

/** Largest number of pages of a list. A server with more pages never ends. */
const MAX_PAGES = 400;

/** What the requests of a provider need. */
export interface KubernetesOptions {
  readonly dialer: Dialer;
  /** The installation that sends the requests. */
  readonly mark: () => string;
}

/** Reads from one API server. */
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
    if (status !== 200) throw this.#refusal(path, `answered with status ${status}`);
    const parsed = schema.safeParse(jsonOf(body));
    if (!parsed.success) throw this.#refusal(path, 'did not answer as a Kubernetes API server does');
    return parsed.data;
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
    throw this.#refusal(path, `answered with more than ${MAX_PAGES} pages`);
  }

  async #get(path: string) {
    const { server, token } = this.#connection;
    const answer = await this.#http({
      url: `${server}${path}`,
      method: 'GET',
      headers: {
        accept: 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      maxRedirects: 0,
      signal: this.#signal,
    });
    if (answer.status === 401) {
      throw this.#refusal(
        path,
        'rejects the credentials (401). They may have expired: add the cluster again with new ones',
      );
    }
    if (answer.status === 403) {
      throw this.#refusal(
        path,
        'does not let this account read it (403). Allow the account to get and list nodes and pods',
      );
    }
    return answer;
  }

  #refusal(path: string, why: string): ActionError {
    const [plain = path] = path.split('?');
    return new ActionError('rejected', `${this.host} at ${plain}: the server ${why}.`);
  }
}

function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return undefined;
  }
}
