import type { z } from 'zod';
import { LISTEN_SECONDS, type listenTriggerInput, type TriggerSample } from '@/lib/contracts/triggers';
import * as samples from '../../store/trigger-samples';
import { findTrigger, type TriggerRow } from '../../store/triggers';
import type { ServiceContext } from '../context';
import { Invalid } from '../errors';
import { doesNotExist } from '../not-found';

/** The test event of a webhook. @throws NotFound, Invalid */
export async function readSample(ctx: ServiceContext, { id }: { id: string }): Promise<TriggerSample> {
  await webhookOf(ctx, id);
  const row = await samples.findSample(ctx.sql, id);
  const until = row?.listeningUntil ?? null;
  return {
    listening: row?.isLive && until !== null ? { until, startsRun: row.startsRun } : null,
    timedOut: row !== undefined && until !== null && !row.isLive,
    sample:
      row === undefined || row.receivedAt === null
        ? null
        : { receivedAt: row.receivedAt, value: row.payload, shortened: row.shortened },
  };
}

/**
 * Keeps the next call of a webhook as its test event.
 * @throws NotFound
 * @throws Invalid for another type, and while the webhook is off
 */
export async function listen(
  ctx: ServiceContext,
  { id, startsRun }: z.output<typeof listenTriggerInput>,
): Promise<TriggerSample> {
  const trigger = await webhookOf(ctx, id);
  if (!trigger.enabled) {
    throw new Invalid(
      `The webhook "${trigger.name}" is disabled and receives no requests. Enable it, then listen again.`,
    );
  }
  if (!(await samples.startListening(ctx.sql, id, { seconds: LISTEN_SECONDS, startsRun })))
    throw doesNotExist('trigger', id);
  return readSample(ctx, { id });
}

/** Stops listening for a test event. @throws NotFound, Invalid */
export async function stopListening(ctx: ServiceContext, { id }: { id: string }): Promise<TriggerSample> {
  await webhookOf(ctx, id);
  await samples.stopListening(ctx.sql, id);
  return readSample(ctx, { id });
}

async function webhookOf(ctx: ServiceContext, id: string): Promise<TriggerRow> {
  const trigger = await findTrigger(ctx.sql, id);
  if (!trigger) throw doesNotExist('trigger', id);
  if (trigger.type === 'webhook') return trigger;
  throw new Invalid(`The trigger "${trigger.name}" is not a webhook. Only webhooks receive test events.`);
}
