'use client';

import { useQuery } from '@tanstack/react-query';
import { queryFor } from '@/client/queries';
import { ChangeList } from '@/components/text-diff/change-list';
import { Notice } from '@/components/ui/notice';
import { Spinner } from '@/components/ui/spinner';
import { runDiffEndpoints } from '@/lib/contracts/endpoints/run-diffs';
import type { DIFF_PARTS, RunDiffRecord, StepDiffRecord } from '@/lib/contracts/run-diffs';
import styles from './run-diff.module.css';

type Part = (typeof DIFF_PARTS)[number];

const TITLES: Readonly<Record<Part, string>> = {
  definition: 'Definition',
  inputs: 'Inputs',
  output: 'Output',
};

export interface StepChangesProps {
  diff: RunDiffRecord;
  step: StepDiffRecord;
}

/** The differences of one step: of its definition, inputs and output. */
export function StepChanges({ diff, step }: StepChangesProps) {
  const parts = (['definition', 'inputs', 'output'] as const).filter((part) => step[part] === 'different');
  return (
    <div className={styles.changes}>
      {step.iterations !== null && step.iterations.different > 0 && (
        <p className={styles.note}>
          Iterations that differ: {step.iterations.first.map((index) => `#${index + 1}`).join(', ')}
          {step.iterations.different > step.iterations.first.length && ' and more'}
        </p>
      )}
      {parts.map((part) => (
        <PartChanges key={part} diff={diff} step={step.step} part={part} />
      ))}
      {parts.length === 0 && (
        <p className={styles.note}>Definition, inputs and output are the same. Status or error differs.</p>
      )}
    </div>
  );
}

interface PartChangesProps {
  diff: RunDiffRecord;
  step: string;
  part: Part;
}

function PartChanges({ diff, step, part }: PartChangesProps) {
  const input = { id: diff.run.id, base: diff.base.id, step, part };
  const { data, error } = useQuery({
    ...queryFor(runDiffEndpoints.diffStep, input),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <section aria-label={`${TITLES[part]} of ${step}`}>
      <h3 className={styles.part}>{TITLES[part]}</h3>
      {data === undefined && error === null && <Spinner label="Comparing" />}
      {error !== null && (
        <Notice status="failed" title="The values could not be compared.">
          {error.message}
        </Notice>
      )}
      {data !== undefined && data.problem !== null && <p className={styles.note}>{data.problem}</p>}
      {data !== undefined && data.problem === null && (
        <ChangeList label={`Differences of the ${part} of ${step}`} diff={data} />
      )}
    </section>
  );
}
