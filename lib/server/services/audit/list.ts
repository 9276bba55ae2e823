import { type AuditPage, type ListAuditInput, listAuditInput } from '@/lib/contracts/audit';
import { listAudit as list } from '../../store/audit';
import type { ServiceContext } from '../context';

/** A page of the audit log, newest first. */
export async function listAudit(ctx: ServiceContext, input: ListAuditInput): Promise<AuditPage> {
  const { limit, ...filter } = listAuditInput.parse(input);
  const found = await list(ctx.sql, { ...filter, limit: limit + 1 });
  const events = found.slice(0, limit);
  return { events, next: found.length > limit ? (events.at(-1)?.id ?? null) : null };
}
