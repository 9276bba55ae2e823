import type { FieldDoc } from '@/lib/docs/fields';
import { FieldPath } from './field-path';
import { Meaning, typeWithUnit } from './meaning';
import styles from './reference.module.css';

export interface OutputsTableProps {
  outputs: readonly FieldDoc[];
}

/** What an action gives, field by field. */
export function OutputsTable({ outputs }: OutputsTableProps) {
  if (outputs.length === 0) return <p>No outputs</p>;
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            {['Field', 'Type', 'Always set', 'Description'].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {outputs.map((field) => (
            <tr key={field.path} className={field.depth > 0 ? styles.below : undefined}>
              <td className={styles.name}>
                <FieldPath path={field.path} />
              </td>
              <td className={styles.type}>{typeWithUnit(field)}</td>
              <td>{field.required ? 'yes' : 'no'}</td>
              <td className={styles.meaning}>
                <Meaning field={field} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
