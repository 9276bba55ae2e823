import { type RunDefinition, stepTitle } from '@/components/run-state/definition';
import { formatCount } from '@/components/ui/format';
import { STATUS_LOOKS } from '@/components/ui/status';
import type { Transition, TransitionChange } from '@/engine/run/time/transitions';

/** Changes that a text names; the others are counted. */
const MOST_CHANGES = 2;

/** An offset from the start of a run: `+0:37.8`, `+2:41.3`, `+1:02:41.3`. */
export function offsetText(offsetMs: number): string {
  const tenths = Math.round(Math.max(0, offsetMs) / 100);
  const seconds = Math.floor(tenths / 10);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = `${pad(seconds % 60)}.${tenths % 10}`;
  return hours > 0 ? `+${hours}:${pad(minutes)}:${rest}` : `+${minutes}:${rest}`;
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}

/** What happened at a transition: `Deploy canary failed`, `Run started, Load running and 3 more changes`. */
export function transitionText(transition: Transition, definition: RunDefinition | undefined): string {
  const { changes } = transition;
  const named = changes.slice(0, MOST_CHANGES).map((change) => changeText(change, definition));
  const more = changes.length - named.length;
  return more > 0 ? `${named.join(', ')} and ${formatCount(more, 'more change')}` : named.join(', ');
}

function changeText({ step, iteration, status }: TransitionChange, definition: RunDefinition | undefined) {
  const name = step === undefined ? 'Run' : stepTitle(definition, step);
  const place = iteration.map((index) => `[${index}]`).join('');
  return `${name}${place} ${STATUS_LOOKS[status].word.toLowerCase()}`;
}
