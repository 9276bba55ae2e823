import type { z } from 'zod';
import type { AuditPage, listAuditInput } from '@/lib/contracts/audit';
import { listAudit as list } from '../../store/audit';
import type { ServiceContext } from '../context';

/** A page of the audit log, newest first. */
export async function listAudit(
  ctx: ServiceContext,
  { limit, ...filter }: z.output<typeof listAuditInput>,
): Promise<AuditPage> {
  const found = await list(ctx.sql, { ...filter, limit: limit + 1 });
  const events = found.slice(0, limit);
  return { events, next: found.length > limit ? (events.at(-1)?.id ?? null) : null };
}
