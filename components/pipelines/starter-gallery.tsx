'use client';

import { useState } from 'react';
import { StarterCard, type StarterChoice } from './starter-card';
import styles from './starter-gallery.module.css';

export interface StarterGalleryProps {
  starters: readonly StarterChoice[];
  /** Makes the pipeline; settled when that was done or refused. */
  onChoose: (starter: StarterChoice) => Promise<void>;
}

/** The starters side by side. */
export function StarterGallery({ starters, onChoose }: StarterGalleryProps) {
  const [chosen, setChosen] = useState<string>();

  async function choose(starter: StarterChoice) {
    setChosen(starter.key);
    await onChoose(starter);
    setChosen(undefined);
  }

  return (
    <ul className={styles.gallery}>
      {starters.map((starter) => (
        <li key={starter.key}>
          <StarterCard
            starter={starter}
            onChoose={() => void choose(starter)}
            busy={chosen === starter.key}
            disabled={chosen !== undefined}
          />
        </li>
      ))}
    </ul>
  );
}
