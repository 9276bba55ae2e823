'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect, useId } from 'react';
import { queryFor } from '@/client/queries';
import type { ValuesFrom } from '@/components/editor/model/samples';
import { useObservable, useSession } from '@/components/editor/use-editor';
import { triggerText } from '@/components/run/trigger';
import { displayStatus } from '@/components/run-state/status';
import { Select } from '@/components/ui/select';
import { STATUS_LOOKS } from '@/components/ui/status';
import { runEndpoints } from '@/lib/contracts/endpoints/runs';
import type { RunSummary } from '@/lib/contracts/runs';
import { choiceOf, keepChoice, readChoice, textOf } from './kept-choice';
import styles from './values-switcher.module.css';

/** Newest runs in the list. */
const RUNS = 30;

/**
 * Chooses the run whose values chips, completion, previews and tries use. Arrow keys step through the runs. Absent until
 * the pipeline has run or has a pinned output.
 */
export function ValuesSwitcher() {
  const { pipelineId, valuesFrom, pins } = useSession();
  const id = useId();
  const from = useObservable(valuesFrom, (value) => value);
  const pinned = useObservable(pins, ({ size }) => size);
  const { data } = useQuery(queryFor(runEndpoints.list, { pipeline: pipelineId, limit: RUNS }));
  const runs = data?.runs ?? [];
  // The storage of the tab, which the server does not have when it renders the page.
  useEffect(() => valuesFrom.set(readChoice(pipelineId)), [valuesFrom, pipelineId]);
  const choose = (next: ValuesFrom) => {
    valuesFrom.set(next);
    keepChoice(pipelineId, next);
  };
  // Nothing to choose before the first run.
  if (runs.length === 0 && pinned === 0 && from.kind === 'newest') return null;
  const isListed = from.kind !== 'run' || runs.some((run) => run.id === from.id);
  return (
    <span className={styles.switcher}>
      <label htmlFor={id} className={styles.word}>
        Values from
      </label>
      <Select
        id={id}
        size="sm"
        soft
        className={styles.select}
        value={textOf(from)}
        onChange={(event) => choose(choiceOf(event.target.value))}
      >
        <option value="newest">{runs[0] ? `newest run (#${runs[0].number})` : 'newest run'}</option>
        {!isListed && <option value={textOf(from)}>an earlier run</option>}
        {runs.map((run) => (
          <option key={run.id} value={run.id}>
            {lineOf(run)}
          </option>
        ))}
        {(pinned > 0 || from.kind === 'pinned') && <option value="pinned">pinned outputs</option>}
        <option value="none">no run</option>
      </Select>
    </span>
  );
}

function lineOf(run: RunSummary): string {
  return `run #${run.number} · ${STATUS_LOOKS[displayStatus(run)].word.toLowerCase()} · ${triggerText(run)}`;
}
