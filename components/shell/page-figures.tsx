import styles from './page-figures.module.css';

export interface PageFiguresProps {
  figures: readonly { readonly value: string; readonly label: string }[];
}

/** The most important figures of a page, beside its buttons. */
export function PageFigures({ figures }: PageFiguresProps) {
  return (
    <dl className={styles.figures}>
      {figures.map(({ value, label }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
