import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryFor } from '@/client/queries';
import { useLens } from '@/components/run-state/run-context';
import { foldEvents, isTerminal, type UnitState } from '@/engine';
import { runEventEndpoints } from '@/lib/contracts/endpoints/run-events';

/** Interval of reading an active iteration, in ms. */
const ASK_EVERY_MS = 1000;

/** What is known of an iteration of a long loop. */
export interface IterationPart {
  /**
   * The step as the part sees it that the iteration belongs to, with that iteration alone; undefined until it has been
   * read, and for any other step.
   */
  readonly unit: UnitState | undefined;
  /** It is still being read: nobody knows yet how it stands. */
  readonly isReading: boolean;
  /** Why it could not be read. */
  readonly problem: string | undefined;
}

/** Reads one iteration of a long loop, which another run carries out, and again while the loop goes on. */
export function useIterationPart(
  step: string,
  root: UnitState | undefined,
  index: number | undefined,
): IterationPart {
  const { runId } = useLens();
  const isWanted = root?.chunks !== undefined && index !== undefined;
  const { data, error } = useQuery({
    ...queryFor(runEventEndpoints.iteration, { runId, step, index: index ?? 0 }),
    enabled: isWanted,
    refetchInterval: !isWanted || isTerminal(root.status) ? false : ASK_EVERY_MS,
  });
  const unit = useMemo(
    () => (isWanted && data ? foldEvents(data.events).steps.get(step) : undefined),
    [isWanted, data, step],
  );
  const isMissing = isWanted && data === undefined;
  return { unit, isReading: isMissing && !error, problem: isMissing ? error?.message : undefined };
}
