import type { Descriptors, PipelineDocument } from '@/engine';
import { removeSteps, renameStep } from '../edits';
import { newFrameId } from '../edits/frames';
import { newNoteId } from '../edits/layout';
import { framesOf } from '../frames';
import { newStepId } from '../step-ids';
import { type MergeRules, mergeValues, type ValueConflict } from './merge-values';
import { type StepRename, stepRenames } from './step-renames';
import { isSame, type Path, valueAt, withValueAt } from './value-at';

/** Three states of one document. */
export interface DocumentSides {
  /** The newest state that both sides have seen. */
  readonly base: PipelineDocument;
  readonly mine: PipelineDocument;
  readonly theirs: PipelineDocument;
}

/** A document with the changes of both sides. */
export interface MergeResult {
  readonly document: PipelineDocument;
  /** Values that both sides changed differently. The document has `mine`, or `theirs` where `mine` is absent. */
  readonly conflicts: readonly ValueConflict[];
}

/** Document without anything, as the base where none is known: then nothing counts as removed. */
export const NO_BASE: PipelineDocument = { steps: [] };

/**
 * Merges two edits of one document by step, parameter and key. A step that one side renamed keeps the changes of the
 * other side, and steps that both sides added under one id are both kept. Positions are never a conflict.
 */
export function mergeDocuments(sides: DocumentSides, descriptors: Descriptors): MergeResult {
  const conflicts: ValueConflict[] = [];
  const aligned = alignIds(sides, descriptors, (conflict) => conflicts.push(conflict));
  const rules: MergeRules = { ruleOf, contentOf, conflict: (conflict) => conflicts.push(conflict) };
  const document = asDocument(mergeValues(rules, [], aligned));
  return { document, conflicts };
}

/** The document with the other side's value of a conflict, or with the own one. */
export function withConflictResolved(
  document: PipelineDocument,
  conflict: ValueConflict,
  choice: 'mine' | 'theirs',
  descriptors: Descriptors,
): PipelineDocument {
  const { path } = conflict;
  const value = conflict[choice];
  const [list, id, key] = path;
  if (list === 'steps' && id !== undefined) {
    const isGone = valueAt(document, ['steps', id]) === undefined;
    if (isGone && key !== undefined) return document;
    if (key === 'id') return renameStep(document, id, String(value), descriptors);
    if (key === undefined && value === undefined) return removeSteps(document, [id], descriptors);
  }
  return isSame(valueAt(document, path), value) ? document : withValueAt(document, path, value);
}

/** Gives steps the same ids on all sides, so that each step is merged with itself and with no other. */
function alignIds(
  { base, mine, theirs }: DocumentSides,
  descriptors: Descriptors,
  report: (conflict: ValueConflict) => void,
): DocumentSides {
  const byThem = stepRenames(base, theirs);
  const own = base === NO_BASE ? mine : separated({ base, mine, theirs }, byThem, descriptors);
  const byMe = stepRenames(base, own);
  let sides: DocumentSides = { base, mine: own, theirs };
  const rename = (side: keyof DocumentSides, { from, to }: StepRename) => {
    if (sides[side].steps.some(({ id }) => id === to)) return;
    sides = { ...sides, [side]: renameStep(sides[side], from, to, descriptors) };
  };
  for (const { from, to } of byThem) {
    const rival = byMe.find((each) => each.from === from);
    if (rival === undefined) {
      rename('base', { from, to });
      rename('mine', { from, to });
    } else if (rival.to !== to) {
      report({ path: ['steps', rival.to, 'id'], base: from, mine: rival.to, theirs: to });
      rename('theirs', { from: to, to: rival.to });
    }
  }
  for (const renamed of byMe) {
    rename('base', renamed);
    rename('theirs', renamed);
  }
  return sides;
}

/** The own document, in which steps and notes that both sides added under one id have another id. */
function separated(
  { base, mine, theirs }: DocumentSides,
  byThem: readonly StepRename[],
  descriptors: Descriptors,
): PipelineDocument {
  const sides = { base, mine, theirs };
  const byMe = stepRenames(base, mine);
  const isShared = ({ from, to }: StepRename) =>
    byThem.some((other) => other.from === from && other.to === to);
  const shared = new Set(byMe.filter(isShared).map(({ to }) => to));
  const known = new Set(base.steps.map(({ id }) => id));
  let next = mine;
  for (const { id } of mine.steps) {
    if (known.has(id) || shared.has(id) || !isAddedTwice(sides, ['steps', id])) continue;
    const taken = { steps: [...next.steps, ...theirs.steps, ...base.steps] };
    next = renameStep(next, id, newStepId(taken, id), descriptors);
  }
  for (const note of mine.layout?.notes ?? []) {
    const path = ['layout', 'notes', note.id];
    if (!isAddedTwice(sides, path)) continue;
    const notes = [...(next.layout?.notes ?? []), ...(theirs.layout?.notes ?? [])];
    next = withValueAt(next, [...path, 'id'], newNoteId({ steps: [], layout: { notes } }));
  }
  return withOwnFrames(next, sides);
}

/** The document, in which frames that both sides added under one id have another id. */
function withOwnFrames(document: PipelineDocument, sides: DocumentSides): PipelineDocument {
  let next = document;
  for (const { id } of framesOf(document)) {
    const path = ['layout', 'frames', id];
    if (!isAddedTwice(sides, path)) continue;
    const frames = [...framesOf(next), ...framesOf(sides.theirs)];
    next = withValueAt(next, [...path, 'id'], newFrameId({ steps: [], layout: { frames } }));
  }
  return next;
}

function isAddedTwice({ base, mine, theirs }: DocumentSides, path: Path): boolean {
  const other = valueAt(theirs, path);
  return other !== undefined && valueAt(base, path) === undefined && !isSame(valueAt(mine, path), other);
}

/** Keys of steps and of their retry whose lists have no order that matters. */
const SETS = new Set(['depends_on', 'retry_on']);

/** Keys of notes and frames that say where and how large they are drawn. */
const GEOMETRY = new Set(['x', 'y', 'width', 'height', 'collapsed']);

function ruleOf(path: Path): 'value' | 'set' | 'mine' {
  const [first, second, , fourth] = path;
  const last = path.at(-1) ?? '';
  if (first === 'steps' && SETS.has(last) && !path.includes('params')) return 'set';
  if (first !== 'layout') return 'value';
  if (second === 'steps' && path.length === 3) return 'mine';
  if (second === 'frames' && fourth === 'steps') return 'set';
  return fourth !== undefined && path.length === 4 && GEOMETRY.has(fourth) ? 'mine' : 'value';
}

/** Moving a note or a frame, or steps into a frame, does not keep it from being deleted. */
function contentOf(path: Path, value: unknown): unknown {
  if (path[0] !== 'layout' || typeof value !== 'object' || value === null) return value;
  // The list is removed with its last item.
  if (path.length === 2 && Array.isArray(value)) return value.map((item) => contentOf([...path, ''], item));
  if (path.length !== 3) return value;
  const isOfFrames = path[1] === 'frames';
  return Object.fromEntries(
    Object.entries(value).filter(([key]) => !GEOMETRY.has(key) && !(isOfFrames && key === 'steps')),
  );
}

/** A document was merged with documents, and `steps` is never removed. */
function asDocument(value: unknown): PipelineDocument {
  return value as PipelineDocument;
}
