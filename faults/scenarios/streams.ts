import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { followRun } from '@/client/events';
import { foldEvents, type RunEvent } from '@/engine';
import { readPath } from '@/lib/contracts/endpoint';
import { runEventEndpoints } from '@/lib/contracts/endpoints/run-events';
import { streamRun } from '@/lib/server/http/run-stream';
import { chainPipeline } from '../pipelines';
import { type Random, seeded } from '../random';
import type { Scenario } from '../scenario';
import { settleAndCheck } from '../settle-and-check';
import { type Stage, withStage } from '../stage';

/** Largest number of bytes before a connection is cut: the journal of a chain has about 20 kB. */
const CUT_WITHIN_BYTES = 6000;

/**
 * Readers follow runs over connections that are cut at random bytes and must end with the complete journal.
 */
export const streams: Scenario = {
  name: 'streams',
  run: (harness, { short, seed }) =>
    withStage(harness, async (stage) => {
      const random = seeded(seed);
      const wanted = short ? 5 : 100;
      const site = await openSite(stage);
      const proxy = await openCuttingProxy(site.port, random);
      try {
        const [pipelineId = ''] = await stage.pipelines(chainPipeline);
        await stage.startAll(1);
        const problems: string[] = [];
        let readers = 0;
        while (proxy.cuts() < wanted) {
          const ids = await Promise.all(Array.from({ length: 5 }, () => stage.submit(pipelineId)));
          const wrong = await Promise.all(ids.map((id) => follow(stage, id, proxy.port)));
          problems.push(...wrong.flatMap((each) => (each === undefined ? [] : [each])));
          readers += ids.length;
        }
        const done = `${proxy.cuts()} cuts of ${readers} streams, ${readers - problems.length} with the right end`;
        return await settleAndCheck(stage, { done, problems });
      } finally {
        await proxy.close();
        await site.close();
      }
    }),
};

/**
 * Follows a run to its end and compares the events.
 * @returns the problem
 */
async function follow(stage: Stage, id: string, port: number): Promise<string | undefined> {
  const received: RunEvent[] = [];
  await followRun({
    runId: id,
    origin: `http://127.0.0.1:${port}`,
    onEvents: (events) => received.push(...events),
    onContact: () => undefined,
  }).done;
  const stored = await stage.app.runs.events({ id });
  if (received.length !== stored.length) return `${id}: ${received.length} events of ${stored.length}`;
  const same = JSON.stringify(foldEvents(received)) === JSON.stringify(foldEvents(stored));
  return same && JSON.stringify(received) === JSON.stringify(stored) ? undefined : `${id}: another state`;
}

/** Serves the server's event route on a local port. */
async function openSite(stage: Stage): Promise<{ port: number; close(): Promise<void> }> {
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const left = new AbortController();
    outgoing.on('close', () => left.abort());
    const url = new URL(incoming.url ?? '/', 'http://127.0.0.1');
    const resumed = incoming.headers['last-event-id'];
    const headers: Record<string, string> = typeof resumed === 'string' ? { 'last-event-id': resumed } : {};
    const request = new Request(url, { headers, signal: left.signal });
    const ctx = { ...stage.app.context, app: stage.app, request };
    const { id = '' } = readPath(runEventEndpoints.events.path, url.pathname) ?? {};
    const response = await streamRun(ctx, { id });
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    if (response.body) await pipeline(Readable.from(response.body), outgoing);
  };
  const server = createServer((incoming, outgoing) => {
    answer(incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** Forwards bytes and cuts each connection after a random number. */
async function openCuttingProxy(target: number, random: Random) {
  let cuts = 0;
  const server = createTcpServer((client) => {
    const upstream = connect(target, '127.0.0.1');
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) socket.on('error', end).on('close', end);
    client.pipe(upstream);
    let left = random.between(1, CUT_WITHIN_BYTES);
    upstream.on('data', (piece) => {
      client.write(piece.subarray(0, left));
      left -= piece.length;
      if (left >= 0) return;
      cuts += 1;
      // Flushes written bytes first, so that the cut is in the middle of the stream.
      client.end(end);
      upstream.removeAllListeners('data');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    cuts: () => cuts,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
