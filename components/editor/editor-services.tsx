'use client';

import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { fetchRunInputs, readInputs, runInputsKey } from '@/components/run/last-inputs';
import { type FormServices, FormServicesContext } from './form/form-services';

export interface EditorServicesProps {
  pipelineId: string;
  children: ReactNode;
}

/** What was read of a run is good for this long. ms */
const FRESH_MS = 10_000;

/** Lets fields ask the server about the pipeline they belong to. */
export function EditorServices({ pipelineId, children }: EditorServicesProps) {
  const queries = useQueryClient();
  const services = useMemo<FormServices>(
    () => ({
      async lastInputs(stepId) {
        const found = await queries.fetchQuery({
          queryKey: runInputsKey(pipelineId),
          queryFn: ({ signal }) => fetchRunInputs(pipelineId, signal),
          staleTime: FRESH_MS,
        });
        const inputs = found === null ? undefined : await readInputs(found, stepId);
        return found === null || inputs === undefined ? undefined : { run: found.run, inputs };
      },
    }),
    [queries, pipelineId],
  );
  return <FormServicesContext value={services}>{children}</FormServicesContext>;
}
