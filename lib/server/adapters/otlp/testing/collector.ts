import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { decodeSpans, type ReceivedSpan } from './decode-spans';

/** A collector of OTLP over HTTP that keeps what it receives. */
export interface TestCollector {
  readonly url: string;
  readonly spans: ReceivedSpan[];
  /** Every request as text, headers included. */
  readonly texts: string[];
  readonly headers: IncomingMessage['headers'][];
  /** Status of the next responses. @default 200 */
  status: number;
  close(): Promise<void>;
}

export async function startCollector(): Promise<TestCollector> {
  const server = createServer(async (request, response) => {
    const { status } = collector;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const sent = Buffer.concat(chunks);
    const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent;
    collector.texts.push(`${JSON.stringify(request.headers)}\n${body.toString('latin1')}`);
    collector.headers.push(request.headers);
    if (status === 200) collector.spans.push(...decodeSpans(body));
    response.writeHead(status, { 'content-type': 'application/x-protobuf' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // The server listens on a port, so its address is not the path of a socket.
  const { port } = server.address() as AddressInfo;
  const collector: TestCollector = {
    url: `http://127.0.0.1:${port}/v1/traces`,
    spans: [],
    texts: [],
    headers: [],
    status: 200,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return collector;
}
