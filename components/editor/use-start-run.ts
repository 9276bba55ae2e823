'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { storeAnswer } from '@/client/queries';
import { NO_ANSWER } from '@/components/run-state/no-answer';
import { patch } from '@/components/ui/observable';
import { useToast } from '@/components/ui/toast';
import { runEndpoints } from '@/lib/contracts/endpoints/runs';
import type { SaveDraftInput } from '@/lib/contracts/pipelines';
import type { DraftStartInput, StartDraftResult, StartResult, StartRunInput } from '@/lib/contracts/runs';
import { announce } from './commands/command';
import { openDock } from './commands/view';
import type { SaveController, SaveState } from './model/save-state';
import { sendThrough } from './saving/send-draft';
import type { EditorSession } from './session';
import { createStartKeys } from './start-keys';

export interface StartRun {
  readonly starting: boolean;
  /** Starts a run immediately, or asks for params when one has no default. */
  begin(): void;
  /** Saves, then starts the draft that was saved. Rejects when no answer arrives. */
  start(input: StartRunInput): Promise<StartResult>;
  /** Called after a run was started. */
  started(run: { readonly id: string; readonly number: number }): void;
}

/** Server actions that start runs. */
export interface StartActions {
  start(input: StartRunInput): Promise<StartResult>;
  /** Saves the draft and starts it, in one request. */
  startDraft(draft: SaveDraftInput, start: DraftStartInput): Promise<StartDraftResult>;
}

export interface StartRunOptions {
  readonly session: EditorSession;
  readonly controller: SaveController | undefined;
  readonly actions: StartActions;
  readonly onStarted: (runId: string) => void;
}

/** Starts runs of the shown document: unsaved edits are saved first, and the saved draft becomes a version. */
export function useStartRun(options: StartRunOptions): StartRun {
  const { session, controller, actions, onStarted } = options;
  const queries = useQueryClient();
  const notify = useToast();
  const [starting, setStarting] = useState(false);
  const [keys] = useState(createStartKeys);

  const start = session.pending.before(async (input: StartRunInput): Promise<StartResult> => {
    const idempotencyKey = keys.keyOf(session.store.getState().document, input.params);
    // A person watches the run: it pauses at the breakpoints of the pipeline.
    const watched: StartRunInput = { ...input, breakpoints: true, idempotencyKey };
    const { result, revision } = await startSaved(watched, { controller, actions });
    keys.answered();
    if (!result.ok) return result;
    controller?.versionMade(result.version, revision);
    storeAnswer(queries, { endpoint: runEndpoints.get, input: { id: result.id }, answer: result.detail });
    return result;
  });

  const started = (run: { readonly id: string; readonly number: number }) => {
    patch(session.interaction, { dialog: 'none' });
    announce(session, `Started run ${run.number}.`);
    onStarted(run.id);
  };

  const runNow = async () => {
    setStarting(true);
    try {
      const result = await start({ pipelineId: session.pipelineId, params: {} });
      if (result.ok) {
        started(result);
        return;
      }
      const blocked = result.error.code === 'invalid' && session.diagnostics.get().length > 0;
      notify({
        title: 'The run was not started.',
        detail: result.error.message,
        status: 'failed',
        ...(blocked
          ? { action: { label: 'Show problems', onSelect: () => openDock(session, 'problems') } }
          : {}),
      });
    } catch {
      notify({ title: NO_ANSWER, status: 'failed' });
    } finally {
      setStarting(false);
    }
  };

  return {
    starting,
    start,
    started,
    begin() {
      patch(session.reviewed, { all: true });
      const declared = Object.values(session.store.getState().document.params ?? {});
      if (declared.some((param) => param.default === undefined))
        patch(session.interaction, { dialog: 'run' });
      else if (!starting) void runNow();
    },
  };
}

interface Started {
  readonly result: StartResult;
  /** Of the draft that was started. */
  readonly revision: number;
}

/**
 * Saves and starts in one request when there are unsaved edits; otherwise starts the draft on the server.
 * @throws Error when no answer arrives; the server may have started the run
 */
async function startSaved(
  input: StartRunInput,
  { controller, actions }: Pick<StartRunOptions, 'controller' | 'actions'>,
): Promise<Started> {
  let sent: Started | undefined;
  let isUnanswered = false;
  const save = await controller?.flush(
    sendThrough(async (draft) => {
      isUnanswered = true;
      const { params, idempotencyKey } = input;
      const answer = await actions.startDraft(draft, { params, idempotencyKey });
      isUnanswered = false;
      if (!answer.ok) return answer;
      sent = { result: answer.started, revision: answer.saved.revision };
      return { ok: true, ...answer.saved };
    }),
  );
  if (sent !== undefined) return sent;
  if (save?.status === 'saved')
    return { result: await actions.start({ ...input, revision: save.revision }), revision: save.revision };
  if (isUnanswered) throw new Error(NO_ANSWER);
  return { result: { ok: false, error: { code: 'unavailable', message: whyNotSaved(save) } }, revision: 0 };
}

function whyNotSaved(save: SaveState | undefined): string {
  if (save?.status === 'conflict')
    return 'The run was not started: some values were also changed elsewhere. Resolve the conflicts, then run.';
  if (save?.status === 'failed')
    return `The run was not started: your edits could not be saved. ${save.message}`;
  return 'The run was not started: your edits could not be saved, because the server cannot be reached. They are kept on this device.';
}
