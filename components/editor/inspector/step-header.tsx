'use client';

import { CategoryIcon } from '@/components/ui/category-icon';
import { IconButton } from '@/components/ui/icon-button';
import { Popover } from '@/components/ui/popover';
import { Tag } from '@/components/ui/tag';
import { type ActionDescriptor, type Effect, effectOf, type StepDocument } from '@/engine';
import { setStepField } from '../model/edits';
import { useEditorStore } from '../use-editor';
import { ActionReference } from './action-reference';
import styles from './step-header.module.css';
import { StepId } from './step-id';
import { StepMenu } from './step-menu';

export interface StepHeaderProps {
  step: StepDocument;
  descriptor: ActionDescriptor | undefined;
}

const EFFECT_TITLES: Readonly<Record<Exclude<Effect, 'none'>, string>> = {
  read: 'This action reads external data',
  write: 'This action changes external data',
  destructive: 'This action deletes external data',
};

/** Who the step is: icon, title, id, action and what running it does to the world. */
export function StepHeader({ step, descriptor }: StepHeaderProps) {
  const store = useEditorStore();
  const effect = descriptor === undefined ? 'none' : effectOf(descriptor, step.params ?? {});
  const rename = (title: string) => {
    store.edit(
      `Rename ${step.id}`,
      (document) => setStepField(document, step.id, 'name', title === '' ? undefined : title),
      { coalesce: `${step.id}.name` },
    );
  };
  return (
    <header className={styles.header}>
      <div className={styles.top}>
        <CategoryIcon
          category={descriptor?.category ?? 'param'}
          icon={descriptor?.icon ?? 'warn'}
          size="md"
        />
        <input
          className={styles.title}
          aria-label="Step title"
          data-field="name"
          value={step.name ?? ''}
          placeholder={descriptor?.title ?? step.action}
          spellCheck={false}
          onChange={(event) => rename(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.currentTarget.blur();
          }}
        />
        {descriptor && (
          <Popover
            label={`About ${descriptor.title}`}
            align="end"
            trigger={<IconButton icon="book" size="sm" label="About this action" />}
          >
            <ActionReference descriptor={descriptor} />
          </Popover>
        )}
        <StepMenu step={step} />
      </div>
      <div className={styles.sub}>
        <StepId step={step} />
        <span aria-hidden="true">·</span>
        <span className={styles.action} title={descriptor?.title} data-field="action">
          {step.action}
        </span>
        {effect !== 'none' && (
          <Tag
            icon="bolt"
            className={styles.effect}
            status={effect === 'destructive' ? 'failed' : undefined}
            title={EFFECT_TITLES[effect]}
          >
            {effect}
          </Tag>
        )}
      </div>
      {descriptor && <p className={styles.about}>{descriptor.description}</p>}
    </header>
  );
}
