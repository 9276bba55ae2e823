'use client';

import { useState } from 'react';
import { Button } from '../ui/button';
import { formatCount } from '../ui/format';
import { Spinner } from '../ui/spinner';
import { Tag } from '../ui/tag';
import { FeaturedStarter } from './featured-starter';
import { CARD } from './preview-card';
import type { StarterChoice } from './starter-choice';
import styles from './starter-gallery.module.css';

export interface StarterGalleryProps {
  starters: readonly StarterChoice[];
  /** Creates the pipeline; settles when it was created or refused. */
  onChoose: (starter: StarterChoice) => Promise<void>;
  /** Creates the pipeline and runs it; settles when that was done or refused. */
  onRun: (starter: StarterChoice) => Promise<void>;
}

/** The first starter across the whole width, the others side by side. */
export function StarterGallery({ starters, onChoose, onRun }: StarterGalleryProps) {
  const [chosen, setChosen] = useState<string>();

  async function choose(starter: StarterChoice, act: (starter: StarterChoice) => Promise<void>) {
    setChosen(starter.key);
    await act(starter);
    setChosen(undefined);
  }

  const [featured, ...others] = starters;
  const stateOf = ({ key }: StarterChoice) => ({ busy: chosen === key, disabled: chosen !== undefined });

  return (
    <ul className={styles.gallery}>
      {featured && (
        <li className={styles.featured}>
          <FeaturedStarter
            starter={featured}
            onChoose={() => void choose(featured, onChoose)}
            onRun={() => void choose(featured, onRun)}
            {...stateOf(featured)}
          />
        </li>
      )}
      {others.map((starter) => (
        <li key={starter.key} className={styles.item}>
          <StarterCard
            starter={starter}
            onChoose={() => void choose(starter, onChoose)}
            {...stateOf(starter)}
          />
          <div className={styles.actions}>
            <Button
              size="sm"
              icon="play"
              aria-label={`Run ${starter.title}`}
              disabled={chosen !== undefined}
              onClick={() => void choose(starter, onRun)}
            >
              Run
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}

export interface StarterCardProps {
  starter: StarterChoice;
  onChoose: () => void;
  busy: boolean;
  disabled: boolean;
}

/** Creates a new pipeline from a starter. */
export function StarterCard({ starter, onChoose, busy, disabled }: StarterCardProps) {
  const { title, description, stepCount, preview } = starter;
  return (
    <button type="button" className={styles.card} onClick={onChoose} disabled={disabled} aria-busy={busy}>
      <span className={styles.picture}>
        <svg viewBox={preview.viewBox} aria-hidden="true">
          {preview.lines.map((line) => (
            <path key={line} d={line} className={styles.line} />
          ))}
          {preview.cards.map(({ id, x, y, category }) => (
            <g key={id} transform={`translate(${x} ${y})`} data-category={category}>
              <rect width={CARD.width} height={CARD.height} rx="6" className={styles.step} />
              <rect x="6" y="6" width="10" height="10" rx="3" className={styles.tile} />
              <rect x="20" y="9" width="19" height="4" rx="2" className={styles.word} />
            </g>
          ))}
        </svg>
      </span>
      <span className={styles.text}>
        <span className={styles.head}>
          <span className={styles.title}>{title}</span>
          {busy ? <Spinner label="Creating the pipeline" /> : <Tag>{formatCount(stepCount, 'step')}</Tag>}
        </span>
        <span className={styles.description}>{description}</span>
      </span>
    </button>
  );
}
