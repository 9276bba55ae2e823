'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor } from '@/client/queries';
import { formatBytes } from '@/components/ui/format';
import { Spinner } from '@/components/ui/spinner';
import { rerunEndpoints } from '@/lib/contracts/endpoints/reruns';
import type { PlanDiffRecord, PlanRerunInput } from '@/lib/contracts/reruns';
import type { DiffPart } from '@/lib/contracts/run-diffs';
import { StepLink } from '../step-link';
import styles from './rerun.module.css';

export interface PlanDiffProps {
  /** The re-run that is prepared. */
  request: PlanRerunInput;
  /** Number of the run. */
  number: number;
}

/** What the re-run would do differently from the run: params, definitions and inputs. Read when it is opened. */
export function PlanDiff({ request, number }: PlanDiffProps) {
  const [isOpen, setOpen] = useState(false);
  const { data, error } = useQuery({
    ...queryFor(rerunEndpoints.diff, request),
    enabled: isOpen,
    retry: false,
  });
  return (
    <details className={styles.inputs} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Compare with run #{number}</summary>
      {error && <p role="alert">The comparison could not be loaded. {error.message}</p>}
      {isOpen && data === undefined && !error && <Spinner label="Loading the comparison" />}
      {data && <Differences diff={data} />}
    </details>
  );
}

type StepDifference = PlanDiffRecord['steps'][number];

function Differences({ diff: { params, steps } }: { diff: PlanDiffRecord }) {
  const different = steps.filter(isDifferent);
  const unknown = steps.filter(({ inputs }) => inputs.some(({ sameness }) => sameness === 'unknown'));
  return (
    <>
      {params.changes.map(({ kind, path, base, run }) => (
        <p key={path.join('.')} className={styles.hint}>
          Run parameter <code>{path.join('.')}</code> {kind}: {partText(base)} → {partText(run)}
        </p>
      ))}
      <ul className={styles.steps} aria-label="Steps that differ">
        {different.map((step) => (
          <li key={step.step}>
            <StepLink step={step.step} />
            {step.definition === 'different' && <span className={styles.hint}> definition differs</span>}
            {step.inputs
              .filter(({ sameness }) => sameness === 'different')
              .map(({ name, run, planned }) => (
                <p key={name} className={styles.hint}>
                  <code>{name}</code>: {partText(run)} → {partText(planned)}
                </p>
              ))}
          </li>
        ))}
      </ul>
      {different.length === 0 && params.total === 0 && (
        <p className={styles.hint}>Definition, parameters and known inputs are the same.</p>
      )}
      {unknown.length > 0 && (
        <p className={styles.hint}>
          Known only in the re-run: inputs of {unknown.map(({ step }) => step).join(', ')}.
        </p>
      )}
    </>
  );
}

function isDifferent({ definition, inputs }: StepDifference): boolean {
  return definition === 'different' || inputs.some(({ sameness }) => sameness === 'different');
}

/** Longest value in a line, in characters. */
const SHOWN = 160;

function partText(part: DiffPart | null): string {
  if (part === null) return 'not set';
  if ('bytes' in part) return formatBytes(part.bytes);
  const text = JSON.stringify(part.value);
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}
