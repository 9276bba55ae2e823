import type { Json, JsonChange } from '@/engine';
import styles from './paused-inputs.module.css';

export interface EditedListProps {
  changes: readonly JsonChange[];
}

const WORDS: Readonly<Record<JsonChange['kind'], string>> = {
  added: 'Added',
  removed: 'Removed',
  changed: 'Edited',
};
/** Most changes that are named. */
const SHOWN = 8;
/** Longest shown value, in characters. */
const LONGEST = 80;

/** What was edited, with the resolved value before. */
export function EditedList({ changes }: EditedListProps) {
  if (changes.length === 0) return null;
  return (
    <ul className={styles.edits} aria-label="Edited inputs">
      {changes.slice(0, SHOWN).map((change) => (
        <li key={change.path.join('.')}>
          <b>{WORDS[change.kind]}</b> <code>{change.path.join('.')}</code>
          {'left' in change && (
            <>
              {' was '}
              <code className={styles.before}>{short(change.left)}</code>
            </>
          )}
        </li>
      ))}
      {changes.length > SHOWN && <li>and {changes.length - SHOWN} more</li>}
      <li className={styles.only}>for this run only</li>
    </ul>
  );
}

function short(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
