'use client';

import { useMemo, useState } from 'react';
import { useLens } from '@/components/run-state/run-context';
import { useRunContact, useRunEvents, useRunNow, useRunState } from '@/components/run-state/use-run';
import { EmptyState } from '@/components/ui/empty-state';
import { formatDuration } from '@/components/ui/format';
import { Icon } from '@/components/ui/icon';
import { useListNavigation } from '@/components/ui/list-navigation';
import type { RunState } from '@/engine';
import { createTimelineRows, type TimelineRow } from './timeline/rows';
import { createScale, findFolds, liveEnd } from './timeline/scale';
import { TimelineAxis } from './timeline/timeline-axis';
import { TimelineLine } from './timeline/timeline-line';
import styles from './timeline-panel.module.css';

/** Work, waits and retries of every step on one axis of time. Arrow keys move between steps, Enter opens one. */
export function TimelinePanel() {
  const { definition, missing, focus, setFocus } = useLens();
  const [timeline] = useState(createTimelineRows);
  const [unfolded, setUnfolded] = useState(false);
  const { events, revision } = useRunEvents();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list of events grows in place; its revision changes.
  const started = useMemo(() => {
    timeline.update(events);
    return timeline.rows();
  }, [timeline, events, revision]);
  const run = useRunState(times);
  const contact = useRunContact();
  const isLive = run?.finishedAt === undefined && contact.state === 'live';
  const now = useRunNow(isLive ? 'second' : undefined);
  const { list, onKeyDown } = useListNavigation<HTMLDivElement>('button');

  const rows = useMemo(() => {
    const known = new Map(started.map((row) => [row.step, row]));
    const ids = definition?.graph.order ?? [];
    const missing = started.filter((row) => !ids.includes(row.step));
    return [...ids.map((step) => known.get(step) ?? pendingRow(step)), ...missing];
  }, [started, definition]);

  if (missing !== undefined) return <EmptyState title="Run not found">{missing}</EmptyState>;
  if (!run)
    return <EmptyState title="Loading the run…">The timeline starts with the first event.</EmptyState>;
  const from = Date.parse(run.startedAt ?? run.createdAt);
  const reached = Math.max(
    from,
    run.finishedAt === undefined ? lastKnown(contact, now) : Date.parse(run.finishedAt),
  );
  const idle = findFolds(
    rows.flatMap((row) => row.spans),
    from,
    reached,
  );
  const idleMs = idle.reduce((sum, fold) => sum + fold.to - fold.from, 0);
  const isOpen = run.finishedAt === undefined;
  const to = isOpen ? liveEnd(from, reached, unfolded ? 0 : idleMs) : Math.max(from + 1, reached);
  const scale = createScale(from, to, unfolded ? [] : idle);

  return (
    <section className={styles.panel} aria-label="Timeline">
      <TimelineAxis scale={scale} now={isOpen ? reached : undefined} isLive={isLive}>
        {idle.length > 0 && <IdleButton idleMs={idleMs} isShown={unfolded} onShow={setUnfolded} />}
      </TimelineAxis>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only moves focus between its buttons. */}
      <div ref={list} className={styles.lines} onKeyDown={onKeyDown}>
        {rows.map((row) => (
          <TimelineLine
            key={row.step}
            row={row}
            scale={scale}
            reached={reached}
            isChosen={row.step === focus.step}
            onChoose={setFocus}
          />
        ))}
      </div>
    </section>
  );
}

interface IdleButtonProps {
  idleMs: number;
  isShown: boolean;
  onShow: (isShown: boolean) => void;
}

/** Shows or hides time in which nothing was executed. */
function IdleButton({ idleMs, isShown, onShow }: IdleButtonProps) {
  return (
    <button
      type="button"
      className={styles.fold}
      aria-pressed={!isShown}
      title={isShown ? 'Collapse idle time' : 'Show idle time'}
      onClick={() => onShow(!isShown)}
    >
      <Icon name="collapse" size={12} />
      {formatDuration(idleMs)} idle {isShown ? 'shown' : 'hidden'}
    </button>
  );
}

function times({ createdAt, startedAt, finishedAt }: RunState) {
  return { createdAt, startedAt, finishedAt };
}

function pendingRow(step: string): TimelineRow {
  return { step, spans: [], settledAt: undefined };
}

/** The end of the known time: without a connection, the last message of the server. */
function lastKnown(
  contact: { state: string; lastUpdateAt: number | undefined; skewMs: number },
  now: number,
): number {
  return contact.state === 'lost' ? (contact.lastUpdateAt ?? 0) + contact.skewMs : now;
}
