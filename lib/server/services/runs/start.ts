import type { StartRunInput, Trigger } from '@/lib/contracts/runs';
import type { ServiceContext } from '../context';
import { beginRun } from './begin';

/**
 * Starts a run of a pipeline and answers at once.
 * @throws Invalid with `Diagnostic[]` when the pipeline or the params have problems
 * @throws NotFound
 */
export function startRun(ctx: ServiceContext, input: StartRunInput & { trigger?: Trigger }) {
  return beginRun(ctx, {
    pipelineId: input.pipelineId,
    version: input.version,
    params: input.params ?? {},
    trigger: input.trigger ?? 'manual',
  });
}
