'use client';

import type { KeyboardEvent } from 'react';
import { Icon } from '@/components/ui/icon';
import type { TestResultRecord } from '@/lib/contracts/pipeline-tests';
import { StepButton } from './step-button';
import styles from './test-result.module.css';

export interface ProblemViewProps {
  problem: TestResultRecord['problems'][number];
  onKeyDown: (event: KeyboardEvent) => void;
}

/** Why a test did not run, and what to do. */
export function ProblemView({ problem: { message, step }, onKeyDown }: ProblemViewProps) {
  return (
    <li className={styles.finding} data-status="failed">
      <p className={styles.sentence}>
        <Icon name="err" size={14} />
        <span>{message}</span>
        {step !== undefined && <StepButton step={step} onKeyDown={onKeyDown} />}
      </p>
    </li>
  );
}
