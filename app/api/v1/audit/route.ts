import { listAuditInput } from '@/lib/contracts/audit';
import { handle } from '@/lib/server';

export const dynamic = 'force-dynamic';

/** A page of the audit log, newest first: `?actor=&action=&subject=&from=&to=&before=&limit=`. */
export const GET = handle(({ app, query }) => app.audit.list(listAuditInput.parse(query)));
