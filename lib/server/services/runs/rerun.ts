import type { RerunRunInput, StartedRunRecord } from '@/lib/contracts/runs';
import type { ServiceContext } from '../context';
import { beginRun } from './begin';
import { getRun } from './get';
import { withDetail } from './start-shown';

/**
 * Starts a new run that names an earlier one as its parent.
 * @throws Invalid with `Diagnostic[]` when the definition or the params have problems
 * @throws NotFound
 */
export async function rerunRun(ctx: ServiceContext, input: RerunRunInput): Promise<StartedRunRecord> {
  const parent = await getRun(ctx, input);
  const started = await beginRun(ctx, {
    pipelineId: parent.pipelineId,
    version: input.definition === 'original' ? parent.version : undefined,
    params: input.params ?? parent.params,
    trigger: 'rerun',
    parentRunId: parent.id,
  });
  return withDetail(ctx, started);
}
