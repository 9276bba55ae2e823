'use client';

import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { patch } from '@/components/ui/observable';
import { useToast } from '@/components/ui/toast';
import { formatPipeline } from '@/engine';
import type { ValueConflict } from '../model/merge/merge-values';
import { EMPTY_SELECTION, selectSteps } from '../model/selection';
import { useEditor, useSession } from '../use-editor';
import { stepOf } from './conflict-words';
import styles from './save-banner.module.css';
import { useSaving } from './saving-context';

/** Notices about saving: a conflict, a refusal, or restored edits. */
export function SaveBanner() {
  const saving = useSaving();
  const save = useEditor((state) => state.save);
  if (saving === undefined) return null;
  const { controller, restored, dismissRestored } = saving;
  if (save.status === 'conflict') return <ConflictBanner conflicts={save.conflicts} />;
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

interface ConflictBannerProps {
  conflicts: readonly ValueConflict[];
}

/** Values that both sides changed. Each is decided on its step; the banner leads there, or decides about all. */
function ConflictBanner({ conflicts }: ConflictBannerProps) {
  const session = useSession();
  const saving = useSaving();
  const notify = useToast();
  const [first] = conflicts;
  const show = () => {
    const step = first && stepOf(first.path);
    session.store.select(step === undefined ? EMPTY_SELECTION : selectSteps(step));
    patch(session.panelState, { inspectorTab: 'step' });
    if (step !== undefined) session.view.get()?.reveal([step]);
    session.panels.get()?.focusInspector();
  };
  const resolve = (choice: 'mine' | 'theirs') => void saving?.controller?.resolve(conflicts, choice);
  const copyMine = () => {
    navigator.clipboard
      .writeText(formatPipeline(session.store.getState().document))
      .then(() => notify({ title: 'Your draft was copied to the clipboard.' }))
      .catch(() => notify({ title: 'The browser blocked access to the clipboard.', status: 'failed' }));
  };
  const amount = conflicts.length === 1 ? 'A value was' : `${conflicts.length} values were`;
  return (
    <section className={styles.banner} data-status="failed" role="alert">
      <Icon name="err" className={styles.icon} />
      <p>
        <b>{amount} changed here and elsewhere.</b> Other changes were merged. Your edits are saved once you
        have chosen.
      </p>
      <span className={styles.tools}>
        <Button size="sm" variant="primary" onClick={show}>
          Show and choose
        </Button>
        <Button size="sm" title="Undo restores your values" onClick={() => resolve('theirs')}>
          Use theirs
        </Button>
        <Button size="sm" title="Their draft is kept as a version" onClick={() => resolve('mine')}>
          Keep mine
        </Button>
        <Button size="sm" variant="quiet" onClick={copyMine}>
          Copy mine as JSON
        </Button>
      </span>
    </section>
  );
}
