import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isSignedWith } from '../../s3/testing/signature';

/** A response of the fake. */
export interface FakeAnswer {
  readonly status: number;
  /** Error code of the store, such as `SlowDown`. */
  readonly code?: string;
  readonly body?: string;
}

/** A server with scripted responses, for failures that a real store cannot be made to produce. */
export interface FakeS3 {
  readonly endpoint: URL;
  /** Requests in order: `PUT /bucket/ab/cd`. */
  readonly asked: string[];
  /** Responds to each request with the next response, and to further ones with the last. */
  answer(...answers: FakeAnswer[]): void;
  close(): Promise<void>;
}

const MISMATCH: FakeAnswer = { status: 403, code: 'SignatureDoesNotMatch' };

/** Starts the fake on a free port. With a secret it refuses requests that are not signed with it. */
export async function startFakeS3(secret?: string): Promise<FakeS3> {
  const asked: string[] = [];
  let answers: FakeAnswer[] = [{ status: 200 }];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const [answer = { status: 200 }] = answers;
    if (answers.length > 1) answers.shift();
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.once('end', () => {
      const isRefused = secret !== undefined && !isSignedWith(secret, request, Buffer.concat(parts));
      const next = isRefused ? MISMATCH : answer;
      response.writeHead(next.status, { 'content-type': 'application/xml' });
      response.end(next.body ?? (next.code ? `<Error><Code>${next.code}</Code></Error>` : ''));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = portOf(server.address());
  return {
    endpoint: new URL(`http://127.0.0.1:${port}`),
    asked,
    answer: (...next) => {
      asked.length = 0;
      answers = next;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function portOf(address: string | AddressInfo | null): AddressInfo {
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port.');
  return address;
}
