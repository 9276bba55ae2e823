/**
 * The effects ledger: a separate process with an HTTP and an SMTP sink that records effects with their times.
 * It is never killed and is independent of runs, journals and leases.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { Effect } from './ledger';

const effects: Effect[] = [];

function note(effect: Omit<Effect, 'at'>): void {
  effects.push({ ...effect, at: Date.now() });
}

/**
 * `/effect/<run>/<step>`, or `/effect/<run>/<step>/<iteration>`; `ms` delays the response, `bytes` sets its
 * size.
 */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://ledger');
  const [, kind, run = '', step = '', iteration] = url.pathname.split('/');
  if (kind === 'effects') {
    response.end(JSON.stringify(effects));
    return;
  }
  await buffer(request);
  const unit = iteration === undefined ? step : `${step}[${iteration}]`;
  const method = request.method ?? 'GET';
  note({ sink: 'http', run, unit, method, key: String(request.headers['idempotency-key'] ?? '') });
  await delay(Number(url.searchParams.get('ms') ?? 0));
  const filler = 'x'.repeat(Number(url.searchParams.get('bytes') ?? 0));
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ unit, filler }));
}

const http = createServer((request, response) => {
  answer(request, response).catch(() => response.destroy());
});
http.keepAliveTimeout = 60_000;

/** The subject of a mail is `<run> <step>`. */
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  disableReverseLookup: true,
  logger: false,
  onData(stream, _session, callback) {
    const receive = async () => {
      const { subject = '', messageId = '' } = await PostalMime.parse(await buffer(stream));
      const [run = '', unit = ''] = subject.split(' ');
      note({ sink: 'smtp', run, unit, method: 'MAIL', key: messageId });
    };
    receive().then(
      () => callback(null),
      (error: Error) => callback(error),
    );
  },
});
smtp.on('error', () => undefined);

http.listen(0, '127.0.0.1', () => {
  const mail = smtp.listen(0, '127.0.0.1', () => {
    process.send?.({
      http: (http.address() as AddressInfo).port,
      smtp: (mail.address() as AddressInfo).port,
    });
  });
});
process.once('disconnect', () => process.exit(0));
