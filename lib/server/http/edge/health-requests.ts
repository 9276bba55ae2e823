import { systemEndpoints } from '@/lib/contracts/endpoints/system';
import type { Liveness } from '@/lib/contracts/health';
import type { App } from '../../compose';
import { NotFound } from '../../services/errors';
import type { Handlers } from './web-server';

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

const READS = ['GET', 'HEAD'];

/** Answers health checks in a process without pages, and refuses everything else. */
export function healthRequests(app: Pick<App, 'health' | 'readiness'>): Handlers['request'] {
  const { live, ready, health } = systemEndpoints;
  const alive: Liveness = { status: 'ok' };
  const answers = new Map<string, () => Promise<Answer>>([
    [live.path, async () => ({ status: 200, body: alive })],
    [
      ready.path,
      async () => {
        const body = await app.readiness();
        return { status: ready.statusOf(body), body };
      },
    ],
    [health.path, async () => ({ status: 200, body: await app.health() })],
  ]);
  return async ({ method = '', url = '' }, response) => {
    const [path = ''] = url.split('?', 1);
    const answer = READS.includes(method) ? answers.get(path) : undefined;
    if (!answer) {
      throw new NotFound(
        `This process does not serve "${path}". Its health is at ${health.path}; a web process serves the pages.`,
      );
    }
    const { status, body } = await answer();
    response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
    response.end(JSON.stringify(body));
  };
}
