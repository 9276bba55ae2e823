'use client';

import Link from 'next/link';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { formatCount } from '@/components/ui/format';
import { Icon } from '@/components/ui/icon';
import type { SavedTest } from '@/lib/contracts/pipeline-tests';
import styles from './keep-test.module.css';

export interface KeptTestProps {
  pipelineId: string;
  saved: SavedTest;
  onClose: () => void;
}

/** What a test contains after it was kept from a run, and what was left out of it. */
export function KeptTest({ pipelineId, saved, onClose }: KeptTestProps) {
  const { id, name, notes, test } = saved;
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={`Saved as ${name}`}
      description="The test was run once with the version of the run, and passed."
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button variant="primary" icon="test" asChild>
            <Link href={`/pipelines/${pipelineId}?test=${encodeURIComponent(id)}`} onClick={onClose}>
              Open test
            </Link>
          </Button>
        </>
      }
    >
      <ul className={styles.counts}>
        {countsOf(test).map((text) => (
          <li key={text}>
            <Icon name="check" size={14} />
            {text}
          </li>
        ))}
      </ul>
      {notes.length > 0 && (
        <section className={styles.left} aria-label="Not included">
          <h3>Not included</h3>
          <ul>
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </section>
      )}
    </Dialog>
  );
}

function countsOf({ params, fixtures, signals = [], expect }: SavedTest['test']): string[] {
  const values = Object.keys(params).length;
  return [
    formatCount(values, 'run parameter'),
    formatCount(fixtures.length, 'fixture'),
    ...(signals.length === 0 ? [] : [formatCount(signals.length, 'signal')]),
    `${formatCount(Object.keys(expect.steps).length, 'step')} with an expected end`,
    `${formatCount(expect.outputs.length, 'value')} expected in the outputs`,
  ];
}
