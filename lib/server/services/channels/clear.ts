import type { z } from 'zod';
import { settingVariable } from '@/engine';
import type { clearChannelInput } from '@/lib/contracts/secrets';
import type { ServiceContext } from '../context';
import { removeSecret } from '../secrets/remove';

/**
 * Removes a setting.
 * @throws NotFound when it is not set
 */
export function clearChannel(
  ctx: ServiceContext,
  input: z.output<typeof clearChannelInput>,
): Promise<{ name: string }> {
  const entry = { action: 'channel.cleared', subject: 'channel' } as const;
  return removeSecret(ctx, { name: settingVariable(input.name) }, entry);
}
