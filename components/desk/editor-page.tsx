'use client';

import { useQueryClient } from '@tanstack/react-query';
import { usePathname, useSearchParams } from 'next/navigation';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { type FormServices, FormServicesContext } from '@/components/editor/form/form-context';
import type { ServerDraft } from '@/components/editor/model/save-state';
import { selectSteps } from '@/components/editor/model/selection';
import { TestActionsContext } from '@/components/editor/pipeline-tests/test-services';
import { createDeskState, createSession } from '@/components/editor/session';
import { type TriggerServices, TriggerServicesContext } from '@/components/editor/triggers/trigger-services';
import { EditorProvider, useEditorStore, useObservable, useSession } from '@/components/editor/use-editor';
import { RunProvider } from '@/components/run/run-provider';
import { NO_FOCUS, readFocus, readInstant, writeFocus } from '@/components/run-state/permalink';
import type { RunActions } from '@/components/run-state/run-context';
import { fixPath, type StepFix } from '@/components/run-state/step-fix';
import { EmptyState } from '@/components/ui/empty-state';
import type { Size } from '@/components/ui/first-screen';
import { useFirstScreen } from '@/components/ui/first-screen-provider';
import {
  type ActionDescriptor,
  importPipeline,
  indexDescriptors,
  isJsonObject,
  type KnownSecret,
} from '@/engine';
import type { TryFunctionAnswer } from '@/lib/contracts/functions';
import type { PipelineDetail } from '@/lib/contracts/pipelines';
import type { TriggerDetail } from '@/lib/contracts/triggers';
import type { EditorActions } from './editor-actions';
import { EditorDesk } from './editor-desk';
import { SecretServices } from './secret-services';
import { StepPlace } from './values-from/step-place';
import { readsRun, stepValues } from './values-from/step-values';
import { waitingRunActions } from './waiting-run-actions';

export interface EditorPageProps {
  pipeline: PipelineDetail;
  descriptors: readonly ActionDescriptor[];
  actions: EditorActions;
  /** Its triggers. */
  triggers: readonly TriggerDetail[];
  /** The secrets of the installation, without their values. */
  secrets: readonly KnownSecret[];
}

/** The editor of one pipeline; with `?run=` in the address the same desk shows that run. */
export function EditorPage(props: EditorPageProps) {
  const { pipeline, descriptors, actions, triggers } = props;
  const { canvas } = useFirstScreen();
  const [opened] = useState(() => open(props, canvas));
  const path = usePathname();
  const query = useSearchParams();
  const runId = query.get('run') ?? undefined;
  const focus = useMemo(() => readFocus(new URLSearchParams(query)), [query]);
  const openRun = useCallback(
    (id: string | undefined, step?: string) => {
      const run = new URLSearchParams(id === undefined ? {} : { run: id });
      const shown = writeFocus(run, { ...NO_FOCUS, step }).toString();
      window.history.pushState(null, '', shown === '' ? path : `${path}?${shown}`);
    },
    [path],
  );
  const onStep = useCallback(
    (step: string | undefined) => {
      if (step !== undefined) opened.session?.store.select(selectSteps(step));
    },
    [opened],
  );
  const onEdit = useCallback(
    (fix: StepFix) => window.history.pushState(null, '', fixPath(pipeline.id, fix)),
    [pipeline.id],
  );
  const selectedStep = useCallback(() => opened.session?.store.getState().selection.steps.at(-1), [opened]);
  const runActions = useMemo<RunActions>(() => {
    const { cancel, pause, resume, signal, pin, rerun, resolve, tests } = actions;
    const { pinOutput, answerPause, breakpoints } = actions;
    const all: RunActions = {
      ...{ cancel, pause, resume, signal, pin, rerun, resolve, tests },
      ...(pinOutput ? { pinOutput } : {}),
      ...(answerPause ? { answerPause } : {}),
      ...(breakpoints ? { breakpoints } : {}),
    };
    return opened.session === undefined ? all : waitingRunActions(all, opened.session.pending);
  }, [actions, opened]);
  const triggerServices = useMemo<TriggerServices>(
    () => ({ pipelineId: pipeline.id, actions: actions.triggers, first: triggers, openRun }),
    [pipeline.id, actions, triggers, openRun],
  );
  if (opened.session === undefined) {
    return (
      <EmptyState icon="err" title="The pipeline could not be opened.">
        {opened.message} Export the pipeline through the API, correct the document and save it again.
      </EmptyState>
    );
  }
  return (
    <EditorProvider value={opened.session}>
      <RunProvider
        runId={runId}
        actions={runActions}
        descriptors={descriptors}
        focus={focus}
        offsetMs={readInstant(new URLSearchParams(query))}
        selectedStep={selectedStep}
        onStep={onStep}
        onOpenRun={openRun}
        onEdit={onEdit}
      >
        <EditorServices pipelineId={pipeline.id} tryFunction={actions.tryFunction}>
          <SecretServices addSecret={actions.addSecret}>
            <TriggerServicesContext value={triggerServices}>
              <TestActionsContext value={actions.tests}>
                <EditorDesk pipeline={pipeline} actions={actions} onOpenRun={openRun} />
              </TestActionsContext>
            </TriggerServicesContext>
          </SecretServices>
        </EditorServices>
      </RunProvider>
    </EditorProvider>
  );
}

function draftOf({ revision, version, edited }: PipelineDetail): ServerDraft {
  return { revision, version, edited };
}

function open({ pipeline, descriptors, secrets }: EditorPageProps, canvas: Size) {
  const read = importPipeline(pipeline.text);
  if (!read.ok) return { session: undefined, message: read.problem.message };
  const session = createSession({
    document: read.document,
    descriptors: indexDescriptors(descriptors),
    pipelineId: pipeline.id,
    draft: draftOf(pipeline),
    secrets,
    desk: createDeskState(canvas),
  });
  return { session, message: '' };
}

interface EditorServicesProps {
  pipelineId: string;
  /** Tries a function; undefined where no server can. */
  tryFunction: EditorActions['tryFunction'];
  children: ReactNode;
}

/** Provides the server requests of fields. */
function EditorServices({ pipelineId, tryFunction, children }: EditorServicesProps) {
  const queries = useQueryClient();
  const store = useEditorStore();
  const session = useSession();
  const from = useObservable(session.valuesFrom, (value) => value);
  const at = useObservable(session.valuesAt, (value) => value);
  const services = useMemo<FormServices>(
    () => ({
      StepPlace,
      async lastInputs(step, of) {
        if (!readsRun(from)) return undefined;
        const { run, inputs, loop } = await queries.fetchQuery(
          stepValues({ pipelineId, step, from, at, of }),
        );
        if (run === null || !isJsonObject(inputs)) return undefined;
        return { run: run.number, iteration: of === 'iteration' ? loop?.index : undefined, inputs };
      },
      ...(tryFunction === undefined
        ? {}
        : {
            // Tries the shown text, saved or not.
            async tryFunction({ stepId, params }): Promise<TryFunctionAnswer> {
              const result = await tryFunction({
                pipelineId,
                stepId,
                params,
                document: JSON.stringify(store.getState().document),
              });
              return result.ok ? result.answer : { status: 'failed', message: result.error.message };
            },
          }),
    }),
    [queries, store, pipelineId, tryFunction, from, at],
  );
  return <FormServicesContext value={services}>{children}</FormServicesContext>;
}
