import { formatDuration, formatMoment } from '../../ui/format';
import styles from './charts.module.css';
import type { Sample } from './series';

export interface MetricsTableProps {
  samples: readonly Sample[];
  now: Date;
}

/** The charts as a table, newest first, without empty samples. */
export function MetricsTable({ samples, now }: MetricsTableProps) {
  const rows = samples.filter(({ requestsPerSecond, ready }) => requestsPerSecond > 0 || ready !== null);
  if (rows.length === 0) return null;
  return (
    <details className={styles.details}>
      <summary>Values as a table</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be focusable by keyboard. */}
      <section className={styles.scroll} tabIndex={0} aria-label="Metrics">
        <table>
          <thead>
            <tr>
              <th scope="col">Time</th>
              <th scope="col">Requests/s</th>
              <th scope="col">429</th>
              <th scope="col">p50</th>
              <th scope="col">p99</th>
              <th scope="col">In flight</th>
              <th scope="col">Ready</th>
            </tr>
          </thead>
          <tbody>
            {rows.toReversed().map(({ at, requestsPerSecond, limited, p50, p99, inFlight, ready }) => (
              <tr key={at}>
                <th scope="row">{formatMoment(at, now)}</th>
                <td>{requestsPerSecond.toFixed(2)}</td>
                <td>{limited}</td>
                <td>{p50 === null ? '–' : formatDuration(p50)}</td>
                <td>{p99 === null ? '–' : formatDuration(p99)}</td>
                <td>{inFlight}</td>
                <td>{ready ?? '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
