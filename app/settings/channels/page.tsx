import type { Metadata } from 'next';
import { getApp } from '@/app/server';
import { ChannelList } from '@/components/settings/channel-list';
import { AppShell } from '@/components/shell/app-shell';
import { TopBar } from '@/components/shell/top-bar';
import { clearChannel, setChannel } from '../actions';

export const metadata: Metadata = { title: 'Channels' };

const actions = { setChannel, clearChannel };

/** The default settings for mails and notifications. */
export default async function ChannelsPage() {
  const app = await getApp();
  const channels = await app.channels.list();
  return (
    <AppShell top={<TopBar />}>
      <ChannelList channels={channels} actions={actions} now={new Date().toISOString()} />
    </AppShell>
  );
}
