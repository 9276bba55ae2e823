import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryFor } from '@/client/queries';
import { useLens } from '@/components/run-state/run-context';
import { foldEvents, isTerminal, type UnitState } from '@/engine';
import { runEventEndpoints } from '@/lib/contracts/endpoints/run-events';

/** Interval of reading an active iteration, in ms. */
const POLL_MS = 1000;

/** An iteration of a chunked loop. */
export interface ChunkIteration {
  /**
   * The step as the chunk of the iteration sees it, with that iteration alone; undefined until it is loaded, and for
   * any other step.
   */
  readonly unit: UnitState | undefined;
  /** Whether it is being loaded. */
  readonly isReading: boolean;
  /** Why it could not be loaded. */
  readonly problem: string | undefined;
}

const NOT_IN_FILE =
  'Run files do not include individual iterations of loops with more than 1,000 iterations.';

/** Reads one iteration of a chunked loop, repeatedly while the loop is active. */
export function useChunkIteration(
  step: string,
  root: UnitState | undefined,
  index: number | undefined,
): ChunkIteration {
  const { runId, file } = useLens();
  const isWanted = root?.chunks !== undefined && index !== undefined;
  const { data, error } = useQuery({
    ...queryFor(runEventEndpoints.iteration, { runId, step, index: index ?? 0 }),
    enabled: isWanted,
    refetchInterval: !isWanted || isTerminal(root.status) ? false : POLL_MS,
  });
  const unit = useMemo(
    () => (isWanted && data ? foldEvents(data.events).steps.get(step) : undefined),
    [isWanted, data, step],
  );
  const isMissing = isWanted && data === undefined;
  if (file && isMissing) return { unit, isReading: false, problem: NOT_IN_FILE };
  return { unit, isReading: isMissing && !error, problem: isMissing ? error?.message : undefined };
}
