import { Count } from '@/components/ui/count';
import { useDiagnostics } from '../use-editor';

/** How many problems the document has; nothing without any. */
export function ProblemCount() {
  const problems = useDiagnostics();
  if (problems.length === 0) return null;
  const isBad = problems.some(({ severity }) => severity === 'error');
  return <Count value={problems.length} status={isBad ? 'failed' : 'stale'} />;
}
