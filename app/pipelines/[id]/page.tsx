import type { Metadata } from 'next';
import { cache } from 'react';
import { found, getApp } from '@/app/server';
import { Editor } from '@/components/editor/editor';
import { catalogue } from '@/engine/actions';
import { cancelRun, rerunRun, resolveInterrupted } from '../../runs/actions';
import { duplicatePipeline, savePipeline, startRun, tryFunction } from '../actions';

const actions = {
  save: savePipeline,
  start: startRun,
  duplicate: duplicatePipeline,
  cancel: cancelRun,
  rerun: rerunRun,
  resolve: resolveInterrupted,
  tryFunction,
};

/** The title and the page read the same pipeline once. */
const loadPipeline = cache(async (id: string) => {
  const app = await getApp();
  return found(app.pipelines.get({ id }));
});

export async function generateMetadata({ params }: PageProps<'/pipelines/[id]'>): Promise<Metadata> {
  const pipeline = await loadPipeline((await params).id);
  return { title: pipeline.name };
}

/** The editor of one pipeline. */
export default async function PipelinePage({ params }: PageProps<'/pipelines/[id]'>) {
  const pipeline = await loadPipeline((await params).id);
  const secrets = await (await getApp()).secrets.names();
  return (
    <Editor
      key={pipeline.id}
      pipeline={pipeline}
      descriptors={catalogue.descriptors.all}
      actions={actions}
      secrets={secrets}
    />
  );
}
