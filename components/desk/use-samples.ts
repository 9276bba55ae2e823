'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryFor } from '@/client/queries';
import { NO_SAMPLES, type ValuesFrom } from '@/components/editor/model/samples';
import { loadTypedSamples } from '@/components/editor/model/typed-samples';
import type { EditorSession } from '@/components/editor/session';
import { useObservable } from '@/components/editor/use-editor';
import { patch } from '@/components/ui/observable';
import type { JsonObject } from '@/engine';
import { pipelineEndpoints } from '@/lib/contracts/endpoints/pipelines';
import { runEndpoints } from '@/lib/contracts/endpoints/runs';

/** Reads the values of the chosen run, of the newest runs or of pins, for examples. They are optional, so an error is ignored. */
export function useSamples(session: EditorSession): void {
  const { pipelineId, samples } = session;
  const from = useObservable(session.valuesFrom, (value) => value);
  const run = from.kind === 'run' ? from.id : undefined;
  const outputs = useQuery({
    ...queryFor(pipelineEndpoints.samples, { pipelineId, ...sourceOf(from) }),
    enabled: from.kind !== 'none',
    refetchOnWindowFocus: 'always',
  });
  const newest = useQuery({
    ...queryFor(pipelineEndpoints.params, { id: pipelineId }),
    refetchOnWindowFocus: 'always',
  });
  const chosen = useQuery({ ...queryFor(runEndpoints.get, { id: run ?? '' }), enabled: run !== undefined });
  const steps = from.kind === 'none' ? NO_SAMPLES.steps : outputs.data;
  const params = paramsOf(from, newest.data?.last ?? undefined, chosen.data?.params);
  // Completion and previews live outside React and read the session.
  useEffect(() => {
    if (steps !== undefined) patch(samples, { steps });
  }, [steps, samples]);
  // As above, for the params.
  useEffect(() => {
    if (params !== undefined) patch(samples, { params });
  }, [params, samples]);
  // The storage of the browser, which the server does not have when it renders the page.
  useEffect(() => loadTypedSamples(session), [session]);
}

function sourceOf(from: ValuesFrom): { run?: string; source?: 'pins' } {
  if (from.kind === 'run') return { run: from.id };
  return from.kind === 'pinned' ? { source: 'pins' } : {};
}

function paramsOf(
  { kind }: ValuesFrom,
  newest: JsonObject | undefined,
  chosen: JsonObject | undefined,
): JsonObject | undefined {
  if (kind === 'none' || kind === 'pinned') return NO_SAMPLES.params;
  return kind === 'run' ? chosen : newest;
}
