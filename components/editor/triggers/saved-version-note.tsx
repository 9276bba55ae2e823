'use client';

import { formatCount } from '@/components/ui/format';
import { Icon } from '@/components/ui/icon';
import { useDiagnostics, useEditor } from '../use-editor';
import styles from './triggers.module.css';

/** Says which version runs when something fires, and that problems keep it from running. */
export function SavedVersionNote() {
  const { status, version } = useEditor((state) => state.save);
  const errors = useDiagnostics().filter(({ severity }) => severity === 'error').length;
  if (errors > 0) {
    return (
      <p className={styles.note} data-status="stale">
        <Icon name="warn" size={14} />
        <span>{formatCount(errors, 'error')}: triggers are blocked until they are fixed.</span>
      </p>
    );
  }
  if (status !== 'saved') {
    return (
      <p className={styles.note} data-status="stale">
        <Icon name="warn" size={14} />
        <span>Unsaved edits: triggers run v{version}, the saved version.</span>
      </p>
    );
  }
  return <p className={styles.note}>Triggers run v{version}, the saved version.</p>;
}
