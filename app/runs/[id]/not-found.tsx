'use client';

import { useParams } from 'next/navigation';
import { RunMissing } from '@/components/run/run-missing';

/** Shown when the run does not exist. */
export default function RunNotFoundPage() {
  const { id } = useParams<{ id: string }>();
  return <RunMissing runId={id} />;
}
