import type { StartRunInput, Trigger } from '@/lib/contracts/runs';
import type { ServiceContext } from '../context';
import { beginRun } from './begin';

/**
 * Starts a run of a pipeline without waiting for it.
 * @throws Invalid with `Diagnostic[]` when the pipeline or the params have problems
 * @throws NotFound
 * @throws Conflict when the idempotency key belongs to a different request
 * @throws QueueFull
 */
export function startRun(ctx: ServiceContext, input: StartRunInput & { trigger?: Trigger }) {
  return beginRun(ctx, {
    pipelineId: input.pipelineId,
    version: input.version,
    revision: input.revision,
    params: input.params ?? {},
    trigger: input.trigger ?? 'manual',
    priority: input.priority,
    idempotencyKey: input.idempotencyKey,
    breakpoints: input.breakpoints,
    sent: input,
  });
}
