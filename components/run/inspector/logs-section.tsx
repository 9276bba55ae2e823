'use client';

import { useMemo, useState } from 'react';
import { unitKey } from '@/engine';
import { LogBar } from '../logs/log-bar';
import { ALL_LOGS, filterLogs, type LogEntry, type LogFilter } from '../logs/log-lines';
import { LogList } from '../logs/log-list';
import styles from './logs-section.module.css';
import { Section } from './section';
import type { UnitSelection } from './selection';

export interface LogsSectionProps {
  selected: UnitSelection;
}

/** The log of the shown attempt. */
export function LogsSection({ selected }: LogsSectionProps) {
  const [filter, setFilter] = useState<LogFilter>(ALL_LOGS);
  const [follow, setFollow] = useState(true);
  const { step, iteration, attempt } = selected;
  const all = useMemo<readonly LogEntry[]>(
    () => attempt?.logs.map((line) => ({ ...line, step, iteration, attempt: attempt.attempt })) ?? [],
    [attempt, step, iteration],
  );
  const lines = useMemo(() => filterLogs(all, filter), [all, filter]);
  const name = unitKey(selected);
  return (
    <Section
      id="run-logs"
      title="Logs"
      end={<span>{all.length === 0 ? 'no log lines' : `attempt ${attempt?.attempt}`}</span>}
    >
      {all.length > 0 && (
        <>
          <LogBar
            filter={filter}
            onFilter={setFilter}
            lines={lines}
            fileName={`${name}-attempt-${attempt?.attempt}.txt`}
          />
          {lines.length === 0 ? (
            <p className={styles.none}>No matching lines</p>
          ) : (
            <LogList
              label={`Log of ${name}`}
              lines={lines}
              follow={follow}
              onFollowChange={setFollow}
              className={styles.list}
            />
          )}
        </>
      )}
    </Section>
  );
}
