import type { SentencePart } from '@/components/pipeline-text/template-parts';
import type { ActionDescriptor, StepDocument } from '@/engine';
import { branchOutputs } from './branches';
import { labelWidth } from './edge-label';
import { OUT_HANDLE } from './edits/connect';
import { gapBeside } from './layout';
import { cardSentence } from './sentence';

/** Width of an ordinary card, in canvas pixels. */
export const CARD_WIDTH = 264;
/** Width of a card with an inner card. */
export const LOOP_WIDTH = 600;

const HEADER = 48;
const SENTENCE_PADDING = 16;
const LINE = 20;
const MAX_LINES = 3;
const FOOTER = 32;
/** Characters that fit on one line of a card's sentence at 13 px. */
const LINE_LENGTH = 36;
/** A chip's dot and padding, in characters. */
const CHIP_EXTRA = 3;
const LOOP_HEIGHT = 190;
/**
 * Height by which a card without a footer grows while a run is shown. Places for cards reserve it, so that no card
 * moves or covers another.
 */
const RUN_STRIP = 28;
/** Least distance of a handle from the lower end of its card. */
const BELOW_HANDLE = 14;

/** Distance of the first handle from the top of a card, and between handles below each other. */
export const HANDLE_TOP = 26;
export const HANDLE_STEP = 40;

/** A point on a card where edges begin or end. */
export interface CardHandle {
  /** `in`, `out` or a branch's name. */
  readonly id: string;
  readonly side: 'left' | 'right';
  readonly kind: 'in' | 'out' | 'true' | 'false' | 'branch';
  /** Text of the label, for branches. */
  readonly label?: string;
  readonly y: number;
  /** Whether the branch has a target. */
  readonly connected: boolean;
}

/** The handles of a card, from top to bottom. A branching card has `out` only when `hasFollowers`: steps that run after either branch. */
export function cardHandles(
  step: StepDocument,
  descriptor: ActionDescriptor | undefined,
  hasFollowers: boolean,
): CardHandle[] {
  const handles: CardHandle[] = [{ id: 'in', side: 'left', kind: 'in', y: HANDLE_TOP, connected: false }];
  if (descriptor?.terminal) return handles;
  const branches = branchOutputs(step, descriptor);
  branches.forEach(({ name, label, targets }, index) => {
    const kind = name === 'true' || name === 'false' ? name : 'branch';
    const y = HANDLE_TOP + index * HANDLE_STEP;
    handles.push({ id: name, side: 'right', kind, label, y, connected: targets.length > 0 });
  });
  if (branches.length === 0 || hasFollowers) {
    const y = HANDLE_TOP + branches.length * HANDLE_STEP;
    handles.push({ id: OUT_HANDLE, side: 'right', kind: 'out', y, connected: false });
  }
  return handles;
}

/** Names of the parameters for the type and the parameters of an inner action; undefined for actions without one. */
export function innerActionFields(
  descriptor: ActionDescriptor | undefined,
): { readonly action: string; readonly params: string | undefined } | undefined {
  const fields = Object.entries(descriptor?.params.properties ?? {});
  const action = fields.find(([, schema]) => schema.widget === 'action')?.[0];
  if (action === undefined) return undefined;
  return { action, params: fields.find(([, schema]) => schema.widget === 'action_params')?.[0] };
}

/** Smallest height of a card with all of its handles. */
export function leastHeight(handles: readonly CardHandle[]): number {
  return Math.max(HEADER, ...handles.map(({ y }) => y + BELOW_HANDLE));
}

/**
 * Estimated size of a card before it is rendered, for layout and for cards outside the viewport. With `hasFollowers` a
 * branching card has one more handle.
 */
export function estimateCard(
  step: StepDocument,
  descriptor: ActionDescriptor | undefined,
  hasFollowers = false,
): { readonly width: number; readonly height: number } {
  if (innerActionFields(descriptor) !== undefined) return { width: LOOP_WIDTH, height: LOOP_HEIGHT };
  const lines = sentenceLines(cardSentence(step, descriptor));
  const body = lines === 0 ? 0 : lines * LINE + SENTENCE_PADDING;
  return {
    width: CARD_WIDTH,
    height: Math.max(
      HEADER + body + (hasFooter(step) ? FOOTER : 0),
      leastHeight(cardHandles(step, descriptor, hasFollowers)),
    ),
  };
}

/** The size of a card with the strip of a run, which a place for it reserves. */
export function roomOf(
  step: StepDocument,
  descriptor: ActionDescriptor | undefined,
  hasFollowers = false,
): { readonly width: number; readonly height: number } {
  const { width, height } = estimateCard(step, descriptor, hasFollowers);
  return { width, height: hasFooter(step) ? height : height + RUN_STRIP };
}

/** Distance from the left of a card to that of a card added after it: the labels of its branches fit between them. */
export function widthWithGap(step: StepDocument, descriptor: ActionDescriptor | undefined): number {
  const labels = branchOutputs(step, descriptor).map(({ label }) => labelWidth(label));
  return estimateCard(step, descriptor).width + gapBeside(labels);
}

/** Whether the card shows a footer with condition, retry or timeout. */
export function hasFooter(step: StepDocument): boolean {
  return (
    step.condition !== undefined ||
    step.retry !== undefined ||
    step.timeout_seconds !== undefined ||
    step.on_failure === 'continue' ||
    step.disabled === true
  );
}

function sentenceLines(parts: readonly SentencePart[]): number {
  const length = parts.reduce(
    (sum, part) => sum + part.text.length + (part.kind === 'reference' ? CHIP_EXTRA : 0),
    0,
  );
  return length === 0 ? 0 : Math.min(MAX_LINES, Math.ceil(length / LINE_LENGTH));
}
