'use client';

import { useState } from 'react';
import { formatDuration } from '@/components/ui/format';
import { Segmented } from '@/components/ui/segmented';
import type { HistoryFigures, StepTotalsRecord } from '@/lib/contracts/history';
import styles from './history.module.css';

export interface StepFiguresProps {
  steps: HistoryFigures['steps'];
}

type Order = 'slowest' | 'failing';
const ORDERS = [
  { value: 'slowest', label: 'Slowest' },
  { value: 'failing', label: 'Most failures' },
] as const;

/** Steps that are listed. */
const MOST = 10;

/** The slowest steps, or those that fail most often. */
export function StepFigures({ steps }: StepFiguresProps) {
  const [order, setOrder] = useState<Order>('slowest');
  const listed = ranked(steps, order);
  return (
    <section aria-label="Steps" className={styles.panel}>
      <div className={styles.bar}>
        <h2 className={styles.heading}>Steps</h2>
        <Segmented<Order> label="Order of steps" value={order} onValueChange={setOrder} segments={ORDERS} />
      </div>
      {listed.length === 0 ? (
        <p className={styles.note}>{order === 'failing' ? 'No step failed.' : 'No step was executed.'}</p>
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Step</th>
              <th scope="col">Executed</th>
              <th scope="col">Failed</th>
              <th scope="col">Retried</th>
              <th scope="col">p50</th>
              <th scope="col">p95</th>
            </tr>
          </thead>
          <tbody>
            {listed.map((each) => (
              <tr key={each.step}>
                <th scope="row">
                  <code>{each.step}</code>
                </th>
                <td>{each.executed}</td>
                <td>{each.failed}</td>
                <td>{each.retried}</td>
                <td>{each.p50Ms === null ? '–' : formatDuration(each.p50Ms)}</td>
                <td>{each.p95Ms === null ? '–' : formatDuration(each.p95Ms)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function ranked(steps: readonly StepTotalsRecord[], order: Order): StepTotalsRecord[] {
  const weight = (each: StepTotalsRecord) => (order === 'slowest' ? (each.p95Ms ?? 0) : each.failed);
  return steps
    .filter((each) => (order === 'slowest' ? each.executed > 0 : each.failed > 0))
    .sort((a, b) => weight(b) - weight(a))
    .slice(0, MOST);
}
