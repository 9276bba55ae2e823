import type { Metadata } from 'next';
import { getApp } from '@/app/server';
import { ModelListPage } from '@/components/models/model-list';
import { AppShell } from '@/components/shell/app-shell';
import { TopBar } from '@/components/shell/top-bar';
import { addCloudModel, addModel, cancelModel, deleteModel, resumeModel } from './actions';

export const metadata: Metadata = { title: 'Models' };

const actions = { addModel, addCloudModel, cancelModel, deleteModel, resumeModel };

/** The list of models with the progress of downloads. */
export default async function ModelsPage() {
  const now = new Date().toISOString();
  const app = await getApp();
  const [models, secrets] = await Promise.all([app.models.list(), app.secrets.names()]);
  return (
    <AppShell top={<TopBar />}>
      <ModelListPage first={models} secrets={secrets.map(({ name }) => name)} actions={actions} now={now} />
    </AppShell>
  );
}
