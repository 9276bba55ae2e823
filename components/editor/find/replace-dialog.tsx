'use client';

import { useMemo, useState } from 'react';
import { titleOf } from '@/components/pipeline-text/step-title';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Dialog } from '@/components/ui/dialog';
import { formatCount } from '@/components/ui/format';
import { announce } from '../commands/command';
import { EMPTY_SELECTION } from '../model/selection';
import { useEditor, useSession } from '../use-editor';
import styles from './find-panel.module.css';
import { keyOfText, type Match, nameOfPlace } from './matches';
import { applyChanges, type Change, changesOf } from './replace';

export interface ReplaceDialogProps {
  query: string;
  matches: readonly Match[];
  replacement: string;
  onClose: () => void;
}

/** The changes of a replacement: each can be left out, and the others are one edit. */
export function ReplaceDialog({ query, matches, replacement, onClose }: ReplaceDialogProps) {
  const session = useSession();
  const document = useEditor((state) => state.document);
  const changes = useMemo(() => changesOf(document, matches, replacement), [document, matches, replacement]);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const selected = changes.filter(({ key, refusal }) => refusal === undefined && !left.has(key));
  const apply = () => {
    const keys = new Set(selected.map(({ key }) => key));
    const replaced = matches.filter((match) => keys.has(keyOfText(match)));
    onClose();
    session.store.edit(
      `Replace “${query}” with “${replacement}”`,
      (current) => applyChanges(current, selected, session.descriptors),
      { select: EMPTY_SELECTION },
    );
    announce(session, `Replaced ${formatCount(replaced.length, 'match', 'matches')}.`);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="md"
      title={`Replace “${query}” with “${replacement}”`}
      description={`${selected.length} of ${formatCount(changes.length, 'change')} selected. Undo reverts all of them.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={selected.length === 0} onClick={apply}>
            Replace {selected.length}
          </Button>
        </>
      }
    >
      <ul className={styles.changes} aria-label="Changes">
        {changes.map((change) => (
          <li key={change.key}>
            <ChangeRow
              change={change}
              title={titleOf(document, change.stepId, session.descriptors)}
              checked={selected.includes(change)}
              onCheckedChange={() => setLeft(toggled(left, change.key))}
            />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

interface ChangeRowProps {
  change: Change;
  /** Of the step. */
  title: string;
  checked: boolean;
  onCheckedChange: () => void;
}

function ChangeRow({ change, title, checked, onCheckedChange }: ChangeRowProps) {
  const { place, before, after, refusal } = change;
  return (
    <>
      <Checkbox checked={checked} disabled={refusal !== undefined} onCheckedChange={onCheckedChange}>
        {title}, {nameOfPlace(place)}
      </Checkbox>
      <div className={styles.change}>
        <del>{before}</del>
        {refusal === undefined ? <ins>{after === '' ? '(empty)' : after}</ins> : <span>{refusal}</span>}
      </div>
    </>
  );
}

function toggled(set: ReadonlySet<string>, key: string): ReadonlySet<string> {
  return set.has(key) ? new Set([...set].filter((one) => one !== key)) : new Set([...set, key]);
}
