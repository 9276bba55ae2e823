import styles from './output-view.module.css';

export interface StatisticsListProps {
  /** `Statistics of score`. */
  label: string;
  title: string;
  /** `22 of 24 rows`. */
  note: string;
  facts: readonly (readonly [name: string, value: string | undefined])[];
}

/** Figures with their names; undefined ones are left out. */
export function StatisticsList({ label, title, note, facts }: StatisticsListProps) {
  return (
    <section className={styles.statistics} aria-label={label}>
      <p className={styles.statisticsTitle}>
        <b>{title}</b> <span>{note}</span>
      </p>
      <dl>
        {facts.map(([name, value]) =>
          value === undefined ? null : (
            <div key={name}>
              <dt>{name}</dt>
              <dd title={value}>{value}</dd>
            </div>
          ),
        )}
      </dl>
    </section>
  );
}
