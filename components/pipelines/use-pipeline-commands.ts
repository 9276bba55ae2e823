'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { Answer, ErrorBody } from '@/lib/contracts/errors';
import type { OrganisePipelineInput } from '@/lib/contracts/pipeline-organisation';
import type { CreatePipelineInput, CreateResult } from '@/lib/contracts/pipelines';
import { useToast } from '../ui/toast';
import type { PipelineActions } from './pipeline-actions';
import { useReadPipelines } from './use-pipeline-pages';

/** Commands of the pipelines page. Each resolves to the refusal, or undefined when it succeeded. */
export interface PipelineCommands {
  /** Whether one of them is in progress. */
  readonly isBusy: boolean;
  /** Creates a pipeline and opens it. */
  create(input: CreatePipelineInput): Promise<ErrorBody | undefined>;
  /** Creates a pipeline, starts a run and opens it; opens the pipeline where the run is refused. */
  createAndRun(input: CreatePipelineInput): Promise<ErrorBody | undefined>;
  rename(id: string, name: string): Promise<ErrorBody | undefined>;
  duplicate(id: string, name: string): Promise<ErrorBody | undefined>;
  /** Sets folder, tags or pin; fields that are left out keep their values. */
  organise(input: OrganisePipelineInput): Promise<ErrorBody | undefined>;
  remove(id: string, name: string): Promise<ErrorBody | undefined>;
}

const UNREACHABLE: ErrorBody = {
  code: 'unavailable',
  message:
    'The server cannot be reached. No changes were made. Check that the server is running, then try again.',
};

async function ask<T extends Answer>(work: () => Promise<T>): Promise<T | { ok: false; error: ErrorBody }> {
  try {
    return await work();
  } catch {
    return { ok: false, error: UNREACHABLE };
  }
}

/**
 * The page's commands, based on its server actions. They read the list again, show a toast and navigate.
 * Nothing asks Next to render the page again: a render that arrives late would write its own URL over the choice.
 */
export function usePipelineCommands(actions: PipelineActions): PipelineCommands {
  const router = useRouter();
  const toast = useToast();
  const readPipelines = useReadPipelines();
  const [running, setRunning] = useState(0);

  async function perform<T extends Answer>(work: () => Promise<T>, done: (answer: T & { ok: true }) => void) {
    setRunning((count) => count + 1);
    const answer = await ask(work);
    setRunning((count) => count - 1);
    if (!answer.ok) return answer.error;
    done(answer as T & { ok: true });
    return undefined;
  }

  const openNew = (answer: CreateResult & { ok: true }) => router.push(`/pipelines/${answer.id}`);

  const runNew = async (id: string) => {
    const started = await ask(() => actions.startRun({ pipelineId: id }));
    if (!started.ok)
      toast({ status: 'failed', title: 'The run was not started', detail: started.error.message });
    router.push(started.ok ? `/pipelines/${id}?run=${started.id}` : `/pipelines/${id}`);
  };

  return {
    isBusy: running > 0,
    create: (input) => perform(() => actions.createPipeline(input), openNew),
    createAndRun: async (input) => {
      let made: string | undefined;
      const refusal = await perform(
        () => actions.createPipeline(input),
        ({ id }) => {
          made = id;
        },
      );
      if (made !== undefined) await runNew(made);
      return refusal;
    },
    rename: (id, name) => perform(() => actions.renamePipeline(id, name), readPipelines),
    duplicate: (id, name) =>
      perform(
        () => actions.duplicatePipeline(id),
        (answer: CreateResult & { ok: true }) => {
          readPipelines();
          const open = { label: 'Open copy', onSelect: () => router.push(`/pipelines/${answer.id}`) };
          toast({ title: `Duplicated “${name}”`, action: open });
        },
      ),
    organise: (input) => perform(() => actions.setOrganisation(input), readPipelines),
    remove: (id, name) =>
      perform(
        () => actions.deletePipeline(id),
        () => {
          readPipelines();
          toast({ title: `Deleted “${name}”`, detail: 'The runs of the pipeline are kept.' });
        },
      ),
  };
}
