import type { Metadata } from 'next';
import { getApp } from '@/app/server';
import { SecretList } from '@/components/settings/secret-list';
import { AppShell } from '@/components/shell/app-shell';
import { TopBar } from '@/components/shell/top-bar';
import { addSecret, changeSecret, deleteSecret } from '../actions';

export const metadata: Metadata = { title: 'Secrets' };

const actions = { addSecret, changeSecret, deleteSecret };

/** All secrets, without their values. */
export default async function SecretsPage() {
  const app = await getApp();
  const secrets = await app.secrets.list();
  return (
    <AppShell top={<TopBar />}>
      <SecretList secrets={secrets} actions={actions} now={new Date().toISOString()} />
    </AppShell>
  );
}
