'use client';

import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { useToast } from '@/components/ui/use-toast';
import { formatPipeline, importPipeline } from '@/engine';
import { useEditor, useSession } from '../use-editor';
import styles from './save-banner.module.css';
import type { Saving } from './use-save';

export interface SaveBannerProps {
  saving: Saving;
}

/** What a person must know or decide about saving: a conflict, a refusal, or edits that were put back. */
export function SaveBanner({ saving }: SaveBannerProps) {
  const session = useSession();
  const notify = useToast();
  const save = useEditor((state) => state.save);
  const { controller, restored, dismissRestored } = saving;
  if (save.status === 'conflict') {
    const { version, text } = save.theirs;
    const takeTheirs = () => {
      const read = importPipeline(text);
      if (!read.ok) {
        notify({
          title: `Version ${version} cannot be read.`,
          detail: read.problem.message,
          status: 'failed',
        });
        return;
      }
      session.store.edit(`Take version ${version}`, () => read.document);
      controller?.takeTheirs(read.document);
    };
    const copyMine = () => {
      navigator.clipboard
        .writeText(formatPipeline(session.store.getState().document))
        .then(() => notify({ title: 'Your version is on the clipboard.' }))
        .catch(() => notify({ title: 'The browser did not let us use the clipboard.', status: 'failed' }));
    };
    return (
      <section className={styles.banner} data-status="failed" role="alert">
        <Icon name="err" className={styles.icon} />
        <p>
          <b>Somebody saved version {version} first.</b> Nothing is sent until you choose; both versions are
          kept.
        </p>
        <span className={styles.tools}>
          <Button size="sm" variant="primary" onClick={() => void controller?.keepMine()}>
            Keep mine (save over version {version})
          </Button>
          <Button size="sm" onClick={takeTheirs}>
            Take theirs (mine stays in undo)
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
          <b>The server did not take your edits.</b> {save.message} They are kept on this device.
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
        <b>Unsaved edits were put back.</b> They are from {new Date(restored.at).toLocaleString()}, on version{' '}
        {restored.baseVersion}. Undo takes them away again.
      </p>
      <Button size="sm" variant="quiet" onClick={dismissRestored}>
        Dismiss
      </Button>
    </section>
  );
}
