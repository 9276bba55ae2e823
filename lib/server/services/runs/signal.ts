import { bytesOf, MAX_SIGNAL_BYTES } from '@/engine';
import type { SignalInput } from '@/lib/contracts/runs';
import type { ServiceContext } from '../context';
import { TooLarge } from '../errors';
import { giveCommand } from './command';

/**
 * Sends a value to a run, which its conditions read as `signals.<name>`; an approval sends true.
 * @throws NotFound, Conflict
 * @throws TooLarge
 */
export async function signalRun(ctx: ServiceContext, input: SignalInput): Promise<{ id: string }> {
  const { id, name, value, idempotencyKey } = input;
  const bytes = bytesOf(JSON.stringify(value));
  if (bytes > MAX_SIGNAL_BYTES) {
    throw new TooLarge(
      `The value of ${name} is ${bytes} bytes of JSON. The limit is ${MAX_SIGNAL_BYTES} bytes. Send a reference to the value instead.`,
    );
  }
  const command = { kind: 'signal', name, value } as const;
  return giveCommand(ctx, { id, command, idempotencyKey, refusal: 'it accepts no more signals' });
}
