'use client';

import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { fetchRunInputs, readInputs, runInputsKey } from '@/components/run/last-inputs';
import type { TryFunctionAnswer } from '@/lib/contracts/functions';
import type { EditorActions } from './editor-actions';
import { type FormServices, FormServicesContext } from './form/form-services';
import { useEditorStore } from './use-editor';

export interface EditorServicesProps {
  pipelineId: string;
  /** Tries a function; left out where no server can. */
  tryFunction: EditorActions['tryFunction'];
  children: ReactNode;
}

/** What was read of a run is good for this long. ms */
const FRESH_MS = 10_000;

/** Lets fields ask the server about the pipeline they belong to. */
export function EditorServices({ pipelineId, tryFunction, children }: EditorServicesProps) {
  const queries = useQueryClient();
  const store = useEditorStore();
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
      ...(tryFunction === undefined
        ? {}
        : {
            // What is on the screen is tried, saved or not.
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
    [queries, store, pipelineId, tryFunction],
  );
  return <FormServicesContext value={services}>{children}</FormServicesContext>;
}
