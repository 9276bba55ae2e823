'use client';

import { useId, useMemo, useState } from 'react';
import { Segmented } from '@/components/ui/segmented';
import { Select } from '@/components/ui/select';
import { SourceSelect } from '../source-select';
import { StatisticsList } from '../statistics-list';
import { numberText, statisticsOf } from '../table/statistics';
import { BarChart } from './bar-chart';
import { ChartFrame } from './chart-frame';
import { type Chart, type Drawing, draw } from './drawing';
import { LineChart } from './line-chart';
import styles from './plot.module.css';
import type { PlotSource } from './series';

export interface OutputPlotProps {
  /** At least one. */
  sources: readonly PlotSource[];
  /** `Output of bench`. */
  label: string;
}

const CHARTS = [
  { value: 'line', label: 'Line' },
  { value: 'bar', label: 'Bars' },
  { value: 'histogram', label: 'Histogram' },
] as const;

/** Numbers of an output as a line, bars or a histogram, with their statistics and the same as a table. */
export function OutputPlot({ sources, label }: OutputPlotProps) {
  const [place, setPlace] = useState(0);
  const source = sources[place] ?? sources[0];
  if (!source) return null;
  return (
    <div className={styles.box}>
      <SourceSelect paths={sources.map(({ path }) => path)} shown={place} onShow={setPlace} />
      <SourcePlot key={place} source={source} label={label} />
    </div>
  );
}

function SourcePlot({ source, label }: { source: PlotSource; label: string }) {
  const [chart, setChart] = useState<Chart>('line');
  const [chosenY, setY] = useState<string>();
  const [x, setX] = useState<string>();
  const y = chosenY ?? source.columns[0] ?? '';
  const drawing = useMemo(() => draw({ source, chart, y, x }), [source, chart, y, x]);
  return (
    <>
      <div className={styles.bar}>
        {source.columns.length > 1 && (
          <ColumnSelect axis="y" names={source.columns} value={y} onChange={setY} />
        )}
        {source.names.length > 0 && chart !== 'histogram' && (
          <ColumnSelect axis="x" names={source.names} value={x} onChange={setX} none="position" />
        )}
        <Segmented<Chart>
          label="Chart"
          value={chart}
          onValueChange={setChart}
          segments={CHARTS}
          className={styles.end}
        />
      </div>
      <figure className={styles.figure} aria-label={`${CHART_NAMES[chart]} of ${y}, ${label}`}>
        <figcaption className={styles.caption}>{y}</figcaption>
        <ChartFrame axis={drawing.axis} below={drawing.below} marks={drawing.marks}>
          {chart === 'line' ? (
            <LineChart lines={drawing.lines} length={source.length} axis={drawing.axis} />
          ) : (
            <BarChart values={drawing.bars} axis={drawing.axis} />
          )}
        </ChartFrame>
        {drawing.note && <p className={styles.note}>{drawing.note}</p>}
        <ValuesTable drawing={drawing} />
      </figure>
      <Figures source={source} column={y} />
    </>
  );
}

interface ColumnSelectProps {
  axis: 'x' | 'y';
  names: readonly string[];
  value: string | undefined;
  onChange: (name: string | undefined) => void;
  /** Text for no column. @default a column is always chosen */
  none?: string;
}

/** The column of an axis. Options have the index as their value, because a column may have any name. */
function ColumnSelect({ axis, names, value, onChange, none }: ColumnSelectProps) {
  const id = useId();
  return (
    <span className={styles.choice}>
      <label htmlFor={id}>{axis}</label>
      <Select
        id={id}
        size="sm"
        soft
        value={value === undefined ? '' : names.indexOf(value)}
        onChange={({ target }) => onChange(target.value === '' ? undefined : names[Number(target.value)])}
      >
        {none !== undefined && <option value="">{none}</option>}
        {names.map((name, index) => (
          <option key={name} value={index}>
            {name}
          </option>
        ))}
      </Select>
    </span>
  );
}

const CHART_NAMES: Readonly<Record<Chart, string>> = {
  line: 'Line chart',
  bar: 'Bar chart',
  histogram: 'Histogram',
};

/** Rows of the table of a chart; the table of the output has all of them. */
const MAX_ROWS = 500;

/** The values of the chart, for reading instead of looking. */
function ValuesTable({ drawing: { head, length, rows } }: { drawing: Drawing }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.values} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Values as a table</summary>
      {isOpen && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long table must be scrollable with the keyboard.
        <div className={styles.valuesBox} tabIndex={0}>
          <table>
            <thead>
              <tr>
                {head.map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows(MAX_ROWS).map(([name, value], index) => (
                <tr key={index}>
                  <th scope="row">{name}</th>
                  <td>{value}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {length > MAX_ROWS && (
            <p className={styles.note}>
              First {MAX_ROWS} of {length.toLocaleString('en')}.
            </p>
          )}
        </div>
      )}
    </details>
  );
}

function Figures({ source, column }: { source: PlotSource; column: string }) {
  const { count, missing, min, max, numbers } = useMemo(
    () => statisticsOf([...source.valuesOf(column)]),
    [source, column],
  );
  const text = (value: number | string | undefined) =>
    typeof value === 'number' ? numberText(value) : undefined;
  return (
    <StatisticsList
      label={`Statistics of ${column}`}
      title="Statistics"
      note={`${count.toLocaleString('en')} values${missing > 0 ? `, ${missing.toLocaleString('en')} missing` : ''}`}
      facts={[
        ['min', text(min)],
        ['median', text(numbers?.median)],
        ['mean', text(numbers?.mean)],
        ['p95', text(numbers?.p95)],
        ['max', text(max)],
        ['p99', text(numbers?.p99)],
      ]}
    />
  );
}
