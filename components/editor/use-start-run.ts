'use client';

import { useState } from 'react';
import { patch } from '@/components/ui/observable';
import { useToast } from '@/components/ui/toast';
import type { StartResult, StartRunInput } from '@/lib/contracts/runs';
import { announce } from './commands/command';
import { openDock } from './commands/view';
import type { SaveController, SaveState } from './model/save';
import type { EditorSession } from './session';

export interface StartRun {
  readonly starting: boolean;
  /** Runs at once, or asks for params where some are declared. */
  begin(): void;
  /** Saves, then starts the draft that was saved. */
  start(input: StartRunInput): Promise<StartResult>;
  /** What to do once a run was started. */
  started(run: { readonly id: string; readonly number: number }): void;
}

export interface StartRunOptions {
  readonly session: EditorSession;
  readonly controller: SaveController | undefined;
  readonly send: (input: StartRunInput) => Promise<StartResult>;
  readonly onStarted: (runId: string) => void;
}

/** Starts runs of exactly what is on the screen: unsaved edits are saved first, and the saved draft becomes a version. */
export function useStartRun({ session, controller, send, onStarted }: StartRunOptions): StartRun {
  const notify = useToast();
  const [starting, setStarting] = useState(false);

  const start = async (input: StartRunInput): Promise<StartResult> => {
    const save = await controller?.flush();
    if (save?.status !== 'saved')
      return { ok: false, error: { code: 'unavailable', message: whyNotSaved(save) } };
    const { revision } = save;
    const result = await send({ ...input, revision });
    if (result.ok) controller?.versionMade(result.version, revision);
    return result;
  };

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
      notify({
        title: 'The run was not started: the server cannot be reached. Try again.',
        status: 'failed',
      });
    } finally {
      setStarting(false);
    }
  };

  return {
    starting,
    start,
    started,
    begin() {
      const declared = Object.keys(session.store.getState().document.params ?? {});
      if (declared.length > 0) patch(session.interaction, { dialog: 'run' });
      else if (!starting) void runNow();
    },
  };
}

function whyNotSaved(save: SaveState | undefined): string {
  if (save?.status === 'conflict')
    return 'The run was not started: two drafts are in conflict. Choose a draft, then run.';
  if (save?.status === 'failed')
    return `The run was not started: your edits could not be saved. ${save.message}`;
  return 'The run was not started: your edits could not be saved, because the server cannot be reached. They are kept on this device.';
}
