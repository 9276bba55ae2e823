'use client';

import { useQuery } from '@tanstack/react-query';
import { Activity, useCallback, useEffect, useMemo, useRef } from 'react';
import { queryFor } from '@/client/queries';
import { BreakpointServicesContext } from '@/components/editor/breakpoints/breakpoint-services';
import { useRenamedPlaces } from '@/components/editor/breakpoints/use-renamed-places';
import type { CommandContext } from '@/components/editor/commands/command';
import { ActionPicker } from '@/components/editor/dialogs/action-picker';
import { RemovalDialog } from '@/components/editor/dialogs/removal-dialog';
import { startParams as startParamsOf } from '@/components/editor/form/channel-offer';
import { SaveVersionDialog } from '@/components/editor/history/save-version-dialog';
import { useVersionInAddress } from '@/components/editor/history/use-version-in-address';
import { useVersionPreview } from '@/components/editor/history/use-version-preview';
import { useVersions, VersionServicesContext } from '@/components/editor/history/use-versions';
import { VersionBanner } from '@/components/editor/history/version-banner';
import { VersionInspector } from '@/components/editor/history/version-inspector';
import { Inspector } from '@/components/editor/inspector/inspector';
import { paramSamples } from '@/components/editor/model/samples';
import { PinServicesContext } from '@/components/editor/pins/pin-services';
import { useTestInAddress } from '@/components/editor/pipeline-tests/use-test-in-address';
import { usePresence } from '@/components/editor/presence/use-presence';
import { SaveBanner } from '@/components/editor/saving/save-banner';
import { SavingContext } from '@/components/editor/saving/saving-context';
import { useSave } from '@/components/editor/saving/use-save';
import type { EditorSession } from '@/components/editor/session';
import { EditorTopBar } from '@/components/editor/top-bar/editor-top-bar';
import { useTriggerInAddress } from '@/components/editor/triggers/use-trigger-in-address';
import {
  DocumentScope,
  useEditor,
  useInteraction,
  useObservable,
  useSession,
} from '@/components/editor/use-editor';
import { useFixInAddress } from '@/components/editor/use-fix-in-address';
import { type StartRun, useStartRun } from '@/components/editor/use-start-run';
import { RunBanner } from '@/components/run/run-banner';
import { RunDialog } from '@/components/run/run-form';
import { useOptionalLens } from '@/components/run-state/run-context';
import { patch } from '@/components/ui/observable';
import { useToast } from '@/components/ui/toast';
import { channelEndpoints } from '@/lib/contracts/endpoints/channels';
import { pipelineEndpoints } from '@/lib/contracts/endpoints/pipelines';
import type { PipelineDetail } from '@/lib/contracts/pipelines';
import { Desk } from './desk';
import type { EditorActions } from './editor-actions';
import { PanelToggles } from './panel-toggles';
import { exampleText } from './try/example-text';
import { TryDialog } from './try/try-dialog';
import { type Tries, type TryRequest, useTry } from './try/use-try';
import { useBreakpoints } from './use-breakpoints';
import { usePins } from './use-pins';
import { useRunSession } from './use-run-session';
import { useSamples } from './use-samples';
import { valuesRunOf } from './values-from/kept-choice';
import { ValuesSwitcher } from './values-from/values-switcher';

export interface EditorDeskProps {
  pipeline: PipelineDetail;
  actions: EditorActions;
  /** Opens a run, at a step if one is given; undefined leaves it. */
  onOpenRun: (runId: string | undefined, step?: string) => void;
}

/** The desk of the editor's page, for editing and for runs. */
export function EditorDesk({ pipeline, actions, onOpenRun }: EditorDeskProps) {
  const session = useSession();
  const lens = useOptionalLens();
  const saving = useSave(session, pipeline, actions.save);
  const breakpoints = useBreakpoints({
    ...{ pipelineId: pipeline.id, desk: session, lens, actions: actions.breakpoints },
    flush: async () => saving.controller?.flush(),
  });
  useRenamedPlaces(session, breakpoints);
  const run = useStartRun({
    session,
    controller: saving.controller,
    actions,
    onStarted: onOpenRun,
  });
  const runSession = useRunSession({ lens, pipelineId: pipeline.id, desk: session });
  const preview = useVersionPreview();
  const versions = useVersions({ session, controller: saving.controller, actions });
  const shown = runSession ?? preview?.session ?? session;
  const tries = useTry({
    session,
    controller: saving.controller,
    send: actions.tryStep,
    valuesFrom: valuesRunOf(useObservable(session.valuesFrom, (value) => value)),
    onStarted: (id, step) => onOpenRun(id, step),
  });
  const context = useCommandsOf({
    ...{ shown, isLens: lens !== undefined, begin: run.begin, tryStep: tries.begin, onOpenRun },
  });
  const save = useEditor((state) => state.save);
  const name = useEditor((state) => state.document.name);
  const isLens = lens !== undefined;
  usePresence(session);
  useObservedShapes(session);
  useSamples(session);
  const pins = usePins(session, actions);
  useStartParams(session);
  useTriggerInAddress(isLens);
  useTestInAddress(isLens);
  useFixInAddress(isLens);
  useVersionInAddress(isLens);
  return (
    <SavingContext value={saving}>
      <PinServicesContext value={pins}>
        <BreakpointServicesContext value={breakpoints}>
          <VersionServicesContext value={versions}>
            <Desk
              mode={isLens ? 'run' : 'edit'}
              context={context}
              title={name ?? pipeline.name}
              top={
                <EditorTopBar
                  name={pipeline.name}
                  starting={run.starting}
                  duplicate={actions.duplicate}
                  flush={async () => saving.controller?.flush()}
                  values={lens === undefined && preview === undefined && <ValuesSwitcher />}
                  panels={<PanelToggles />}
                />
              }
              banner={
                isLens ? (
                  <RunBanner key={lens.runId} onExit={context.exitLens} current={save} />
                ) : (
                  <>
                    {preview && <VersionBanner preview={preview} onExit={context.exitLens} />}
                    <SaveBanner />
                  </>
                )
              }
              isLoading={isLens && lens.definition === undefined && lens.missing === undefined}
              openRun={onOpenRun}
              inspector={
                <>
                  <Activity mode={preview === undefined ? 'visible' : 'hidden'}>
                    <Inspector />
                  </Activity>
                  {preview && (
                    <DocumentScope value={preview.session}>
                      <VersionInspector version={preview.version} name={preview.name} />
                    </DocumentScope>
                  )}
                </>
              }
            >
              <ActionPicker />
              <RemovalDialog />
              {tries.request && <DraftTry tries={tries} request={tries.request} />}
              <ParamsDialog pipelineId={pipeline.id} run={run} />
              <SaveVersionDialog />
            </Desk>
          </VersionServicesContext>
        </BreakpointServicesContext>
      </PinServicesContext>
    </SavingContext>
  );
}

interface CommandsOptions {
  readonly shown: EditorSession;
  /** Whether a run is shown, not a version. */
  readonly isLens: boolean;
  readonly begin: () => void;
  readonly tryStep: Tries['begin'];
  readonly onOpenRun: (runId: string | undefined) => void;
}

/** Takes the focus from a field, which then completes its text. */
function leaveField(): void {
  const { activeElement } = document;
  if (activeElement instanceof HTMLElement && activeElement.closest('[data-field]')) activeElement.blur();
}

/** The target of commands: the document on the canvas, and the page around it. */
function useCommandsOf({ shown, isLens, begin, tryStep, onOpenRun }: CommandsOptions): CommandContext {
  const notify = useToast();
  const latest = useRef({ begin, tryStep });
  latest.current = { begin, tryStep };
  const canTry = tryStep !== undefined;
  return useMemo<CommandContext>(
    () => ({
      session: shown,
      lens: shown.readOnly,
      notify,
      startRun() {
        leaveField();
        latest.current.begin();
      },
      ...(canTry
        ? {
            tryStep(step, scope) {
              leaveField();
              latest.current.tryStep?.(step, scope);
            },
          }
        : {}),
      exitLens: () => (isLens ? onOpenRun(undefined) : patch(shown.interaction, { version: undefined })),
    }),
    [shown, isLens, notify, canTry, onOpenRun],
  );
}

interface DraftTryProps {
  tries: Tries;
  request: TryRequest;
}

/** Asks for the values of a try, beginning with those of earlier runs. */
function DraftTry({ tries, request }: DraftTryProps) {
  const samples = useObservable(useSession().samples, (all) => all);
  const params = useEditor((state) => state.document.params);
  const example = useCallback(
    (name: string) => exampleText(name, { steps: samples.steps, params: paramSamples(samples, { params }) }),
    [samples, params],
  );
  return (
    <TryDialog
      key={`${request.scope} ${request.step}`}
      request={request}
      exampleOf={example}
      start={tries.start}
      onClose={tries.close}
    />
  );
}

interface ParamsDialogProps {
  pipelineId: string;
  run: StartRun;
}

/** Asks for the params of a run, when the pipeline declares some or a person requests the form. */
function ParamsDialog({ pipelineId, run }: ParamsDialogProps) {
  const session = useSession();
  const isOpen = useInteraction(({ dialog }) => dialog === 'run');
  const declarations = useEditor((state) => state.document.params) ?? {};
  if (!isOpen) return null;
  return (
    <RunDialog
      pipelineId={pipelineId}
      declarations={declarations}
      start={run.start}
      onStarted={run.started}
      onClose={() => patch(session.interaction, { dialog: 'none' })}
    />
  );
}

/**
 * Reads the outputs of the newest runs, initially and after each shown run. They are optional, so an error is ignored.
 */
function useObservedShapes({ pipelineId, observed, skipped }: EditorSession): void {
  const { data } = useQuery({
    ...queryFor(pipelineEndpoints.shapes, { pipelineId }),
    refetchOnWindowFocus: 'always',
  });
  // Checks and completion live outside React and read the session.
  useEffect(() => {
    if (data === undefined) return;
    observed.set(data.outputs);
    skipped.set(data.skipped);
  }, [data, observed, skipped]);
}

/** Lets new steps begin with a channel that works. */
function useStartParams({ startParams }: EditorSession): void {
  const { data } = useQuery({ ...queryFor(channelEndpoints.list, {}), refetchOnWindowFocus: 'always' });
  // Commands live outside React and read the session.
  useEffect(() => {
    if (data !== undefined) startParams.set(startParamsOf(data));
  }, [data, startParams]);
}
