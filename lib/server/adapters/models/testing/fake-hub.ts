import { createHash } from 'node:crypto';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const COMMIT = '1234567890abcdef1234567890abcdef12345678';
/** Entries on one page of a listing. */
const PAGE = 2;

/** A repository of the hub. */
export interface HubRepository {
  readonly files: Record<string, Buffer>;
  /** Files that are stored elsewhere and redirected to, as large ones are. */
  readonly large: readonly string[];
  readonly token?: string;
}

/** A server with the API of the Hugging Face Hub: revisions, paged trees, and files that lead to another origin. */
export class FakeHub {
  static readonly commit = COMMIT;
  readonly repositories = new Map<string, HubRepository>();
  /** Requests of files, with their tokens. */
  readonly requests: { path: string; authorization: string | undefined }[] = [];
  readonly #cdn: string;
  readonly #server = http.createServer((request, response) => this.#answer(request, response));

  private constructor(cdn: string) {
    this.#cdn = cdn;
  }

  /** @param cdn origin that large files are redirected to, as `/<repository>/<file>` */
  static async start(cdn: string): Promise<FakeHub> {
    const hub = new FakeHub(cdn);
    await new Promise<void>((done) => hub.#server.listen(0, '127.0.0.1', done));
    return hub;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '', this.origin);
    const { authorization } = request.headers;
    this.requests.push({ path: url.pathname, authorization });
    const [, id = '', kind, rest = ''] =
      /^\/(?:api\/models\/)?([^/]+\/[^/]+)\/(revision|tree|resolve)\/(.+)$/.exec(url.pathname) ?? [];
    const repository = this.repositories.get(id);
    const refusal = refusalOf(repository, authorization);
    if (!repository || refusal !== undefined) response.writeHead(refusal ?? 404).end();
    else if (kind === 'tree') sendTree(repository, url, response);
    else if (kind === 'resolve')
      this.#sendFile(id, repository, decodeURIComponent(rest.slice(COMMIT.length + 1)), response);
    else if (rest === 'main') json(response, { sha: COMMIT });
    else response.writeHead(404).end();
  }

  #sendFile(id: string, { files, large }: HubRepository, path: string, response: ServerResponse): void {
    const content = files[path];
    if (!content) return void response.writeHead(404).end();
    if (!large.includes(path))
      return void response.writeHead(200, { 'content-length': content.length }).end(content);
    response.writeHead(302, { location: `${this.#cdn}/${id}/${path}` }).end();
  }
}

function refusalOf(repository: HubRepository | undefined, authorization: string | undefined) {
  if (repository?.token === undefined || authorization === `Bearer ${repository.token}`) return undefined;
  return authorization === undefined ? 401 : 403;
}

function sendTree({ files, large }: HubRepository, url: URL, response: ServerResponse): void {
  const from = Number(url.searchParams.get('cursor') ?? 0);
  const all = Object.entries(files).map(([path, content]) => ({
    type: 'file',
    path,
    size: content.length,
    oid: createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex'),
    ...(large.includes(path)
      ? {
          lfs: {
            oid: createHash('sha256').update(content).digest('hex'),
            size: content.length,
            pointerSize: 134,
          },
        }
      : {}),
  }));
  const next = new URL(url);
  next.searchParams.set('cursor', String(from + PAGE));
  json(
    response,
    all.slice(from, from + PAGE),
    from + PAGE < all.length ? { link: `<${next.href}>; rel="next"` } : {},
  );
}

function json(response: ServerResponse, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}
