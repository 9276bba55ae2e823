import type { FieldDoc } from '@/lib/docs/fields';
import { Prose } from './prose';
import styles from './reference.module.css';

export interface MeaningProps {
  field: FieldDoc;
  /** Sentences on how what is written is read. */
  reads?: readonly string[];
}

/** What a field means, and the values it may have. */
export function Meaning({ field, reads = [] }: MeaningProps) {
  return (
    <>
      <Prose text={field.description} />
      {field.values.length > 0 && (
        <ul className={styles.values} aria-label="Values">
          {field.values.map(({ value, label, synonyms }) => (
            <li key={value}>
              <code className={styles.value}>{value}</code>
              {label !== undefined && ` ${label}`}
              {synonyms.length > 0 && (
                <span className={styles.same}>
                  {' '}
                  also accepted as <code className={styles.value}>{synonyms.join(', ')}</code>
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {reads.length > 0 && (
        <p className={styles.reads}>
          <Prose text={reads.join(' ')} />
        </p>
      )}
    </>
  );
}

/** A type with its unit. */
export function typeWithUnit({ type, unit }: FieldDoc): string {
  return unit === undefined ? type : `${type}, ${unit}`;
}
