'use client';

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryFor } from '@/client/queries';
import { patch } from '@/components/ui/observable';
import { importPipeline, type PipelineDocument } from '@/engine';
import { pipelineEndpoints } from '@/lib/contracts/endpoints/pipelines';
import type { CompareBase } from '../model/interaction';
import { pruneSelection } from '../model/selection';
import { type MergedDocument, mergeDocuments } from '../model/version-diff';
import { createSession, type EditorSession } from '../session';
import { useEditor, useInteraction, useSession } from '../use-editor';

/** A version that is shown instead of the draft. */
export interface VersionPreview {
  readonly version: number;
  readonly name: string | null;
  readonly base: CompareBase;
  /** The previous version that still exists: null when there is none, undefined until it is loaded. */
  readonly previous: number | null | undefined;
  setBase(base: CompareBase): void;
  readonly before: PipelineDocument | undefined;
  readonly after: PipelineDocument | undefined;
  readonly difference: MergedDocument | undefined;
  /** Why something could not be loaded. */
  readonly problem: string | undefined;
  /** The version as a read-only document; empty until it is loaded. */
  readonly session: EditorSession;
}

/** The shown version; undefined while the draft is shown. */
export function useVersionPreview(): VersionPreview | undefined {
  const session = useSession();
  const version = useInteraction((interaction) => interaction.version);
  const draft = useEditor((state) => state.document);
  const wanted = useInteraction((interaction) => interaction.versionBase);
  const setBase = (versionBase: CompareBase) => patch(session.interaction, { versionBase });
  const shown = useVersionDocument(version);
  const base = shown.previous === null ? 'draft' : wanted;
  const previous = useVersionDocument(base === 'previous' ? (shown.previous ?? undefined) : undefined);
  const after = shown.document;
  const before = base === 'draft' ? draft : previous.document;
  const difference = useMemo(() => before && after && mergeDocuments(before, after), [before, after]);
  const isShown = version !== undefined;
  const preview = useMemo(() => {
    if (!isShown) return undefined;
    const { pipelineId, descriptors } = session;
    const changes = difference && { changes: difference.changes };
    const document = difference?.document ?? after ?? { steps: [] };
    const made = createSession({
      document,
      descriptors,
      pipelineId,
      readOnly: true,
      panelMode: 'edit',
      desk: session,
      ...changes,
    });
    made.store.select(pruneSelection(session.store.getState().selection, document));
    return made;
  }, [isShown, session, difference, after]);
  if (version === undefined || preview === undefined) return undefined;
  const problem = shown.problem ?? previous.problem;
  const { name, previous: older } = shown;
  return {
    version,
    name,
    base,
    previous: older,
    setBase,
    before,
    after,
    difference,
    problem,
    session: preview,
  };
}

/** The document of a version, once it is loaded; nothing is loaded for undefined. */
function useVersionDocument(version: number | undefined) {
  const { pipelineId: id } = useSession();
  const { data, error } = useQuery({
    ...queryFor(pipelineEndpoints.version, { id, version: version ?? 0 }),
    enabled: version !== undefined,
  });
  const read = useMemo(() => (data === undefined ? undefined : importPipeline(data.text)), [data]);
  return {
    name: data?.name ?? null,
    previous: version === undefined ? undefined : data?.previous,
    document: version !== undefined && read?.ok === true ? read.document : undefined,
    problem: read?.ok === false ? read.problem.message : error?.message,
  };
}
