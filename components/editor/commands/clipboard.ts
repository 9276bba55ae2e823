import type { TextProblem } from '@/components/pipeline-text/text-problem';
import { formatCount } from '@/components/ui/format';
import { patch } from '@/components/ui/observable';
import { type Position, refuseSize } from '@/engine';
import { CARD_WIDTH, estimateCard, HANDLE_TOP } from '../model/card-size';
import { type Clip, formatClip, looksLikeJson, readClip, takeClip } from '../model/clipboard';
import { isEmpty } from '../model/document';
import { pasteSteps } from '../model/edits';
import type { Pasted } from '../model/edits/paste';
import { framesByStep } from '../model/frames';
import type { PlacedBox } from '../model/free-place';
import type { PastedText } from '../model/interaction';
import { placedCount } from '../model/selection';
import type { EditorSession } from '../session';
import { announce, type Command, type CommandContext } from './command';
import { freePlace, withPositions } from './place';
import { removeSelected } from './remove';
import { startFrom } from './start-from';

/** Height of a note without one, in canvas pixels. */
const NOTE_HEIGHT = 60;

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

/**
 * Adds the steps or the pipeline on the clipboard. A dialog asks for the text where the clipboard cannot be read, or
 * contains none.
 */
export const pasteJson: Command = {
  id: 'paste-json',
  label: 'Paste JSON',
  icon: 'braces',
  group: 'add',
  shortcuts: [],
  scope: 'canvas',
  edits: true,
  run: ({ session }) => void pasteFromClipboard(session),
};

async function pasteFromClipboard(session: EditorSession): Promise<void> {
  // Also where there is no clipboard: browsers provide it only to secure pages.
  const text = await Promise.resolve()
    .then(() => navigator.clipboard.readText())
    .catch(() => '');
  // Other text stays unread: it may be private.
  if (!looksLikeJson(text)) return openDialog(session);
  const problem = addText(session, text);
  if (problem !== undefined) openDialog(session, { text, problem });
}

/** Opens the paste dialog. `pasted` replaces no text that a person left in it. */
function openDialog({ interaction }: EditorSession, pasted?: PastedText): void {
  const isFree = interaction.get().pasted.text === '';
  patch(interaction, { dialog: 'paste', ...(pasted !== undefined && isFree ? { pasted } : {}) });
}

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
    const { x, y, ...size } = clipBox(session, clip);
    insert(session, { clip, at: freePlace(session, { x, y }, size), verb: 'Duplicate' });
  },
};

/** Clipboard text of the selection; empty without one. */
export function copiedText(session: EditorSession): string {
  const { document, selection } = session.store.getState();
  if (placedCount(selection) === 0) return '';
  const at = session.positions.of(document);
  return formatClip(takeClip(document, selection, (id) => at[id]));
}

/** Adds the steps of clipboard text. Notifies when the text contains none. */
export function pasteText({ session, notify }: CommandContext, text: string): void {
  const problem = addText(session, text);
  if (problem !== undefined) notify({ title: problem.message, status: 'stale' });
}

/**
 * Adds the steps of a text at the pointer, or in the middle of the visible area, where they cover no card, and selects
 * them. A whole pipeline becomes the content of an empty one. Returns why nothing was added.
 */
export function addText(session: EditorSession, text: string): TextProblem | undefined {
  const tooLarge = refuseSize(text);
  if (tooLarge !== undefined) return { message: tooLarge };
  const read = readClip(text);
  if (!read.ok) return read;
  const { clip, pipeline } = read;
  if (pipeline !== undefined && isEmpty(session.store.getState().document)) {
    startFrom(session, pipeline, { title: pipeline.name ?? 'a pipeline', verb: 'Paste' });
    return undefined;
  }
  const view = session.view.get();
  const target = view?.pointer() ?? view?.center() ?? { x: 0, y: 0 };
  const wanted = { x: target.x - CARD_WIDTH / 2, y: target.y - HANDLE_TOP };
  insert(session, { clip, at: freePlace(session, wanted, clipBox(session, clip)), verb: 'Paste' });
  return undefined;
}

/** The box around the cards and notes of a clip; that of one card where they have no positions. */
function clipBox({ descriptors }: EditorSession, { steps, notes, frames, layout }: Clip): PlacedBox {
  const cards = steps.flatMap((step) => {
    const at = Object.hasOwn(layout, step.id) ? layout[step.id] : undefined;
    return at === undefined ? [] : [{ ...at, ...estimateCard(step, descriptors.find(step.action)) }];
  });
  const papers = notes.map(({ x, y, width, height }) => ({
    ...{ x, y },
    ...{ width: width ?? CARD_WIDTH, height: height ?? NOTE_HEIGHT },
  }));
  const boxes = [...cards, ...papers, ...frames];
  if (boxes.length === 0) return { x: 0, y: 0, width: CARD_WIDTH, height: NOTE_HEIGHT };
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const width = Math.max(...boxes.map((box) => box.x + box.width)) - x;
  const height = Math.max(...boxes.map((box) => box.y + box.height)) - y;
  return { x, y, width, height };
}

interface Insertion {
  readonly clip: Clip;
  /** The place of the upper left corner. */
  readonly at: Position;
  readonly verb: 'Paste' | 'Duplicate';
}

function insert(session: EditorSession, { clip, at, verb }: Insertion): void {
  const { store, descriptors } = session;
  const pasted = pasteSteps(withPositions(session, store.getState().document), clip, { at }, descriptors);
  const items = itemCount(pasted);
  const { steps, notes, frames } = pasted;
  // A frame stands for its steps.
  const select = { steps: frames.length > 0 ? stepsOutside(pasted) : steps, notes, frames, edges: [] };
  store.edit(`${verb} ${items}`, () => pasted.document, { select });
  session.view.get()?.reveal(steps);
  announce(session, `${verb === 'Paste' ? 'Pasted' : 'Duplicated'} ${items}.`);
}

function stepsOutside({ document, steps }: Pasted): string[] {
  const home = framesByStep(document);
  return steps.filter((id) => !home.has(id));
}

function itemCount({ steps, notes, frames }: Pasted): string {
  const parts = [formatCount(steps.length, 'step')];
  if (notes.length > 0) parts.push(formatCount(notes.length, 'note'));
  if (frames.length > 0) parts.push(formatCount(frames.length, 'frame'));
  return parts.join(' and ');
}

function hasItems({ session }: CommandContext): boolean {
  return placedCount(session.store.getState().selection) > 0;
}

function writeClipboard(text: string, notify: CommandContext['notify']): void {
  navigator.clipboard.writeText(text).catch(() =>
    notify({
      title: 'The browser blocked access to the clipboard. Press Ctrl+C instead.',
      status: 'stale',
    }),
  );
}
