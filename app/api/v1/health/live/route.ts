import type { Liveness } from '@/lib/contracts/health';
import { handle } from '@/lib/server';

export const dynamic = 'force-dynamic';

/** Whether the process answers. It asks neither the database nor the disk: a restart would help neither. */
export const GET = handle((): Liveness => ({ status: 'ok' }));
