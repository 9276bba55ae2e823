'use client';

import { useMemo, useState } from 'react';
import { startOf } from '@/components/run-state/past-view';
import { useLens } from '@/components/run-state/run-context';
import type { RunContact } from '@/components/run-state/run-store';
import { useLatestRun, useRunContact, useRunEvents } from '@/components/run-state/use-run';
import { useNow } from '@/components/ui/use-time';
import type { RunState } from '@/engine';
import { createTimelineRows, rowsInOrder, type TimelineRow } from '@/engine/run/time/timeline-rows';
import { type Fold, findFolds } from './scale';

/** The time of the whole run, whatever instant is shown. */
export interface TimeAxis {
  /** One line for each step, in the order of the definition. */
  readonly rows: readonly TimelineRow[];
  /** Start and known end, ms since 1970. */
  readonly from: number;
  readonly reached: number;
  /** Gaps in which nothing was executed. */
  readonly idle: readonly Fold[];
  readonly idleMs: number;
  /** Whether the run has not ended. */
  readonly isOpen: boolean;
  readonly isLive: boolean;
}

/** The time of the shown run; undefined before its first event. */
export function useTimeAxis(): TimeAxis | undefined {
  const { definition } = useLens();
  const [timeline] = useState(createTimelineRows);
  const { events, revision } = useRunEvents();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list of events grows in place; its revision changes.
  const started = useMemo(() => {
    timeline.update(events);
    return timeline.rows();
  }, [timeline, events, revision]);
  const order = definition?.graph.order;
  const rows = useMemo(() => rowsInOrder(started, order ?? []), [started, order]);
  const spans = useMemo(() => rows.flatMap((row) => row.spans), [rows]);
  const run = useLatestRun(times);
  const contact = useRunContact();
  const isOpen = run !== undefined && run.finishedAt === undefined;
  const isLive = isOpen && contact.state === 'live';
  const now = useNow(isLive ? 'second' : undefined) + contact.skewMs;
  const from = run && startOf(run);
  const end = run?.finishedAt === undefined ? lastKnown(contact, now) : Date.parse(run.finishedAt);
  const reached = from === undefined ? undefined : Math.max(from, end);
  return useMemo(() => {
    if (from === undefined || reached === undefined) return undefined;
    const idle = findFolds(spans, from, reached);
    const idleMs = idle.reduce((sum, fold) => sum + fold.to - fold.from, 0);
    return { rows, from, reached, idle, idleMs, isOpen, isLive };
  }, [rows, spans, from, reached, isOpen, isLive]);
}

function times({ createdAt, startedAt, finishedAt }: RunState) {
  return { createdAt, startedAt, finishedAt };
}

/** The end of the known time: without a connection, the last message of the server. */
function lastKnown(contact: RunContact, now: number): number {
  return contact.state === 'lost' ? (contact.lastUpdateAt ?? 0) + contact.skewMs : now;
}
