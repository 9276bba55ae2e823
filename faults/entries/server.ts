/** A server process without pages, under test. It handles requests of the harness over its channel. */
import { openApp } from '@/lib/server';
import { startProcess } from '@/lib/server/start';
import { type HarnessRequest, requestSchema } from '../messages';

await startProcess(() => openApp());
const app = await openApp();

async function handle(request: HarnessRequest): Promise<unknown> {
  switch (request.do) {
    case 'create':
      return app.pipelines.create({ text: request.text });
    case 'start':
      return app.runs.start({ pipelineId: request.pipelineId });
    case 'cancel':
      return app.runs.cancel({ id: request.runId });
  }
}

process.on('message', (message) => {
  const request = requestSchema.parse(message);
  handle(request).then(
    (result) => process.send?.({ number: request.number, result }),
    (error: unknown) => process.send?.({ number: request.number, error: String(error) }),
  );
});
// Ends with the harness, even if that is killed.
process.once('disconnect', () => process.exit(0));
process.send?.({ ready: true });
