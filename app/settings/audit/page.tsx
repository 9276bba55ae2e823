import type { Metadata } from 'next';
import { getApp } from '@/app/server';
import { choiceOf, inputOf } from '@/components/settings/audit-choice';
import { AuditList } from '@/components/settings/audit-list';
import { AppShell } from '@/components/shell/app-shell';
import { TopBar } from '@/components/shell/top-bar';

export const metadata: Metadata = { title: 'Audit log' };

/** The audit log, newest first. */
export default async function AuditLogPage({ searchParams }: PageProps<'/settings/audit'>) {
  const choice = choiceOf(await searchParams);
  const app = await getApp();
  const page = await app.audit.list(inputOf(choice));
  return (
    <AppShell top={<TopBar />}>
      <AuditList page={page} choice={choice} />
    </AppShell>
  );
}
