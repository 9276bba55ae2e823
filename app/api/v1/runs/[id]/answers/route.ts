import { handle, receiveAnswer } from '@/lib/server';

/** Says what became of an attempt that was interrupted: `{step, iteration?, answer}`. */
export const POST = handle<{ id: string }>(receiveAnswer);
