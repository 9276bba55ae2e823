import { LinesDiff } from '@/components/text-diff/lines-diff';
import { formatBytes, formatCount } from '@/components/ui/format';
import { Icon, type IconName } from '@/components/ui/icon';
import type { DiffPart, JsonDiffRecord } from '@/lib/contracts/run-diffs';
import styles from './change-list.module.css';

type Change = JsonDiffRecord['changes'][number];

const LOOKS: Readonly<Record<Change['kind'], { icon: IconName; word: string }>> = {
  added: { icon: 'plus', word: 'added' },
  removed: { icon: 'minus', word: 'removed' },
  changed: { icon: 'pencil', word: 'changed' },
};

export interface ChangeListProps {
  /** Accessible name of the list. */
  label: string;
  diff: JsonDiffRecord;
}

/** Differences of two values: where, what it was, and what it is. */
export function ChangeList({ label, diff: { changes, total } }: ChangeListProps) {
  if (total === 0) return <p className={styles.none}>No differences.</p>;
  return (
    <>
      <ul className={styles.list} aria-label={label}>
        {changes.map((change) => (
          <li
            key={`${change.kind} ${change.path.join('.')}`}
            data-change={change.kind}
            className={styles.change}
          >
            <Icon name={LOOKS[change.kind].icon} size={12} label={LOOKS[change.kind].word} />
            <code className={styles.path}>{pathText(change.path)}</code>
            {isText(change) ? <TextChange change={change} /> : <Values change={change} />}
          </li>
        ))}
      </ul>
      {total > changes.length && (
        <p className={styles.none}>{formatCount(total - changes.length, 'more difference')} not shown.</p>
      )}
    </>
  );
}

/** A changed text of several lines: a report, a table as CSV. */
interface TextChanged extends Change {
  readonly base: { readonly value: string };
  readonly run: { readonly value: string };
}

function isText(change: Change): change is TextChanged {
  const texts = [change.base, change.run].map((part) => (part && 'value' in part ? part.value : undefined));
  return texts.every((text) => typeof text === 'string') && texts.some((text) => String(text).includes('\n'));
}

/** Only the lines that differ, and some around them. */
function TextChange({ change: { path, base, run } }: { change: TextChanged }) {
  return (
    <div className={styles.text}>
      <LinesDiff
        before={base.value}
        after={run.value}
        label={`Lines of ${pathText(path)}`}
        same="The lines are the same."
      />
    </div>
  );
}

interface ValuesProps {
  change: Change;
}

function Values({ change: { kind, base, run } }: ValuesProps) {
  return (
    <span className={styles.values}>
      {base && <del className={styles.before}>{partText(base)}</del>}
      {kind === 'changed' && <Icon name="right" size={12} label="is now" />}
      {run && <ins className={styles.after}>{partText(run)}</ins>}
    </span>
  );
}

function partText(part: DiffPart): string {
  return 'value' in part ? JSON.stringify(part.value) : `value of ${formatBytes(part.bytes)}`;
}

/** The path as an expression writes it: `items[0].name`. */
function pathText(path: readonly (string | number)[]): string {
  if (path.length === 0) return 'the whole value';
  return path
    .map((key) => {
      if (typeof key === 'number') return `[${key}]`;
      return /^[A-Za-z_]\w*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
    })
    .join('')
    .replace(/^\./, '');
}
