import styles from './charts.module.css';
import { areaPath, ceilingOf, dotsPath, LANE, linePath, type Sample, xOf } from './series';

export interface LaneProps {
  label: string;
  /** The latest value, or the value under the pointer. */
  value: string;
  /** Smaller text below the value. */
  detail: string;
  values: readonly (number | null)[];
  /** Values of a second, fainter line. */
  second?: readonly (number | null)[];
  /** Whether the area below the line is filled. */
  filled?: boolean;
  /** Samples, to mark those with refused requests. */
  samples?: readonly Sample[];
  /** Formats the top of the axis with its unit. */
  topText: (top: number) => string;
  /** Index of the sample under the pointer. */
  at: number | undefined;
}

/** The chart of one metric. The text beside it and the table below state the same. */
export function Lane({ label, value, detail, values, second, filled, samples = [], topText, at }: LaneProps) {
  const top = ceilingOf([...values, ...(second ?? [])]);
  return (
    <div className={styles.lane}>
      <div className={styles.legend}>
        <p>{label}</p>
        <p className={styles.value}>{value}</p>
        <p>{detail}</p>
      </div>
      <div className={styles.plot}>
        <span className={styles.top} aria-hidden>
          {topText(top)}
        </span>
        <svg
          viewBox={`0 0 ${LANE.width} ${LANE.height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`${label}: ${value}, ${detail}`}
        >
          <path className={styles.grid} d={`M0 0H${LANE.width}M0 ${LANE.height}H${LANE.width}`} />
          {filled && <path className={styles.area} d={areaPath(values.map(zeroIfNull), top)} />}
          {second && <path className={styles.second} d={linePath(second, top)} />}
          <path className={styles.line} d={linePath(values, top)} />
          {second && <path className={styles.secondDots} d={dotsPath(second, top)} />}
          <path className={styles.dots} d={dotsPath(values, top)} />
          {samples.map(
            ({ limited, at: instant }, index) =>
              limited > 0 && (
                <rect
                  key={instant}
                  className={styles.refused}
                  x={xOf(index, samples.length) - 1.5}
                  y={LANE.height - 9}
                  width="3"
                  height="9"
                />
              ),
          )}
          {at !== undefined && (
            <path className={styles.cursor} d={`M${xOf(at, values.length)} 0V${LANE.height}`} />
          )}
        </svg>
      </div>
    </div>
  );
}

function zeroIfNull(value: number | null): number {
  return value ?? 0;
}
