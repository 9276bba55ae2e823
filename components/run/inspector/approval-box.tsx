'use client';

import { signalsAwaitedBy } from '../questions';
import { useLens } from '../run-context';
import { SignalButtons } from '../signal-buttons';
import type { UnitSelection } from './selection';
import styles from './state-box.module.css';

export interface ApprovalBoxProps {
  selected: UnitSelection;
}

/** Where a wait reads signals: what it waits for, and the means to send it. */
export function ApprovalBox({ selected }: ApprovalBoxProps) {
  const { definition } = useLens();
  const { unit } = selected;
  const awaited = unit ? signalsAwaitedBy(unit, definition?.descriptors) : [];
  if (awaited.length === 0) return null;
  const names = awaited.map(({ name }) => `signals.${name}`).join(', ');
  return (
    <div className={styles.box} data-status="waiting">
      <p className={styles.text}>Waiting for {names}. Send the signal here or through the API.</p>
      <div className={styles.buttons}>
        <SignalButtons awaited={awaited} />
      </div>
    </div>
  );
}
