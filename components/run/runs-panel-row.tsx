'use client';

import { formatDuration, formatElapsed, formatMoment } from '@/components/ui/format';
import { STATUS_LOOKS } from '@/components/ui/status';
import { StatusGlyph } from '@/components/ui/status-glyph';
import { useNow } from '@/components/ui/use-time';
import type { RunSummary } from '@/lib/contracts/runs';
import styles from './runs-panel.module.css';
import { isOpen, runStanding } from './status';
import { errorText, triggerText } from './trigger';

export interface RunsPanelRowProps {
  run: RunSummary;
  /** It is the one that is looked at. */
  isShown: boolean;
  onOpen: () => void;
}

/** One run in the list of its pipeline. */
export function RunsPanelRow({ run, isShown, onOpen }: RunsPanelRowProps) {
  const isLive = isOpen(run.status);
  const standing = runStanding(run);
  const now = useNow(isLive ? 'second' : undefined);
  const failure = errorText(run);
  const length =
    run.durationMs === null
      ? formatElapsed(now - Date.parse(run.startedAt ?? run.createdAt))
      : formatDuration(run.durationMs);
  return (
    <button type="button" className={styles.row} aria-current={isShown} onClick={onOpen}>
      <span className={styles.first}>
        <StatusGlyph status={standing} />
        <b className={styles.number}>#{run.number}</b>
        <span className={styles.word} data-status={standing}>
          {STATUS_LOOKS[standing].word.toLowerCase()}
        </span>
        <span className={styles.length}>{length}</span>
      </span>
      <span className={styles.second} suppressHydrationWarning>
        {formatMoment(run.createdAt, new Date(now))} · {triggerText(run)}
        {run.pinned && ' · kept'}
      </span>
      {failure && (
        <span className={styles.second} title={failure}>
          {failure}
        </span>
      )}
    </button>
  );
}
