import type { Frame, PipelineDocument, Position } from '@/engine';
import type { PlacedBox } from './free-place';

/** Colours of frames; each is a token `--frame-<name>`. The first is that of a frame without a known one. */
export const FRAME_COLORS = ['gray', 'blue', 'green', 'amber', 'pink', 'violet'] as const;

export type FrameColor = (typeof FRAME_COLORS)[number];

/** Size of a collapsed frame. */
export const FOLDED = { width: 264, height: 72 };
/** Height of the title of a frame, and the space between its edge and its cards. */
export const FRAME_HEAD = 40;
export const FRAME_PAD = 24;
/** Smallest size of a frame. */
export const FRAME_LEAST = { width: 160, height: 96 };

const NO_FRAMES: readonly Frame[] = [];
const homes = new WeakMap<readonly Frame[], ReadonlyMap<string, Frame>>();

/** The frames of a document. */
export function framesOf({ layout }: PipelineDocument): readonly Frame[] {
  return layout?.frames ?? NO_FRAMES;
}

export function findFrame(document: PipelineDocument, id: string): Frame | undefined {
  return framesOf(document).find((frame) => frame.id === id);
}

/** The frame of each step that is in one. */
export function framesByStep(document: PipelineDocument): ReadonlyMap<string, Frame> {
  const frames = framesOf(document);
  let known = homes.get(frames);
  if (known === undefined) {
    // From last to first, so that the first frame of a step counts.
    known = new Map(
      frames.toReversed().flatMap((frame) => (frame.steps ?? []).map((id) => [id, frame] as const)),
    );
    homes.set(frames, known);
  }
  return known;
}

/** The steps of a frame that exist, in the order of the document. */
export function stepsIn(document: PipelineDocument, frame: Frame): string[] {
  const home = framesByStep(document);
  const steps = document.steps.flatMap(({ id }) => (home.get(id) === frame ? [id] : []));
  return [...new Set(steps)];
}

/** The collapsed frame that stands for a step on the canvas; undefined for a step that is shown. */
export function foldedAround(document: PipelineDocument, stepId: string): Frame | undefined {
  const frame = framesByStep(document).get(stepId);
  return frame?.collapsed === true ? frame : undefined;
}

/** The colour that a frame is drawn in. */
export function colorOf({ color }: Frame): FrameColor {
  return FRAME_COLORS.find((known) => known === color) ?? FRAME_COLORS[0];
}

/** The title of a frame, also of one without. */
export function frameTitle({ title }: Frame): string {
  return title === undefined || title.trim() === '' ? 'Frame' : title;
}

/** The expanded frame whose area contains a point; of several the smallest. */
export function frameAt(document: PipelineDocument, { x, y }: Position): Frame | undefined {
  const around = framesOf(document).filter(
    (frame) =>
      frame.collapsed !== true &&
      x >= frame.x &&
      x <= frame.x + frame.width &&
      y >= frame.y &&
      y <= frame.y + frame.height,
  );
  return around.toSorted((a, b) => a.width * a.height - b.width * b.height)[0];
}

/** The area of a frame around cards. */
export function areaAround(cards: readonly PlacedBox[]): PlacedBox {
  const left = Math.min(...cards.map(({ x }) => x)) - FRAME_PAD;
  const top = Math.min(...cards.map(({ y }) => y)) - FRAME_HEAD - FRAME_PAD / 2;
  const right = Math.max(...cards.map(({ x, width }) => x + width)) + FRAME_PAD;
  const bottom = Math.max(...cards.map(({ y, height }) => y + height)) + FRAME_PAD;
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** The smallest area that contains two. */
export function unionOf(a: PlacedBox, b: PlacedBox): PlacedBox {
  const x = Math.min(a.x, b.x);
  const y = Math.min(a.y, b.y);
  return {
    x,
    y,
    width: Math.max(a.x + a.width, b.x + b.width) - x,
    height: Math.max(a.y + a.height, b.y + b.height) - y,
  };
}
