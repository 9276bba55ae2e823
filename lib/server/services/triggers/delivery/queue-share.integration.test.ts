import { expect, it, onTestFinished } from 'vitest';
import { addTriggerInput } from '@/lib/contracts/triggers';
import { openTestApp } from '../../../testing/app';
import { createTestDatabase } from '../../../testing/database';
import { until } from '../../../testing/until';

it('a schedule that would exceed the share of its pipeline starts no run, and its history says why', async () => {
  const database = await createTestDatabase();
  // One run may be under way, and one wait behind it.
  const app = await openTestApp(database, { config: { queueLimit: 2 } });
  onTestFinished(() => app.close());
  const document = {
    name: 'Scheduled',
    settings: { concurrency: 1 },
    steps: [{ id: 'w', action: 'wait', params: { duration: 3600 } }],
  };
  const { id: pipelineId } = await app.pipelines.create({ text: JSON.stringify(document) });
  const begun = await app.runs.start({ pipelineId });
  await until('the run to begin', async () => (await app.runs.get({ id: begun.id })).status !== 'pending');
  await app.runs.start({ pipelineId });
  const config = { kind: 'once', at: new Date(Date.now() + 200).toISOString() };
  const trigger = { type: 'schedule', name: 'Test', config, params: {} };
  const { id: triggerId } = await app.triggers.add(addTriggerInput.parse({ pipelineId, trigger }));
  const delivery = await until(
    'a delivery',
    async () => (await app.triggers.deliveries({ triggerId, limit: 10 })).deliveries[0],
  );
  expect(delivery).toMatchObject({
    outcome: 'refused',
    reason: 'queue_full',
    detail: expect.stringMatching(/^1 run of this pipeline is queued/),
    run: null,
  });
});
