'use client';

import { useMemo, useState } from 'react';
import { stepTitle } from '@/components/run-state/definition';
import { useLens } from '@/components/run-state/run-context';
import { useRunEvents, useShownInstant } from '@/components/run-state/use-run';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Select } from '@/components/ui/select';
import { LogBar } from './logs/log-bar';
import { createLogBook, filterLogs, linesUntil } from './logs/log-lines';
import { LogList } from './logs/log-list';
import styles from './logs-panel.module.css';
import { useLogFilter } from './run-memory';

/** Every log line of the run in order of time. Follows new lines while the run is active. */
export function LogsPanel() {
  const { definition, detail, setFocus } = useLens();
  const [filter, setFilter] = useLogFilter();
  const [follow, setFollow] = useState(true);
  const [book] = useState(createLogBook);
  const { events, revision } = useRunEvents();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list of events grows in place; its revision changes.
  const known = useMemo(() => {
    book.update(events);
    return book.lines();
  }, [book, events, revision]);
  const until = useShownInstant()?.seq;
  const all = useMemo(() => linesUntil(known, until), [known, until]);
  const { level, needle, step } = filter;
  const lines = useMemo(() => filterLogs(all, { level, needle, step }), [all, level, needle, step]);
  const steps = definition?.document.steps.map((step) => step.id) ?? [];

  return (
    <section className={styles.panel} aria-label="Logs">
      <div className={styles.bar}>
        <LogBar
          filter={filter}
          onFilter={setFilter}
          lines={lines}
          fileName={`run-${detail?.number ?? ''}-logs.txt`}
        >
          <Select
            size="sm"
            soft
            aria-label="Step"
            className={styles.choice}
            value={filter.step ?? ''}
            onChange={(event) => setFilter({ ...filter, step: event.target.value || undefined })}
          >
            <option value="">All steps</option>
            {steps.map((id) => (
              <option key={id} value={id}>
                {stepTitle(definition, id)}
              </option>
            ))}
          </Select>
          <Button
            size="sm"
            icon="down"
            variant={follow ? 'default' : 'quiet'}
            aria-pressed={follow}
            onClick={() => setFollow(!follow)}
          >
            Follow
          </Button>
        </LogBar>
      </div>
      {lines.length === 0 ? (
        <EmptyState
          title={all.length === 0 ? 'No log lines yet' : 'No matching lines'}
          className={styles.empty}
        >
          {all.length === 0
            ? 'Log lines of all steps appear here.'
            : 'Change the level, step or search text.'}
        </EmptyState>
      ) : (
        <LogList
          label="Log of the run"
          lines={lines}
          withSteps
          follow={follow}
          onFollowChange={setFollow}
          onOpen={(line) => setFocus({ step: line.step, iteration: line.iteration, attempt: line.attempt })}
          className={styles.list}
        />
      )}
    </section>
  );
}
