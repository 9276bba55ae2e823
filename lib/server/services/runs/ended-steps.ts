import type { StepDigest } from '@/engine';
import { readDigests } from '../../store/history/read-digests';
import type { ServiceContext } from '../context';

/** How each step of an ended run ended; empty for any other run, and for a moment after its end. */
export async function endedSteps(ctx: ServiceContext, input: { id: string }): Promise<readonly StepDigest[]> {
  return (await readDigests(ctx.sql, [input.id])).get(input.id) ?? [];
}
