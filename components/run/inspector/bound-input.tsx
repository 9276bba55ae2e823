import { isJsonObject, type Json, MASK } from '@/engine';
import styles from './bound-input.module.css';
import { ValueText } from './value-text';

export interface BoundInputProps {
  bound: BoundInputValue;
  /** `query of load`. */
  label: string;
}

/** Text with values beside it, as the journal keeps it. */
export interface BoundInputValue {
  readonly text: string;
  readonly values: readonly Json[];
}

/** Reads a journal's input as text with values beside it; undefined when it is something else. */
export function readBound(input: Json | undefined): BoundInputValue | undefined {
  if (!isJsonObject(input) || typeof input.text !== 'string' || !Array.isArray(input.values))
    return undefined;
  return { text: input.text, values: input.values };
}

/** Text as it was sent, and the values that were sent beside it. */
export function BoundInput({ bound, label }: BoundInputProps) {
  return (
    <div className={styles.bound}>
      <pre className={styles.text}>{bound.text}</pre>
      <table className={styles.values} aria-label={`Bound values: ${label}`}>
        <tbody>
          {bound.values.map((value, index) => (
            <tr key={index}>
              <th scope="row">${index + 1}</th>
              <td>
                {JSON.stringify(value).includes(MASK) ? (
                  <span className={styles.masked}>masked, never stored</span>
                ) : (
                  <ValueText value={value} label={`$${index + 1}, ${label}`} base="" />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
