import type { Metadata } from 'next';
import { getApp } from '@/app/server';
import { choiceIn, countInputOf, listInputOf } from '@/components/pipelines/list-choice';
import { PipelineList } from '@/components/pipelines/pipeline-list';
import { previewOf } from '@/components/pipelines/preview';
import { LARGE } from '@/components/pipelines/preview-card';
import { AppShell } from '@/components/shell/app-shell';
import { TopBar } from '@/components/shell/top-bar';
import { catalogue } from '@/engine/actions';
import { starters } from '@/lib/starters';
import {
  createPipeline,
  deletePipeline,
  duplicatePipeline,
  renamePipeline,
  setOrganisation,
  startRun,
} from './actions';

export const metadata: Metadata = { title: 'Pipelines' };

const actions = {
  createPipeline,
  renamePipeline,
  duplicatePipeline,
  setOrganisation,
  deletePipeline,
  startRun,
};

/** Starters never change while the server runs, so they are prepared once. */
const starterChoices = starters.map(({ key, title, description, document }, index) => ({
  key,
  title,
  description,
  stepCount: document.steps.length,
  preview: previewOf(document, catalogue.descriptors),
  drawing: index === 0 ? previewOf(document, catalogue.descriptors, LARGE) : undefined,
  text: JSON.stringify(document),
}));

/** All pipelines. */
export default async function PipelinesPage({ searchParams }: PageProps<'/pipelines'>) {
  const query = await searchParams;
  const choice = choiceIn((name) => [query[name]].flat()[0]);
  const now = new Date().toISOString();
  const app = await getApp();
  const [page, counts] = await Promise.all([
    app.pipelines.page(listInputOf(choice)),
    app.pipelines.count(countInputOf(choice)),
  ]);
  return (
    <AppShell top={<TopBar />}>
      <PipelineList
        first={{ page, counts, readAt: now }}
        choice={choice}
        starters={starterChoices}
        actions={actions}
        now={now}
      />
    </AppShell>
  );
}
