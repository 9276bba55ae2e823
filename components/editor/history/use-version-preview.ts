'use client';

import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { queryFor } from '@/client/queries';
import { importPipeline, type PipelineDocument } from '@/engine';
import { pipelineEndpoints } from '@/lib/contracts/endpoints/pipelines';
import { type MergedDocument, mergeDocuments } from '../model/version-diff';
import { createSession, type EditorSession } from '../session';
import { useEditor, useInteraction, useSession } from '../use-editor';

/** What a version is compared with. */
export type CompareBase = 'draft' | 'previous';

/** A version that is looked at in place of the draft. */
export interface VersionPreview {
  readonly version: number;
  readonly name: string | null;
  readonly base: CompareBase;
  setBase(base: CompareBase): void;
  readonly before: PipelineDocument | undefined;
  readonly after: PipelineDocument | undefined;
  readonly difference: MergedDocument | undefined;
  /** Why something could not be loaded. */
  readonly problem: string | undefined;
  /** The version as a document that can be looked at; empty until it is loaded. */
  readonly session: EditorSession;
}

/** The version that is looked at; undefined while the draft is. */
export function useVersionPreview(): VersionPreview | undefined {
  const session = useSession();
  const version = useInteraction((interaction) => interaction.version);
  const draft = useEditor((state) => state.document);
  const [base, setBase] = useState<CompareBase>('draft');
  const shown = useVersionDocument(version);
  const isFirst = version === undefined || version === 1;
  const previous = useVersionDocument(base === 'previous' && !isFirst ? version - 1 : undefined);
  const after = shown.document;
  const before = base === 'draft' || isFirst ? draft : previous.document;
  const difference = useMemo(() => before && after && mergeDocuments(before, after), [before, after]);
  const isShown = version !== undefined;
  const preview = useMemo(() => {
    if (!isShown) return undefined;
    const { pipelineId, descriptors } = session;
    const changes = difference && { changes: difference.changes };
    const document = difference?.document ?? after ?? { steps: [] };
    return createSession({ document, descriptors, pipelineId, readOnly: true, desk: session, ...changes });
  }, [isShown, session, difference, after]);
  if (version === undefined || preview === undefined) return undefined;
  const problem = shown.problem ?? previous.problem;
  return { version, name: shown.name, base, setBase, before, after, difference, problem, session: preview };
}

/** The document of a version, as far as it could be read; none while undefined. */
function useVersionDocument(version: number | undefined) {
  const { pipelineId: id } = useSession();
  const { data, error } = useQuery({
    ...queryFor(pipelineEndpoints.version, { id, version: version ?? 0 }),
    enabled: version !== undefined,
  });
  const read = useMemo(() => (data === undefined ? undefined : importPipeline(data.text)), [data]);
  return {
    name: data?.name ?? null,
    document: version !== undefined && read?.ok === true ? read.document : undefined,
    problem: read?.ok === false ? read.problem.message : error?.message,
  };
}
