'use client';

import { useRef } from 'react';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { announce } from '../commands/command';
import { useLeave } from '../expression-input/use-leave';
import type { ValueConflict } from '../model/merge/merge-values';
import type { SaveState } from '../model/save-state';
import { useEditor, useSession } from '../use-editor';
import { placeOf, stepOf, valueText } from './conflict-words';
import styles from './save-conflicts.module.css';
import { useSaving } from './saving-context';

export interface SaveConflictsProps {
  /** The step; undefined for the pipeline itself. */
  stepId: string | undefined;
}

/** Values that were changed here and elsewhere, each with the choice between both. */
export function SaveConflicts({ stepId }: SaveConflictsProps) {
  const conflicts = useEditor((state) => conflictsOf(state.save, stepId));
  const section = useRef<HTMLElement>(null);
  const leave = useLeave();
  if (conflicts.length === 0) return null;
  const onResolved = () => {
    if (conflicts.length > 1) section.current?.focus();
    else leave();
  };
  return (
    <section
      ref={section}
      tabIndex={-1}
      className={styles.conflicts}
      aria-label="Values changed here and elsewhere"
    >
      {conflicts.map((conflict) => (
        <ConflictChoice key={conflict.path.join('\n')} conflict={conflict} onResolved={onResolved} />
      ))}
    </section>
  );
}

const NONE: readonly ValueConflict[] = [];

function conflictsOf(save: SaveState, stepId: string | undefined): readonly ValueConflict[] {
  return save.status === 'conflict' ? save.conflicts.filter(({ path }) => stepOf(path) === stepId) : NONE;
}

interface ConflictChoiceProps {
  conflict: ValueConflict;
  onResolved: () => void;
}

/** One value: the saved one of the other side, the own one, and the one before both edits. */
function ConflictChoice({ conflict, onResolved }: ConflictChoiceProps) {
  const session = useSession();
  const saving = useSaving();
  const place = useEditor((state) => placeOf(conflict.path, state.document, session.descriptors));
  const { base, mine, theirs } = conflict;
  const choose = (choice: 'mine' | 'theirs') => {
    onResolved();
    announce(session, choice === 'mine' ? `Kept your value: ${place}.` : `Used their value: ${place}.`);
    void saving?.controller?.resolve([conflict], choice);
  };
  return (
    <div className={styles.conflict} data-status="failed">
      <p className={styles.title}>
        <Icon name="err" size={14} />
        <span>
          <b>{place}</b> was changed here and elsewhere.
        </span>
      </p>
      <dl className={styles.values}>
        <Value term="Theirs, saved" value={theirs} missing="Deleted" />
        <Value term="Mine" value={mine} missing="Deleted" />
        <Value term="Before" value={base} missing="Not set" />
      </dl>
      <p className={styles.tools}>
        <Button size="sm" variant="primary" title="Undo restores your value" onClick={() => choose('theirs')}>
          Use theirs
        </Button>
        <Button size="sm" title="Their draft is kept as a version" onClick={() => choose('mine')}>
          Keep mine
        </Button>
        <span className={styles.hint}>Undo restores yours; theirs is kept as a version.</span>
      </p>
    </div>
  );
}

interface ValueProps {
  term: string;
  value: unknown;
  missing: string;
}

function Value({ term, value, missing }: ValueProps) {
  return (
    <>
      <dt>{term}</dt>
      <dd>
        {value === undefined ? (
          <span className={styles.hint}>{missing}</span>
        ) : (
          // Long values scroll, also by keyboard.
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable.
          <pre className={styles.value} tabIndex={0}>
            {valueText(value)}
          </pre>
        )}
      </dd>
    </>
  );
}
