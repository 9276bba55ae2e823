import type { Metadata } from 'next';
import { getApp } from '@/app/server';
import { Catalogue } from '@/components/actions/catalogue';
import { catalogueEntries } from '@/components/actions/entry';
import { AppShell } from '@/components/shell/app-shell';
import { TopBar } from '@/components/shell/top-bar';
import { catalogue } from '@/engine/actions';

export const metadata: Metadata = { title: 'Actions' };

/** The catalogue: every action a step can perform. */
export default async function ActionsPage() {
  await getApp();
  return (
    <AppShell top={<TopBar />}>
      <Catalogue entries={catalogueEntries(catalogue.descriptors.all)} />
    </AppShell>
  );
}
