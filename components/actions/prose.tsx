import { proseParts } from '@/lib/docs/prose';
import styles from './reference.module.css';

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
