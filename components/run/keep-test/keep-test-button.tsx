'use client';

import { useState } from 'react';
import { useLens } from '@/components/run-state/run-context';
import { Button } from '@/components/ui/button';
import type { RunDetail } from '@/lib/contracts/runs';
import styles from '../download-button.module.css';
import { KeepTestDialog } from './keep-test-dialog';

/** Saves the run as a test of its pipeline. Renders nothing for a run that no test can repeat. */
export function KeepTestButton() {
  const { detail, actions } = useLens();
  const [isOpen, setOpen] = useState(false);
  if (!actions?.tests || !detail || !isRepeatable(detail)) return null;
  return (
    <>
      <Button
        size="sm"
        icon="test"
        title="A test repeats this run without effects: recorded outputs replace each effect."
        onClick={() => setOpen(true)}
      >
        <span className={styles.text}>Save as test…</span>
      </Button>
      {isOpen && <KeepTestDialog run={detail} actions={actions.tests} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Whether the run ended, executed the whole pipeline, and was not cancelled by a person. */
function isRepeatable({ status, trigger, cancelRequested }: RunDetail): boolean {
  return (status === 'completed' || status === 'failed') && trigger !== 'try' && !cancelRequested;
}
