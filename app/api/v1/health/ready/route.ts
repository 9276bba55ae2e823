import { handle, sendReadiness } from '@/lib/server';

export const dynamic = 'force-dynamic';

/** Whether the process should be sent requests. */
export const GET = handle(sendReadiness);
