'use client';

import { untoldAction } from '@/components/pipeline-text/untold-action';
import { stepTitle } from '@/components/run-state/definition';
import { runPath } from '@/components/run-state/permalink';
import { useLens } from '@/components/run-state/run-context';
import { CategoryIcon } from '@/components/ui/category';
import { IconButton } from '@/components/ui/icon-button';
import { useCopy } from '@/components/ui/use-copy';
import { unitKey } from '@/engine';
import { ClusterLink } from './cluster-link';
import { DeploymentLink } from './deployment-link';
import { ModelLink } from './model-link';
import type { UnitSelection } from './selection';
import styles from './unit-header.module.css';

export interface UnitHeaderProps {
  selected: UnitSelection;
}

/** Header of the shown unit: icon, title, id, attempt, a permanent link, and the action where title and id do not name it. */
export function UnitHeader({ selected }: UnitHeaderProps) {
  const { runId, definition, focus, file } = useLens();
  const copy = useCopy();
  const { step, iteration, attempt, descriptor, action, maxAttempts } = selected;
  const title = iteration.length > 0 ? (descriptor?.title ?? action) : stepTitle(definition, step);
  const untold = untoldAction({ title, id: step, action, descriptor });
  const unit = iteration.length > 0 ? 'iteration' : 'step';
  const linked = focus.attempt === undefined ? unit : 'attempt';
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
          {untold !== undefined && (
            <span title={action} className={styles.action}>
              {untold}
            </span>
          )}
          <ClusterLink selected={selected} />
          <ModelLink selected={selected} />
          <DeploymentLink selected={selected} />
          {attempt && maxAttempts > 1 && (
            <span>
              attempt {attempt.attempt} of {maxAttempts}
            </span>
          )}
        </p>
      </div>
      {!file && (
        <IconButton
          icon="link"
          label={`Copy link to this ${linked}`}
          onClick={() =>
            copy(
              `${window.location.origin}${runPath(runId, { ...focus, step, iteration, path: undefined })}`,
              'the link',
            )
          }
        />
      )}
    </div>
  );
}
