/** A server process without pages, under test. It handles requests of the harness over its channel. */
import { openApp } from '@/lib/server';
import { startProcess } from '@/lib/server/start';
import { type Order, orderSchema } from '../orders';

await startProcess(() => openApp());
const app = await openApp();

async function obey(order: Order): Promise<unknown> {
  switch (order.do) {
    case 'create':
      return app.pipelines.create({ text: order.text });
    case 'start':
      return app.runs.start({ pipelineId: order.pipelineId });
    case 'cancel':
      return app.runs.cancel({ id: order.runId });
  }
}

process.on('message', (message) => {
  const order = orderSchema.parse(message);
  obey(order).then(
    (result) => process.send?.({ number: order.number, result }),
    (error: unknown) => process.send?.({ number: order.number, error: String(error) }),
  );
});
// Ends with the harness, even if that is killed.
process.once('disconnect', () => process.exit(0));
process.send?.({ ready: true });
