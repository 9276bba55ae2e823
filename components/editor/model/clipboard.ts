import type { TextProblem } from '@/components/pipeline-text/text-problem';
import {
  type Frame,
  importPipeline,
  isJsonObject,
  type Note,
  type PipelineDocument,
  type Position,
  type StepDocument,
} from '@/engine';
import { framesOf, stepsIn } from './frames';
import type { Selection } from './selection';

/** Steps, notes and frames that are copied between pipelines. */
export interface Clip {
  readonly steps: readonly StepDocument[];
  readonly notes: readonly Note[];
  readonly frames: readonly Frame[];
  /** Positions of the steps that have one. */
  readonly layout: Readonly<Record<string, Position>>;
}

export type ClipResult =
  | {
      readonly ok: true;
      readonly clip: Clip;
      /** The whole document, where the text is a pipeline. */
      readonly pipeline?: PipelineDocument;
    }
  | ({ readonly ok: false } & TextProblem);

/** Version of the clipboard format, its first key. */
const FORMAT = 1;

/**
 * Copies the chosen steps, notes, and frames with their steps, in document order. `positions` are those on the canvas.
 */
export function takeClip(
  document: PipelineDocument,
  ids: Pick<Selection, 'steps' | 'notes' | 'frames'>,
  positions: (id: string) => Position | undefined,
): Clip {
  const frames = framesOf(document).filter(({ id }) => ids.frames.includes(id));
  const chosen = new Set([...ids.steps, ...frames.flatMap((frame) => stepsIn(document, frame))]);
  const notes = new Set(ids.notes);
  const steps = document.steps.filter((step) => chosen.has(step.id));
  const layout = Object.fromEntries(
    steps.flatMap((step) => {
      const position = positions(step.id);
      return position === undefined ? [] : [[step.id, { x: position.x, y: position.y }]];
    }),
  );
  return {
    steps,
    notes: (document.layout?.notes ?? []).filter((note) => notes.has(note.id)),
    frames,
    layout,
  };
}

/** Text for the clipboard, as JSON. */
export function formatClip(clip: Clip): string {
  const { steps, notes, frames, layout } = clip;
  return JSON.stringify({ pipewright: FORMAT, steps, notes, frames, layout }, null, 2);
}

/** Whether text was meant as JSON: a list or an object. */
export function looksLikeJson(text: string): boolean {
  return /^[[{]/.test(text.trimStart());
}

/** Reads pasted text: the clipboard format, one step, a list of steps, or a whole pipeline. */
export function readClip(text: string): ClipResult {
  const value = parse(text);
  if (value === undefined) return { ok: false, ...problemOf(text) };
  const isStep = isJsonObject(value) && typeof value.action === 'string' && !Object.hasOwn(value, 'steps');
  const isClip = isJsonObject(value) && value.pipewright === FORMAT;
  const read = importPipeline(JSON.stringify(readable(value, { isStep, isClip })));
  if (!read.ok) return { ok: false, message: `The text contains no steps. ${read.problem.message}` };
  const { steps, layout } = read.document;
  const clip = {
    steps,
    notes: layout?.notes ?? [],
    frames: layout?.frames ?? [],
    layout: layout?.steps ?? {},
  };
  if (steps.length + clip.notes.length + clip.frames.length === 0) {
    return { ok: false, message: 'The pasted pipeline has no steps.' };
  }
  const isPipeline = isJsonObject(value) && !isStep && !isClip;
  return { ok: true, clip, ...(isPipeline ? { pipeline: read.document } : {}) };
}

/** Why a text is not JSON. */
function problemOf(text: string): TextProblem {
  const read = looksLikeJson(text) ? importPipeline(text) : undefined;
  if (read === undefined || read.ok)
    return { message: 'The text contains no steps. Copy a step or a pipeline as JSON, then paste.' };
  return { ...read.problem, message: `The text contains no steps. ${read.problem.message}` };
}

function readable(value: unknown, { isStep, isClip }: { isStep: boolean; isClip: boolean }): unknown {
  if (isStep && isJsonObject(value))
    return [Object.hasOwn(value, 'id') ? value : { id: value.action, ...value }];
  if (isClip && isJsonObject(value)) {
    const { steps = [], notes = [], frames = [], layout = {} } = value;
    return { steps, layout: { steps: layout, notes, frames } };
  }
  return value;
}

function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
    return value;
  } catch {
    return undefined;
  }
}
