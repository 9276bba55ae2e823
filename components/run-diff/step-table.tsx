'use client';

import Link from 'next/link';
import { Fragment, useId, useState } from 'react';
import { NO_FOCUS, runPath } from '@/components/run-state/permalink';
import { formatDuration } from '@/components/ui/format';
import { Icon } from '@/components/ui/icon';
import { StatusBadge } from '@/components/ui/status';
import { Tag } from '@/components/ui/tag';
import type { RunDiffRecord, StepDiffRecord } from '@/lib/contracts/run-diffs';
import styles from './run-diff.module.css';
import { StepChanges } from './step-changes';

export interface StepTableProps {
  diff: RunDiffRecord;
  /** Also steps without a difference. */
  showsAll: boolean;
}

/** Every step of two runs, with the differences of those that differ. The first one is open. */
export function StepTable({ diff, showsAll }: StepTableProps) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set(diff.first === null ? [] : [diff.first]));
  const steps = showsAll ? diff.steps : diff.steps.filter(({ cause }) => cause !== null);
  const toggle = (step: string) =>
    setOpen((current) =>
      current.has(step) ? new Set([...current].filter((each) => each !== step)) : new Set([...current, step]),
    );
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <caption className={styles.caption}>Steps</caption>
        <thead>
          <tr>
            <th scope="col">Step</th>
            <th scope="col">Run #{diff.base.number}</th>
            <th scope="col">Run #{diff.run.number}</th>
            <th scope="col">Why it differs</th>
          </tr>
        </thead>
        <tbody>
          {steps.map((step) => (
            <StepRow
              key={step.step}
              diff={diff}
              step={step}
              isOpen={open.has(step.step)}
              onToggle={() => toggle(step.step)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface StepRowProps {
  diff: RunDiffRecord;
  step: StepDiffRecord;
  isOpen: boolean;
  onToggle: () => void;
}

function StepRow({ diff, step, isOpen, onToggle }: StepRowProps) {
  const id = useId();
  const differs = step.cause !== null;
  return (
    <Fragment>
      <tr data-first={step.step === diff.first || undefined}>
        <th scope="row">
          {differs ? (
            <button
              type="button"
              className={styles.toggle}
              aria-expanded={isOpen}
              aria-controls={id}
              onClick={onToggle}
            >
              <Icon name={isOpen ? 'down' : 'right'} size={14} />
              <code>{step.step}</code>
            </button>
          ) : (
            <code className={styles.same}>{step.step}</code>
          )}
          {step.step === diff.first && <Tag>first difference</Tag>}
        </th>
        <td>
          <Side runId={diff.base.id} step={step.step} side={step.base} />
        </td>
        <td>
          <Side runId={diff.run.id} step={step.step} side={step.run} />
        </td>
        <td>{step.text ?? 'No difference.'}</td>
      </tr>
      {differs && isOpen && (
        <tr id={id} className={styles.details}>
          <td colSpan={4}>
            <StepChanges diff={diff} step={step} />
          </td>
        </tr>
      )}
    </Fragment>
  );
}

interface SideProps {
  runId: string;
  step: string;
  side: StepDiffRecord['run'];
}

/** How the step ended in one run, with a link to it there. */
function Side({ runId, step, side }: SideProps) {
  if (side === null) return <span className={styles.absent}>Not reached</span>;
  const { status, durationMs, attempts, reused } = side;
  return (
    <Link href={runPath(runId, { ...NO_FOCUS, step })} className={styles.side}>
      <StatusBadge status={reused ? 'reused' : status} quiet />
      {durationMs !== null && <span>{formatDuration(durationMs)}</span>}
      {attempts > 1 && <span>{attempts} attempts</span>}
    </Link>
  );
}
