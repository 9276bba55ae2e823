import { useOptionalLens } from '@/components/run-state/run-context';

/** Height of the axis, of a row, and of the space below the last row, in px at the usual text size. */
const AXIS = 20;
const ROW = 20;
const BELOW = 12;

/** The height of the whole timeline in px at the usual text size; undefined while its rows are not known. */
export function useTimelineHeight(): number | undefined {
  const steps = useOptionalLens()?.definition?.graph.order.length;
  return steps === undefined ? undefined : AXIS + steps * ROW + BELOW;
}
