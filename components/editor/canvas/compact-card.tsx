import { CategoryIcon } from '@/components/ui/category-icon';
import { Icon } from '@/components/ui/icon';
import { STATUS_LOOKS } from '@/components/ui/status';
import { CardFrame } from './card-frame';
import { type CardView, worst } from './card-view';
import styles from './step-node.module.css';

export interface CompactCardProps {
  view: CardView;
  label: string;
}

/** A card between 35 and 70 %: icon, title and one glyph, in the same box. */
export function CompactCard({ view, label }: CompactCardProps) {
  const { descriptor, title, status, problems, size } = view;
  const severity = worst(problems);
  return (
    <CardFrame
      view={view}
      label={label}
      className={styles.compact}
      style={{ height: size.height, width: size.width }}
    >
      <CategoryIcon
        category={descriptor?.category ?? 'param'}
        icon={descriptor?.icon ?? 'warn'}
        size="md"
        className={styles.icon}
      />
      <div className={styles.title}>{title}</div>
      {status !== undefined && <Icon name={STATUS_LOOKS[status].icon} size={24} className={styles.glyph} />}
      {severity !== undefined && (
        <span data-status={severity === 'error' ? 'failed' : 'stale'}>
          <Icon name={severity === 'error' ? 'err' : 'warn'} size={24} className={styles.glyph} />
        </span>
      )}
    </CardFrame>
  );
}
