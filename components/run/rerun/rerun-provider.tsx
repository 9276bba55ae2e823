'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { queryFor } from '@/client/queries';
import { RerunContext, type RerunDraft, type RerunPreview } from '@/components/run-state/rerun-preview';
import { type RunLens, useOptionalLens } from '@/components/run-state/run-context';
import { useRunState } from '@/components/run-state/use-run';
import type { RerunScope, RunState, RunStatus } from '@/engine';
import { rerunEndpoints } from '@/lib/contracts/endpoints/reruns';
import type { PlannedStepRecord } from '@/lib/contracts/reruns';
import { requestOf } from './request';

const NEW = { definition: 'original', params: undefined, inputs: {} } as const;
const NONE = { draft: undefined, opener: undefined } as const;
const NO_STEPS: ReadonlyMap<string, PlannedStepRecord> = new Map();

/** A draft, the run that it repeats, and what had the focus when it began. */
interface Held {
  readonly of: string;
  readonly draft: RerunDraft;
  readonly opener: Element | undefined;
}

/** Provides the re-run that is being prepared to the panel and to the cards on the canvas. */
export function RerunProvider({ children }: { children: ReactNode }) {
  return <RerunContext value={useRerunPreview(useOptionalLens())}>{children}</RerunContext>;
}

function useRerunPreview(lens: RunLens | undefined): RerunPreview | undefined {
  // Of one run: another run that is opened has none.
  const [held, setHeld] = useState<Held>();
  const runId = lens?.runId ?? '';
  const { draft, opener } = held?.of === runId ? held : NONE;
  // The record may be older than the end of the run.
  const status = useRunState(statusOf) ?? lens?.detail?.status;
  const failedStep = useRunState(failedStepOf) ?? lens?.detail?.failedStep ?? undefined;
  const step = lens?.focus.step ?? failedStep;
  const { data, error, isPlaceholderData, isFetching } = useQuery({
    ...queryFor(rerunEndpoints.plan, requestOf(runId, draft, step)),
    enabled: draft !== undefined && lens?.detail !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  });
  const plan = error ? undefined : data;
  const planned = useMemo(
    () => (plan ? new Map(plan.steps.map((each) => [each.step, each])) : NO_STEPS),
    [plan],
  );
  const isShown = lens !== undefined;
  return useMemo(
    () =>
      isShown
        ? {
            ...{
              draft,
              opener,
              step,
              plan,
              planned,
              refusal: error?.message,
              isStale: isPlaceholderData || isFetching,
            },
            open(scope = usualScope(status)) {
              // Opened again, the focus is in the panel.
              const focused = opener ?? document.activeElement ?? undefined;
              setHeld({ of: runId, draft: { ...NEW, scope }, opener: focused });
            },
            change: (part) =>
              setHeld((before) => before && { ...before, draft: { ...before.draft, ...part } }),
            close: () => setHeld(undefined),
          }
        : undefined,
    [isShown, runId, status, draft, opener, step, plan, planned, error, isPlaceholderData, isFetching],
  );
}

const statusOf = ({ status }: RunState) => status;
const failedStepOf = ({ failedStep }: RunState) => failedStep;

function usualScope(status: RunStatus | undefined): RerunScope {
  return status === 'failed' || status === 'cancelled' ? 'from_failed' : 'everything';
}
