import { Count } from '@/components/ui/count';
import { useProblemCounts } from '../use-editor';

/** The number of problems; renders nothing without problems. Neutral while values are only missing. */
export function ProblemCount() {
  const { errors, warnings, toFillIn } = useProblemCounts();
  const total = errors + warnings + toFillIn;
  if (total === 0) return null;
  if (errors > 0) return <Count value={total} status="failed" />;
  return warnings > 0 ? <Count value={total} status="stale" /> : <Count value={total} />;
}
