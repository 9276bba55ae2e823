import { CHANNEL_KINDS, settingVariable } from '@/engine';
import type { ChannelList } from '@/lib/contracts/channels';
import { listSecrets } from '../../store/secrets';
import type { ServiceContext } from '../context';

/** All channels, and whether the setting that each needs is set. */
export async function configuredChannels({
  sql,
  settings,
}: Pick<ServiceContext, 'sql' | 'settings'>): Promise<ChannelList> {
  const stored = new Set((await listSecrets(sql)).map(({ name }) => name));
  const channels = CHANNEL_KINDS.map(({ name, fields: [needed] }) => ({
    name,
    configured:
      needed === undefined || settings[needed.name] !== undefined || stored.has(settingVariable(needed.name)),
  }));
  return { channels };
}
