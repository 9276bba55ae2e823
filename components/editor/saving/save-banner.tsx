'use client';

import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { useToast } from '@/components/ui/toast';
import { formatPipeline, importPipeline } from '@/engine';
import { useEditor, useSession } from '../use-editor';
import styles from './save-banner.module.css';
import type { Saving } from './use-save';

export interface SaveBannerProps {
  saving: Saving;
}

/** Notices about saving: a conflict, a refusal, or restored edits. */
export function SaveBanner({ saving }: SaveBannerProps) {
  const session = useSession();
  const notify = useToast();
  const save = useEditor((state) => state.save);
  const { controller, restored, dismissRestored } = saving;
  if (save.status === 'conflict') {
    const { text } = save.theirs;
    const takeTheirs = () => {
      const read = importPipeline(text);
      if (!read.ok) {
        notify({
          title: 'The other draft could not be loaded.',
          detail: read.problem.message,
          status: 'failed',
        });
        return;
      }
      session.store.edit('Use the other draft', () => read.document);
      controller?.takeTheirs(read.document);
    };
    const copyMine = () => {
      navigator.clipboard
        .writeText(formatPipeline(session.store.getState().document))
        .then(() => notify({ title: 'Your draft was copied to the clipboard.' }))
        .catch(() => notify({ title: 'The browser blocked access to the clipboard.', status: 'failed' }));
    };
    return (
      <section className={styles.banner} data-status="failed" role="alert">
        <Icon name="err" className={styles.icon} />
        <p>
          <b>The draft was changed in another tab or by another user.</b> Your edits are not saved until you
          choose a draft.
        </p>
        <span className={styles.tools}>
          <Button size="sm" variant="primary" onClick={() => void controller?.keepMine()}>
            Keep mine (theirs becomes a version)
          </Button>
          <Button size="sm" onClick={takeTheirs}>
            Use theirs (undo restores mine)
          </Button>
          <Button size="sm" variant="quiet" onClick={copyMine}>
            Copy mine as JSON
          </Button>
        </span>
      </section>
    );
  }
  if (save.status === 'failed') {
    return (
      <section className={styles.banner} data-status="failed" role="alert">
        <Icon name="err" className={styles.icon} />
        <p>
          <b>Your edits were not saved.</b> {save.message} The edits are kept on this device.
        </p>
        <Button size="sm" onClick={() => void controller?.flush()}>
          Try again
        </Button>
      </section>
    );
  }
  if (restored === undefined) return null;
  return (
    <section className={styles.banner} data-status="stale" role="status">
      <Icon name="history" className={styles.icon} />
      <p>
        <b>Unsaved edits were restored.</b> Last edited {new Date(restored.at).toLocaleString()}. Use undo to
        remove them.
      </p>
      <Button size="sm" variant="quiet" onClick={dismissRestored}>
        Dismiss
      </Button>
    </section>
  );
}
