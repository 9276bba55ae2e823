/** A web process without pages: started as a separate process by `startWebProcess`. */
import { openApp } from '@/lib/server';
import { readServerConfig } from '../../config';
import { listen } from '../../http/edge/listen';
import { startProcess } from '../../start';
import { type CallReply, callOrder } from './processes';

async function call(url: string): Promise<CallReply> {
  const { world } = await openApp();
  try {
    const signal = new AbortController().signal;
    const { status, body } = await world.http({ url, method: 'GET', headers: {}, signal });
    return { status, message: Buffer.from(body).toString() };
  } catch (error) {
    return { status: 0, message: error instanceof Error ? error.message : String(error) };
  }
}

await startProcess(() => openApp());
await listen(readServerConfig(), await openApp(), {
  isDevelopment: false,
  request: async (_, response) => {
    response.end('let through');
  },
});
process.on('message', (message) => {
  void call(callOrder.parse(message).url).then((reply) => process.send?.(reply));
});
// Ends with the test, even if that is killed.
process.once('disconnect', () => process.exit(0));
process.send?.('ready');
