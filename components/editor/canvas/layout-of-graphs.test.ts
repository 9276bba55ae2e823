import { describe, expect, it } from 'vitest';
import { catalogue } from '@/engine/actions';
import { starters } from '@/lib/starters';
import { layoutCards } from '../model/layout';
import { layoutInput } from '../model/positions';
import { drawingOf } from '../testing/drawing';
import baseline from '../testing/layout-baseline.json';
import { layoutGraphs } from '../testing/layout-graphs';
import { type LayoutScore, scoreDrawing } from '../testing/layout-score';

/**
 * By how much a single pipeline may be worse than at the baseline, which folded long pipelines into rows: one crossing,
 * and 35 % of the area. A measure that is not here may be worse nowhere.
 */
const TOLERANCE = {
  crossings: (before: number) => before + 1,
  area: (before: number) => before * 1.35,
} as const;

const before = new Map(Object.entries<LayoutScore>(baseline.scores));
const after = new Map(
  layoutGraphs.map(({ name, document }) => {
    const positions = layoutCards(layoutInput(document, catalogue.descriptors));
    return [name, scoreDrawing(drawingOf(document, positions))] as const;
  }),
);

function sum(scores: ReadonlyMap<string, LayoutScore>, measure: keyof LayoutScore): number {
  return [...scores.values()].reduce((total, score) => total + score[measure], 0);
}

const measures = ['crossings', 'through', 'bends', 'area', 'labelOverlaps', 'shared', 'leftward'] as const;

describe('the layout of forty pipelines', () => {
  it('is compared with the baseline of the same pipelines', () => {
    expect([...after.keys()]).toEqual([...before.keys()]);
    expect(after.size).toBe(40);
  });

  it('has no edge through a card, and no label on anything', () => {
    expect(sum(after, 'through')).toBe(0);
    expect(sum(after, 'labelOverlaps')).toBe(0);
  });

  it.each(measures)('is better than the baseline: %s', (measure) => {
    expect(sum(after, measure)).toBeLessThan(sum(before, measure));
  });

  it.each([...before])('is not worse than permitted: %s', (name, old) => {
    const score = after.get(name);
    for (const measure of measures) {
      const allowed =
        measure === 'crossings' || measure === 'area' ? TOLERANCE[measure](old[measure]) : old[measure];
      expect(score?.[measure], measure).toBeLessThanOrEqual(allowed);
    }
  });
});

describe('the positions of starters', () => {
  it.each(starters.map(({ title, document }) => [title, document] as const))(
    'have no edge through a card, and no label on anything: %s',
    (_title, document) => {
      const score = scoreDrawing(drawingOf(document, document.layout?.steps ?? {}));
      expect(score).toMatchObject({ through: 0, labelOverlaps: 0 });
    },
  );

  it.each(starters.map(({ title, document }) => [title, document] as const))(
    'keep cards and notes apart: %s',
    (_title, document) => {
      const { cards } = drawingOf(document, document.layout?.steps ?? {});
      // A note has no size in the document: the canvas gives it this width, and lines that follow from its text.
      const notes = (document.layout?.notes ?? []).map((note) => ({ ...note, width: 264, height: 80 }));
      const boxes = [...cards, ...notes];
      const overlapping = boxes.flatMap((a, index) =>
        boxes
          .slice(index + 1)
          .filter(
            (b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height,
          )
          .map((b) => `${a.id} and ${b.id}`),
      );
      expect(overlapping).toEqual([]);
    },
  );

  it.each(starters.map(({ title, document }) => [title, document] as const))(
    'leave room for the note: %s',
    (_title, document) => {
      const drawing = drawingOf(document, document.layout?.steps ?? {});
      const notes = (document.layout?.notes ?? []).map(({ id, x, y, width = 0, text }) => ({
        ...{ id, x, y, width, height: noteHeight(text, width) },
      }));
      expect(notes).toHaveLength(1);
      expect(scoreDrawing({ ...drawing, cards: [...drawing.cards, ...notes] })).toMatchObject({ through: 0 });
      for (const note of notes) {
        const covered = drawing.cards.filter(
          ({ x, y, width, height }) =>
            x < note.x + note.width && note.x < x + width && y < note.y + note.height && note.y < y + height,
        );
        expect(covered.map(({ id }) => id)).toEqual([]);
      }
    },
  );
});

/** A generous height of a note, in canvas pixels: 7 for a character of a line of 18. */
function noteHeight(text: string, width: number): number {
  const lines = text
    .split('\n')
    .reduce((sum, line) => sum + Math.max(1, Math.ceil((line.length * 7) / width)), 0);
  return lines * 18 + 18;
}
