import { handle, receiveSignal } from '@/lib/server';

/** Sends a run a value: `{name, value}`. Under one `Idempotency-Key` it is heard once. */
export const POST = handle<{ id: string }>(receiveSignal);
