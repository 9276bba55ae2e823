import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { PipelineDocument } from '../../pipeline/schema';
import { probes } from '../../testing/probes';
import { hasEnded, performRun, randomRuns } from '../../testing/random-runs';
import { foldEvents } from '../state/fold';
import { testOf } from './propose';
import { runTest } from './run-test';
import { settleTest } from './settle';

const ports = {
  sandbox: () => Promise.reject(new Error('No functions.')),
  rest: () => new Promise<void>((resolve) => setImmediate(resolve)),
};

/** A pipeline with outputs, so that values are expected too. */
function withOutputs(document: PipelineDocument): PipelineDocument {
  const outputs = document.steps.map(({ id }) => [id, `{{default(steps.${id}.output, null)}}`]);
  return { ...document, outputs: Object.fromEntries(outputs) };
}

it('keeps every random run as a test that passes, and performs no effect', async () => {
  await fc.assert(
    fc.asyncProperty(randomRuns(8), async (drawn) => {
      const run = { ...drawn, document: withOutputs(drawn.document) };
      const done = await performRun(run);
      fc.pre(hasEnded(done));
      const { catalogue, calls } = probes();
      const state = foldEvents(done.events);
      const proposed = testOf({ name: 'kept', state, events: done.events, catalogue });
      if (state.cancelRequested) {
        expect(proposed).toMatchObject({ ok: false, message: expect.stringContaining('cancelled') });
        return;
      }
      const settled = await settleTest(proposed, { document: run.document, catalogue, ports });
      // Where a step ended the run, what else ended depends on timing, and then a test may wait for ever.
      if (!settled.ok && run.isTimed) return;
      if (!settled.ok) throw new Error(settled.message);
      if (!run.isTimed) expect(settled.notes.filter((note) => note.startsWith('How '))).toEqual([]);
      const result = await runTest({ document: run.document, test: settled.test, catalogue, ports });
      expect(result).toMatchObject({ passed: true, problems: [], differences: [] });
      expect(calls).toEqual([]);
    }),
    { numRuns: 150 },
  );
});
