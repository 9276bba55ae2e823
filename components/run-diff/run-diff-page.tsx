'use client';

import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useId, useState } from 'react';
import { queryFor } from '@/client/queries';
import { comparePath } from '@/components/run-state/permalink';
import { PageHeader } from '@/components/shell/page-header';
import { ChangeList } from '@/components/text-diff/change-list';
import { Checkbox } from '@/components/ui/checkbox';
import { EmptyState } from '@/components/ui/empty-state';
import { formatCount } from '@/components/ui/format';
import { Notice } from '@/components/ui/notice';
import { Select } from '@/components/ui/select';
import { runDiffEndpoints } from '@/lib/contracts/endpoints/run-diffs';
import type { RunDiffRecord } from '@/lib/contracts/run-diffs';
import type { RunSummary } from '@/lib/contracts/runs';
import styles from './run-diff.module.css';
import { StepTable } from './step-table';

export interface RunDiffPageProps {
  run: RunSummary;
  /** The run that it is compared with; undefined when the pipeline has no other run. */
  base: RunSummary | undefined;
  /** Runs of the pipeline to choose from, newest first. */
  others: readonly RunSummary[];
}

/** What differs between two runs of a pipeline. */
export function RunDiffPage({ run, base, others }: RunDiffPageProps) {
  const router = useRouter();
  const baseField = useId();
  return (
    <>
      <PageHeader
        title="Compare runs"
        actions={
          base && (
            <span className={styles.choice}>
              <label htmlFor={baseField}>Compare #{run.number} with</label>
              <Select
                id={baseField}
                size="sm"
                value={base.id}
                onChange={(event) => router.replace(comparePath(run.id, event.target.value))}
              >
                {others.map((other) => (
                  <option key={other.id} value={other.id}>
                    #{other.number} · v{other.version} · {other.status}
                  </option>
                ))}
              </Select>
            </span>
          )
        }
      >
        {run.pipelineName}
      </PageHeader>
      {base === undefined ? (
        <EmptyState title="No other run" icon="runs">
          This pipeline has only one run. Run it again to compare.
        </EmptyState>
      ) : (
        <Comparison key={base.id} runId={run.id} baseId={base.id} />
      )}
    </>
  );
}

interface ComparisonProps {
  runId: string;
  baseId: string;
}

function Comparison({ runId, baseId }: ComparisonProps) {
  const { data, error } = useQuery(queryFor(runDiffEndpoints.diff, { id: runId, base: baseId }));
  if (error) {
    return (
      <Notice status="failed" title="The runs could not be compared." alert>
        {error.message}
      </Notice>
    );
  }
  return data === undefined ? <p className={styles.note}>Comparing…</p> : <Result diff={data} />;
}

interface ResultProps {
  diff: RunDiffRecord;
}

function Result({ diff }: ResultProps) {
  const [showsAll, setShowsAll] = useState(false);
  const allField = useId();
  const different = diff.steps.filter(({ cause }) => cause !== null).length;
  return (
    <div className={styles.result}>
      <Summary diff={diff} different={different} />
      {diff.params.total > 0 && (
        <section aria-label="Run parameters">
          <h2 className={styles.heading}>Run parameters</h2>
          <ChangeList label="Differences of the parameters" diff={diff.params} />
        </section>
      )}
      {diff.outputs.length > 0 && (
        <section aria-label="Outputs">
          <h2 className={styles.heading}>Outputs</h2>
          <p className={styles.note}>
            {diff.outputs.map(({ name, kind }) => `${name} (${kind})`).join(', ')}
          </p>
        </section>
      )}
      <section aria-label="Steps">
        <div className={styles.bar}>
          <h2 className={styles.heading}>Steps</h2>
          <span className={styles.choice}>
            <Checkbox
              id={allField}
              checked={showsAll}
              onCheckedChange={(checked) => setShowsAll(checked === true)}
            />
            <label htmlFor={allField}>Show steps without a difference</label>
          </span>
        </div>
        {different > 0 || showsAll ? (
          <StepTable diff={diff} showsAll={showsAll} />
        ) : (
          <p className={styles.note}>
            The runs have {formatCount(diff.steps.length, 'step')}, and all ended the same way.
          </p>
        )}
      </section>
    </div>
  );
}

interface SummaryProps extends ResultProps {
  /** Number of steps that differ. */
  different: number;
}

/** Where the runs diverge, in a sentence. */
function Summary({ diff, different }: SummaryProps) {
  const first = diff.steps.find(({ step }) => step === diff.first);
  if (!first) return <Notice status="completed" icon="completed" title="No step differs." />;
  const others = different - 1;
  return (
    <Notice status="warning" icon="warn" title={`The runs diverge at ${first.step}.`}>
      {first.text}{' '}
      {others > 0 && `${formatCount(others, 'other step')} also ${others === 1 ? 'differs' : 'differ'}.`}
    </Notice>
  );
}
