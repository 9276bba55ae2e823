import { SETTING_NAMES, type SettingName, settingVariable } from '@/engine';
import type { ChannelSetting } from '@/lib/contracts/secrets';
import { readSecret, SecretUnreadable } from '../../secrets/read';
import { hostsOf } from '../../secrets/settings';
import { listSecrets, type SecretRow } from '../../store/secrets';
import type { ServiceContext } from '../context';

/** All settings of the channels with their origin and the visible part of their values. */
export async function listChannels(ctx: ServiceContext): Promise<ChannelSetting[]> {
  const rows = new Map((await listSecrets(ctx.sql)).map((row) => [row.name, row]));
  return Promise.all(
    SETTING_NAMES.map((name) => {
      const value = ctx.settings[name];
      const row = rows.get(settingVariable(name));
      if (value !== undefined) return { name, ...NOTHING, from: 'environment', shown: shownOf(name, value) };
      return row ? storedChannel(ctx, name, row) : { name, ...NOTHING, from: 'nowhere' };
    }),
  );
}

const NOTHING = { shown: null, updatedAt: null, problem: null } as const;

async function storedChannel(
  ctx: ServiceContext,
  name: SettingName,
  row: SecretRow,
): Promise<ChannelSetting> {
  const stored = { name, ...NOTHING, from: 'here', updatedAt: row.updatedAt } as const;
  try {
    return { ...stored, shown: shownOf(name, await readSecret(row, ctx.keys)) };
  } catch (error) {
    if (!(error instanceof SecretUnreadable)) throw error;
    return { ...stored, problem: error.message };
  }
}

/** The sender is not secret; of a URL only the host is shown. */
function shownOf(name: SettingName, value: string): string | null {
  return name === 'mail_from' ? value : (hostsOf(value)[0] ?? null);
}
