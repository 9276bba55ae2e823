import { z } from 'zod';
import { ActionError } from '@/engine';
import type { Outgoing } from '@/engine/ports';
import type { Download } from '../../http';
import { checkedLabel, matchesAny } from '../label';
import type { Checksum, ModelPlan, PlannedFile, Source, SourceRequest } from '../source';
import { bearer, openHttpFile } from './http-file';

/** Maximum size of a response about a repository, in bytes. */
const LIMIT_BYTES = 10_000_000;
/** Maximum number of pages of a listing. */
const MAX_PAGES = 100;
const DEFAULT_REVISION = 'main';
const REPOSITORY = /^[\w.-]{1,96}\/[\w.-]{1,96}$/;
const NO_FOLDER = /(^|\/)\.{1,2}(\/|$)/;

const revisionSchema = z.object({ sha: z.string().regex(/^[0-9a-f]{40}$/) });
const treeSchema = z.array(
  z.object({
    type: z.string(),
    path: z.string(),
    size: z.number().int().min(0),
    oid: z.string(),
    lfs: z.object({ oid: z.string().regex(/^[0-9a-f]{64}$/), size: z.number().int().min(0) }).optional(),
  }),
);
type TreeEntry = z.output<typeof treeSchema>[number];

/** Formats of weights, the preferred one first. */
const WEIGHTS = ['*.safetensors', '*.gguf', '*.onnx', '*.bin', '*.pt', '*.pth'] as const;
/** Files that are downloaded with the weights. */
const COMPANIONS = ['*.json', '*.txt', '*.model', '*.jinja', 'LICENSE*', 'README.md'];

/** Repositories of the Hugging Face Hub, or of a server with the same API. @param endpoint without a path */
export function createHubSource(download: Download, endpoint: URL): Source {
  return { plan: (request) => new Repository(download, endpoint, request).plan() };
}

/** A repository at one revision. */
class Repository {
  readonly #download: Download;
  readonly #endpoint: URL;
  readonly #request: SourceRequest;
  readonly #id: string;
  readonly #revision: string;

  constructor(download: Download, endpoint: URL, request: SourceRequest) {
    this.#download = download;
    this.#endpoint = endpoint;
    this.#request = request;
    const [id = '', revision] = request.uri.replace(/^hf:\/\//, '').split(/[:@]/, 2);
    if (!REPOSITORY.test(id) || NO_FOLDER.test(id)) {
      throw invalid('The address is not a repository such as Qwen/Qwen2.5-0.5B-Instruct-GGUF. Correct it.');
    }
    this.#id = id;
    this.#revision = request.revision ?? revision ?? DEFAULT_REVISION;
  }

  async plan(): Promise<ModelPlan> {
    const path = `/api/models/${this.#id}/revision/${encodeURIComponent(this.#revision)}`;
    const { sha } = revisionSchema.parse((await this.#json(new URL(path, this.#endpoint))).body);
    const entries = (await this.#tree(sha)).filter(({ type }) => type === 'file');
    for (const entry of entries) checkedLabel(entry.path);
    const wanted = this.#chosen(entries);
    return {
      name: this.#id.slice(this.#id.indexOf('/') + 1),
      revision: sha,
      files: wanted.map((entry) => this.#file(entry, sha, wanted.length === 1)),
    };
  }

  async #tree(sha: string): Promise<TreeEntry[]> {
    const entries: TreeEntry[] = [];
    let next: URL | undefined = new URL(
      `/api/models/${this.#id}/tree/${sha}?recursive=true&expand=false`,
      this.#endpoint,
    );
    for (let page = 0; next; page += 1) {
      if (page === MAX_PAGES)
        throw new ActionError(
          'rejected',
          `${this.#host} returned more than ${MAX_PAGES} pages of files. Choose another repository.`,
        );
      const answer = await this.#json(next);
      entries.push(...treeSchema.parse(answer.body));
      next = nextPage(answer.link, next);
    }
    return entries;
  }

  /**
   * Files that match the patterns; without patterns, the weights in the preferred format with their companion files.
   */
  #chosen(entries: readonly TreeEntry[]): TreeEntry[] {
    const { files } = this.#request;
    if (files.length > 0) {
      const found = entries.filter(({ path }) => matchesAny(path, files));
      if (found.length > 0) return found;
      throw invalid(`${this.#id} has no file that matches ${files.join(', ')}.${offer(entries)}`, 'files');
    }
    const format = WEIGHTS.find((pattern) => entries.some(({ path }) => matchesAny(path, [pattern])));
    if (format === undefined)
      throw invalid(`${this.#id} has no weights in a known format.${offer(entries)}`, 'files');
    const weights = entries.filter(({ path }) => matchesAny(path, [format]));
    if (
      format === '*.gguf' &&
      weights.length > 1 &&
      !weights.every(({ path }) => /-of-\d+\.gguf$/.test(path))
    ) {
      throw invalid(
        `${this.#id} has several GGUF files. Choose one with the parameter files, for example ["*Q4_K_M.gguf"].${offer(weights)}`,
        'files',
      );
    }
    return entries.filter(({ path }) => matchesAny(path, [format, ...COMPANIONS]));
  }

  #file({ path, size, oid, lfs }: TreeEntry, sha: string, isOnly: boolean): PlannedFile {
    const { secrets, token, sha256 } = this.#request;
    const parts = path.split('/').map(encodeURIComponent).join('/');
    const file = {
      url: new URL(`/${this.#id}/resolve/${sha}/${parts}`, this.#endpoint).href,
      headers: async () => bearer(token),
      version: lfs?.oid ?? oid,
      accessAdvice: this.#accessAdvice(),
      ...(secrets === undefined ? {} : { secrets }),
    };
    const stated: Checksum = lfs
      ? { algorithm: 'sha256', hex: lfs.oid }
      : { algorithm: 'git_sha1', hex: oid };
    return {
      path,
      size: lfs?.size ?? size,
      expected: isOnly && sha256 !== undefined ? { algorithm: 'sha256', hex: sha256 } : stated,
      version: file.version,
      open: (from, signal) => openHttpFile(this.#download, file, from, signal),
    };
  }

  async #json(url: URL): Promise<{ readonly body: unknown; readonly link: string | undefined }> {
    const { signal, secrets, token } = this.#request;
    const outgoing: Outgoing = { signal, ...(secrets === undefined ? {} : { secrets }) };
    const answer = await this.#download({ ...outgoing, url: url.href, headers: bearer(token) });
    if (answer.status !== 200) {
      answer.discard();
      throw this.#refusal(answer.status);
    }
    const { body } = await answer.read({ limitBytes: LIMIT_BYTES, reserve: undefined });
    try {
      return { body: JSON.parse(Buffer.from(body).toString('utf8')), link: answer.headers.link };
    } catch (error) {
      throw new ActionError('rejected', `${this.#host} did not return JSON. Check HF_ENDPOINT.`, {
        cause: error,
      });
    }
  }

  #refusal(status: number): ActionError {
    const code = String(status);
    if (status === 401 || status === 403) {
      return new ActionError(
        'rejected',
        `${this.#host} refused access (${status}). ${this.#accessAdvice()}`,
        { code },
      );
    }
    if (status === 404) {
      return invalid(
        `${this.#host} has no repository ${this.#id} with the revision ${this.#revision}. Check both.`,
      );
    }
    const isBusy = status >= 500 || status === 429;
    return new ActionError(
      isBusy ? 'connection_error' : 'rejected',
      `${this.#host} returned status ${status}. Try again later.`,
      {
        code,
      },
    );
  }

  #accessAdvice(): string {
    return `The repository ${this.#id} is private or gated: accept its terms at ${new URL(`/${this.#id}`, this.#endpoint).href}, and set the parameter token to a token with read permission.`;
  }

  get #host(): string {
    return this.#endpoint.host;
  }
}

/** The next page of a listing, if it is on the same server. */
function nextPage(link: string | undefined, from: URL): URL | undefined {
  const [, target] = /<([^<>]{1,2000})>;\s*rel="?next"?/.exec(link ?? '') ?? [];
  if (target === undefined || !URL.canParse(target, from)) return undefined;
  const next = new URL(target, from);
  return next.origin === from.origin ? next : undefined;
}

function offer(entries: readonly TreeEntry[]): string {
  const names = entries.slice(0, 10).map(({ path }) => path);
  return names.length === 0 ? '' : ` It has ${names.join(', ')}${entries.length > 10 ? ' and others' : ''}.`;
}

function invalid(message: string, param = 'model_uri'): ActionError {
  return new ActionError('invalid_params', message, { path: `params.${param}` });
}
