'use client';

import { useParams } from 'next/navigation';
import { RunMissing } from '@/components/run/run-missing';

/** Shown for the address of a run that is not there. */
export default function RunNotFoundPage() {
  const { id } = useParams<{ id: string }>();
  return <RunMissing runId={id} />;
}
