import { nextTimes } from '@/engine/triggers';
import type { TriggerDetail } from '@/lib/contracts/triggers';
import { scheduleConfigSchema, webhookConfigSchema } from '@/lib/contracts/triggers';
import { lastDeliveries } from '../../store/deliveries/history';
import { findTrigger, type TriggerRow } from '../../store/triggers';
import type { ServiceContext } from '../context';
import { doesNotExist } from '../not-found';
import { addressOf } from './address';
import { timetableOf } from './schedule';

/** Shown due times. */
const SHOWN_TIMES = 5;

/** Triggers with the details for their tab. */
export async function detailsOf(ctx: ServiceContext, rows: readonly TriggerRow[]): Promise<TriggerDetail[]> {
  const last = await lastDeliveries(
    ctx.sql,
    rows.map(({ id }) => id),
  );
  return Promise.all(
    rows.map(async (row) => ({
      id: row.id,
      pipelineId: row.pipelineId,
      type: row.type,
      name: row.name,
      enabled: row.enabled,
      // An earlier release wrote no kind of signature.
      config: row.type === 'webhook' ? webhookConfigSchema.parse(row.config) : row.config,
      params: row.params,
      createdAt: row.createdAt,
      updatedAt: row.updatedAt,
      next: nextOf(row),
      path: await addressOf(ctx, row),
      sourceName: row.sourceName,
      lastFiring: last.get(row.id) ?? null,
    })),
  );
}

/**
 * A trigger with the details for its tab.
 * @throws NotFound
 */
export async function detailOf(ctx: ServiceContext, id: string): Promise<TriggerDetail> {
  const row = await findTrigger(ctx.sql, id);
  const [detail] = row ? await detailsOf(ctx, [row]) : [];
  if (!detail) throw doesNotExist('trigger', id);
  return detail;
}

/** The next due time of the scheduler, and those after it. */
function nextOf({ type, enabled, nextAt, config, createdAt }: TriggerRow): string[] {
  if (type !== 'schedule' || !enabled || nextAt === null) return [];
  const timetable = timetableOf(scheduleConfigSchema.parse(config), new Date(createdAt));
  const first = new Date(nextAt);
  return [first, ...nextTimes(timetable, first, SHOWN_TIMES - 1)].map((time) => time.toISOString());
}
