import type { PipelineDocument } from '@/engine';
import { disconnect, refuseDisconnect, removeNotes, removeSteps } from '../model/edits';
import { EMPTY_SELECTION } from '../model/selection';
import { announce, type Command, type CommandContext } from './command';

/** Deletes the selected steps, notes and edges. */
export const removeSelected: Command = {
  id: 'delete',
  label: 'Delete',
  group: 'edit',
  icon: 'trash',
  shortcuts: ['Delete'],
  scope: 'canvas',
  edits: true,
  enabled: hasSelection,
  run: (context) => remove(context, false),
};

/** Deletes the selected steps and connects their upstream to their downstream steps. */
export const removeAndReconnect: Command = {
  id: 'delete-and-reconnect',
  label: 'Delete and reconnect',
  icon: 'link',
  group: 'edit',
  shortcuts: ['Mod+Delete'],
  scope: 'canvas',
  edits: true,
  enabled: ({ session }) => session.store.getState().selection.steps.length > 0,
  run: (context) => remove(context, true),
};

function hasSelection({ session }: CommandContext): boolean {
  const { steps, notes, edges } = session.store.getState().selection;
  return steps.length + notes.length + edges.length > 0;
}

function remove({ session, notify }: CommandContext, reconnect: boolean): void {
  const { store, descriptors, flow } = session;
  const { selection } = store.getState();
  const chosen = new Set(selection.edges);
  const lines = flow
    .getEdges()
    .flatMap((line) => (chosen.has(line.id) && line.data !== undefined ? [line.data.edge] : []));
  const refusals = lines.flatMap((edge) => refuseDisconnect(edge) ?? []);
  const cut = (document: PipelineDocument) =>
    lines.reduce((current, edge) => disconnect(current, edge, descriptors), document);
  const change = (document: PipelineDocument) =>
    removeNotes(removeSteps(cut(document), selection.steps, descriptors, { reconnect }), selection.notes);
  const label = deletionLabel(selection.steps, selection.notes.length, lines.length);
  const before = store.getState().document;
  const onlyRefused =
    selection.steps.length + selection.notes.length === 0 && refusals.length === lines.length;
  if (!onlyRefused) store.edit(label, change, { select: EMPTY_SELECTION });
  const [refusal] = refusals;
  if (refusal !== undefined) notify({ title: refusal, status: 'stale' });
  if (store.getState().document !== before) {
    announce(session, `${label.replace('Delete', 'Deleted')}.`);
    session.view.get()?.focus();
  }
}

function deletionLabel(steps: readonly string[], notes: number, lines: number): string {
  const [only] = steps;
  if (steps.length === 1 && notes + lines === 0 && only !== undefined) return `Delete ${only}`;
  const parts = [count(steps.length, 'step'), count(notes, 'note'), count(lines, 'wire')].filter(
    (part) => part !== '',
  );
  return `Delete ${parts.join(', ')}`;
}

function count(amount: number, noun: string): string {
  if (amount === 0) return '';
  return `${amount} ${noun}${amount === 1 ? '' : 's'}`;
}
