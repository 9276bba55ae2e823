import { type Axis, VIEW, yOf } from './chart-frame';
import styles from './plot.module.css';
import type { Point } from './series';

export interface LineChartProps {
  lines: readonly (readonly Point[])[];
  /** Number of values of the list. */
  length: number;
  axis: Axis;
}

/** Points up to this number are drawn as dots too. */
const DOTTED = 60;

/** Values as lines with gaps where one is missing. */
export function LineChart({ lines, length, axis }: LineChartProps) {
  const xOf = (index: number) => (length < 2 ? VIEW.width / 2 : (index / (length - 1)) * VIEW.width);
  const place = ({ index, value }: Point) => `${round(xOf(index))} ${round(yOf(value, axis))}`;
  const isDotted = length <= DOTTED;
  return (
    <>
      {lines.map((line) => (
        <path key={line[0]?.index} className={styles.line} d={`M${line.map(place).join('L')}`} />
      ))}
      {lines
        .filter((line) => isDotted || line.length === 1)
        .flatMap((line) =>
          line.map((point) => <path key={point.index} className={styles.dot} d={`M${place(point)}h0`} />),
        )}
    </>
  );
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
