'use client';

import { useQueryClient } from '@tanstack/react-query';
import { createContext, use, useMemo } from 'react';
import { keyOf, readAgain } from '@/client/queries';
import { patch } from '@/components/ui/observable';
import { useToast } from '@/components/ui/toast';
import { importPipeline } from '@/engine';
import { pipelineEndpoints } from '@/lib/contracts/endpoints/pipelines';
import type {
  RestoreVersionInput,
  SaveDraftResult,
  SaveVersionInput,
  SaveVersionResult,
} from '@/lib/contracts/pipelines';
import { announce } from '../commands/command';
import type { SaveController, SaveState } from '../model/save-state';
import type { EditorSession } from '../session';

/** Server actions of versions. */
export interface VersionActions {
  saveVersion(input: SaveVersionInput): Promise<SaveVersionResult>;
  restoreVersion(input: RestoreVersionInput): Promise<SaveDraftResult>;
}

/** Operations on versions, for panels and dialogs. */
export interface VersionServices {
  /** Saves the draft, then makes a version. Resolves to the reason when that failed. */
  save(name: string | undefined): Promise<string | undefined>;
  /** Replaces the draft by a version, as one edit that can be undone. */
  restore(version: number): Promise<void>;
}

/** Set by the desk. */
export const VersionServicesContext = createContext<VersionServices | undefined>(undefined);

/** Operations on versions; undefined where the pipeline is read-only. */
export function useVersionServices(): VersionServices | undefined {
  return use(VersionServicesContext);
}

export interface UseVersionsOptions {
  readonly session: EditorSession;
  readonly controller: SaveController | undefined;
  readonly actions: VersionActions;
}

/** Creates the operations of an open pipeline. */
export function useVersions({ session, controller, actions }: UseVersionsOptions): VersionServices {
  const queries = useQueryClient();
  const notify = useToast();
  return useMemo(() => {
    const id = session.pipelineId;
    const refresh = () => readAgain(queries, keyOf(pipelineEndpoints.versions, { id }));
    const open = async (version: number, baseRevision: number): Promise<string | undefined> => {
      const result = await actions.restoreVersion({ id, version, baseRevision });
      if (!result.ok) return result.error.message;
      const read = importPipeline(result.text);
      if (!read.ok) return read.problem.message;
      session.store.edit(`Restore version ${version}`, () => read.document);
      const { revision, edited } = result;
      controller?.adopt(session.store.getState().document, { revision, version: result.version, edited });
      return undefined;
    };
    const restoreNow = async (version: number): Promise<string | undefined> => {
      const saved = await controller?.flush();
      if (controller === undefined || saved?.status !== 'saved') return whyUnsaved(saved);
      return controller.hold(() => open(version, saved.revision));
    };
    return {
      async save(name) {
        const saved = await controller?.flush();
        if (saved?.status !== 'saved') return whyUnsaved(saved);
        const { revision } = saved;
        const result = await actions.saveVersion({ id, revision, ...(name === undefined ? {} : { name }) });
        if (!result.ok) return result.error.message;
        controller?.versionMade(result.version, revision);
        await refresh();
        announce(session, `Saved version ${result.version}.`);
        notify({ title: `Saved version ${result.version}.`, status: 'completed' });
        return undefined;
      },
      async restore(version) {
        const refusal = await restoreNow(version).catch(() => UNREACHABLE);
        if (refusal !== undefined) {
          notify({ title: `Version ${version} was not restored.`, detail: refusal, status: 'failed' });
          return;
        }
        patch(session.interaction, { version: undefined });
        await refresh();
        announce(session, `Restored version ${version}.`);
        notify({
          title: `Restored version ${version}.`,
          status: 'completed',
          action: { label: 'Undo', onSelect: session.store.undo },
        });
      },
    };
  }, [session, controller, actions, queries, notify]);
}

const UNREACHABLE = 'The server cannot be reached. Try again.';

function whyUnsaved(save: SaveState | undefined): string {
  if (save?.status === 'conflict')
    return 'Some values were also changed elsewhere. Resolve the conflicts first.';
  if (save?.status === 'failed') return `Your edits could not be saved. ${save.message}`;
  return UNREACHABLE;
}
