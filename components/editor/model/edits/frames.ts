import type { Frame, PipelineDocument } from '@/engine';
import { areaAround, framesByStep, framesOf, unionOf } from '../frames';
import type { PlacedBox } from '../free-place';
import { setKey } from '../keys';
import { setLayoutKey } from './layout';

/** Adds a frame around steps, which leave the frames they were in. A frame that loses its last step is removed. */
export function addFrame(document: PipelineDocument, frame: Frame): PipelineDocument {
  const without = leaveFrames(document, new Set(frame.steps ?? []));
  const left = framesOf(without).filter(
    (other, index) => other === framesOf(document)[index] || (other.steps ?? []).length > 0,
  );
  return setFrames(without, [...left, withArea(frame, frame)]);
}

/** Changes the title, colour, area or state of a frame. */
export function updateFrame(
  document: PipelineDocument,
  id: string,
  change: Partial<Omit<Frame, 'id'>>,
): PipelineDocument {
  return mapFrames(document, (frame) => {
    if (frame.id !== id) return frame;
    let changed = frame;
    for (const [key, value] of Object.entries(change)) changed = setKey(changed, key, rounded(value));
    return changed;
  });
}

/** Removes frames; their steps stay. The list is removed with the last one. */
export function removeFrames(document: PipelineDocument, ids: readonly string[]): PipelineDocument {
  const rest = framesOf(document).filter(({ id }) => !ids.includes(id));
  return rest.length === framesOf(document).length ? document : setFrames(document, rest);
}

/** Puts each step into a frame, or into none. */
export function placeInFrames(
  document: PipelineDocument,
  homes: ReadonlyMap<string, string | undefined>,
): PipelineDocument {
  const now = framesByStep(document);
  const moved = new Map([...homes].filter(([step, frame]) => now.get(step)?.id !== frame));
  if (moved.size === 0) return document;
  const without = leaveFrames(document, new Set(moved.keys()));
  return mapFrames(without, (frame) => {
    const added = [...moved].flatMap(([step, home]) => (home === frame.id ? [step] : []));
    return added.length === 0 ? frame : setKey(frame, 'steps', [...(frame.steps ?? []), ...added]);
  });
}

/** Enlarges the frames of steps so that they contain the cards of all of their steps. */
export function fitFrames(
  document: PipelineDocument,
  ids: Iterable<string>,
  boxOf: (step: string) => PlacedBox | undefined,
): PipelineDocument {
  const home = framesByStep(document);
  const meant = new Set([...ids].map((id) => home.get(id)));
  return mapFrames(document, (frame) => {
    if (!meant.has(frame)) return frame;
    const cards = (frame.steps ?? []).flatMap((step) => boxOf(step) ?? []);
    return cards.length === 0 ? frame : withArea(frame, unionOf(frame, areaAround(cards)));
  });
}

/** The frames with another id in place of a step's. */
export function renameInFrames(document: PipelineDocument, id: string, next: string): PipelineDocument {
  return mapFrames(document, (frame) =>
    frame.steps?.includes(id) === true
      ? setKey(
          frame,
          'steps',
          frame.steps.map((step) => (step === id ? next : step)),
        )
      : frame,
  );
}

/** Takes steps out of all frames. */
export function leaveFrames(document: PipelineDocument, ids: ReadonlySet<string>): PipelineDocument {
  return mapFrames(document, (frame) =>
    frame.steps?.some((step) => ids.has(step)) === true
      ? setKey(
          frame,
          'steps',
          frame.steps.filter((step) => !ids.has(step)),
        )
      : frame,
  );
}

/** An unused frame id. */
export function newFrameId(document: PipelineDocument): string {
  const taken = new Set(framesOf(document).map(({ id }) => id));
  let number = taken.size + 1;
  while (taken.has(`frame_${number}`)) number += 1;
  return `frame_${number}`;
}

function mapFrames(document: PipelineDocument, change: (frame: Frame) => Frame): PipelineDocument {
  const frames = framesOf(document);
  const next = frames.map(change);
  return next.every((frame, index) => frame === frames[index]) ? document : setFrames(document, next);
}

function setFrames(document: PipelineDocument, frames: readonly Frame[]): PipelineDocument {
  return setLayoutKey(document, 'frames', frames.length === 0 ? undefined : frames);
}

function withArea(frame: Frame, { x, y, width, height }: PlacedBox): Frame {
  const area = Object.entries({ x, y, width, height });
  return area.reduce((changed, [key, value]) => setKey(changed, key, rounded(value)), frame);
}

function rounded<T>(value: T): T | number {
  return typeof value === 'number' ? Math.round(value) + 0 : value;
}
