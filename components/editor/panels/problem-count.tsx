import { Count } from '@/components/ui/count';
import { useDiagnostics } from '../use-editor';

/** The number of problems; renders nothing without problems. */
export function ProblemCount() {
  const problems = useDiagnostics();
  if (problems.length === 0) return null;
  const isBad = problems.some(({ severity }) => severity === 'error');
  return <Count value={problems.length} status={isBad ? 'failed' : 'stale'} />;
}
