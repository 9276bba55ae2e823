import type { Metadata } from 'next';
import { cache } from 'react';
import { LastScreen } from '@/app/last-screen';
import { found, getApp } from '@/app/server';
import { EditorPage } from '@/components/desk/editor-page';
import { catalogue } from '@/engine/actions';
import { removePin } from '../../runs/actions';
import { runActions } from '../../runs/run-actions';
import { addSecret } from '../../settings/actions';
import {
  duplicatePipeline,
  restoreVersion,
  saveDraft,
  saveVersion,
  startDraft,
  startRun,
  tryFunction,
  tryStep,
} from '../actions';
import { addTest, changeTest, removeTest } from '../tests';
import * as triggers from '../triggers';

const actions = {
  save: saveDraft,
  saveVersion,
  restoreVersion,
  start: startRun,
  startDraft,
  duplicate: duplicatePipeline,
  ...runActions,
  removePin,
  tryFunction,
  tryStep,
  addSecret,
  tests: { add: addTest, change: changeTest, remove: removeTest },
  triggers: {
    add: triggers.addTrigger,
    change: triggers.changeTrigger,
    enable: triggers.enableTrigger,
    remove: triggers.removeTrigger,
    renewAddress: triggers.renewTriggerAddress,
    listen: triggers.startListening,
    stopListening: triggers.cancelListening,
  },
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
  const app = await getApp();
  const [secrets, kept] = await Promise.all([
    app.secrets.names(),
    app.triggers.list({ pipelineId: pipeline.id }),
  ]);
  return (
    <LastScreen>
      <EditorPage
        key={pipeline.id}
        pipeline={pipeline}
        descriptors={catalogue.descriptors.all}
        actions={actions}
        triggers={kept}
        secrets={secrets}
      />
    </LastScreen>
  );
}
