import type { Metadata } from 'next';
import { getApp } from '@/app/server';
import { NoticeList } from '@/components/inbox/notice-list';
import { AppShell } from '@/components/shell/app-shell';
import { TopBar } from '@/components/shell/top-bar';
import { markNotice, markNotices } from './actions';

export const metadata: Metadata = { title: 'Inbox' };

const actions = { markNotice, markNotices };

/** Messages that pipelines sent to this installation. */
export default async function InboxPage() {
  const app = await getApp();
  const page = await app.notices.list({ limit: 50 });
  return (
    <AppShell top={<TopBar />}>
      <NoticeList first={page} actions={actions} now={new Date().toISOString()} />
    </AppShell>
  );
}
