'use client';

import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { Input } from '@/components/ui/input';
import { patch } from '@/components/ui/observable';
import type { Finding } from '../model/interaction';
import { useEditor, useInteraction, useSession } from '../use-editor';
import styles from './find-panel.module.css';
import { FindResults } from './find-results';
import { closeFind, goToMatch, matchesOf, moveToMatch, search } from './finding';
import type { Match } from './matches';
import { ReplaceDialog } from './replace-dialog';

/** Searches titles, ids, actions, parameters and expressions of all steps. */
export function FindPanel() {
  const find = useInteraction((interaction) => interaction.find);
  return find === undefined ? null : <OpenFind find={find} />;
}

interface OpenFindProps {
  find: Finding;
}

function OpenFind({ find }: OpenFindProps) {
  const session = useSession();
  // The matches follow the document.
  useEditor((state) => state.document);
  const matches = matchesOf(session);
  const { query, matchCase } = find;
  const at = Math.min(find.at, Math.max(0, matches.length - 1));
  const field = useFocusedField(find.opened);
  useHighlights(matches);
  const onKeyDown = (event: KeyboardEvent) => {
    // Keys of the preview, a dialog of its own, arrive here, too.
    const isHere = event.target instanceof Node && event.currentTarget.contains(event.target);
    if (event.key !== 'Escape' || !isHere) return;
    event.preventDefault();
    closeFind(session);
  };
  return (
    <search className={styles.panel} aria-label="Find in pipeline" onKeyDown={onKeyDown}>
      <div className={styles.row}>
        <Input
          ref={field}
          size="sm"
          icon="search"
          aria-label="Find in steps"
          placeholder="Titles, IDs, parameters, expressions"
          className={styles.field}
          value={query}
          onChange={(event) => search(session, { query: event.target.value })}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey)
              return;
            event.preventDefault();
            moveToMatch(session, event.shiftKey ? -1 : 1);
          }}
        />
        <span role="status" className={styles.count}>
          {countText(query, at, matches.length)}
        </span>
        <Button
          size="sm"
          variant="quiet"
          aria-pressed={matchCase}
          aria-label="Match case"
          title="Match case"
          className={styles.case}
          onClick={() => search(session, { matchCase: !matchCase })}
        >
          Aa
        </Button>
        <IconButton
          size="sm"
          icon="down"
          label="Previous match"
          shortcut="Shift+Enter"
          className={styles.up}
          onClick={() => moveToMatch(session, -1)}
        />
        <IconButton
          size="sm"
          icon="down"
          label="Next match"
          shortcut="Enter"
          onClick={() => moveToMatch(session, 1)}
        />
        <IconButton size="sm" icon="x" label="Close find" shortcut="Esc" onClick={() => closeFind(session)} />
      </div>
      {!session.readOnly && <ReplaceRow find={find} matches={matches} />}
      <FindResults matches={matches} at={at} onGo={(index) => goToMatch(session, index)} />
    </search>
  );
}

interface ReplaceRowProps {
  find: Finding;
  matches: readonly Match[];
}

/** The replacement, with a preview before anything changes. */
function ReplaceRow({ find, matches }: ReplaceRowProps) {
  const session = useSession();
  const [replacement, setReplacement] = useState('');
  const [isPreviewing, setPreviewing] = useState(false);
  if (!find.replacing) {
    return (
      <Button
        size="sm"
        variant="quiet"
        className={styles.more}
        onClick={() => patch(session.interaction, { find: { ...find, replacing: true } })}
      >
        Replace…
      </Button>
    );
  }
  return (
    <div className={styles.row}>
      <Input
        size="sm"
        aria-label="Replace with"
        placeholder="Replace with"
        className={styles.field}
        value={replacement}
        onChange={(event) => setReplacement(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing && matches.length > 0)
            setPreviewing(true);
        }}
      />
      <Button size="sm" disabled={matches.length === 0} onClick={() => setPreviewing(true)}>
        Preview changes
      </Button>
      {isPreviewing && (
        <ReplaceDialog
          query={find.query}
          matches={matches}
          replacement={replacement}
          onClose={() => setPreviewing(false)}
        />
      )}
    </div>
  );
}

function countText(query: string, at: number, count: number): string {
  if (query === '') return '';
  return count === 0 ? 'No matches' : `${at + 1} of ${count}`;
}

/** A field that takes the focus whenever the search is opened, with its text selected. */
function useFocusedField(opened: number) {
  const field = useRef<HTMLInputElement>(null);
  // The focus is the browser's.
  useEffect(() => {
    if (opened === 0) return;
    field.current?.focus({ preventScroll: true });
    field.current?.select();
  }, [opened]);
  return field;
}

/** Highlights the steps with matches on the canvas. */
function useHighlights(matches: readonly Match[]): void {
  const { interaction } = useSession();
  // Cards read the state of interactions.
  useEffect(() => {
    patch(interaction, { found: new Set(matches.map(({ stepId }) => stepId)) });
    return () => patch(interaction, { found: undefined });
  }, [matches, interaction]);
}
