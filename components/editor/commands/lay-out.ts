import type { PipelineDocument } from '@/engine';
import { layoutInWorker } from '../canvas/layout-in-worker';
import { moveItems, updateFrame } from '../model/edits';
import { findFrame, framesByStep, framesOf, stepsIn } from '../model/frames';
import { type FramedInput, type FramedLayout, layoutFramed } from '../model/layout-frames';
import { layoutInput, MAX_FULL_LAYOUT } from '../model/positions';
import type { Selection } from '../model/selection';
import type { EditorSession } from '../session';
import { announce, type Command } from './command';
import { fitted } from './frame-members';
import { besideOthers } from './lay-out-beside';
import { withPositions } from './place';

/** Lays out the selected steps, or all steps, in columns from left to right; those of each frame together. */
export const layOut: Command = {
  ...arranging(false),
  id: 'lay-out',
  label: 'Arrange',
  shortcuts: ['Shift+L'],
};

/** Lays out as `layOut` does, and continues a long pipeline in rows. */
export const layOutInRows: Command = {
  ...arranging(true),
  id: 'lay-out-in-rows',
  label: 'Arrange in rows',
  shortcuts: ['Mod+Shift+L'],
};

function arranging(inRows: boolean): Omit<Command, 'id' | 'label' | 'shortcuts'> {
  return {
    group: 'edit',
    icon: 'tidy',
    scope: 'canvas',
    edits: true,
    enabled: ({ session }) => session.store.getState().document.steps.length > 0,
    run({ session, notify }) {
      const { document, selection } = session.store.getState();
      const { ids, frames, some } = meantBy(document, selection);
      const input: FramedInput = {
        ...layoutInput(document, session.descriptors, ids),
        frames: frames.flatMap((id) => {
          const frame = findFrame(document, id);
          if (frame === undefined) return [];
          const { width, height } = frame;
          return [{ id, cards: stepsIn(document, frame), width, height }];
        }),
        origin: originOf(session, document, { ids, frames }),
        inRows,
      };
      arrange(input)
        .then((layout) => apply(session, some ? besideOthers(session, input, layout) : layout, some))
        .catch((error: unknown) =>
          notify({
            title: 'The steps could not be arranged. Try again.',
            detail: error instanceof Error ? error.message : String(error),
            status: 'failed',
          }),
        );
    },
  };
}

interface Meant {
  readonly ids: readonly string[];
  /** Frames that are arranged with all of their steps. */
  readonly frames: readonly string[];
  /** Whether other steps stay where they are. */
  readonly some: boolean;
}

/** Selected steps of one frame, or the steps of a selected frame, are arranged inside it; frames are kept whole otherwise. */
function meantBy(document: PipelineDocument, selection: Selection): Meant {
  const inSelected = selection.frames.flatMap((id) => {
    const frame = findFrame(document, id);
    return frame === undefined ? [] : stepsIn(document, frame);
  });
  const chosen = [...new Set([...selection.steps, ...inSelected])];
  if (chosen.length < 2) {
    return {
      ids: document.steps.map(({ id }) => id),
      frames: framesOf(document).map(({ id }) => id),
      some: false,
    };
  }
  const home = framesByStep(document);
  const touched = [...new Set(chosen.map((id) => home.get(id)))];
  if (touched.length === 1) return { ids: chosen, frames: [], some: true };
  const frames = touched.flatMap((frame) => frame ?? []);
  const whole = frames.flatMap((frame) => stepsIn(document, frame));
  return { ids: [...new Set([...chosen, ...whole])], frames: frames.map(({ id }) => id), some: true };
}

async function arrange(input: FramedInput): Promise<FramedLayout> {
  return input.cards.length > MAX_FULL_LAYOUT ? layoutInWorker(input) : layoutFramed(input);
}

function apply(session: EditorSession, { positions, areas }: FramedLayout, some: boolean): void {
  const ids = Object.keys(positions);
  session.store.edit(some ? `Arrange ${ids.length} steps` : 'Arrange', (document) => {
    const moved = moveItems(withPositions(session, document), { steps: positions });
    const framed = Object.entries(areas).reduce(
      (current, [id, area]) => updateFrame(current, id, area),
      moved,
    );
    return some ? fitted(session, framed, ids) : framed;
  });
  if (!some) session.view.get()?.fit();
  announce(session, `Arranged ${ids.length} steps.`);
}

function originOf(
  session: EditorSession,
  document: PipelineDocument,
  { ids, frames }: Pick<Meant, 'ids' | 'frames'>,
) {
  const at = session.positions.of(document);
  const points = [
    ...ids.flatMap((id) => at[id] ?? []),
    ...frames.flatMap((id) => findFrame(document, id) ?? []),
  ];
  if (points.length === 0) return { x: 0, y: 0 };
  return { x: Math.min(...points.map(({ x }) => x)), y: Math.min(...points.map(({ y }) => y)) };
}
