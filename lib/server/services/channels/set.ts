import type { z } from 'zod';
import { settingVariable } from '@/engine';
import type { setChannelInput } from '@/lib/contracts/secrets';
import { newId } from '../../ids';
import { hostsOf } from '../../secrets/settings';
import { findSecret, insertSecret, replaceSecret } from '../../store/secrets';
import type { ServiceContext } from '../context';
import { Conflict } from '../errors';
import { sealValue } from '../secrets/seal';
import { checkSetting } from './check';

/**
 * Sets a setting of a channel, as a secret that may only be sent to the host of its address.
 * @throws Invalid when the channel cannot use the value
 * @throws Conflict when it was changed at the same time, or is set by the environment
 * @throws Unavailable without a key
 */
export async function setChannel(
  ctx: ServiceContext,
  input: z.output<typeof setChannelInput>,
): Promise<{ name: string }> {
  const { name: setting, value } = input;
  const name = settingVariable(setting);
  if (ctx.settings[setting] !== undefined) {
    throw new Conflict(
      `${name} is set by an environment variable, which overrides this setting. Change the variable.`,
    );
  }
  checkSetting(setting, value);
  const row = await findSecret(ctx.sql, name);
  const version = (row?.version ?? 0) + 1;
  const context = { id: row?.id ?? newId('secret'), name, version, hosts: hostsOf(value) };
  const sealed = await sealValue(ctx, value, context);
  const secret = { ...context, ...sealed, description: row?.description ?? '' };
  const entry = { action: 'channel.changed', subject: 'channel' } as const;
  const isStored = row
    ? await replaceSecret(ctx.sql, row.id, secret, entry)
    : await insertSecret(ctx.sql, secret, entry);
  if (!isStored)
    throw new Conflict('The setting was changed at the same time. Reload the page, then try again.');
  return { name };
}
