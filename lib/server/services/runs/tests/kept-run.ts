import { bytesOf, type Catalogue, foldEvents, type PipelineTest, settleTest, testOf } from '@/engine';
import type { Sandbox } from '@/engine/ports';
import { MAX_TEST_BYTES } from '@/lib/contracts/pipeline-tests';
import { testPorts } from '../../../adapters/test-ports';
import { loadEvents } from '../../../store/load';
import type { ServiceContext } from '../../context';
import { Conflict, Invalid } from '../../errors';
import { noVersion } from '../../pipelines/restore-version';
import { getRun } from '../get';
import { withValues } from '../plan-values';

/** What tests need besides the service context. */
export interface Testing {
  readonly catalogue: Catalogue;
  readonly sandbox: Sandbox;
}

/** Longest time that one request spends on tests, in ms. */
const MAX_MS = 60_000;

/** Ends the tests of one request. */
export function testDeadline(): AbortSignal {
  return AbortSignal.timeout(MAX_MS);
}

export interface RunToTest {
  readonly id: string;
  readonly run: string;
  readonly name: string | undefined;
}

/**
 * The test that a run proposes, checked with the version that it ran.
 * @throws NotFound
 * @throws Invalid when the run is of another pipeline
 * @throws Conflict when the run cannot be saved as a test
 */
export async function keptRun(
  ctx: ServiceContext,
  testing: Testing,
  { id, run: runId, name }: RunToTest,
): Promise<{ test: PipelineTest; number: number; notes: string[] }> {
  const run = await getRun(ctx, { id: runId });
  if (run.pipelineId !== id)
    throw new Invalid(
      `Run #${run.number} belongs to the pipeline ${run.pipelineName}. Keep a run of this pipeline.`,
    );
  const ran = await ctx.definitions.find(id, run.version);
  if (!ran) throw noVersion(id, run.version);
  const events = await loadEvents(ctx.sql, run.id);
  const state = foldEvents(events);
  const { catalogue } = testing;
  const proposed = await withValues(ctx, state, () =>
    testOf({ name: name ?? `Run #${run.number}`, state, events, catalogue }),
  );
  const options = {
    document: ran.document,
    catalogue,
    ports: testPorts(testing.sandbox),
    signal: testDeadline(),
  };
  const settled = await settleTest(proposed, options);
  if (!settled.ok) throw new Conflict(settled.message);
  const { test, notes } = settled;
  if (bytesOf(JSON.stringify(test)) > MAX_TEST_BYTES)
    throw new Conflict(
      `The outputs of run #${run.number} exceed the limit of 1 MB for a test. Keep a run with smaller outputs.`,
    );
  return { test, number: run.number, notes: [...notes] };
}
