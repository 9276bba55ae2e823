'use client';

import { FirstMinutes } from './first-minutes';
import styles from './pipelines-empty.module.css';
import { StartChoices } from './start-choices';
import type { StarterChoice } from './starter-choice';
import { StarterGallery } from './starter-gallery';

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
  const [featured] = starters;
  return (
    <div className={styles.page}>
      <div>
        <h1>Create your first pipeline</h1>
        <p className={styles.lead}>
          Every starter runs as is, without internet access. Open any step, change it and run again.
        </p>
        <StartChoices
          starterCount={starters.length}
          onRun={() => featured && void onRun(featured)}
          onNew={onNew}
          onImport={onImport}
          disabled={busy}
        />
        <h2 className={styles.heading}>
          Starters <span>ready to run</span>
        </h2>
        <StarterGallery starters={starters} onChoose={onStart} onRun={onRun} />
      </div>
      <FirstMinutes pipelines={[]} />
    </div>
  );
}
