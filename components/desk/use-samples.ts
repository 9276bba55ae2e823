'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryFor } from '@/client/queries';
import { loadTypedSamples } from '@/components/editor/model/typed-samples';
import type { EditorSession } from '@/components/editor/session';
import { patch } from '@/components/ui/observable';
import { pipelineEndpoints } from '@/lib/contracts/endpoints/pipelines';

/** Reads values of the newest runs for examples. They are optional, so an error is ignored. */
export function useSamples(session: EditorSession): void {
  const { pipelineId, samples } = session;
  const outputs = useQuery({
    ...queryFor(pipelineEndpoints.samples, { pipelineId }),
    refetchOnWindowFocus: 'always',
  });
  const params = useQuery({
    ...queryFor(pipelineEndpoints.params, { id: pipelineId }),
    refetchOnWindowFocus: 'always',
  });
  // Completion and previews live outside React and read the session.
  useEffect(() => {
    if (outputs.data !== undefined) patch(samples, { steps: outputs.data });
  }, [outputs.data, samples]);
  // As above, for the params.
  useEffect(() => {
    if (params.data !== undefined) patch(samples, { params: params.data.last ?? {} });
  }, [params.data, samples]);
  // The storage of the browser, which the server does not have when it renders the page.
  useEffect(() => loadTypedSamples(session), [session]);
}
