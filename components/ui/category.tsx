import styles from './category-icon.module.css';
import { clsx } from './clsx';
import { Icon, type IconName } from './icon';

/** The category of an action or a reference; `param` for values that no action produced. */
export type CategoryName = 'control' | 'deployment' | 'model' | 'cluster' | 'integration' | 'param';

export interface CategoryIconProps {
  category: CategoryName;
  icon: IconName;
  /** 24 px in rows, 30 px on cards. @default 'sm' */
  size?: 'sm' | 'md';
  className?: string;
}

/** An action's icon on a tile tinted by its category. */
export function CategoryIcon({ category, icon, size = 'sm', className }: CategoryIconProps) {
  return (
    <span data-category={category} className={clsx(styles.tile, size === 'md' && styles.md, className)}>
      <Icon name={icon} />
    </span>
  );
}
