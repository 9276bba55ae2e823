import { clsx } from '@/components/ui/clsx';
import { Icon } from '@/components/ui/icon';
import type { CardView } from './card-view';
import { worst } from './card-view';
import styles from './step-node.module.css';

export interface CardMarkProps {
  view: CardView;
}

/** At the right of a card's head: problems while editing, attempts in a run. */
export function CardMark({ view }: CardMarkProps) {
  const { problems, lens, unit, step } = view;
  if (lens) {
    const attempts = unit?.attempts.length ?? 0;
    if (attempts < 2) return null;
    const limit = step.retry?.max_attempts;
    return (
      <span className={styles.mark} data-status={unit?.status ?? 'retrying'}>
        <Icon name="retrying" size={12} />
        {limit === undefined ? attempts : `${attempts} / ${limit}`}
      </span>
    );
  }
  const severity = worst(problems);
  if (severity === undefined) return null;
  const words = problems.map(({ message }) => message).join('\n');
  return (
    <span
      className={clsx(styles.mark, severity === 'warning' && styles.quietMark)}
      data-status={severity === 'error' ? 'failed' : 'stale'}
      title={words}
    >
      <Icon name={severity === 'error' ? 'err' : 'warn'} size={severity === 'error' ? 12 : 14} />
      {severity === 'error' ? problems.length : null}
    </span>
  );
}
