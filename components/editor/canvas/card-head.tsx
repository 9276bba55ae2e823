import type { ReactNode } from 'react';
import { CategoryIcon } from '@/components/ui/category-icon';
import { clsx } from '@/components/ui/clsx';
import { useInteraction } from '../use-editor';
import { CardMark } from './card-mark';
import { CardTitleInput } from './card-title-input';
import type { CardView } from './card-view';
import styles from './step-node.module.css';

export interface CardHeadProps {
  view: CardView;
  /** Beside the title. */
  children?: ReactNode;
}

/** Icon, title, id and the mark at the right. */
export function CardHead({ view, children }: CardHeadProps) {
  const { step, descriptor, title } = view;
  const renaming = useInteraction((interaction) => interaction.renaming === step.id);
  return (
    <div className={styles.head}>
      <CategoryIcon
        category={descriptor?.category ?? 'param'}
        icon={descriptor?.icon ?? 'warn'}
        size="md"
        className={clsx(styles.icon)}
      />
      <div className={styles.names}>
        {renaming ? (
          <CardTitleInput step={step} title={title} />
        ) : (
          <div className={styles.title}>{title}</div>
        )}
        <div className={styles.id}>{step.id}</div>
      </div>
      {children}
      <CardMark view={view} />
    </div>
  );
}
