import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { followRun } from './events';
import type { Contact, RunFeed } from './feed';

/** A server that keeps a journal and can be made to misbehave. */
interface FakeServer {
  readonly origin: string;
  /** `Last-Event-ID` of every connection. */
  readonly resumed: number[];
  write(count: number): void;
  finish(): void;
  /** Cuts every connection as a crash would. */
  cut(): void;
  close(): Promise<void>;
}

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

function line(seq: number): string {
  const event = {
    seq,
    at: '2026-11-20T14:02:11.000Z',
    type: 'step_logged',
    step: 'a',
    attempt: 1,
    level: 'info',
  };
  return `id: ${seq}\ndata: ${JSON.stringify({ ...event, message: `line ${seq}` })}\n\n`;
}

async function startServer(): Promise<FakeServer> {
  const open = new Set<ServerResponse>();
  const resumed: number[] = [];
  let written = 0;
  let finished = false;
  const server = createServer((request, response) => {
    const after = Number(request.headers['last-event-id'] ?? 0);
    resumed.push(after);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(': hello\n\n');
    for (let seq = after + 1; seq <= written; seq += 1) response.write(line(seq));
    if (finished) response.end('event: end\ndata: {}\n\n');
    else open.add(response);
    response.on('close', () => open.delete(response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    resumed,
    write(count) {
      for (let index = 0; index < count; index += 1) {
        written += 1;
        for (const response of open) response.write(line(written));
      }
    },
    finish() {
      finished = true;
      for (const response of open) response.end('event: end\ndata: {}\n\n');
    },
    cut() {
      for (const response of open) response.socket?.destroy();
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function follow(origin: string) {
  const seqs: number[] = [];
  const states: Contact['state'][] = [];
  const waiting: { isMet: () => boolean; resolve: () => void }[] = [];
  const check = () => {
    for (const wait of waiting) if (wait.isMet()) wait.resolve();
  };
  const feed: RunFeed = followRun({
    runId: 'run_1',
    origin,
    onEvents(events) {
      seqs.push(...events.map((event) => event.seq));
      check();
    },
    onContact(contact) {
      if (states.at(-1) !== contact.state) states.push(contact.state);
      check();
    },
  });
  closing.push(() => feed.close());
  const until = (isMet: () => boolean) =>
    new Promise<void>((resolve) => {
      waiting.push({ isMet, resolve });
      check();
    });
  return { feed, seqs, states, until };
}

describe('following a run over a real connection', () => {
  it('gets every event once, in order, across connections that are cut', async () => {
    const server = await startServer();
    closing.push(server.close);
    const run = follow(server.origin);
    await run.until(() => run.states.includes('live'));
    server.write(3);
    await run.until(() => run.seqs.length === 3);
    server.cut();
    server.write(2);
    await run.until(() => run.seqs.length === 5);
    server.cut();
    server.write(100);
    await run.until(() => run.seqs.length === 105);
    server.finish();
    await run.feed.done;
    expect(run.seqs).toEqual(Array.from({ length: 105 }, (_, index) => index + 1));
    expect(server.resumed).toEqual([0, 3, 5]);
    expect(run.states).toEqual(['live', 'lost', 'live', 'lost', 'live', 'ended']);
  });

  it('reads a finished run from its beginning and stops', async () => {
    const server = await startServer();
    closing.push(server.close);
    server.write(2000);
    server.finish();
    const run = follow(server.origin);
    await run.feed.done;
    expect(run.seqs).toHaveLength(2000);
    expect(run.states.at(-1)).toBe('ended');
  });

  it('lets go of the connection when it is closed', async () => {
    const server = await startServer();
    closing.push(server.close);
    const run = follow(server.origin);
    await run.until(() => run.states.includes('live'));
    run.feed.close();
    await run.feed.done;
    server.write(1);
    expect(run.seqs).toEqual([]);
    expect(run.states).not.toContain('lost');
  });
});
