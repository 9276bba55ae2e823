import { Button } from '../ui/button';
import { formatCount } from '../ui/format';
import { Spinner } from '../ui/spinner';
import { Tag } from '../ui/tag';
import styles from './featured-starter.module.css';
import type { Preview } from './preview';
import { LARGE } from './preview-card';
import type { StarterChoice } from './starter-choice';

export interface FeaturedStarterProps {
  starter: StarterChoice;
  onChoose: () => void;
  onRun: () => void;
  /** Whether this starter is being created. */
  busy: boolean;
  disabled: boolean;
}

/** A starter across the whole width, with its steps by name. */
export function FeaturedStarter({ starter, onChoose, onRun, busy, disabled }: FeaturedStarterProps) {
  const { title, description, stepCount, drawing } = starter;
  return (
    <div className={styles.featured}>
      <button type="button" className={styles.card} onClick={onChoose} disabled={disabled} aria-busy={busy}>
        {drawing && (
          <span className={styles.picture}>
            <Drawing preview={drawing} />
          </span>
        )}
        <span className={styles.text}>
          <span className={styles.title}>{title}</span>
          <span className={styles.description}>{description}</span>
          <span className={styles.tags}>
            {busy && <Spinner label="Creating the pipeline" />}
            <Tag>{formatCount(stepCount, 'step')}</Tag>
            <Tag>runs on this machine, no internet</Tag>
          </span>
        </span>
      </button>
      <div className={styles.actions}>
        <Button aria-label={`Open ${title}`} disabled={disabled} onClick={onChoose}>
          Open
        </Button>
        <Button variant="primary" icon="play" aria-label={`Run ${title}`} disabled={disabled} onClick={onRun}>
          Run
        </Button>
      </div>
    </div>
  );
}

/** Longest name that fits on a card. */
const MAX_NAME = 17;

function Drawing({ preview }: { preview: Preview }) {
  const { width, height } = LARGE.card;
  return (
    <svg viewBox={preview.viewBox} aria-hidden="true">
      {preview.lines.map((line) => (
        <path key={line} d={line} className={styles.line} />
      ))}
      {preview.cards.map(({ id, x, y, category, title }) => (
        <g key={id} transform={`translate(${x} ${y})`} data-category={category}>
          <rect width={width} height={height} rx="8" className={styles.step} />
          <rect x="10" y="0" width="22" height="3" rx="1.5" className={styles.tile} />
          <rect x="10" y="14" width="12" height="12" rx="4" className={styles.tile} />
          <text x="29" y={height / 2 + 4.5} className={styles.name}>
            {title.length > MAX_NAME ? `${title.slice(0, MAX_NAME - 1)}…` : title}
          </text>
        </g>
      ))}
    </svg>
  );
}
