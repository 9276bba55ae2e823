import { Fragment } from 'react';
import type { FieldDoc } from '@/lib/docs/fields';
import { proseParts } from '@/lib/docs/prose';
import styles from './reference.module.css';

export interface MeaningProps {
  field: FieldDoc;
  /** Sentences about how the written value is read. */
  reads?: readonly string[];
}

/** The description of a field, and its allowed values. */
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
                  , also accepted as <code className={styles.value}>{synonyms.join(', ')}</code>
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

/** A sentence of the documentation, templates and names as code. */
export function Prose({ text }: { text: string }) {
  return proseParts(text).map((part, index) =>
    part.isCode ? (
      <code key={index} className={styles.code}>
        {part.text}
      </code>
    ) : (
      part.text
    ),
  );
}

/** The path of a field, with line breaks only between its parts. */
export function FieldPath({ path }: { path: string }) {
  const parts = path.split(/(?<=\.)/);
  return (
    <code>
      {parts.map((part, index) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </code>
  );
}
