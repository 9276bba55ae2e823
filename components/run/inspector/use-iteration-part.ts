import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { foldEvents, isTerminal, type UnitState } from '@/engine';
import { fetchIteration, iterationKeys } from '../queries';
import { useLens } from '../run-context';

/** While an iteration goes on, how often it is asked for again, in ms. */
const ASK_EVERY_MS = 1000;

/**
 * The step of a long loop as the part sees it that one of its iterations belongs to, with that iteration alone; undefined
 * until it has been read, and for any other step.
 */
export function useIterationPart(
  step: string,
  root: UnitState | undefined,
  index: number | undefined,
): UnitState | undefined {
  const { runId } = useLens();
  const isWanted = root?.chunks !== undefined && index !== undefined;
  const { data } = useQuery({
    queryKey: iterationKeys.one(runId, step, index ?? 0),
    queryFn: ({ signal }) => fetchIteration(runId, step, index ?? 0, signal),
    enabled: isWanted,
    refetchInterval: !isWanted || isTerminal(root.status) ? false : ASK_EVERY_MS,
  });
  return useMemo(
    () => (isWanted && data ? foldEvents(data).steps.get(step) : undefined),
    [isWanted, data, step],
  );
}
