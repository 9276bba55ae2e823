import Link from 'next/link';
import type { StepOrigin } from '@/lib/contracts/step-origin';
import { runPath } from './permalink';

export interface OriginLinkProps {
  by: StepOrigin;
  className?: string | undefined;
}

/** Leads to the step that made or changed something, in its run. */
export function OriginLink({ by: { run_id: id, run_number: number, step }, className }: OriginLinkProps) {
  return (
    <Link href={runPath(id, { step, iteration: [], attempt: undefined })} className={className}>
      {number === null ? '' : `run #${number}, `}step {step}
    </Link>
  );
}
