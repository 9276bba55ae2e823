import { type Breakpoint, breakpointPlace } from '@/engine/run/debug/breakpoint';

/** What a mark shows by its glyph: a plain breakpoint, one with a condition, or one for failures. */
export type MarkKind = 'before' | 'conditional' | 'failure';

/** The kind of a breakpoint. One for failures keeps its glyph when it has a condition too. */
export function kindOf({ when, condition }: Breakpoint): MarkKind {
  if (when === 'failure') return 'failure';
  return condition === undefined ? 'before' : 'conditional';
}

/** When it pauses, in one or two words: `before`, `on failure`, `edge`. */
export function whenText({ at, when }: Breakpoint): string {
  if (when === 'failure') return 'on failure';
  return 'step' in at ? 'before' : 'edge';
}

/** What limits or extends it: its condition, runs that triggers start, its time limit. */
export function detailTexts({ condition, triggered, timeout_seconds: seconds }: Breakpoint): string[] {
  return [
    ...(condition === undefined ? [] : [`if ${condition}`]),
    ...(triggered === true ? ['also in triggered runs'] : []),
    ...(seconds === undefined ? [] : [`limit ${limitText(seconds)}`]),
  ];
}

/** A time limit in its largest whole unit: `90 s`, `15 min`, `2 h`. */
export function limitText(seconds: number): string {
  if (seconds % 3600 === 0) return `${seconds / 3600} h`;
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}

/** The accessible name of a breakpoint: `Breakpoint before announce, if x > 1, off`. */
export function breakpointName(breakpoint: Breakpoint): string {
  const off = breakpoint.enabled ? [] : ['off'];
  return [`Breakpoint ${placeName(breakpoint)}`, ...detailTexts(breakpoint), ...off].join(', ');
}

function placeName({ at, when }: Pick<Breakpoint, 'at' | 'when'>): string {
  if (when === 'failure') return `on failure of ${breakpointPlace(at)}`;
  return 'step' in at ? `before ${breakpointPlace(at)}` : `on edge ${breakpointPlace(at)}`;
}

/** The breakpoint that the mark of a place shows: an enabled one before others. Undefined without any. */
export function markedOf(breakpoints: readonly Breakpoint[]): Breakpoint | undefined {
  return breakpoints.find(({ enabled }) => enabled) ?? breakpoints[0];
}

/** The words that a card adds to its name: `breakpoint`, `conditional breakpoint, off`. */
export function markWords(breakpoints: readonly Breakpoint[]): string | undefined {
  const marked = markedOf(breakpoints);
  if (marked === undefined) return undefined;
  const words = {
    before: 'breakpoint',
    conditional: 'conditional breakpoint',
    failure: 'breakpoint on failure',
  };
  return marked.enabled ? words[kindOf(marked)] : `${words[kindOf(marked)]} off`;
}
