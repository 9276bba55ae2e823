import { patch } from '@/components/ui/observable';
import { announce } from '../commands/command';
import { selectGraph } from '../model/derived';
import type { Finding } from '../model/interaction';
import { selectSteps } from '../model/selection';
import type { EditorSession } from '../session';
import { findMatches, type Match } from './matches';

const CLOSED: Finding = { query: '', matchCase: false, at: 0, replacing: false, opened: 0 };

/** Opens the search, or moves the focus to it. */
export function openFind(session: EditorSession, change: Partial<Pick<Finding, 'replacing'>> = {}): void {
  const find = session.interaction.get().find ?? CLOSED;
  patch(session.interaction, { find: { ...find, ...change, opened: find.opened + 1 } });
}

/** Closes the search, and moves the focus to the selected step. */
export function closeFind(session: EditorSession): void {
  patch(session.interaction, { find: undefined, found: undefined });
  session.view.get()?.focus(session.store.getState().selection.steps.at(-1));
}

/** Changes what is searched, and shows the first match. */
export function search(session: EditorSession, change: Partial<Pick<Finding, 'query' | 'matchCase'>>): void {
  const { find } = session.interaction.get();
  if (find === undefined) return;
  patch(session.interaction, { find: { ...find, ...change, at: 0 } });
  showMatch(session, matchesOf(session)[0]);
}

/** Goes to a match by its index. */
export function goToMatch(session: EditorSession, at: number): void {
  const { find } = session.interaction.get();
  const match = matchesOf(session)[at];
  if (find === undefined || match === undefined) return;
  patch(session.interaction, { find: { ...find, at } });
  showMatch(session, match);
}

/** Goes to the next or previous match; after the last follows the first. Opens the search when it is closed. */
export function moveToMatch(session: EditorSession, by: 1 | -1): void {
  const { find } = session.interaction.get();
  const { length } = matchesOf(session);
  if (find === undefined || find.query === '') openFind(session);
  else if (length === 0) announce(session, `Nothing matches “${find.query}”.`);
  else goToMatch(session, (find.at + by + length) % length);
}

/** The matches of the open search, in the order of execution. */
export function matchesOf(session: EditorSession): readonly Match[] {
  const { find } = session.interaction.get();
  if (find === undefined || find.query === '') return NONE;
  const { document } = session.store.getState();
  const { query, matchCase } = find;
  const known = remembered.get(session);
  if (known?.document === document && known.query === query && known.matchCase === matchCase)
    return known.matches;
  const { order } = selectGraph(document, session.descriptors);
  const matches = findMatches(document, query, session.descriptors, { matchCase, order });
  remembered.set(session, { document, query, matchCase, matches });
  return matches;
}

const NONE: readonly Match[] = [];

interface Search {
  readonly document: unknown;
  readonly query: string;
  readonly matchCase: boolean;
  readonly matches: readonly Match[];
}

/** The last search of each session. */
const remembered = new WeakMap<EditorSession, Search>();

function showMatch(session: EditorSession, match: Match | undefined): void {
  if (match === undefined) return;
  const { steps } = session.store.getState().selection;
  if (steps.length !== 1 || steps[0] !== match.stepId) session.store.select(selectSteps(match.stepId));
  session.view.get()?.reveal([match.stepId]);
}
