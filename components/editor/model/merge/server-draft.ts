import type { Descriptors, PipelineDocument } from '@/engine';
import { renameStep } from '../edits';
import { mergeDocuments, withConflictResolved } from './merge-documents';
import type { ValueConflict } from './merge-values';
import { isSame, valueAt, withValueAt } from './value-at';

/** What the open document is compared with. */
export interface ServerSide {
  /** The document of the newest known draft on the server. */
  readonly saved: PipelineDocument;
  /** The base of the next merge: `saved`, with the values before both edits where a conflict is open. */
  readonly base: PipelineDocument;
  /** Values for which a person has not decided yet. */
  readonly conflicts: readonly ValueConflict[];
}

/** The server side after a change, and the document that is open. */
export interface SideAndDocument {
  readonly side: ServerSide;
  readonly document: PipelineDocument;
}

/** The server side of a document that is saved. */
export function savedSide(saved: PipelineDocument): ServerSide {
  return { saved, base: saved, conflicts: [] };
}

/** Merges a newer draft of the server into the open document. */
export function receiveDraft(
  { base, saved, conflicts: open }: ServerSide,
  { mine, theirs }: { readonly mine: PipelineDocument; readonly theirs: PipelineDocument },
  descriptors: Descriptors,
): SideAndDocument {
  if (mine === saved && open.length === 0) return { side: savedSide(theirs), document: theirs };
  // The document shows what was deleted here until a person has decided.
  const own = open
    .filter((conflict) => conflict.mine === undefined)
    .reduce((current, conflict) => withConflictResolved(current, conflict, 'mine', descriptors), mine);
  const { document, conflicts } = mergeDocuments({ base, mine: own, theirs }, descriptors);
  const side = { saved: theirs, base: undecided(theirs, conflicts, descriptors), conflicts };
  return { side, document: isSame(document, theirs) ? theirs : document };
}

/** Updates open conflicts after an edit. One is settled when its value is theirs or its step was deleted. */
export function withEdit(side: ServerSide, document: PipelineDocument, descriptors: Descriptors): ServerSide {
  const conflicts = side.conflicts.flatMap((conflict) => afterEdit(conflict, document));
  const isUnchanged =
    conflicts.length === side.conflicts.length && conflicts.every((one, at) => one === side.conflicts[at]);
  if (isUnchanged) return side;
  return { ...side, conflicts, base: undecided(side.saved, conflicts, descriptors) };
}

/** Settles conflicts by one choice. */
export function withChoice(
  side: ServerSide,
  { document, chosen, choice }: ConflictChoice,
  descriptors: Descriptors,
): SideAndDocument {
  const next = chosen.reduce(
    (current, conflict) => withConflictResolved(current, conflict, choice, descriptors),
    document,
  );
  const conflicts = side.conflicts.filter((conflict) => !chosen.includes(conflict));
  return {
    side: { ...side, conflicts, base: undecided(side.saved, conflicts, descriptors) },
    document: isSame(next, side.saved) ? side.saved : next,
  };
}

/** A decision of a person about conflicts. */
export interface ConflictChoice {
  readonly document: PipelineDocument;
  readonly chosen: readonly ValueConflict[];
  readonly choice: 'mine' | 'theirs';
}

/** The saved document with the values before both edits where a conflict is open. */
function undecided(
  saved: PipelineDocument,
  conflicts: readonly ValueConflict[],
  descriptors: Descriptors,
): PipelineDocument {
  return conflicts.reduce((document, { path, base, theirs }) => {
    const isId = path.length === 3 && path[2] === 'id';
    return isId
      ? renameStep(document, String(theirs), String(base), descriptors)
      : withValueAt(document, path, base);
  }, saved);
}

function afterEdit(conflict: ValueConflict, document: PipelineDocument): readonly ValueConflict[] {
  const { path, mine, theirs } = conflict;
  if (path.length > 2 && valueAt(document, path.slice(0, 2)) === undefined) return [];
  const current = valueAt(document, path);
  if (isSame(current, mine ?? theirs)) return [conflict];
  const isSettled = isSame(current, theirs) || (mine === undefined && current === undefined);
  return isSettled ? [] : [{ ...conflict, mine: current }];
}
