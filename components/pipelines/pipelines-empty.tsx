'use client';

import { Button } from '../ui/button';
import { Kbd } from '../ui/kbd';
import styles from './pipelines-empty.module.css';
import { type StarterChoice, StarterGallery } from './starter-gallery';

export interface PipelinesEmptyProps {
  starters: readonly StarterChoice[];
  onStart: (starter: StarterChoice) => Promise<void>;
  /** Creates the pipeline and runs it. */
  onRun: (starter: StarterChoice) => Promise<void>;
  onNew: () => void;
  onImport: () => void;
  busy: boolean;
}

/** What the pipelines page shows before the first pipeline. */
export function PipelinesEmpty({ starters, onStart, onRun, onNew, onImport, busy }: PipelinesEmptyProps) {
  return (
    <div className={styles.page}>
      <h1>Create your first pipeline</h1>
      <p className={styles.lead}>
        Every starter runs as it is, without internet. Open any step, change it and run again.
      </p>
      <StarterGallery starters={starters} onChoose={onStart} onRun={onRun} />
      <div className={styles.actions}>
        <Button variant="primary" size="lg" icon="plus" busy={busy} onClick={onNew}>
          Empty canvas
        </Button>
        <Button size="lg" icon="braces" onClick={onImport}>
          Paste or import JSON
        </Button>
        <span className={styles.hint}>
          or press <Kbd>N</Kbd>, then <Kbd>A</Kbd> to add a step
        </span>
      </div>
    </div>
  );
}
