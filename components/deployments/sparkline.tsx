import { areaPath, ceilingOf, dotsPath, LANE, linePath } from './detail/series';
import styles from './sparkline.module.css';

export interface SparklineProps {
  /** Oldest first. */
  values: readonly number[];
}

/** A chart without an axis. Hidden from assistive technology, because the value is beside it. */
export function Sparkline({ values }: SparklineProps) {
  const top = ceilingOf(values);
  if (values.every((value) => value === 0)) return <span className={styles.none} aria-hidden />;
  return (
    <svg
      className={styles.spark}
      viewBox={`0 0 ${LANE.width} ${LANE.height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path className={styles.area} d={areaPath(values, top)} />
      <path className={styles.line} d={linePath(values, top)} />
      <path className={styles.dots} d={dotsPath(values, top)} />
    </svg>
  );
}
