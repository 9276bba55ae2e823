'use client';

import { useId } from 'react';
import { useOptionalLens } from '@/components/run-state/run-context';
import { formatBytes } from '@/components/ui/format';
import { type LineageEntry, sourceText } from '@/engine';
import { useDescriptors, useEditor, useSession } from '../use-editor';
import { goToEntry } from './go-to-entry';
import styles from './lineage-panel.module.css';
import { OriginOfParam } from './origin-of-param';

export interface LineageListProps {
  title: string;
  entries: readonly LineageEntry[];
  /** Whether the values are those of a run. */
  isOfRun: boolean;
  /** Shown for an empty list. */
  none?: string;
}

/** Largest indentation, in levels. */
const MAX_INDENT = 5;

/** The values of one direction of a lineage, nearest first. Each leads to its step. */
export function LineageList({ title, entries, isOfRun, none }: LineageListProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={styles.heading}>
        {title}
      </h3>
      {entries.length === 0 && <p className={styles.none}>{none}</p>}
      <ol className={styles.list}>
        {entries.map((entry) => (
          <li key={entry.id} className={styles.item} data-indent={Math.min(entry.distance, MAX_INDENT)}>
            <Entry entry={entry} isOfRun={isOfRun} isOrigin={none === undefined} />
          </li>
        ))}
      </ol>
    </section>
  );
}

interface EntryProps {
  entry: LineageEntry;
  isOfRun: boolean;
  isOrigin: boolean;
}

function Entry({ entry, isOfRun, isOrigin }: EntryProps) {
  const session = useSession();
  const lens = useOptionalLens();
  const descriptors = useDescriptors();
  const action = useEditor(
    ({ document }) => document.steps.find(({ id }) => id === entry.place.step)?.action ?? '',
  );
  const value = isOfRun ? valueText(entry) : undefined;
  const showsWritten = entry.written !== undefined && (value === undefined || entry.links.length > 0);
  return (
    <>
      <button
        type="button"
        className={styles.entry}
        title={entry.id}
        onClick={() => goToEntry(session, lens, entry)}
      >
        <span className={styles.arrow} aria-hidden="true">
          {arrowOf(entry.distance, isOrigin)}
        </span>
        <span className={styles.name}>{entry.id.replace(/^steps\./, '')}</span>
      </button>
      {value !== undefined && <span className={styles.value}>{value}</span>}
      {showsWritten && <code className={styles.written}>{entry.written}</code>}
      {isOrigin && (
        <span className={styles.source}>
          {sourceText(entry, descriptors.find(action)?.title)}
          {entry.source === 'param' && <OriginOfParam />}
          {entry.reusedFrom !== undefined && ', reused from an earlier run'}
        </span>
      )}
    </>
  );
}

function arrowOf(distance: number, isOrigin: boolean): string {
  if (distance === 0) return '●';
  return isOrigin ? '←' : '→';
}

function valueText({ value }: LineageEntry): string | undefined {
  switch (value?.kind) {
    case undefined:
      return undefined;
    case 'value':
      return value.text;
    case 'missing':
      return 'no value';
    case 'not_loaded':
      return `${formatBytes(value.bytes)}, open its step`;
  }
}
