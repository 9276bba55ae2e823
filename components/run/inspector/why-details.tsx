'use client';

import { useCallback } from 'react';
import { useLens } from '@/components/run-state/run-context';
import { useRunState } from '@/components/run-state/use-run';
import { type RunState, type StepWhy, whyStep } from '@/engine';
import { StepLink } from '../step-link';
import { ConditionTree } from './condition-tree';
import styles from './why-details.module.css';

export interface WhyDetailsProps {
  step: string;
}

/** Why a step did not run: its conditions with their values, and the steps upstream that caused it. */
export function WhyDetails({ step }: WhyDetailsProps) {
  const { definition } = useLens();
  const explain = useCallback(
    (run: RunState) => (definition ? whyStep(definition.graph, run, step).filter(explains) : []),
    [definition, step],
  );
  const found = useRunState(explain) ?? [];
  if (found.length === 0) return null;
  return (
    <details className={styles.details} open>
      <summary className={styles.summary}>Why</summary>
      <ol className={styles.list}>
        {found.map((why) => (
          <li key={why.step} className={styles.item}>
            {why.step === step ? <span>This step: </span> : <StepLink step={why.step} />} {outcomeText(why)}
            {why.conditions.map(({ path, lines }) => (
              <ConditionTree key={path} path={path} lines={lines} />
            ))}
          </li>
        ))}
      </ol>
    </details>
  );
}

/** Whether there is more to say than that the step has not started. */
function explains({ conditions, status }: StepWhy): boolean {
  return conditions.length > 0 || status !== 'pending';
}

function outcomeText({ status, taken, error }: StepWhy): string {
  if (error !== undefined) return `${status}: ${error}`;
  return taken === undefined ? status : `${status}, took branch ${taken}`;
}
