import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Sql } from 'postgres';
import { createDialer } from '../../adapters/egress';
import { type GatewayParts, type OpenGateway, openGateway } from '..';

/** A gateway with a separate HTTP server, like one of several processes. */
export interface TestGateway extends OpenGateway {
  readonly url: string;
  readonly port: number;
  readonly server: Server;
  readonly reports: unknown[];
  stop(): Promise<void>;
}

/** Serves a gateway on a free port. It listens to notifications of the database. */
export async function serveGateway(sql: Sql, parts: Partial<GatewayParts> = {}): Promise<TestGateway> {
  const reports: unknown[] = [];
  const open = openGateway({
    sql,
    dialer: createDialer({ mode: 'open', allow: [], own: { ports: [], databases: [] } }),
    mark: () => 'test',
    isKeyRequired: false,
    now: () => new Date(),
    report: (error) => reports.push(error),
    ...parts,
  });
  const { unlisten } = await sql.listen('deployments', open.changed);
  // A stalled test must not meet connections that the server is just closing.
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    void open.gateway.handle(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    ...open,
    ...{ port, reports, server, url: `http://127.0.0.1:${port}` },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await open.close();
      await unlisten();
    },
  };
}
