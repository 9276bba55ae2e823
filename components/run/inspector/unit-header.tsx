'use client';

import { CategoryIcon } from '@/components/ui/category';
import { IconButton } from '@/components/ui/icon-button';
import { unitKey } from '@/engine';
import { stepTitle } from '../definition';
import { runPath } from '../permalink';
import { useLens } from '../run-context';
import { useCopy } from '../use-copy';
import type { UnitSelection } from './selection';
import styles from './unit-header.module.css';

export interface UnitHeaderProps {
  selected: UnitSelection;
}

/** Names the unit that is looked at: icon, title, id, action, attempt, and a link to exactly this. */
export function UnitHeader({ selected }: UnitHeaderProps) {
  const { runId, definition, focus } = useLens();
  const copy = useCopy();
  const { step, iteration, attempt, descriptor, action, maxAttempts } = selected;
  const title = iteration.length > 0 ? (descriptor?.title ?? action) : stepTitle(definition, step);
  return (
    <div className={styles.header}>
      <CategoryIcon
        category={descriptor?.category ?? 'control'}
        icon={descriptor?.icon ?? 'warn'}
        size="md"
      />
      <div className={styles.text}>
        <h2 className={styles.title}>{title}</h2>
        <p className={styles.facts}>
          <span>{unitKey({ step, iteration })}</span>
          <span>{action}</span>
          {attempt && maxAttempts > 1 && (
            <span>
              attempt {attempt.attempt} of {maxAttempts}
            </span>
          )}
        </p>
      </div>
      <IconButton
        icon="link"
        label="Copy link to this step"
        onClick={() =>
          copy(`${window.location.origin}${runPath(runId, { ...focus, step, iteration })}`, 'the link')
        }
      />
    </div>
  );
}
