import { formatDuration } from '@/components/ui/format';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import type { HistoryFigures } from '@/lib/contracts/history';
import styles from './history.module.css';
import { percent } from './words';

export interface DayChartsProps {
  /** Oldest first. */
  days: HistoryFigures['days'];
}

type Day = HistoryFigures['days'][number];

/** Days that are drawn. */
const MOST_DAYS = 60;

/** Success rate and durations of each day with runs. */
export function DayCharts({ days }: DayChartsProps) {
  const shown = days.slice(-MOST_DAYS);
  const longest = Math.max(1, ...shown.map(({ p95Ms }) => p95Ms ?? 0));
  return (
    <section aria-label="By day" className={styles.charts}>
      <Chart
        title="Success rate by day"
        note="red: failed"
        days={shown}
        bar={(day) => <RateBar day={day} />}
      />
      <Chart
        title="Duration by day"
        note={`p50 solid, p95 outlined; highest ${formatDuration(longest)}`}
        days={shown}
        bar={(day) => <DurationBar day={day} longest={longest} />}
      />
      <VisuallyHidden>
        <table>
          <caption>Runs by day</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Success rate</th>
              <th scope="col">p50</th>
              <th scope="col">p95</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((day) => (
              <tr key={day.day}>
                <th scope="row">{day.day}</th>
                <td>{day.successRate === null ? '–' : percent(day.successRate)}</td>
                <td>{day.p50Ms === null ? '–' : formatDuration(day.p50Ms)}</td>
                <td>{day.p95Ms === null ? '–' : formatDuration(day.p95Ms)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </section>
  );
}

interface ChartProps {
  title: string;
  note: string;
  days: readonly Day[];
  bar: (day: Day) => React.ReactNode;
}

/** The bars of some days; the table beside it has the same values. */
function Chart({ title, note, days, bar }: ChartProps) {
  return (
    <figure className={styles.chart} aria-hidden>
      <figcaption>
        <b>{title}</b> {note}
      </figcaption>
      <div className={styles.bars}>
        {days.map((day) => (
          <div key={day.day} className={styles.day} title={dayText(day)}>
            {bar(day)}
          </div>
        ))}
      </div>
      <div className={styles.axis}>
        <span>{days[0]?.day}</span>
        <span>{days.length > 1 && days.at(-1)?.day}</span>
      </div>
    </figure>
  );
}

function RateBar({ day }: { day: Day }) {
  if (day.successRate === null) return null;
  return (
    <>
      <i className={styles.failed} style={{ height: `${(1 - day.successRate) * 100}%` }} />
      <i className={styles.completed} style={{ height: `${day.successRate * 100}%` }} />
    </>
  );
}

function DurationBar({ day, longest }: { day: Day; longest: number }) {
  if (day.p50Ms === null || day.p95Ms === null) return null;
  return (
    <i className={styles.p95} style={{ height: `${(day.p95Ms / longest) * 100}%` }}>
      <i
        className={styles.p50}
        style={{ height: `${day.p95Ms === 0 ? 0 : (day.p50Ms / day.p95Ms) * 100}%` }}
      />
    </i>
  );
}

function dayText({ day, ended, failed, successRate, p50Ms, p95Ms }: Day): string {
  const facts = [
    ...(successRate === null ? [] : [`${percent(successRate)} completed (${failed} of ${ended} failed)`]),
    ...(p50Ms === null ? [] : [`p50 ${formatDuration(p50Ms)}`]),
    ...(p95Ms === null ? [] : [`p95 ${formatDuration(p95Ms)}`]),
  ];
  return `${day}: ${facts.join(', ')}`;
}
