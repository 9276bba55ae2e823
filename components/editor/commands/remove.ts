import { stepTitle } from '@/components/pipeline-text/step-title';
import { formatCount } from '@/components/ui/format';
import { patch } from '@/components/ui/observable';
import type { GraphEdge, PipelineDocument } from '@/engine';
import { selectGraph, selectStep } from '../model/derived';
import { disconnect, refuseDisconnect, removeFrames, removeNotes, removeSteps } from '../model/edits';
import { pairOf } from '../model/implied-edges';
import { readersOf } from '../model/readers';
import { EMPTY_SELECTION, placedCount, type Selection, selectedCount } from '../model/selection';
import type { EditorSession } from '../session';
import { announce, type Command, type CommandContext } from './command';

/**
 * Deletes the selected steps, notes, edges and frames, and connects the upstream of deleted steps to their downstream.
 * The steps of a deleted frame stay.
 */
export const removeSelected: Command = {
  id: 'delete',
  label: 'Delete',
  group: 'edit',
  icon: 'trash',
  shortcuts: ['Delete'],
  scope: 'canvas',
  edits: true,
  enabled: hasSelection,
  run: (context) => removeItems(context, { selection: selectionOf(context), reconnects: true }),
};

/** Deletes the selected steps and leaves their neighbours unconnected. */
export const removeOnly: Command = {
  id: 'delete-without-reconnecting',
  label: 'Delete without reconnecting',
  group: 'edit',
  shortcuts: ['Mod+Delete'],
  scope: 'canvas',
  edits: true,
  enabled: (context) => selectionOf(context).steps.length > 0,
  run: (context) => removeItems(context, { selection: selectionOf(context), reconnects: false }),
};

/** What is deleted, and whether the neighbours of deleted steps are connected to each other. */
export interface Removal {
  readonly selection: Selection;
  readonly reconnects: boolean;
}

type RemovalContext = Pick<CommandContext, 'session' | 'notify'>;

/** Deletes items. Asks first when fields elsewhere read a deleted step. */
export function removeItems(context: CommandContext, removal: Removal): void {
  const { store, descriptors, interaction } = context.session;
  const readers = readersOf(store.getState().document, removal.selection.steps, descriptors);
  if (readers.length > 0) patch(interaction, { removal: { ...removal, readers } });
  else removeNow(context, removal);
}

/** Deletes items without asking, as one edit, and says what was reconnected. */
export function removeNow({ session, notify }: RemovalContext, removal: Removal): void {
  const { store } = session;
  const { selection } = removal;
  const edges = chosenEdges(session, selection);
  const refusals = edges.flatMap((edge) => refuseDisconnect(edge) ?? []);
  const onlyRefused = placedCount(selection) === 0 && refusals.length === edges.length;
  const label = deletionLabel(selection, edges.length);
  const before = store.getState().document;
  if (!onlyRefused)
    store.edit(label, (document) => withoutItems(session, document, removal), { select: EMPTY_SELECTION });
  const [refusal] = refusals;
  if (refusal !== undefined) notify({ title: refusal, status: 'stale' });
  if (store.getState().document === before) return;
  announce(session, `${label.replace('Delete', 'Deleted')}.`);
  session.view.get()?.focus();
  if (selection.steps.length > 0) reportRemoval({ session, notify }, { removal, before });
}

/** The document without the items of a removal. */
function withoutItems(
  session: EditorSession,
  document: PipelineDocument,
  { selection, reconnects }: Removal,
): PipelineDocument {
  const { descriptors } = session;
  const cut = chosenEdges(session, selection).reduce(
    (current, edge) => disconnect(current, edge, descriptors),
    document,
  );
  const without = removeSteps(cut, selection.steps, descriptors, { reconnect: reconnects });
  return removeFrames(removeNotes(without, selection.notes), selection.frames);
}

/** Says what was deleted and reconnected, with Undo and, where edges were added, the deletion without them. */
function reportRemoval(
  { session, notify }: RemovalContext,
  { removal, before }: { readonly removal: Removal; readonly before: PipelineDocument },
): void {
  const { store, descriptors } = session;
  const after = store.getState().document;
  const added = addedPairs(session, before, after);
  /** Reverts the deletion, unless the pipeline has been edited since. */
  const revert = (): boolean => {
    const isLast = store.getState().document === after;
    if (isLast) store.undo();
    else notify({ title: 'The pipeline was edited since. Undo the later edits first.', status: 'stale' });
    return isLast;
  };
  const withoutReconnecting = () => {
    if (revert()) removeNow({ session, notify }, { ...removal, reconnects: false });
  };
  const [id] = removal.selection.steps;
  const step = id === undefined ? undefined : selectStep(before, id);
  const title =
    removal.selection.steps.length === 1 && step !== undefined
      ? `Deleted ${stepTitle(step, descriptors.find(step.action))}`
      : `Deleted ${formatCount(removal.selection.steps.length, 'step')}`;
  notify({
    title,
    action: { label: 'Undo', onSelect: () => void revert() },
    ...(added.length === 0
      ? {}
      : {
          detail: reconnection(session, after, added),
          secondAction: { label: 'Delete without reconnecting', onSelect: withoutReconnecting },
        }),
  });
}

/** Pairs of steps that are connected in one document and not in the other. */
function addedPairs(
  { descriptors }: EditorSession,
  before: PipelineDocument,
  after: PipelineDocument,
): GraphEdge[] {
  const known = new Set(selectGraph(before, descriptors).edges.map(pairOf));
  const added = selectGraph(after, descriptors).edges.filter((edge) => !known.has(pairOf(edge)));
  return [...new Map(added.map((edge) => [pairOf(edge), edge])).values()];
}

function reconnection(
  { descriptors }: EditorSession,
  document: PipelineDocument,
  added: readonly GraphEdge[],
): string {
  const title = (id: string) => {
    const step = selectStep(document, id);
    return step === undefined ? id : stepTitle(step, descriptors.find(step.action));
  };
  const [only] = added;
  return added.length === 1 && only !== undefined
    ? `Connected ${title(only.from)} to ${title(only.to)}.`
    : `Added ${formatCount(added.length, 'edge')} between the steps around it.`;
}

function chosenEdges({ flow }: EditorSession, { edges }: Selection): GraphEdge[] {
  const chosen = new Set(edges);
  return flow.getEdges().flatMap(({ id, data }) => (chosen.has(id) && data !== undefined ? [data.edge] : []));
}

function selectionOf({ session }: CommandContext): Selection {
  return session.store.getState().selection;
}

function hasSelection(context: CommandContext): boolean {
  return selectedCount(selectionOf(context)) > 0;
}

function deletionLabel(selection: Selection, edges: number): string {
  const { steps, notes, frames } = selection;
  const [only] = steps;
  if (only !== undefined && placedCount(selection) + edges === 1) return `Delete ${only}`;
  const parts = [
    count(steps.length, 'step'),
    count(notes.length, 'note'),
    count(frames.length, 'frame'),
    count(edges, 'edge'),
  ].filter((part) => part !== '');
  return `Delete ${parts.join(', ')}`;
}

function count(amount: number, noun: string): string {
  return amount === 0 ? '' : formatCount(amount, noun);
}
