import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HostedFile } from './file-host';

/** An object, and how the store treats it. */
export interface TestObject extends HostedFile {
  /** Whether it was uploaded in parts: such objects have no MD5. */
  isComposite?: boolean;
  /** Whether the S3 side states its SHA-256. */
  hasSha256?: boolean;
  /** When it was stored. @default now */
  storedAt?: Date;
}

/** A write to an object, with its body read. */
export interface ObjectWrite {
  /** As `<bucket>/<key>`. */
  readonly name: string;
  readonly query: URLSearchParams;
  readonly body: Buffer;
}

interface Upload {
  readonly name: string;
  readonly parts: Map<number, Buffer>;
}

/** The writes of an S3-compatible store: objects, uploads in parts, and what goes wrong with them. */
export class ObjectUploads {
  /** Uploads in parts that are not complete, by id. */
  readonly active = new Map<string, Upload>();
  /** Parts and objects that were accepted, in order: `part 1`, `object`. */
  readonly accepted: string[] = [];
  /** Answers to the next writes, instead of accepting them: a status, or `cut` for a connection that breaks. */
  readonly faults: (number | 'cut' | 'ok')[] = [];
  /** What a write waits for before it is answered. */
  hold: () => Promise<void> = () => Promise.resolve();
  /** Answers a completion with an error in a success, as Amazon does. */
  failsCompletion = false;
  readonly #objects: Map<string, TestObject>;
  #count = 0;

  constructor(objects: Map<string, TestObject>) {
    this.#objects = objects;
  }

  async answer(
    write: ObjectWrite,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<ServerResponse> {
    await this.hold();
    const fault = this.faults.shift() ?? 'ok';
    if (fault === 'cut') return response.destroy();
    if (fault !== 'ok') return s3Error(response, fault, fault === 404 ? 'NoSuchUpload' : 'SlowDown');
    if (request.method === 'DELETE') return this.#delete(write, response);
    if (request.method === 'POST') return this.#post(write, response);
    return this.#put(write, response);
  }

  #put({ name, query, body }: ObjectWrite, response: ServerResponse): ServerResponse {
    const etag = `"${createHash('md5').update(body).digest('hex')}"`;
    const number = query.get('partNumber');
    if (number === null) {
      this.#objects.set(name, { content: body, storedAt: new Date() });
      this.accepted.push('object');
      return response.writeHead(200, { etag }).end();
    }
    const upload = this.active.get(query.get('uploadId') ?? '');
    if (upload?.name !== name) return s3Error(response, 404, 'NoSuchUpload');
    upload.parts.set(Number(number), body);
    this.accepted.push(`part ${number}`);
    return response.writeHead(200, { etag }).end();
  }

  #post({ name, query, body }: ObjectWrite, response: ServerResponse): ServerResponse {
    if (query.has('uploads')) {
      this.#count += 1;
      const id = `upload/${this.#count}`;
      this.active.set(id, { name, parts: new Map() });
      const answer = `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`;
      return response.writeHead(200).end(answer);
    }
    const id = query.get('uploadId') ?? '';
    const upload = this.active.get(id);
    if (upload?.name !== name) return s3Error(response, 404, 'NoSuchUpload');
    if (this.failsCompletion) return s3Error(response, 200, 'InternalError');
    const parts = partsIn(body.toString('utf8'), upload);
    if (!parts) return s3Error(response, 400, 'InvalidPart');
    this.active.delete(id);
    this.#objects.set(name, { content: Buffer.concat(parts), isComposite: true, storedAt: new Date() });
    this.accepted.push('object');
    return response.writeHead(200).end('<CompleteMultipartUploadResult/>');
  }

  #delete({ name, query }: ObjectWrite, response: ServerResponse): ServerResponse {
    const id = query.get('uploadId');
    if (id === null) this.#objects.delete(name);
    else this.active.delete(id);
    return response.writeHead(204).end();
  }
}

/** The parts that a completion names, in its order; undefined where one is missing or another. */
function partsIn(xml: string, { parts }: Upload): Buffer[] | undefined {
  const named = [
    ...xml.matchAll(/<Part><PartNumber>(\d+)<\/PartNumber><ETag>"([0-9a-f]{32})"<\/ETag><\/Part>/g),
  ];
  const found = named.flatMap(([, number, etag]) => {
    const part = parts.get(Number(number));
    return part && createHash('md5').update(part).digest('hex') === etag ? [part] : [];
  });
  return found.length > 0 && found.length === parts.size ? found : undefined;
}

/** An answer with an error of S3. */
export function s3Error(
  response: ServerResponse,
  status: number,
  code: string,
  headers: Record<string, string> = {},
): ServerResponse {
  return response.writeHead(status, headers).end(`<Error><Code>${code}</Code></Error>`);
}
