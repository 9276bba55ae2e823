'use client';

import { JsonTree } from '@/components/json-tree/json-tree';
import { Icon } from '@/components/ui/icon';
import type { Json } from '@/engine';
import type { TryFunctionAnswer } from '@/lib/contracts/functions';
import styles from './trial-view.module.css';
import type { Trial } from './use-try-function';

export interface TrialViewProps {
  trial: Trial;
  /** The current text. */
  text: string;
}

/** The result of a trial: input and output, or the failure. */
export function TrialView({ trial, text }: TrialViewProps) {
  const answer = trial.state === 'answered' ? trial.answer : undefined;
  return (
    <div role="status" className={styles.trial}>
      {trial.state === 'running' && <p className={styles.note}>Running…</p>}
      {trial.state !== 'idle' && trial.tried !== text && (
        <p className={styles.note}>The function has changed since this result.</p>
      )}
      {answer && <Answer answer={answer} />}
    </div>
  );
}

function Answer({ answer }: { answer: TryFunctionAnswer }) {
  if (answer.status === 'no_data') {
    return (
      <p className={styles.note}>
        <Icon name="info" size={14} /> {answer.message}
      </p>
    );
  }
  if (answer.status === 'failed') {
    return (
      <>
        <p className={styles.failed} data-status="failed">
          <Icon name="err" size={14} label="failed" />
          <span>
            {answer.line === undefined ? '' : `Line ${answer.line}: `}
            {answer.message}
          </span>
        </p>
        {answer.input !== undefined && <Data title={`Input${fromRun(answer.from)}`} value={answer.input} />}
      </>
    );
  }
  return (
    <>
      <p className={styles.done} data-status="completed">
        <Icon name="check" size={14} label="succeeded" />
        <span>
          {countOf(answer.input, answer.inputCount)} in, {countOf(answer.output, answer.outputCount)} out,{' '}
          {Math.round(answer.ms)} ms
        </span>
      </p>
      <Data title={`Input${fromRun(answer.from)}`} value={answer.input} />
      <Data title="Output" value={answer.output} />
    </>
  );
}

function Data({ title, value }: { title: string; value: Json }) {
  const isTree = typeof value === 'object' && value !== null && Object.keys(value).length > 0;
  return (
    <section className={styles.data} aria-label={title}>
      <h4>{title}</h4>
      {isTree ? (
        <JsonTree value={value} label={title} base="" />
      ) : (
        <code className={styles.scalar}>{JSON.stringify(value)}</code>
      )}
    </section>
  );
}

function fromRun(from: string | undefined): string {
  return from === undefined ? '' : `, from ${from}`;
}

/** Displayed values may be truncated; `count` is the total. */
function countOf(value: Json, count = Array.isArray(value) ? value.length : undefined): string {
  if (count === undefined) return '1 value';
  return count === 1 ? '1 item' : `${count.toLocaleString('en')} items`;
}
