import http from 'node:http';
import https from 'node:https';
import { isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import tls from 'node:tls';
import { createDialer, type Dialer } from '../egress';
import { parseRule } from '../egress/rules';
import { bareHost, portOf } from '../http/url';

type Connected = (error: Error | null, socket?: Duplex) => void;

/** An agent whose connections reach only the collector in the settings, at any address. */
export function collectorAgent(collector: URL): http.Agent {
  const agent = collector.protocol === 'https:' ? new https.Agent() : new http.Agent();
  return Object.assign(agent, {
    createConnection: (_: unknown, done: Connected) => {
      connect(collector).then(
        (socket) => done(null, socket),
        (error: Error) => done(error),
      );
    },
  });
}

async function connect(collector: URL): Promise<Socket> {
  const host = bareHost(collector);
  const socket = await dialerTo(collector).connect({
    host,
    port: portOf(collector),
    purpose: 'http',
    signal: new AbortController().signal,
  });
  if (collector.protocol === 'http:') return socket;
  // No server name for a literal address: RFC 6066, section 3.
  return tls.connect({ socket, host, servername: isIP(host) === 0 ? host : '' });
}

function dialerTo(collector: URL): Dialer {
  const rule = parseRule(`${collector.hostname}:${portOf(collector)}`);
  return createDialer({
    mode: 'allowlist',
    allow: rule ? [rule] : [],
    own: { ports: [], databases: [] },
  });
}
