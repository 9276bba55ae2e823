'use client';

import { useMemo, useState } from 'react';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { StatusBadge } from '@/components/ui/status-badge';
import { countIterations, iterationCells, nextFailed, telling } from '../iteration-cells';
import { useLens } from '../run-context';
import { shownStatus } from '../status';
import { useRunContact } from '../use-run';
import { IterationList } from './iteration-list';
import styles from './loop-navigator.module.css';
import type { LoopLevel } from './selection';
import { useIterationKeys } from './use-iteration-keys';

export interface LoopNavigatorProps {
  step: string;
  level: LoopLevel;
  /** Keys go through this loop: the innermost one. */
  hasKeys: boolean;
}

/** All iterations of a loop at a glance, and the way from one to the next. */
export function LoopNavigator({ step, level, hasKeys }: LoopNavigatorProps) {
  const { setFocus } = useLens();
  const contact = useRunContact();
  const [listed, setListed] = useState(false);
  const { iterations, chosen, path } = level;
  const cells = useMemo(() => iterationCells(iterations), [iterations]);
  const counts = useMemo(() => countIterations(iterations), [iterations]);
  const total = iterations.items.length;
  const failed = nextFailed(iterations, chosen ?? -1);

  function choose(index: number | undefined) {
    setFocus({ step, iteration: index === undefined ? path : [...path, index] });
  }

  /** Does nothing where there is none to go to. */
  function go(index: number | undefined) {
    if (index !== undefined) choose(index);
  }

  function beside(by: 1 | -1) {
    if (chosen === undefined) return by > 0 ? telling(iterations) : total - 1;
    return Math.min(total - 1, Math.max(0, chosen + by));
  }

  useIterationKeys(hasKeys && total > 0, {
    ',': () => go(beside(-1)),
    '.': () => go(beside(1)),
    '<': () => go(nextFailed(iterations, chosen ?? 0, -1)),
    '>': () => go(failed),
  });

  if (total === 0) return <p className={styles.empty}>No iterations: the list is empty.</p>;
  return (
    <section className={styles.loop} aria-label="Iterations">
      <div className={styles.bar}>
        <IconButton
          size="sm"
          icon="left"
          label="Previous iteration"
          shortcut=","
          disabled={chosen === 0}
          onClick={() => go(beside(-1))}
        />
        <button
          type="button"
          className={styles.place}
          aria-pressed={chosen !== undefined}
          onClick={() => choose(undefined)}
        >
          {chosen === undefined ? `${total} iterations` : `${chosen + 1} / ${total}`}
        </button>
        <IconButton
          size="sm"
          icon="right"
          label="Next iteration"
          shortcut="."
          disabled={chosen === total - 1}
          onClick={() => go(beside(1))}
        />
        <Button
          size="sm"
          variant="quiet"
          icon="failed"
          disabled={failed === undefined}
          onClick={() => go(failed)}
        >
          Next failed
        </Button>
        <span className={styles.end}>
          <Button
            size="sm"
            variant="quiet"
            icon="outline"
            aria-expanded={listed}
            onClick={() => setListed(!listed)}
          >
            List
          </Button>
        </span>
      </div>
      <div className={styles.cells} aria-hidden>
        {cells.map((cell) => (
          <button
            key={cell.first}
            type="button"
            tabIndex={-1}
            className={styles.cell}
            data-status={shownStatus(cell.status, contact.state)}
            data-chosen={chosen !== undefined && chosen >= cell.first && chosen <= cell.last ? '' : undefined}
            title={cell.first === cell.last ? `${cell.first + 1}` : `${cell.first + 1} to ${cell.last + 1}`}
            onClick={() => go(cell.failed > 0 ? nextFailed(iterations, cell.first - 1) : cell.first)}
          />
        ))}
      </div>
      <p className={styles.counts}>
        {(['failed', 'running', 'retrying', 'waiting', 'cancelled', 'completed', 'pending'] as const).map(
          (status) =>
            counts[status] ? (
              <StatusBadge key={status} status={shownStatus(status, contact.state)} quiet>
                {counts[status]} {status === 'pending' ? 'not started' : status}
              </StatusBadge>
            ) : null,
        )}
      </p>
      {listed && <IterationList iterations={iterations} chosen={chosen} onChoose={go} />}
    </section>
  );
}
