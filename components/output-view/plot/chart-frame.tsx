import type { ReactNode } from 'react';
import { numberText } from '../table/statistics';
import styles from './plot.module.css';

/** Size of the view box, which is stretched to the page. */
export const VIEW = { width: 1000, height: 240 } as const;

/** A horizontal or vertical line with a name: a percentile. */
export interface Mark {
  readonly name: string;
  readonly value: number;
}

/** The vertical axis of a chart. */
export interface Axis {
  readonly ticks: readonly number[];
  readonly min: number;
  readonly max: number;
}

/** The vertical position of a value in the view box. */
export function yOf(value: number, { min, max }: Axis): number {
  return max === min ? VIEW.height / 2 : VIEW.height * (1 - (value - min) / (max - min));
}

export interface ChartFrameProps {
  axis: Axis;
  /** Texts below the chart, evenly from left to right. */
  below: readonly string[];
  marks: readonly Mark[];
  children: ReactNode;
}

/** Axes, grid lines and marks around the shapes of a chart. The whole is decoration: the figure has a table. */
export function ChartFrame({ axis, below, marks, children }: ChartFrameProps) {
  const shareOf = (value: number) => `${(yOf(value, axis) / VIEW.height) * 100}%`;
  return (
    <div className={styles.frame} aria-hidden="true">
      <div className={styles.left}>
        {axis.ticks.map((tick) => (
          <span key={tick} style={{ top: shareOf(tick) }}>
            {numberText(tick)}
          </span>
        ))}
      </div>
      <div className={styles.plot}>
        <svg viewBox={`0 0 ${VIEW.width} ${VIEW.height}`} preserveAspectRatio="none" className={styles.svg}>
          <title>Chart</title>
          {axis.ticks.map((tick) => (
            <line
              key={tick}
              className={styles.grid}
              x1={0}
              x2={VIEW.width}
              y1={yOf(tick, axis)}
              y2={yOf(tick, axis)}
            />
          ))}
          {children}
          {marks.map(({ name, value }) => (
            <line
              key={name}
              data-mark={name}
              className={styles.mark}
              x1={0}
              x2={VIEW.width}
              y1={yOf(value, axis)}
              y2={yOf(value, axis)}
            />
          ))}
        </svg>
        {marks.map(({ name, value }) => (
          <span key={name} className={styles.markText} style={{ top: shareOf(value) }}>
            {name} {numberText(value)}
          </span>
        ))}
      </div>
      <div className={styles.below}>
        {below.map((text, index) => (
          <span key={index}>{text}</span>
        ))}
      </div>
    </div>
  );
}
