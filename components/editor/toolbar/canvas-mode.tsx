'use client';

import { Kbd } from '@/components/ui/kbd';
import { describeConnect } from '../commands/connect-mode';
import { useInteraction, useSession } from '../use-editor';
import styles from './canvas-mode.module.css';

/** The keys of the active mode. */
export function CanvasMode() {
  const session = useSession();
  const mode = useInteraction((interaction) => interaction.mode);
  if (mode.kind === 'move') {
    return (
      <p className={styles.mode}>
        <b>Move</b> <Kbd>←↑↓→</Kbd> 8 px <Kbd>Shift</Kbd> 64 px <Kbd>Enter</Kbd> confirm <Kbd>Esc</Kbd> cancel
      </p>
    );
  }
  if (mode.kind === 'connect') {
    return (
      <p className={styles.mode}>
        <b>{describeConnect(session, mode)}</b>
        {mode.query !== '' && <span className={styles.query}>{mode.query}</span>}
        <span>
          <Kbd>←↑↓→</Kbd> or type to select a step <Kbd>Enter</Kbd> connect <Kbd>Esc</Kbd> cancel
        </span>
      </p>
    );
  }
  return null;
}
