import { formatClip, readClip, takeClip } from '../model/clipboard';
import { type PastePlace, pasteSteps } from '../model/edits';
import type { EditorSession } from '../session';
import { announce, type Command, type CommandContext } from './command';
import { withPositions } from './place';
import { removeSelected } from './remove';

/** Offset of pasted and duplicated cards from the originals, in canvas pixels. */
const ASIDE = { x: 32, y: 32 };

/** Copies the selected steps and notes to the clipboard. */
export const copy: Command = {
  id: 'copy',
  label: 'Copy',
  group: 'edit',
  icon: 'copy',
  shortcuts: ['Mod+C'],
  scope: 'canvas',
  byBrowser: true,
  enabled: hasItems,
  run: ({ session, notify }) => writeClipboard(copiedText(session), notify),
};

/** Copies the selected steps and notes and deletes them. */
export const cut: Command = {
  id: 'cut',
  label: 'Cut',
  icon: 'x',
  group: 'edit',
  shortcuts: ['Mod+X'],
  scope: 'canvas',
  edits: true,
  byBrowser: true,
  enabled: hasItems,
  run(context) {
    writeClipboard(copiedText(context.session), context.notify);
    removeSelected.run(context);
  },
};

/** Adds the steps on the clipboard. */
export const paste: Command = {
  id: 'paste',
  label: 'Paste',
  icon: 'download',
  group: 'edit',
  shortcuts: ['Mod+V'],
  scope: 'canvas',
  edits: true,
  byBrowser: true,
  run(context) {
    navigator.clipboard
      .readText()
      .then((text) => pasteText(context, text))
      .catch(() =>
        context.notify({
          title: 'The browser blocked access to the clipboard. Press Ctrl+V instead.',
          status: 'stale',
        }),
      );
  },
};

/** Adds a copy of the selected steps and notes beside them. */
export const duplicate: Command = {
  id: 'duplicate',
  label: 'Duplicate',
  icon: 'copy',
  group: 'edit',
  shortcuts: ['Mod+D'],
  scope: 'canvas',
  edits: true,
  enabled: hasItems,
  run({ session }) {
    const { document, selection } = session.store.getState();
    const at = session.positions.of(document);
    const clip = takeClip(document, selection, (id) => at[id]);
    insert(
      session,
      (current) => pasteSteps(current, clip, { offset: ASIDE }, session.descriptors),
      'Duplicate',
    );
  },
};

/** Clipboard text of the selection; empty without one. */
export function copiedText(session: EditorSession): string {
  const { document, selection } = session.store.getState();
  if (selection.steps.length + selection.notes.length === 0) return '';
  const at = session.positions.of(document);
  return formatClip(takeClip(document, selection, (id) => at[id]));
}

/** Adds the steps of clipboard text in the visible area, and selects them. Notifies when the text contains no steps. */
export function pasteText({ session, notify }: CommandContext, text: string): void {
  const read = readClip(text);
  if (!read.ok) {
    notify({ title: read.message, status: 'stale' });
    return;
  }
  const { clip } = read;
  const center = session.view.get()?.center() ?? { x: 0, y: 0 };
  const known = session.positions.of(session.store.getState().document);
  const onTop = Object.keys(clip.layout).some((id) => known[id] !== undefined);
  const place: PastePlace = onTop ? { offset: ASIDE } : { at: { x: center.x - 132, y: center.y - 60 } };
  insert(session, (current) => pasteSteps(current, clip, place, session.descriptors), 'Paste');
}

type Insertion = (document: Parameters<typeof pasteSteps>[0]) => ReturnType<typeof pasteSteps>;

function insert(session: EditorSession, insertion: Insertion, verb: string): void {
  const { store } = session;
  const pasted = insertion(withPositions(session, store.getState().document));
  store.edit(`${verb} ${itemCount(pasted.steps.length, pasted.notes.length)}`, () => pasted.document, {
    select: { steps: pasted.steps, notes: pasted.notes, edges: [] },
  });
  session.view.get()?.reveal(pasted.steps);
  announce(
    session,
    `${verb === 'Paste' ? 'Pasted' : 'Duplicated'} ${itemCount(pasted.steps.length, pasted.notes.length)}.`,
  );
}

function itemCount(steps: number, notes: number): string {
  const parts = [`${steps} ${steps === 1 ? 'step' : 'steps'}`];
  if (notes > 0) parts.push(`${notes} ${notes === 1 ? 'note' : 'notes'}`);
  return parts.join(' and ');
}

function hasItems({ session }: CommandContext): boolean {
  const { steps, notes } = session.store.getState().selection;
  return steps.length + notes.length > 0;
}

function writeClipboard(text: string, notify: CommandContext['notify']): void {
  navigator.clipboard.writeText(text).catch(() =>
    notify({
      title: 'The browser blocked access to the clipboard. Press Ctrl+C instead.',
      status: 'stale',
    }),
  );
}
