import type { PipelineDocument } from '@/engine';
import { layoutInWorker } from '../canvas/layout-in-worker';
import { moveItems } from '../model/edits';
import { type LayoutInput, layoutCards, type Positions } from '../model/layout';
import { inPlace } from '../model/layout-in-place';
import { layoutInput, MAX_FULL_LAYOUT } from '../model/positions';
import type { EditorSession } from '../session';
import { announce, type Command } from './command';
import { withPositions } from './place';

/** Lays out the selected steps, or all steps, in columns from left to right. */
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
      const some = selection.steps.length > 1;
      const ids = some ? selection.steps : document.steps.map(({ id }) => id);
      const input = {
        ...layoutInput(document, session.descriptors, ids),
        origin: originOf(session, document, ids),
        inRows,
      };
      arrange(input)
        .then((positions) => apply(session, some ? besideOthers(session, input, positions) : positions, some))
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

async function arrange(input: LayoutInput): Promise<Positions> {
  return input.cards.length > MAX_FULL_LAYOUT ? layoutInWorker(input) : layoutCards(input);
}

/** The positions of a part, moved so that its cards stay where they can and cover no other card. */
function besideOthers(session: EditorSession, { cards }: LayoutInput, positions: Positions): Positions {
  const { document } = session.store.getState();
  const before = session.positions.of(document);
  const fixed = layoutInput(document, session.descriptors).cards.flatMap((card) => {
    const at = positions[card.id] === undefined ? before[card.id] : undefined;
    return at === undefined ? [] : [{ ...card, ...at }];
  });
  return inPlace(positions, { cards, before, fixed });
}

function apply(session: EditorSession, positions: Positions, some: boolean): void {
  const count = Object.keys(positions).length;
  session.store.edit(some ? `Arrange ${count} steps` : 'Arrange', (document) =>
    moveItems(withPositions(session, document), { steps: positions }),
  );
  if (!some) session.view.get()?.fit();
  announce(session, `Arranged ${count} steps.`);
}

function originOf(session: EditorSession, document: PipelineDocument, ids: readonly string[]) {
  const at = session.positions.of(document);
  const points = ids.flatMap((id) => at[id] ?? []);
  if (points.length === 0) return { x: 0, y: 0 };
  return { x: Math.min(...points.map(({ x }) => x)), y: Math.min(...points.map(({ y }) => y)) };
}
