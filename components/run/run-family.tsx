'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { queryFor } from '@/client/queries';
import { runPath } from '@/components/run-state/permalink';
import { isOpen, runStatus } from '@/components/run-state/status';
import { useHasBegun } from '@/components/run-state/use-run';
import { StatusBadge } from '@/components/ui/status';
import type { RerunScope } from '@/engine';
import { rerunEndpoints } from '@/lib/contracts/endpoints/reruns';
import type { FamilyRun } from '@/lib/contracts/reruns';
import { Section } from './inspector/section';
import styles from './run-family.module.css';

const SCOPES: Readonly<Record<RerunScope, string>> = {
  everything: 'everything',
  from_failed: 'from the first failure',
  from: 'from',
  up_to: 'up to',
  only: 'only',
  failed_iterations: 'failed iterations',
};

/** Interval of reading the family while one of its runs is active, in ms. */
const POLL_MS = 2000;

export interface RunFamilyProps {
  runId: string;
}

/** The original of a run and all re-runs of it, with links. Nothing for a run without relatives. */
export function RunFamily({ runId }: RunFamilyProps) {
  const { data } = useQuery({
    ...queryFor(rerunEndpoints.family, { id: runId }),
    enabled: useHasBegun(),
    refetchInterval: (query) => (query.state.data?.runs.some((run) => isOpen(run.status)) ? POLL_MS : false),
  });
  if (!data || data.runs.length < 2) return null;
  return (
    <Section id="run-family" title="Re-runs">
      <ol className={styles.family}>
        {data.runs.map((run) => (
          <li key={run.id} aria-current={run.id === runId ? 'page' : undefined}>
            <Link href={runPath(run.id)} className={styles.link}>
              #{run.number}
            </Link>
            <span className={styles.scope}>{scopeText(run)}</span>
            <StatusBadge status={runStatus(run.status)} quiet />
          </li>
        ))}
      </ol>
    </Section>
  );
}

function scopeText({ scope, step, parentRunId }: FamilyRun): string {
  if (parentRunId === null) return 'original';
  const text = SCOPES[scope ?? 'everything'];
  return step === null ? text : `${text} ${step}`;
}
