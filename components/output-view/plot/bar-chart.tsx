import { type Axis, VIEW, yOf } from './chart-frame';
import styles from './plot.module.css';

export interface BarChartProps {
  /** The height of each bar, from left to right. */
  values: readonly number[];
  axis: Axis;
}

/** Share of its place that a bar fills. */
const WIDTH = 0.8;

/** Bars from zero. */
export function BarChart({ values, axis }: BarChartProps) {
  const step = VIEW.width / Math.max(1, values.length);
  const zero = yOf(0, axis);
  return values.map((value, index) => {
    const y = yOf(value, axis);
    return (
      <rect
        key={index}
        className={styles.bar}
        x={index * step + (step * (1 - WIDTH)) / 2}
        width={step * WIDTH}
        y={Math.min(y, zero)}
        height={Math.abs(zero - y)}
      />
    );
  });
}
