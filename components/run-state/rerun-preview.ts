'use client';

import { createContext, use } from 'react';
import type { Json, JsonObject, RerunScope } from '@/engine';
import type { PlannedStepRecord, RerunPlanRecord } from '@/lib/contracts/reruns';

/** A re-run that a person prepares. */
export interface RerunDraft {
  readonly scope: RerunScope;
  readonly definition: 'original' | 'current';
  /** @default the params of the repeated run */
  readonly params: Readonly<Record<string, Json>> | undefined;
  /** Parameters that replace written ones, by step. */
  readonly inputs: Readonly<Record<string, JsonObject>>;
}

/** The re-run that is being prepared, and its preview. */
export interface RerunPreview {
  /** Undefined while the panel is closed. */
  readonly draft: RerunDraft | undefined;
  /** What had the focus when the panel was opened. */
  readonly opener: Element | undefined;
  /** The step of the scopes that name one. */
  readonly step: string | undefined;
  readonly plan: RerunPlanRecord | undefined;
  /** Whether the plan is of an earlier draft. */
  readonly isStale: boolean;
  /** Why there is no plan. */
  readonly refusal: string | undefined;
  readonly planned: ReadonlyMap<string, PlannedStepRecord>;
  /** @param scope by default what is missing in a run that failed or was cancelled, otherwise everything */
  open(scope?: RerunScope): void;
  change(part: Partial<RerunDraft>): void;
  close(): void;
}

/** Set by `RerunProvider`; undefined while no run is shown. */
export const RerunContext = createContext<RerunPreview | undefined>(undefined);

/** The re-run that is being prepared; undefined while no run is shown. */
export function useRerun(): RerunPreview | undefined {
  return use(RerunContext);
}

/** What the prepared re-run does with a step; undefined while none is prepared. */
export function usePlannedStep(step: string): PlannedStepRecord | undefined {
  const rerun = use(RerunContext);
  return rerun?.draft && rerun.planned.get(step);
}
