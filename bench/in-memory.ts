import { foldEvents, normalize, type PipelineDocument, type RunEvent, Runner, type RunState } from '@/engine';
import { catalogue } from '@/engine/actions';
import { openLocalPorts } from '@/lib/server/local';

/** Runs a pipeline in this process with real adapters and without a stored journal. */
export async function runInMemory(
  document: PipelineDocument,
): Promise<{ readonly state: RunState; readonly events: RunEvent[] }> {
  const events: RunEvent[] = [
    {
      seq: 1,
      at: new Date().toISOString(),
      type: 'run_created',
      run_id: 'run_1',
      pipeline_id: 'pl_1',
      version: 1,
      params: {},
    },
  ];
  const runner = new Runner({
    pipeline: normalize(document, catalogue.descriptors),
    catalogue,
    state: foldEvents(events),
    ...openLocalPorts(),
    onEvent: (event) => events.push(event),
  });
  await runner.run();
  if (runner.state.status !== 'completed') throw new Error(runner.state.error?.message ?? 'The run failed.');
  return { state: runner.state, events };
}
